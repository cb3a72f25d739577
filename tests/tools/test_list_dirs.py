"""`list_dirs` by seeds 001 and 000."""

from __future__ import annotations

import pytest

from rca.scheduling.deadline import Deadline
from rca.tools.list_dirs import TOOL
from tests.tools.file_project import FileProject


@pytest.fixture
def project(tmp_path):
    made = FileProject(tmp_path)
    for path in ("app/src/main/java/a/A.kt", "app/src/test/T.kt", "core/src/C.kt", "docs/x.md", "top.txt"):
        made.write(path, "x")
    return made


def paths(answer):
    return [one["path"] for one in answer["data"]["dirs"]]


def test_folders_alone_two_levels_down_in_order(project):
    answer = project.call(TOOL)
    assert answer["data"]["dirs"] == [
        {"path": "app", "depth": 1}, {"path": "app/src", "depth": 2}, {"path": "core", "depth": 1},
        {"path": "core/src", "depth": 2}, {"path": "docs", "depth": 1},
    ]  # fmt: skip
    assert (answer["data"]["directory"], answer["data"]["total"], answer["data"]["truncated"]) == (
        ".",
        5,
        False,
    )
    assert answer["meta"]["completeness"] == "complete"


def test_depth_counts_from_the_folder_asked_for(project):
    answer = project.call(TOOL, path="app/src", depth=1)
    assert answer["data"]["dirs"] == [
        {"path": "app/src/main", "depth": 1},
        {"path": "app/src/test", "depth": 1},
    ]
    assert "app/src/main/java/a" not in paths(project.call(TOOL, path="app", depth=3))
    assert "app/src/main/java" in paths(project.call(TOOL, path="app", depth=3))


@pytest.mark.parametrize("alias", ["directory", "dir", "base_path", "basePath"])
def test_other_spellings_of_the_folder(project, alias):
    assert paths(project.call(TOOL, **{alias: "core"})) == ["core/src"]


def test_more_folders_than_the_limit_come_page_by_page(project):
    for number in range(130):
        project.write(f"many/d{number:03}/x", "")
    first = project.call(TOOL, path="many")
    assert len(first["data"]["dirs"]) == 50
    assert (first["data"]["total"], first["meta"]["truncated"], first["meta"]["next"]) == (130, True, "50")
    seen = paths(first)
    while first["meta"]["truncated"]:
        first = project.call(TOOL, path="many", limit=100, cursor=int(first["meta"]["next"]))
        seen += paths(first)
    assert seen == [f"many/d{number:03}" for number in range(130)]


def test_what_is_ignored_is_left_out_and_counted(project):
    project.write(".gitignore", "generated/\n")
    project.write("generated/g/x", "")
    project.write(".git/config", "")
    project.write("build/x", "")
    project.write("node_modules/x", "")
    answer = project.call(TOOL)
    assert paths(answer) == ["app", "app/src", "core", "core/src", "docs"]
    assert answer["meta"]["provenance"] == ["4 ignored or built entries left out"]


def test_an_ignored_folder_that_is_named_is_shown(project):
    project.write("app/build/reports/tests/x.html", "")
    project.write("app/build/.gitignore", "*\n")
    assert paths(project.call(TOOL, path="app/build")) == ["app/build/reports", "app/build/reports/tests"]


def test_further_workspace_folders_stand_beside_the_first(project, tmp_path):
    project.add_root(tmp_path / "second")
    (tmp_path / "second" / "lib").mkdir()
    assert paths(project.call(TOOL))[-2:] == ["second", "second/lib"]
    assert project.call(TOOL, path="second")["data"]["dirs"] == [{"path": "second/lib", "depth": 1}]
    assert paths(project.call(TOOL, depth=1))[-1] == "second"


def test_links_are_not_followed(project, tmp_path):
    (tmp_path / "outside" / "secret").mkdir(parents=True)
    (project.root / "out").symlink_to(tmp_path / "outside")
    (project.root / "docs" / "loop").symlink_to(project.root)
    assert paths(project.call(TOOL, depth=3)) == paths(project.call(TOOL, depth=3, limit=100))
    assert not any("out" in path.split("/") or "loop" in path for path in paths(project.call(TOOL, depth=3)))


def test_a_folder_that_cannot_be_read_is_told(project, obeyed_permissions):
    (project.root / "core" / "src").chmod(0)
    try:
        answer = project.plainly(TOOL, depth=3)
    finally:
        (project.root / "core" / "src").chmod(0o755)
    assert answer["meta"]["completeness"] == "partial"
    assert answer["meta"]["provenance"][0] == "core/src/: could not be read: Permission denied"


def test_the_time_limit_gives_what_was_found(project):
    project.deadline = Deadline(1.0)
    project.deadline.cancel()
    answer = project.call(TOOL)
    assert (answer["success"], answer["data"]["dirs"]) == (True, [])
    assert answer["meta"]["completeness"] == "partial"


@pytest.mark.parametrize(
    ("parameters", "code"),
    [
        ({"path": "missing"}, "DIRECTORY_NOT_FOUND"),
        ({"path": "../"}, "INVALID_PATH"),
        ({"path": "/etc"}, "INVALID_PATH"),
        ({"path": "top.txt"}, "INVALID_PATH"),
        ({"depth": 4}, "INVALID_PARAMETERS"),
        ({"depth": 0}, "INVALID_PARAMETERS"),
        ({"limit": 101}, "INVALID_PARAMETERS"),
        ({"limit": "5"}, "INVALID_PARAMETERS"),
        ({"recursive": True}, "INVALID_PARAMETERS"),
        ({"path": ""}, "INVALID_PARAMETERS"),
    ],
)
def test_each_error(project, parameters, code):
    error = project.refused(TOOL, **parameters)
    assert error["code"] == code
    assert error["suggestion"]


def test_an_absolute_path_inside_is_fine(project):
    assert paths(project.call(TOOL, path=str(project.root / "core"))) == ["core/src"]
    assert paths(project.call(TOOL, path=(project.root / "core").as_uri())) == ["core/src"]


def test_listings_are_charged():
    assert TOOL.charges == "listing"
    assert TOOL.risk == "read_only"
