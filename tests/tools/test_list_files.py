"""`list_files` (`list_dir`) by seeds 000, 001 and 004."""

from __future__ import annotations

import os

import pytest

from rca.toolkit import tool_catalog
from rca.tools.list_files import TOOL
from tests.tools.file_project import FileProject


@pytest.fixture
def project(tmp_path):
    made = FileProject(tmp_path)
    for path in ("src/app.py", "src/B.kt", "src/C.java", "src/models/M.kt", "top.txt"):
        made.write(path, "four")
    return made


def names(answer):
    return [one["name"] for one in answer["data"]["files"]]


def test_files_and_folders_of_one_folder(project):
    answer = project.call(TOOL, path="src")
    assert answer["data"] == {
        "directory": "src",
        "files": [
            {"name": "B.kt", "path": "src/B.kt", "type": "file", "sizeBytes": 4},
            {"name": "C.java", "path": "src/C.java", "type": "file", "sizeBytes": 4},
            {"name": "app.py", "path": "src/app.py", "type": "file", "sizeBytes": 4},
            {"name": "models", "path": "src/models", "type": "directory"},
        ],
        "total": 4, "totalEntries": 4, "fileCount": 3, "directoryCount": 1, "truncated": False,
    }  # fmt: skip


def test_the_workspace_by_default(project):
    answer = project.call(TOOL)
    assert (answer["data"]["directory"], names(answer)) == (".", ["src", "top.txt"])


def test_a_pattern_is_about_the_names_of_files(project):
    answer = project.call(TOOL, directory="src", pattern="*.{kt,java}")
    assert names(answer) == ["B.kt", "C.java"]
    assert (answer["data"]["total"], answer["data"]["totalEntries"]) == (2, 4)


def test_pages(project):
    for number in range(120):
        project.write(f"many/f{number:03}.txt", "")
    first = project.call(TOOL, path="many")
    assert (len(names(first)), first["data"]["total"], first["meta"]["next"]) == (50, 120, "50")
    rest = project.call(TOOL, path="many", limit=100, cursor=50)
    assert names(first) + names(rest) == [f"f{number:03}.txt" for number in range(120)]
    assert (rest["meta"]["truncated"], rest["data"]["truncated"]) == (False, False)


def test_list_dir_is_another_name():
    assert tool_catalog.load("list_dir") is TOOL
    assert "list_dir" not in tool_catalog.TOOLSETS["all"]


def test_unsaved_files_are_among_them(project):
    project.open("src/New.kt", "class New")
    entry = next(one for one in project.call(TOOL, path="src")["data"]["files"] if one["name"] == "New.kt")
    assert entry == {"name": "New.kt", "path": "src/New.kt", "type": "file"}


def test_ignored_files_are_left_out(project):
    project.write("src/.gitignore", "*.py\n")
    answer = project.call(TOOL, path="src")
    assert "app.py" not in names(answer)
    assert answer["meta"]["provenance"] == ["1 ignored or built entries left out"]


def test_a_build_folder_that_is_named_is_shown(project):
    project.write("build/reports/index.html", "<html>")
    assert "build" not in names(project.call(TOOL))
    assert names(project.call(TOOL, path="build/reports")) == ["index.html"]


def test_links_inside_are_shown_and_those_that_lead_out_are_not(project, tmp_path):
    (tmp_path / "secret.txt").write_text("s")
    (project.root / "out.txt").symlink_to(tmp_path / "secret.txt")
    (project.root / "in.txt").symlink_to("top.txt")
    (project.root / "broken.txt").symlink_to("nowhere")
    (project.root / "source").symlink_to("src")
    assert names(project.call(TOOL)) == ["in.txt", "source", "src", "top.txt"]
    assert project.call(TOOL, path="source")["data"]["directory"] == "src"


def test_names_that_are_no_text_and_pipes_are_left_out(project):
    os.mkfifo(project.root / "pipe")
    os.mknod(os.fsencode(project.root) + b"/bad\xff.txt")
    assert names(project.call(TOOL)) == ["src", "top.txt"]


def test_special_characters(project):
    project.write("dir with blank/ünï 😀.kt", "")
    assert names(project.call(TOOL, path="dir with blank")) == ["ünï 😀.kt"]


@pytest.mark.parametrize(
    ("parameters", "code"),
    [
        ({"path": "missing"}, "DIRECTORY_NOT_FOUND"),
        ({"path": "src/B.kt"}, "INVALID_PATH"),
        ({"path": "src/../../x"}, "INVALID_PATH"),
        ({"path": "C:\\Windows"}, "INVALID_PATH"),
        ({"pattern": "[", "path": "src"}, "INVALID_PATTERN"),
        ({"pattern": "../*"}, "INVALID_PATH"),
        ({"limit": 101}, "INVALID_PARAMETERS"),
        ({"limit": 0}, "INVALID_PARAMETERS"),
        ({"path": "src", "directory": "src"}, "INVALID_PARAMETERS"),
    ],
)
def test_each_error(project, parameters, code):
    assert project.refused(TOOL, **parameters)["code"] == code


def test_a_folder_that_may_not_be_entered(project, obeyed_permissions):
    (project.root / "src").chmod(0)
    try:
        error = project.plainly(TOOL, path="src/models")["error"]
    finally:
        (project.root / "src").chmod(0o755)
    assert error["code"] == "PERMISSION_DENIED"


def test_windows_separators(project):
    assert project.call(TOOL, path="src\\models")["data"]["directory"] == "src/models"
