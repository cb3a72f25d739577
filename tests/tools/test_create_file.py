"""`create_file` by seed 004."""

from __future__ import annotations

import stat
import threading

import pytest

from rca.files import atomic_write
from rca.tools.create_file import TOOL
from tests.tools.file_project import FileProject


@pytest.fixture
def project(tmp_path):
    return FileProject(tmp_path)


def test_a_file_with_its_content(project):
    answer = project.call(TOOL, path="hello.py", content="print('hi')\n")
    assert answer["data"] == {"filePath": "hello.py", "bytesWritten": 12, "createdParents": []}
    assert answer["meta"]["filesAffected"] == ["hello.py"]
    assert project.read("hello.py") == b"print('hi')\n"
    assert project.left_behind() == []


def test_missing_folders_are_made(project):
    answer = project.call(TOOL, filePath="a/b/c.txt", content="x")
    assert answer["data"]["createdParents"] == ["a", "a/b"]
    assert project.read("a/b/c.txt") == b"x"


def test_an_existing_file_is_never_overwritten(project):
    project.write("test.txt", "mine")
    error = project.refused(TOOL, path="test.txt", content="theirs")
    assert error["code"] == "ALREADY_EXISTS"
    assert "replace_string_in_file" in error["suggestion"]
    assert project.read("test.txt") == b"mine"
    assert project.asked == [], "nobody is asked about what cannot be done"


def test_a_folder_of_that_name_is_in_the_way(project):
    (project.root / "src").mkdir()
    error = project.refused(TOOL, path="src", content="x")
    assert (error["code"], error["message"]) == ("ALREADY_EXISTS", "Folder 'src' already exists")


def test_a_file_that_only_the_editor_has_is_there_too(project):
    project.open("New.kt", "class New")
    assert project.refused(TOOL, path="New.kt", content="x")["code"] == "ALREADY_EXISTS"


def test_the_user_sees_what_and_where(project):
    project.call(TOOL, path="src/../notes/long.txt", content="y" * 200)
    (request,) = project.asked
    assert (request.tool, request.risk) == ("create_file", "safe_write")
    assert "content: <200 bytes>" in request.text
    assert "Files affected: notes/long.txt" in request.text


@pytest.mark.parametrize(("answer", "code"), [("no", "APPROVAL_DENIED"), ("nobody", "APPROVAL_REQUIRED")])
def test_without_a_yes_nothing_is_written(project, answer, code):
    project.answer = answer
    assert project.refused(TOOL, path="a/b.txt", content="x")["code"] == code
    assert list(project.root.iterdir()) == []


def test_text_is_written_as_it_is(project):
    text = "grün\r\n\ttab \u2028 😀\n"
    answer = project.call(TOOL, path="ünï cöde/😀.txt", content=text)
    assert project.read("ünï cöde/😀.txt") == text.encode()
    assert answer["data"]["bytesWritten"] == len(text.encode())


def test_an_empty_file(project):
    assert project.call(TOOL, path="empty.txt", content="")["data"]["bytesWritten"] == 0
    assert project.read("empty.txt") == b""


def test_ten_megabytes_and_no_more(project):
    assert project.call(TOOL, path="big.txt", content="x" * (10 << 20))["success"] is True
    error = project.refused(TOOL, path="bigger.txt", content="x" * ((10 << 20) + 1))
    assert (error["code"], error["details"]["limit"]) == ("TOO_LARGE", 10 << 20)


@pytest.mark.parametrize(
    ("parameters", "code"),
    [
        ({"path": "../passwd", "content": ""}, "INVALID_PATH"),
        ({"path": "/etc/rca", "content": ""}, "INVALID_PATH"),
        ({"path": ".", "content": ""}, "INVALID_PATH"),
        ({"path": ".git/hooks/pre-commit", "content": ""}, "INVALID_PATH"),
        ({"path": "sub/.GIT/config", "content": ""}, "INVALID_PATH"),
        ({"path": "C:\\x.txt", "content": ""}, "INVALID_PATH"),
        ({"path": "x" * 300, "content": ""}, "INVALID_PATH"),
        ({"path": "a.txt"}, "INVALID_PARAMETERS"),
        ({"content": "x"}, "INVALID_PARAMETERS"),
        ({"path": "a.txt", "content": 5}, "INVALID_PARAMETERS"),
        ({"path": "", "content": ""}, "INVALID_PARAMETERS"),
    ],
)
def test_each_error(project, parameters, code):
    assert project.refused(TOOL, **parameters)["code"] == code
    assert list(project.root.iterdir()) == []


def test_a_file_in_the_way_of_a_folder(project):
    project.write("a", "file")
    error = project.refused(TOOL, path="a/b/c.txt", content="x")
    assert error["code"] == "INVALID_PATH"
    assert "a part of its path is a file" in error["message"]


def test_permissions(project, obeyed_permissions):
    (project.root / "locked").mkdir(mode=0o555)
    error = project.plainly(TOOL, path="locked/a.txt", content="x")["error"]
    assert error["code"] == "PERMISSION_DENIED"
    assert list((project.root / "locked").iterdir()) == []


def test_the_mode_is_what_the_users_mask_says(project):
    project.call(TOOL, path="a.sh", content="x")
    plain = project.root / "plain"
    plain.touch()
    assert stat.S_IMODE((project.root / "a.sh").stat().st_mode) == stat.S_IMODE(plain.stat().st_mode)


def test_folders_that_were_made_for_nothing_are_removed(project, monkeypatch):
    def full(*_arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(atomic_write.os, "fsync", full)
    error = project.refused(TOOL, path="a/b/c.txt", content="x")
    assert (error["code"], "No space left" in error["message"]) == ("INVALID_PATH", True)
    assert list(project.root.iterdir()) == []


def test_of_many_at_once_one_wins_and_its_text_is_whole(project):
    texts = [str(number) * 50_000 for number in range(8)]
    answers: list[dict] = []
    threads = [
        threading.Thread(
            target=lambda text=text: answers.append(project.call(TOOL, path="x.txt", content=text))
        )
        for text in texts
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(answer["success"] for answer in answers) == 1
    assert {a["error"]["code"] for a in answers if not a["success"]} == {"ALREADY_EXISTS"}
    assert project.read("x.txt").decode() in texts
    assert project.left_behind() == []


def test_where_the_file_system_knows_no_second_names(project, monkeypatch):
    def unable(*_arguments, **_named):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr("rca.files.directory_handle.os.link", unable)
    assert project.call(TOOL, path="a.txt", content="x")["success"] is True
    assert project.read("a.txt") == b"x"
    assert project.left_behind() == []


def test_in_a_further_workspace_folder(project, tmp_path):
    project.add_root(tmp_path / "second")
    answer = project.call(TOOL, path="second/new/a.txt", content="x")
    assert answer["data"] == {
        "filePath": "second/new/a.txt",
        "bytesWritten": 1,
        "createdParents": ["second/new"],
    }
    assert (tmp_path / "second" / "new" / "a.txt").read_text() == "x"
