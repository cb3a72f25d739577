"""`create_directory` by seed 004."""

from __future__ import annotations

import pytest

from rca.tools.create_directory import TOOL
from tests.tools.file_project import FileProject


@pytest.fixture
def project(tmp_path):
    return FileProject(tmp_path)


def test_a_folder_and_those_above_it(project):
    answer = project.call(TOOL, path="src/models")
    assert answer["data"] == {"path": "src/models", "created": True, "createdParents": ["src"]}
    assert answer["meta"]["filesAffected"] == ["src", "src/models"]
    assert (project.root / "src" / "models").is_dir()


def test_one_that_is_there_is_no_error(project):
    (project.root / "src").mkdir()
    answer = project.call(TOOL, path="src")
    assert answer["data"] == {"path": "src", "created": False, "createdParents": []}
    assert "filesAffected" not in answer["meta"]


def test_only_what_is_missing_is_made(project):
    (project.root / "a").mkdir()
    assert project.call(TOOL, path="a/b/c/d")["data"]["createdParents"] == ["a/b", "a/b/c"]


@pytest.mark.parametrize("path", ["test.txt", "test.txt/below"])
def test_a_file_is_in_the_way(project, path):
    project.write("test.txt", "x")
    error = project.refused(TOOL, path=path)
    assert error["code"] == "ALREADY_EXISTS"
    assert "exists as a file" in error["message"]


@pytest.mark.parametrize(
    "path",
    ["..", "../x", "/tmp/x", ".", "a/../..", "C:/x", "\\\\server\\share", "nul", "a:b", "x. ", ".git/x"],
)
def test_paths_that_lead_elsewhere(project, path):
    assert project.refused(TOOL, path=path)["code"] == "INVALID_PATH"
    assert list(project.root.iterdir()) == []


@pytest.mark.parametrize("parameters", [{}, {"path": ""}, {"path": 1}, {"path": "a", "mode": 7}])
def test_wrong_parameters(project, parameters):
    assert project.refused(TOOL, **parameters)["code"] == "INVALID_PARAMETERS"


@pytest.mark.parametrize(("answer", "code"), [("no", "APPROVAL_DENIED"), ("nobody", "APPROVAL_REQUIRED")])
def test_without_a_yes_nothing_is_made(project, answer, code):
    project.answer = answer
    assert project.refused(TOOL, path="a")["code"] == code
    assert list(project.root.iterdir()) == []


def test_the_user_sees_where(project):
    project.call(TOOL, path="a\\b")
    assert project.asked[0].details == {"Files affected": "a/b"}
    assert (project.root / "a" / "b").is_dir()


def test_permissions(project, obeyed_permissions):
    (project.root / "locked").mkdir(mode=0o555)
    assert project.plainly(TOOL, path="locked/a")["error"]["code"] == "PERMISSION_DENIED"


def test_a_name_that_is_too_long(project):
    error = project.refused(TOOL, path="a/" + "x" * 300)
    assert (error["code"], "too long" in error["message"]) == ("INVALID_PATH", True)
    assert list(project.root.iterdir()) == [], "nothing half made is left"


def test_other_spellings_and_letters(project):
    assert project.call(TOOL, directory="ünï 😀/x")["data"]["path"] == "ünï 😀/x"


def test_through_a_link_inside(project):
    (project.root / "real").mkdir()
    (project.root / "link").symlink_to("real")
    assert project.call(TOOL, path="link/sub")["data"]["path"] == "real/sub"


def test_in_a_further_workspace_folder(project, tmp_path):
    project.add_root(tmp_path / "second")
    assert project.call(TOOL, path="second/lib")["data"]["path"] == "second/lib"
    assert (tmp_path / "second" / "lib").is_dir()
