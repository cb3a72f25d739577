"""`file_search` by seed 004."""

from __future__ import annotations

import pytest

from rca.tools.file_search import TOOL
from tests.tools.file_project import FileProject


@pytest.fixture
def project(tmp_path):
    made = FileProject(tmp_path)
    for path in ("cmd/main.go", "internal/agent.go", "internal/deep/er/x.go", "README.md", "src/Main.kt"):
        made.write(path, "x")
    return made


def files(answer):
    return answer["data"]["files"]


def test_every_level_in_the_order_of_paths(project):
    answer = project.call(TOOL, pattern="**/*.go")
    assert answer["data"] == {
        "files": ["cmd/main.go", "internal/agent.go", "internal/deep/er/x.go"],
        "matches": 3, "pattern": "**/*.go", "truncated": False,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("*.go", ["cmd/main.go", "internal/agent.go", "internal/deep/er/x.go"]),
        ("internal/*.go", ["internal/agent.go"]),
        ("internal/**/*.go", ["internal/agent.go", "internal/deep/er/x.go"]),
        ("internal/", ["internal/agent.go", "internal/deep/er/x.go"]),
        ("**/{main,Main}.*", ["cmd/main.go", "src/Main.kt"]),
        ("?EADME.md", ["README.md"]),
        ("[A-R]*.md", ["README.md"]),
        ("[!A-R]*.md", []),
        ("./src/**", ["src/Main.kt"]),
        ("**/deep/**", ["internal/deep/er/x.go"]),
        ("{src,cmd}/**", ["cmd/main.go", "src/Main.kt"]),
        ("readme.md", []),
        ("*.{go,md}", ["README.md", "cmd/main.go", "internal/agent.go", "internal/deep/er/x.go"]),
    ],
)
def test_patterns(project, pattern, expected):
    assert files(project.call(TOOL, pattern=pattern)) == expected


@pytest.mark.parametrize("name", ["base_path", "basePath", "path", "directory"])
def test_below_a_folder_the_pattern_is_relative_to_it(project, name):
    assert files(project.call(TOOL, pattern="deep/**/*.go", **{name: "internal"})) == [
        "internal/deep/er/x.go"
    ]


def test_nothing_found_is_an_answer(project):
    answer = project.call(TOOL, pattern="*.rs")
    assert (answer["success"], answer["data"]["matches"], files(answer)) == (True, 0, [])


def test_a_thousand_files_and_no_more(project):
    for number in range(1100):
        project.write(f"many/{number:04}.txt", "")
    answer = project.call(TOOL, pattern="*.txt")
    assert (len(files(answer)), answer["data"]["matches"], answer["data"]["truncated"]) == (1000, 1100, True)
    assert "found 1100 files, 1000 are shown" in answer["meta"]["provenance"]
    rest = project.call(TOOL, pattern="*.txt", cursor=int(answer["meta"]["next"]))
    assert files(answer) + files(rest) == [f"many/{number:04}.txt" for number in range(1100)]


def test_twenty_levels_and_no_more(project):
    project.write("/".join("abcdefghijklmnopqrs") + "/twentieth.txt", "")
    project.write("/".join("abcdefghijklmnopqrst") + "/too-deep.txt", "")
    answer = project.call(TOOL, pattern="*.txt")
    assert [one[-13:] for one in files(answer)] == ["twentieth.txt"]
    assert answer["meta"]["completeness"] == "partial"
    assert "more than 20 levels down" in answer["meta"]["provenance"][0]


def test_unsaved_files_are_found(project):
    project.open("src/Unsaved.kt", "x")
    assert files(project.call(TOOL, pattern="**/*.kt")) == ["src/Main.kt", "src/Unsaved.kt"]


def test_ignored_files_are_left_out_unless_their_folder_is_named(project):
    project.write("build/Gen.kt", "")
    project.write(".gitignore", "secret/\n")
    project.write("secret/S.kt", "")
    assert files(project.call(TOOL, pattern="*.kt")) == ["src/Main.kt"]
    assert files(project.call(TOOL, pattern="*.kt", path="build")) == ["build/Gen.kt"]
    assert files(project.call(TOOL, pattern="*.kt", path="secret")) == ["secret/S.kt"]


def test_links_are_not_followed(project, tmp_path):
    (tmp_path / "away").mkdir()
    (tmp_path / "away" / "x.rs").write_text("")
    (project.root / "away").symlink_to(tmp_path / "away")
    (project.root / "loop").symlink_to(".")
    assert files(project.call(TOOL, pattern="**/*.rs")) == []
    assert len(files(project.call(TOOL, pattern="*.go"))) == 3


def test_special_characters_stand_for_themselves(project):
    project.write("a+b (c).kt", "")
    project.write("ü/é.kt", "")
    assert files(project.call(TOOL, pattern="a+b (c).kt")) == ["a+b (c).kt"]
    assert files(project.call(TOOL, pattern="ü/?.kt")) == ["ü/é.kt"]
    assert files(project.call(TOOL, pattern="a\\+*")) == ["a+b (c).kt"]


@pytest.mark.parametrize(
    ("parameters", "code"),
    [
        ({}, "INVALID_PARAMETERS"),
        ({"pattern": ""}, "INVALID_PARAMETERS"),
        ({"pattern": "**/*[.go"}, "INVALID_PATTERN"),
        ({"pattern": "*.{go"}, "INVALID_PATTERN"),
        ({"pattern": "[z-a]"}, "INVALID_PATTERN"),
        ({"pattern": "a\\"}, "INVALID_PATTERN"),
        ({"pattern": "{" * 100 + "}" * 100}, "INVALID_PATTERN"),
        ({"pattern": "x" * 2000}, "INVALID_PATTERN"),
        ({"pattern": "../**"}, "INVALID_PATH"),
        ({"pattern": "/etc/*"}, "INVALID_PATH"),
        ({"pattern": "C:/*"}, "INVALID_PATH"),
        ({"pattern": "*", "path": "../.."}, "INVALID_PATH"),
        ({"pattern": "*", "path": "nowhere"}, "DIRECTORY_NOT_FOUND"),
        ({"pattern": "*", "limit": 1001}, "INVALID_PARAMETERS"),
    ],
)
def test_each_error(project, parameters, code):
    assert project.refused(TOOL, **parameters)["code"] == code


def test_all_workspace_folders_are_searched(project, tmp_path):
    project.add_root(tmp_path / "second")
    (tmp_path / "second" / "z.go").write_text("")
    assert files(project.call(TOOL, pattern="*.go"))[-1] == "second/z.go"
    assert files(project.call(TOOL, pattern="*.go", path="second")) == ["second/z.go"]
