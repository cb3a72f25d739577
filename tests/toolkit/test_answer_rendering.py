"""Answers as models read them: nothing that matters is left out, and nothing is made up."""

import re

import pytest

from models.code import CodeAround, CodeContext, FunctionDefinition, RelevantImport
from models.solution import SearchOutcome
from models.tools.find_callers_of_function import FindCallersResult
from models.tools.read_file import ReadFileResult
from rca.analysis.rendering.result_markdown import (
    callers_in_words,
    context_in_words,
    error_in_words,
    file_in_words,
)
from rca.error_text import parse
from rca.toolkit import tool_catalog
from rca.toolkit.answer_rendering import as_text
from tests.analysis.rendering.test_answer_markdown import caller


def answer(data, **meta):
    return {"success": True, "data": data, "meta": {"executionTimeMs": 1.2, "revision": 4, **meta}}


def test_an_error_keeps_code_message_and_what_to_do():
    error = {
        "code": "FILE_NOT_FOUND",
        "message": "no 'a'",
        "suggestion": "list_files",
        "details": {"near": ["b/a.kt"], "other": []},
    }
    said = as_text(None, {"success": False, "error": error, "meta": {"revision": 1}})
    assert said == "FILE_NOT_FOUND: no 'a'\nlist_files\nnear: b/a.kt\n"


def test_a_tool_without_a_text_of_its_own_is_read_without_braces_and_defaults():
    data = {
        "directory": "app",
        "files": [],
        "total": 0,
        "totalEntries": 0,
        "fileCount": 0,
        "directoryCount": 0,
    }
    said = as_text(tool_catalog.load("list_files"), answer({**data, "truncated": False}))
    assert said.startswith("directory: app; total: 0;")
    assert not set('{}"') & set(said)


def test_a_large_answer_is_shortened_and_says_so():
    rows = [
        {"name": f"{number}.kt", "path": f"b/{number}.kt", "type": "file", "sizeBytes": number}
        for number in range(900)
    ]
    data = {"directory": "b", "files": rows, "total": 900, "totalEntries": 900, "fileCount": 900}
    whole = {**data, "directoryCount": 0, "truncated": False}
    said = as_text(tool_catalog.load("list_files"), answer(whole))
    assert len(said) < 12_000
    assert "Shortened: " in said
    assert "of 900 files" in said


def test_an_answer_ends_with_a_look_at_the_first_place_if_the_reader_can_take_it():
    match = {"filePath": "a/B.kt", "line": 3, "column": 1, "text": "x"}
    found = answer(
        {"pattern": "x", "matches": [match], "totalMatches": 1, "filesSearched": 1, "truncated": False}
    )
    tool = tool_catalog.load("grep_search")
    call = '- get_code_context {"filePath": "a/B.kt", "line": 3, "contextLines": 20}'
    assert as_text(tool, found).endswith(f"Next, if this does not decide it:\n{call}\n")
    assert "Next" not in as_text(tool, found, {"grep_search"})


def test_words_say_what_the_answer_lacks_and_how_to_get_the_rest():
    tool = tool_catalog.load("find_callers_of_function")
    result = FindCallersResult(
        function_name="go", file_path="a/B.kt", callers=(caller(["A.run", "B.go"], 3),), total_callers=7
    )
    data = result.model_dump(mode="json")
    said = as_text(
        tool, answer(data, truncated=True, next="1", completeness="partial", provenance=["indexing"])
    )
    assert "1 of 7 calls" in said
    assert "- `B.kt:3` A.run" in said
    assert "What this answer lacks:\n- indexing\n- the rest: 1\n" in said


def test_where_an_answer_comes_from_is_no_gap():
    used = "names are undone with app/mapping.txt: the trace is of map id 0fa3c1d"
    meta = {"completeness": "partial", "provenance": [used, "no git"]}
    tool = tool_catalog.load("find_callers_of_function")
    result = FindCallersResult(function_name="go", file_path="a", callers=(), total_callers=0)
    said = as_text(tool, answer(result.model_dump(mode="json"), **meta))
    assert said.endswith(f"Where this answer comes from:\n- {used}\n\nWhat this answer lacks:\n- no git\n")


def test_no_caller_is_said():
    said = callers_in_words(FindCallersResult(function_name="go", file_path="a", callers=(), total_callers=0))
    assert said == "No call of `go` of `a` was found."


TRACE = """java.lang.RuntimeException: outer
\tat com.example.larder.Main.run(Main.kt:3)
\tat java.util.A.a(A.java:1)
\tat java.util.A.b(A.java:2)
\tat java.util.A.c(A.java:3)
\tat com.example.larder.Main.main(Main.kt:9)
Caused by: java.lang.IllegalStateException: the cause
\tat com.example.larder.Repo.load(Repo.kt:7)
"""


def test_frames_of_the_app_stay_and_runs_of_others_are_counted():
    said = error_in_words(parse(TRACE, ("com.example.larder",)))
    assert said.startswith("# java.lang.IllegalStateException: the cause")
    for frame in ("Main.run(Main.kt:3)", "Main.main(Main.kt:9)", "Repo.load(Repo.kt:7)", "A.a(A.java:1)"):
        assert frame in said
    assert "A.java:2" not in said
    assert "… 2 more of libraries\nat com.example.larder.Main.main" in said
    assert "Look first at: at com.example.larder.Repo.load(Repo.kt:7)" in said


def test_code_keeps_its_lines_and_the_imports_that_are_not_shown():
    context = CodeContext(
        file_path="a/B.kt",
        error_line=12,
        start_line=11,
        end_line=13,
        context=CodeAround(before="  val a = 1\n", error_line="  check(a)", after="}\n"),
        function_definition=FunctionDefinition(name="B.go", start_line=9, end_line=13, signature="fun go()"),
        relevant_imports=(RelevantImport(module="x.y", imported=("check",), line=3),),
    )
    said = context_in_words(context)
    assert said.startswith("`a/B.kt:12` in `B.go`, lines 9-13")
    assert "Its header: `fun go()`" in said
    assert "x.y.check" in said
    assert " 11   val a = 1\n>12   check(a)\n 13 }" in said


@pytest.mark.parametrize(("lines", "shown"), [(50, (15, 35)), (30, (1, 55))])
def test_of_the_usual_number_of_lines_those_of_the_function_are_shown(lines, shown):
    function = FunctionDefinition(name="B.go", start_line=20, end_line=30, signature="fun go()")
    first, last = max(1, 25 - lines), 25 + lines
    around = CodeAround(
        before="".join(f"line{number}\n" for number in range(first, 25)),
        error_line="line25",
        after="".join(f"line{number}\n" for number in range(26, last + 1)),
    )
    said = context_in_words(
        CodeContext(
            file_path="a/B.kt",
            error_line=25,
            start_line=first,
            end_line=last,
            context=around,
            function_definition=function,
        )
    )
    numbers = [int(number) for number in re.findall(r"^[> ] *\d+ line(\d+)$", said, re.MULTILINE)]
    assert (numbers[0], numbers[-1]) == shown
    assert ("contextLines" in said) == (lines == 50)


@pytest.mark.parametrize("content", ["val a = 1\n", "```\nfence\n```\n", "no end of line", ""])
def test_a_file_is_given_as_it_is_behind_line_numbers(content):
    lines = content.count("\n")
    said = file_in_words(
        ReadFileResult(
            file_path="a/B.kt",
            content=content,
            line_count=lines,
            total_lines=lines,
            encoding="utf-8",
            file_size=len(content),
            truncated=False,
            source="disk",
        )
    )
    fence = re.search(r"^(`{3,})kotlin\n", said, re.MULTILINE)[1]
    shown = said.partition(f"{fence}kotlin\n")[2].removesuffix(fence)
    assert "\n".join(re.sub(r"^\d+ ", "", line) for line in shown.split("\n")).rstrip("\n") == content.rstrip(
        "\n"
    )
    assert not content or shown.startswith("1 ")


def test_a_search_says_its_verdict():
    outcome = SearchOutcome(query="q", results=(), total_found=0, verdict="novel")
    said = as_text(tool_catalog.load("vector_search_db"), answer(outcome.model_dump(mode="json")))
    assert "novel" in said
