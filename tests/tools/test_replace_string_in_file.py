"""`replace_string_in_file` by seed 004."""

from __future__ import annotations

import os
import stat

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rca.files import atomic_write
from rca.files.lossless_text import text_of
from rca.files.string_replace import edit
from rca.text.decoding import NotText
from rca.tools import replace_string_in_file
from rca.tools.replace_string_in_file import TOOL
from tests.tools.file_project import FileProject


@pytest.fixture
def project(tmp_path):
    made = FileProject(tmp_path)
    made.write("hello.py", "a = 1\nb = 2\nc = 3\n")
    return made


def change(project, old, new, path="hello.py"):
    return project.call(TOOL, path=path, old_string=old, new_string=new)


def test_one_occurrence(project):
    answer = change(project, "b = 2", "b = 20")
    assert answer["data"] == {
        "filePath": "hello.py", "occurrencesFound": 1, "occurrencesReplaced": 1, "linesChanged": [2],
        "occurrenceLines": [2], "source": "disk",
    }  # fmt: skip
    assert answer["meta"]["filesAffected"] == ["hello.py"]
    assert project.read("hello.py") == b"a = 1\nb = 20\nc = 3\n"
    assert project.left_behind() == []


def test_of_several_only_the_first_and_it_is_said_where(project):
    project.write("x.txt", "old\nkeep\nold old\n")
    answer = change(project, "old", "new", "x.txt")
    assert (answer["data"]["occurrencesFound"], answer["data"]["occurrencesReplaced"]) == (3, 1)
    assert answer["data"]["occurrenceLines"] == [1, 3, 3]
    assert answer["meta"]["provenance"] == [
        "Found 3 occurrences, replaced only the first, at line 1; others at 3, 3"
    ]
    assert project.read("x.txt") == b"new\nkeep\nold old\n"


def test_a_string_that_is_not_there(project):
    error = change(project, "zzz", "y")["error"]
    assert error["code"] == "STRING_NOT_FOUND"
    assert error["message"] == "String 'zzz' not found in 'hello.py'"


def test_what_differs_in_white_space_is_pointed_at(project):
    project.write("A.kt", "class A {\n\tfun  f() = 1\n}\n")
    error = change(project, "    fun f() = 1\n", "x", "A.kt")["error"]
    assert error["code"] == "STRING_NOT_FOUND"
    assert error["details"] == {"nearest": {"line": 2, "text": "\tfun  f() = 1"}}
    assert "Line 2 differs in white space" in error["suggestion"]


def test_what_is_nearly_the_same_is_pointed_at(project):
    project.write("A.kt", "val total = price * count\nval other = 0\n")
    error = change(project, "val total = price * amount", "x", "A.kt")["error"]
    assert error["details"]["nearest"]["line"] == 1


def test_several_lines_and_deleting(project):
    assert change(project, "a = 1\nb = 2\n", "x = 1\ny = 2\nz = 3\n")["data"]["linesChanged"] == [1, 2, 3]
    assert change(project, "y = 2\n", "")["data"]["linesChanged"] == [2]
    assert project.read("hello.py") == b"x = 1\nz = 3\nc = 3\n"


def test_line_ends_stay_as_they_are(project):
    project.write("dos.txt", b"one\r\ntwo\r\nthree\r\n")
    assert change(project, "one\ntwo", "1\n2\n2b", "dos.txt")["success"] is True
    assert project.read("dos.txt") == b"1\r\n2\r\n2b\r\nthree\r\n"
    change(project, "three", "3\r\n4", "dos.txt")
    assert project.read("dos.txt") == b"1\r\n2\r\n2b\r\n3\r\n4\r\n"
    project.write("unix.txt", b"one\ntwo\n")
    change(project, "one", "1\r\n1b", "unix.txt")
    assert project.read("unix.txt") == b"1\n1b\ntwo\n"
    change(project, "two\n", "2\n", "unix.txt")
    assert change(project, "1\r\n", "x", "unix.txt")["error"]["code"] == "STRING_NOT_FOUND"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("größe = 1\n".encode("utf-16"), "größe = 2\n".encode("utf-16")),
        (b"\xfe\xff" + "größe = 1\n".encode("utf-16-be"), b"\xfe\xff" + "größe = 2\n".encode("utf-16-be")),
        (b"\xef\xbb\xbf" + "größe = 1\n".encode(), b"\xef\xbb\xbf" + "größe = 2\n".encode()),
        ("größe = 1\n".encode(), "größe = 2\n".encode()),
        (b"gr\xf6\xdfe = 1\n", b"gr\xf6\xdfe = 2\n"),
        (b"\xff\xc3 = 1", b"\xff\xc3 = 2"),
    ],
)
def test_encoding_and_mark_stay_as_they_are(project, before, after):
    project.write("x.txt", before)
    assert change(project, "= 1", "= 2", "x.txt")["success"] is True
    assert project.read("x.txt") == after


def test_letters_that_an_unknown_encoding_cannot_be_given_are_refused(project):
    project.write("latin.txt", b"gr\xf6\xdfe = 1\n")
    assert change(project, "= 1", "= é", "latin.txt")["error"]["code"] == "INVALID_PARAMETERS"
    assert project.read("latin.txt") == b"gr\xf6\xdfe = 1\n"


def test_permissions_and_links_stay_as_they_are(project):
    (project.root / "hello.py").chmod(0o754)
    (project.root / "link.py").symlink_to("hello.py")
    answer = change(project, "a = 1", "a = 9", "link.py")
    assert answer["data"]["filePath"] == "hello.py"
    assert (project.root / "link.py").is_symlink()
    assert stat.S_IMODE((project.root / "hello.py").stat().st_mode) == 0o754
    assert project.read("hello.py").startswith(b"a = 9")


def test_attributes_stay_as_they_are(project):
    try:
        os.setxattr(project.root / "hello.py", "user.origin", b"me")
    except OSError:
        pytest.skip("this file system keeps no attributes")
    change(project, "a = 1", "a = 9")
    assert os.getxattr(project.root / "hello.py", "user.origin") == b"me"


def test_an_open_file_is_changed_in_the_editor(project):
    project.open("hello.py", "a = 1\nunsaved = 2\n")
    answer = change(project, "unsaved = 2", "unsaved = 3")
    assert answer["data"]["source"] == "editor"
    assert "is not saved" in answer["meta"]["provenance"][0]
    (asked,) = project.edits
    assert (asked.text[asked.start : asked.end], asked.new, asked.version) == (
        "unsaved = 2",
        "unsaved = 3",
        1,
    )
    assert project.read("hello.py") == b"a = 1\nb = 2\nc = 3\n", "the disk is the editor's business"
    assert change(project, "b = 2", "b = 3")["error"]["code"] == "STRING_NOT_FOUND", (
        "the disk has it, the editor not"
    )


def test_an_editor_that_refuses_is_believed(project):
    project.open("hello.py", "a = 1\n")
    project.verdict = "refused"
    error = change(project, "a = 1", "a = 2")["error"]
    assert (error["code"], "changed meanwhile" in error["message"]) == ("PERMISSION_DENIED", True)
    assert project.read("hello.py") == b"a = 1\nb = 2\nc = 3\n"


def test_without_an_editor_that_can_unsaved_work_is_safe(project):
    project.verdict = "unable"
    project.open("hello.py", "unsaved\n")
    assert change(project, "unsaved", "x")["error"]["code"] == "LSP_UNAVAILABLE"
    project.open("hello.py", "a = 1\nb = 2\nc = 3\n")
    assert change(project, "a = 1", "a = 2")["data"]["source"] == "disk", "open, and as it is on the disk"


def test_a_file_that_changes_meanwhile_is_looked_at_again(project, monkeypatch):
    real, times = atomic_write._take_over, []

    def busy(*arguments):
        times.append(1)
        if len(times) == 1:
            project.write("hello.py", "z = 0\na = 1\n")
        real(*arguments)

    monkeypatch.setattr(atomic_write, "_take_over", busy)
    assert change(project, "a = 1", "a = 2")["data"]["linesChanged"] == [2]
    assert project.read("hello.py") == b"z = 0\na = 2\n"
    monkeypatch.setattr(replace_string_in_file, "replace", _always_changed)
    assert change(project, "a = 2", "a = 3")["error"]["code"] == "PERMISSION_DENIED"


def _always_changed(*_arguments):
    raise atomic_write.Changed


def test_a_full_disk_leaves_the_file_as_it_was(project, monkeypatch):
    def full(*_arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(atomic_write.os, "fsync", full)
    error = change(project, "a = 1", "a = 2")["error"]
    assert (error["code"], "No space left" in error["message"]) == ("INVALID_PATH", True)
    assert project.read("hello.py") == b"a = 1\nb = 2\nc = 3\n"
    assert project.left_behind() == []


def test_the_user_sees_the_change(project):
    project.call(TOOL, path="hello.py", old_string="a = 1\n", new_string="a = 2\nd = 4\n")
    (request,) = project.asked
    assert request.risk == "dangerous"
    assert request.details == {"Files affected": "hello.py", "Change": "\n- a = 1\n+ a = 2\n+ d = 4"}
    change(project, "b = 2", "x\n" * 100)
    assert "+ … 60 more lines" in project.asked[1].details["Change"]


@pytest.mark.parametrize(("answer", "code"), [("no", "APPROVAL_DENIED"), ("nobody", "APPROVAL_REQUIRED")])
def test_without_a_yes_nothing_changes(project, answer, code):
    project.answer = answer
    assert change(project, "a = 1", "a = 2")["error"]["code"] == code
    assert project.read("hello.py") == b"a = 1\nb = 2\nc = 3\n"


def test_read_only_files_stay(project, obeyed_permissions):
    (project.root / "hello.py").chmod(0o444)
    answer = project.plainly(TOOL, path="hello.py", old_string="a = 1", new_string="a = 2")
    assert answer["error"]["code"] == "PERMISSION_DENIED"
    assert project.read("hello.py") == b"a = 1\nb = 2\nc = 3\n"


@pytest.mark.parametrize(
    ("parameters", "code"),
    [
        ({"path": "missing.txt", "oldString": "a", "newString": "b"}, "FILE_NOT_FOUND"),
        ({"path": "../x", "oldString": "a", "newString": "b"}, "INVALID_PATH"),
        ({"path": "folder", "oldString": "a", "newString": "b"}, "INVALID_PATH"),
        ({"path": "pipe", "oldString": "a", "newString": "b"}, "INVALID_PATH"),
        ({"path": "hello.py/x", "oldString": "a", "newString": "b"}, "INVALID_PATH"),
        ({"path": "binary.bin", "oldString": "a", "newString": "b"}, "BINARY_FILE"),
        ({"path": "damaged.txt", "oldString": "a", "newString": "b"}, "BINARY_FILE"),
        ({"path": "large.txt", "oldString": "a", "newString": "b"}, "TOO_LARGE"),
        ({"path": "hello.py", "oldString": "a = 1", "newString": "x" * (10 << 20)}, "TOO_LARGE"),
        ({"path": "hello.py", "oldString": "", "newString": "b"}, "INVALID_PARAMETERS"),
        ({"path": "hello.py", "oldString": "a", "newString": "a"}, "INVALID_PARAMETERS"),
        ({"path": "hello.py", "oldString": "a"}, "INVALID_PARAMETERS"),
        ({"path": "hello.py", "oldString": 1, "newString": "a"}, "INVALID_PARAMETERS"),
        ({"path": ".git/config", "oldString": "a", "newString": "b"}, "INVALID_PATH"),
    ],
)
def test_each_error(project, parameters, code):
    (project.root / "folder").mkdir()
    os.mkfifo(project.root / "pipe")
    project.write("binary.bin", b"a\0\1\2")
    project.write("damaged.txt", b"\xff\xfea")
    project.write(".git/config", "a")
    with (project.root / "large.txt").open("wb") as file:
        file.truncate((10 << 20) + 1)
    assert project.refused(TOOL, **parameters)["code"] == code


@given(st.binary(max_size=60))
@settings(deadline=None, max_examples=300)
def test_any_text_survives_the_way_through(data):
    try:
        text = text_of(data)
    except NotText:
        return
    assert text.encoded(text.text, "") == data


@given(
    st.text(alphabet="ab\r\n", max_size=30),
    st.text(alphabet="ab\n", min_size=1, max_size=4),
    st.text(alphabet="xy\n", max_size=4),
)
@settings(deadline=None, max_examples=300)
def test_only_what_was_asked_for_changes(text, old, new):
    found = edit(text, old, new, "\n")
    if found is None:
        assert old not in text
        return
    edited = text[: found.start] + found.new + text[found.end :]
    assert edited == text.replace(old, new, 1)
    assert len(found.found) == text.count(old)
