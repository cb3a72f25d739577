"""Files that the index lacks: answers that rest on the whole project say so, with their number and names."""

import errno
import os

import pytest

from rca.tools.find_callers_of_function import TOOL as CALLERS
from rca.tools.get_code_context import TOOL as CONTEXT
from rca.tools.get_entry_points import TOOL as ENTRY_POINTS
from rca.tools.query_index import TOOL as QUERY
from rca.tools.read_file import TOOL as READ
from rca.workspace import DocumentOpened
from tests.faults.injection import changed_once, refused
from tests.tools.code_project import CodeProject

QUESTION = {"functionName": "f", "filePath": "A.kt"}


@pytest.fixture
def project(tmp_path):
    made = CodeProject(tmp_path)
    made.add("""
        // file: A.kt
        package p

        fun f() = 1
        // file: B.kt
        package p

        fun g() = f()
    """)
    return made


def asked(made, tool=CALLERS, **parameters):
    answer = made.call(tool, **(parameters or QUESTION))
    assert answer["success"], answer
    return answer["meta"].get("completeness"), answer["meta"].get("provenance", [])


def test_a_file_that_cannot_be_read_is_named_until_it_can(project):
    with refused(project.root / "B.kt", PermissionError, errno.EACCES):
        project.workspace.index()
        assert asked(project) == ("partial", ["B.kt: could not be read: Permission denied"])
        assert asked(project, QUERY, query={"type": "pathPrefix", "value": "A"})[0] == "partial"
    project.workspace.index()
    assert asked(project) == ("complete", [])


def test_a_file_that_was_known_and_cannot_be_read_any_more_is_named(project):
    project.workspace.index()
    project.write("B.kt", "package p\n\nfun g() = f() + 1\n")
    with refused(project.root / "B.kt", OSError, errno.EIO):
        project.workspace.index()
        assert asked(project)[1] == ["B.kt: could not be read: Input/output error"]


def test_of_many_files_the_number_and_the_first_are_named(project):
    for number in range(5):
        project.write(f"Large{number}.kt", b"//" + b"x" * (2 * 1024 * 1024))
    project.workspace.index()
    assert asked(project)[1] == [
        "5 files (Large0.kt, Large1.kt, Large2.kt and 2 more): larger than 2 MB, not read"
    ]


def test_unsaved_text_of_a_file_that_cannot_be_read_is_enough(project):
    with refused(project.root / "B.kt", PermissionError, errno.EACCES):
        project.workspace.index()
        project.workspace.apply(DocumentOpened(project.root / "B.kt", "package p\n\nfun g() = f()\n", 1))
        assert asked(project) == ("complete", [])


def test_lines_that_are_not_understood_count_for_the_names_in_their_file(project):
    project.write("C.kt", "package p\n\nfun )( f() }\n\nfun h() = 1\n")
    project.workspace.index()
    completeness, provenance = asked(project)
    assert completeness == "partial"
    assert provenance[0].startswith("C.kt: read in part: syntax not understood at lines 3")
    assert asked(project, functionName="g", filePath="B.kt") == ("complete", [])
    assert asked(project, ENTRY_POINTS, limit=5)[0] == "partial"


def test_a_text_that_ends_inside_code_may_have_held_anything(project):
    project.write("C.kt", "package p\n\nfun h() {\n    listOf(1,\n")
    project.workspace.index()
    assert asked(project, functionName="g", filePath="B.kt")[1] == [
        "C.kt: ends inside unfinished code: syntax not understood at lines 5"
    ]


def test_a_folder_that_cannot_be_read_is_named(project):
    project.write("below/C.kt", "package p\n\nfun h() = f()\n")
    with refused(project.root / "below", PermissionError, errno.EACCES):
        project.workspace.index()
        assert asked(project)[1] == ["below/: could not be read: Permission denied"]
    project.workspace.index()
    assert asked(project) == ("complete", [])


def test_what_is_read_otherwise_than_it_was_indexed_is_named(project):
    project.workspace.index()
    with changed_once(project.root / "A.kt", lambda file: file.write_text("package p\n\n\n\nfun f() = 1\n")):
        completeness, provenance = asked(project, CONTEXT, filePath="A.kt", line=3)
    assert completeness == "partial"
    assert provenance == ["A.kt: changed on the disk since it was indexed: ask again in a moment"]


def test_a_file_that_changes_each_time_it_is_read_is_named(project, monkeypatch):
    real, times = os.fstat, iter(range(1, 1000))

    def moving(descriptor):
        os.utime(project.root / "A.kt", (next(times), next(times)))
        return real(descriptor)

    monkeypatch.setattr(os, "fstat", moving)
    completeness, provenance = asked(project, READ, filePath="A.kt")
    assert completeness == "partial"
    assert provenance == ["A.kt: changed each time it was read, so that its text may be of two versions"]


def test_an_ignore_file_with_a_pattern_that_is_none_is_read_all_the_same(project):
    project.write(".gitignore", "[z-a]\nB.kt\n")
    project.workspace.index()
    assert project.workspace.snapshot.index.totals()[0] == 1
    completeness, provenance = asked(project)
    assert completeness == "partial"
    assert provenance[0].startswith(".gitignore: was not understood in line 1; ")
