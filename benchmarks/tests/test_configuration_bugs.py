"""Bugs whose fix lies in configuration: the set, and what a change of configuration is labelled with."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from benchmarks.fixed_bugs.cases import load_cases
from benchmarks.fixed_bugs.changed_elements import ConfigurationChange, changed_elements
from benchmarks.fixed_bugs.configuration_recall import CASES as FILE
from benchmarks.fixed_bugs.configuration_recall import half_of
from benchmarks.fixed_bugs.materialize import read_text
from benchmarks.fixed_bugs.mine_configuration import CONFIGURATION, elements_of, is_open, label, mine
from benchmarks.tests.shop_repository import git

CASES = load_cases(FILE)
MANIFEST = "app/src/main/AndroidManifest.xml"
FILES = {
    MANIFEST: '<manifest>\n    <uses-permission name="A"/>\n    <uses-permission name="B"/>\n'
    '    <application>\n        <activity name="C"/>\n    </application>\n</manifest>\n',
    "app/build.gradle.kts": "android {\n    defaultConfig {\n        minSdk = 21\n    }\n}\n",
    "app/rules.pro": "-keep class a.B\n-keep class a.C",
    "gradle/libs.versions.toml": '[versions]\nkotlin = "2.0"\n\n[libraries]\na = "b:c:1"\n',
}


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "acme+shop" / "repo"
    folder.mkdir(parents=True)
    git(folder, "init", "-q", "-b", "main")
    commit(folder, FILES, "Add the shop")
    return folder


def commit(folder: Path, files: dict[str, str], message: str) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", message)


def change(folder: Path, name: str, old: str, new: str) -> ConfigurationChange:
    commit(folder, {name: FILES[name].replace(old, new)}, "Fix")
    changes = changed_elements(folder / ".git", "HEAD^", "HEAD", CONFIGURATION)
    assert len(changes) == 1
    return changes[0]


def lines(found: ConfigurationChange) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the range of the changed lines and that of their element."""
    return (
        (found.lines.start_line, found.lines.end_line),
        (found.element.start_line, found.element.end_line),
    )


def test_a_permission_that_is_added_belongs_to_the_others(repository: Path) -> None:
    found = change(
        repository, MANIFEST, "    <application>", '    <uses-permission name="D"/>\n    <application>'
    )
    assert lines(found) == ((3, 3), (2, 3))


def test_an_entry_that_is_added_to_a_block_belongs_to_it(repository: Path) -> None:
    found = change(
        repository, "app/build.gradle.kts", "minSdk = 21\n", "minSdk = 21\n        multiDexEnabled = true\n"
    )
    assert lines(found) == ((3, 3), (2, 4))


def test_a_line_that_is_replaced_is_its_own_element(repository: Path) -> None:
    assert lines(change(repository, "app/build.gradle.kts", "21", "23")) == ((3, 3), (3, 3))


def test_a_rule_after_a_last_line_without_line_break_replaces_nothing(repository: Path) -> None:
    found = change(repository, "app/rules.pro", "-keep class a.C", "-keep class a.C\n-keep class a.D\n")
    assert lines(found) == ((2, 2), (1, 2))


def test_a_version_that_is_added_belongs_to_its_table(repository: Path) -> None:
    found = change(repository, "gradle/libs.versions.toml", 'kotlin = "2.0"\n', 'kotlin = "2.0"\nksp = "2"\n')
    assert lines(found) == ((2, 2), (1, 3))


def test_commits_of_configuration_that_name_an_error_are_mined(repository: Path, tmp_path: Path) -> None:
    commit(
        repository, {"app/rules.pro": "-keep class a.**\n"}, "Fix ClassNotFoundException in release builds"
    )
    commit(repository, {"app/rules.pro": "", "Cart.kt": "class Cart"}, "Fix NullPointerException")
    assert [one.files for one in mine("acme/shop", tmp_path)] == [("app/rules.pro",)]


def test_a_reviewed_commit_becomes_a_case_with_its_reconstructed_text(
    repository: Path, tmp_path: Path
) -> None:
    commit(repository, {"app/rules.pro": "-keep class a.**\n"}, "Fix release builds")
    row = {
        "repository": "acme/shop",
        "commit": "HEAD",
        "mechanism": "keep_rule",
        "error": "E: x\n\tat a.B.c(B.kt:1)",
    }
    case = label(row, tmp_path)
    assert case is not None
    assert read_text(case, tmp_path) == "E: x\n\tat a.B.c(B.kt:1)"
    assert elements_of(case)[0].file == "app/rules.pro"


def test_the_set_is_wide_and_has_no_held_repository() -> None:
    assert len({case.fix_commit for case in CASES}) == len(CASES) >= 100
    assert len({case.repository for case in CASES}) >= 60
    assert [case.id for case in CASES if not is_open(case.repository)] == []


def test_the_set_shares_no_fix_with_the_reviewed_bugs() -> None:
    assert not {case.fix_commit for case in CASES} & {case.fix_commit for case in load_cases()}


def test_the_halves_are_about_equal() -> None:
    assert min(Counter(half_of(case.repository) for case in CASES).values()) >= 0.4 * len(CASES)
