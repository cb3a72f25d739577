"""`grep_search` by seed 004."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rca.files import regex_engine
from rca.files.grep import Search
from rca.files.tree import Entry
from rca.scheduling.deadline import Deadline
from rca.tools.grep_search import TOOL
from tests.tools.file_project import FileProject


@pytest.fixture
def project(tmp_path):
    made = FileProject(tmp_path)
    made.add("""
        // file: app.py
        one
        # TODO: implement
        end
        // file: src/Main.kt
        fun main() {
            // TODO later
            println("todo")
        }
        // file: src/deep/Other.java
        int todo;
    """)
    return made


def found(answer):
    return [(one["filePath"], one["line"]) for one in answer["data"]["matches"]]


def test_a_text_in_all_files(project):
    answer = project.call(TOOL, pattern="TODO")
    assert answer["data"] == {
        "matches": [
            {"filePath": "app.py", "line": 2, "column": 3, "text": "# TODO: implement"},
            {"filePath": "src/Main.kt", "line": 2, "column": 8, "text": "    // TODO later"},
        ],
        "totalMatches": 2, "filesSearched": 3, "pattern": "TODO", "truncated": False,
    }  # fmt: skip
    assert answer["meta"]["completeness"] == "complete"


def test_a_text_is_taken_by_the_word(project):
    project.write("x.txt", "a.b\naxb\n(a*b\n")
    assert found(project.call(TOOL, pattern="a.b")) == [("x.txt", 1)]
    assert found(project.call(TOOL, pattern="(a*b")) == [("x.txt", 3)]


def test_whole_words(project):
    project.write("x.txt", "cat\nconcat\ncat_food\n(cat)\nkatze cat8 cat\n")
    answer = project.call(TOOL, query="cat", wholeWord=True, filePattern="x.txt")
    assert found(answer) == [("x.txt", 1), ("x.txt", 4), ("x.txt", 5)]
    assert answer["data"]["matches"][2]["column"] == 12


@pytest.mark.parametrize(
    ("asked", "hint"),
    [
        (
            {"query": "TODO|println"},
            "this was a literal search; did you mean isRegex: true? It matches 3 lines.",
        ),
        ({"query": "toDO"}, "try it with ignoreCase: true. It matches 4 lines."),
        ({"query": "impl", "wholeWord": True}, "try it without wholeWord. It matches 1 line."),
        ({"query": "no|such"}, None),
        ({"query": "a|(", "filePattern": "*.kt"}, None),
        ({"query": "TODO"}, None),
    ],
)
def test_what_would_find_something(project, asked, hint):
    assert project.call(TOOL, **asked)["data"].get("hint") == hint


def test_regex_is_understood_as_is_regex(project):
    assert len(found(project.call(TOOL, query="TODO|println", regex=True))) == 3


def test_an_expression(project):
    assert found(project.call(TOOL, pattern=r"\bfun\s+\w+\(", isRegex=True)) == [("src/Main.kt", 1)]
    assert found(project.call(TOOL, pattern="^end$", is_regex=True)) == [("app.py", 3)]


def test_upper_and_lower_case(project):
    assert len(found(project.call(TOOL, pattern="todo"))) < 4
    assert len(found(project.call(TOOL, pattern="todo", ignoreCase=True))) == 4
    assert len(found(project.call(TOOL, pattern="(TODO|later)", isRegex=True, ignoreCase=True))) == 4


@pytest.mark.parametrize(
    ("pattern", "count"), [("*.kt", 2), ("src/**", 3), ("*.{java,py}", 2), ("app.py", 1), ("*.rs", 0)]
)
def test_files_of_a_pattern(project, pattern, count):
    assert len(found(project.call(TOOL, pattern="todo", ignoreCase=True, file_pattern=pattern))) == count


def test_below_a_folder(project):
    answer = project.call(TOOL, pattern="todo", path="src/deep")
    assert (found(answer), answer["data"]["filesSearched"]) == ([("src/deep/Other.java", 1)], 1)


def test_pages_of_lines(project):
    project.write("long.txt", "hit\n" * 250)
    first = project.call(TOOL, pattern="hit")
    assert (len(found(first)), first["data"]["totalMatches"], first["meta"]["next"]) == (100, 250, "100")
    rest = project.call(TOOL, pattern="hit", max_results=1000, cursor=100)
    assert [line for _, line in found(first) + found(rest)] == list(range(1, 251))
    assert project.call(TOOL, pattern="hit", limit=7)["data"]["truncated"] is True


def test_unsaved_text_is_what_counts(project):
    project.open("app.py", "nothing to do\n")
    project.open("src/New.kt", "// TODO unsaved\n")
    assert found(project.call(TOOL, pattern="TODO")) == [("src/Main.kt", 2), ("src/New.kt", 1)]


def test_binary_files_are_passed_over_and_told(project):
    project.write("image.png", b"\x89PNG\0\0TODO\n")
    answer = project.call(TOOL, pattern="TODO")
    assert len(found(answer)) == 2
    assert answer["meta"]["provenance"] == ["1 binary files passed over"]


def test_encodings_and_line_ends(project):
    project.write("wide.txt", "eins\r\nzwei größe\r\n".encode("utf-16"))
    project.write("bom.txt", b"\xef\xbb\xbfgr\xc3\xb6\xc3\x9fe at the start\n")
    project.write("old.txt", b"a\rgr\xc3\xb6\xc3\x9fe\r")
    project.write("crlf.txt", "x\r\ngröße\r\n".encode())
    answer = project.call(TOOL, pattern="größe$", isRegex=True)
    assert found(answer) == [("crlf.txt", 2), ("old.txt", 2), ("wide.txt", 2)]
    (wide,) = (one for one in answer["data"]["matches"] if one["filePath"] == "wide.txt")
    assert (wide["column"], wide["text"]) == (6, "zwei größe")
    assert found(project.call(TOOL, pattern="^größe", isRegex=True))[0] == ("bom.txt", 1)


def test_a_long_line_is_cut_around_its_match(project):
    project.write("min.js", "x" * 5000 + "NEEDLE" + "y" * 5000)
    (match,) = project.call(TOOL, pattern="NEEDLE")["data"]["matches"]
    assert len(match["text"]) <= 242
    assert "NEEDLE" in match["text"]
    assert match["column"] == 5001


def test_one_line_counts_once_however_often_it_matches(project):
    project.write("x.txt", "aaa aaa\nb\naaa")
    assert found(project.call(TOOL, pattern="aaa")) == [("x.txt", 1), ("x.txt", 3)]


def test_matches_never_cross_lines(project):
    project.write("x.txt", "begin\nfinish\n")
    assert found(project.call(TOOL, pattern=r"begin\s+finish", isRegex=True)) == []
    assert found(project.call(TOOL, pattern="begin\nfinish")) == []


@pytest.mark.parametrize(
    ("parameters", "code"),
    [
        ({}, "INVALID_PARAMETERS"),
        ({"pattern": ""}, "INVALID_PARAMETERS"),
        ({"pattern": "x", "max_results": 0}, "INVALID_PARAMETERS"),
        ({"pattern": "x", "maxResults": 1001}, "INVALID_PARAMETERS"),
        ({"pattern": "(unclosed", "isRegex": True}, "INVALID_PATTERN"),
        ({"pattern": "a)(b", "isRegex": True}, "INVALID_PATTERN"),
        ({"pattern": r"(a)\1", "isRegex": True}, "INVALID_PATTERN"),
        ({"pattern": "a(?=b)", "isRegex": True}, "INVALID_PATTERN"),
        ({"pattern": "a{5000}", "isRegex": True}, "INVALID_PATTERN"),
        ({"pattern": "x", "file_pattern": "["}, "INVALID_PATTERN"),
        ({"pattern": "x", "path": "../up"}, "INVALID_PATH"),
        ({"pattern": "x", "path": "missing"}, "DIRECTORY_NOT_FOUND"),
        ({"pattern": "x", "isRegex": "yes"}, "INVALID_PARAMETERS"),
    ],
)
def test_each_error(project, parameters, code):
    error = project.refused(TOOL, **parameters)
    assert error["code"] == code
    assert error["message"]


def test_the_time_limit_gives_what_was_found(project):
    for number in range(60):
        project.write(f"big/{number:02}.txt", "abcdefgh\n" * 20_000)
    clock = iter(range(10_000))
    project.deadline = Deadline(40, clock=lambda: float(next(clock)))
    answer = project.call(TOOL, pattern="TODO|zzz", isRegex=True)
    assert answer["success"] is True
    assert answer["meta"]["completeness"] == "partial"
    assert answer["data"]["totalMatches"] >= 1
    assert "time limit" in answer["meta"]["provenance"][0]


def test_counting_ends_somewhere(project):
    project.write("x.txt", "\n" * 30_000)
    answer = project.call(TOOL, pattern="x*", isRegex=True)
    assert 20_000 <= answer["data"]["totalMatches"] <= 30_010
    assert answer["meta"]["truncated"] is True


def test_a_file_of_ten_megabytes(project):
    project.write("huge.log", b"line of a log\n" * 600_000 + b"NEEDLE\n")
    started = time.process_time()
    assert found(project.call(TOOL, pattern="NEEDLE")) == [("huge.log", 600_001)]
    assert time.process_time() - started < 10


@given(
    st.text(alphabet="ab\n", max_size=60),
    st.sampled_from(["a", "ab", "a+b*", "^a", "b$", "a|b", "^$", "x?"]),
)
@settings(deadline=None, max_examples=150)
def test_lines_are_those_that_python_finds(text, pattern):
    class Content:
        def content(self, _path):
            return text.encode()

    search = Search(Content(), regex_engine.compiled(pattern), Deadline())
    lines = [one.number for one in search.lines(Entry("x", "x", "x", False, 1))]
    rows = text.split("\n")
    if rows[-1] == "" and len(rows) > 1:
        rows.pop()
    assert lines == [number for number, row in enumerate(rows, 1) if re.search(pattern, row)]
