"""The set of fixed bugs: well-formed pointers, and a text and tree that come back out of real git."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.fixed_bugs.cases import (
    KINDS,
    Case,
    FixPlace,
    QuotedText,
    excluded_repositories,
    load_cases,
    to_json,
    write_cases,
)
from benchmarks.fixed_bugs.changes import changed_places
from benchmarks.fixed_bugs.materialize import MissingMirrorError, read_text, write_tree
from benchmarks.fixed_bugs.run import PLAIN, run
from benchmarks.tests.shop_repository import CART, git

CASES = load_cases()
CHECKOUT = Path(__file__).parents[2]


def is_well_formed(case: Case) -> bool:
    assert isinstance(case.text, QuotedText)
    commits = (case.buggy_commit, case.fix_commit, case.text.commit)
    return (
        case.stratum in KINDS
        and bool(case.fix_places)
        and all(1 <= place.start_line <= place.end_line for place in case.fix_places)
        and 0 <= case.text.first <= case.text.last
        and all(re.fullmatch(r"[0-9a-f]{40}", commit) for commit in commits)
        and case.id.endswith(case.fix_commit[:8])
    )


def test_every_pointer_is_well_formed() -> None:
    assert [case.id for case in CASES if not is_well_formed(case)] == []


def test_no_repository_is_kept_apart() -> None:
    assert len(excluded_repositories()) == 53
    assert not {case.repository.lower() for case in CASES} & excluded_repositories()


def test_the_set_is_large_enough_and_no_case_is_twice_in_it() -> None:
    assert len({case.fix_commit for case in CASES}) == len({case.id for case in CASES}) == len(CASES) >= 150
    assert len({case.repository for case in CASES}) >= 20
    assert Counter(case.stratum for case in CASES)["top_app_frame"] >= 60


def test_about_half_of_the_repositories_are_held() -> None:
    halves = Counter({case.repository: case.split for case in CASES}.values())
    assert min(halves.values()) >= 0.4 * halves.total()


def test_cases_come_back_as_they_were_written(tmp_path: Path) -> None:
    write_cases(tmp_path / "bugs.json", "About", CASES[:3])
    assert [to_json(case) for case in load_cases(tmp_path / "bugs.json")] == [
        to_json(case) for case in CASES[:3]
    ]


def test_a_quoted_crash_is_found_with_what_the_fix_changed(case: Case) -> None:
    path = "app/src/main/kotlin/shop/Cart.kt"
    assert case.fix_places == (FixPlace(path, "first", "Cart", 4, 4),)
    assert (case.fix_kind, case.app_packages) == ("top_app_frame", ("shop",))


def test_the_text_is_the_quotation_alone(case: Case, mirror: Path) -> None:
    text = read_text(case, mirror)
    assert text.splitlines()[0] == "> java.util.NoSuchElementException: List is empty."
    assert text.splitlines()[-1].endswith("shop.Cart.total(Cart.kt:7)")


def test_columns_and_skipped_lines_are_left_out(case: Case, mirror: Path) -> None:
    quoted = QuotedText(case.fix_commit, 3, 6, (4,), 2, 26)
    lines = read_text(replace(case, text=quoted), mirror).splitlines()
    assert lines == [
        "java.util.NoSuchElementException: List is empty.",
        "> \tat shop.Cart.first(Cart.kt:4)",
        "> \tat shop.Cart.total(Cart",
    ]


def test_the_tree_is_the_buggy_one_without_the_fix_in_its_history(
    case: Case, mirror: Path, tmp_path: Path
) -> None:
    folder = write_tree(case, tmp_path / "cache", mirror)
    assert (folder / case.fix_places[0].file).read_text() == CART
    assert not (folder / "logo.png").exists()
    assert git(folder, "log", "--format=%s", "--all") == "Add the cart"
    assert git(folder, "status", "--porcelain") == ""
    assert write_tree(case, tmp_path / "cache", mirror) == folder


def test_a_repository_that_was_not_fetched_is_named(case: Case, tmp_path: Path) -> None:
    with pytest.raises(MissingMirrorError, match="acme/shop"):
        read_text(case, tmp_path)


def test_changes_of_tests_and_comments_are_no_places(mirror: Path) -> None:
    folder = mirror / "acme+shop" / "repo"
    test = folder / "app/src/test/kotlin/shop/CartTest.kt"
    test.parent.mkdir(parents=True)
    test.write_text("class CartTest { fun works() = 1 }\n")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "Test the cart")
    source = folder / "app/src/main/kotlin/shop/Cart.kt"
    source.write_text("// Holds items.\n" + source.read_text())
    test.write_text("class CartTest { fun works() = 2 }\n")
    git(folder, "commit", "-qa", "-m", "Say more")
    assert changed_places(folder / ".git", "HEAD~1", "HEAD") == []


def test_the_product_is_asked_about_the_text_and_each_variant(
    case: Case, mirror: Path, tmp_path: Path
) -> None:
    results = {
        result.variant: result
        for result in run([case], mirror, tmp_path / "cache", variants=True, product=CHECKOUT)
    }
    assert {PLAIN, "one line", "wrapped at 72"} <= results.keys()
    assert results[PLAIN].error is None
    assert (results[PLAIN].ours[0].file, results[PLAIN].ours[0].line) == (case.fix_places[0].file, 4)
    assert results[PLAIN].naive[0].names == ("first",)


def measure(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "benchmarks.fixed_bugs", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=CHECKOUT, check=False)


def test_the_command_prints_the_table_and_prints_it_again_from_what_it_saved(
    case: Case, mirror: Path, tmp_path: Path
) -> None:
    bugs, saved = tmp_path / "bugs.json", tmp_path / "results.json"
    write_cases(bugs, "One bug", [case])
    given = ("--mirror", str(mirror), "--cache", str(tmp_path / "cache"), "--set", "given", str(bugs))
    first = measure(*given, "--out", str(saved))
    assert "| top_app_frame | 1 | 1.00 / 1.00 / 1.00 (1.00) | 1.00 / 1.00 / 1.00 (1.00) |" in first.stdout
    assert measure(*given, "--saved", str(saved)).stdout == first.stdout


def test_the_command_says_which_repository_it_lacks(case: Case, tmp_path: Path) -> None:
    bugs = tmp_path / "bugs.json"
    write_cases(bugs, "One bug", [case])
    done = measure("--mirror", str(tmp_path), "--cache", str(tmp_path), "--set", "given", str(bugs))
    assert (done.returncode, done.stderr) == (1, f"acme/shop is not in {tmp_path}: fetch it first\n")
