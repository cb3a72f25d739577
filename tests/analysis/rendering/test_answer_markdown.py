"""Callers as a tree and windows of code: every call is there, no name twice."""

import re

from hypothesis import given
from hypothesis import strategies as st

from models.code import Caller, CodeAround, CodeContext, FunctionDefinition
from rca.analysis.rendering.answer_markdown import caller_tree, code_lines, window


def caller(chain, line, path="a/B.kt", confidence=0.95):
    return Caller(
        caller_name=chain[0],
        file_path=path,
        line=line,
        call_chain=tuple(chain),
        depth=len(chain) - 1,
        callee=chain[1],
        callee_line=1,
        evidence="receiver_type",
        confidence=confidence,
    )


def test_a_caller_stands_below_what_it_calls():
    callers = [
        caller(["Repo.load", "Dao.read"], 7),
        caller(["View.open", "Repo.load", "Dao.read"], 20, "a/View.kt"),
        caller(["Job.run", "Dao.read"], 9, "a/Job.kt", 0.6),
    ]
    assert caller_tree(callers, 9) == [
        "- `a/B.kt:7` Repo.load",
        "  - `a/View.kt:20` View.open",
        "- `a/Job.kt:9` Job.run (receiver_type, 0.60)",
    ]


def test_calls_of_one_function_share_a_line():
    callers = [caller(["A.run", "B.go"], line) for line in (3, 8, 9)]
    assert caller_tree(callers, 9) == ["- `a/B.kt:3`, `:8`, `:9` A.run"]


def test_what_was_listed_is_named_by_its_number():
    assert caller_tree([caller(["A.run", "B.go"], 3)], 9, {("a/B.kt", 3): 2}) == ["- frame 2 A.run"]


def test_a_caller_whose_parent_is_not_shown_says_its_way():
    (line,) = caller_tree([caller(["C.c", "B.b", "A.a"], 5)], 9)
    assert line == "- `a/B.kt:5` C.c → B.b → A.a"


names = st.sampled_from(["A.a", "B.b", "C.c", "D.d"])
chains = st.lists(names, min_size=1, max_size=4, unique=True).map(lambda chain: [*chain, "X.x"])
calls = st.builds(caller, chains, st.integers(1, 9), st.sampled_from(["a/B.kt", "a/C.kt"]))


@given(st.lists(calls, max_size=12), st.integers(0, 12))
def test_each_call_is_told_once(callers, most):
    told = [
        (path, int(line))
        for row in caller_tree(callers, most)
        for path in re.findall(r"`([^`:]+):", row)
        for line in re.findall(r":(\d+)`", row)
    ]
    assert sorted(told) == sorted((one.file_path, one.line) for one in callers[:most])


def test_the_function_is_the_window_with_a_few_lines_beside_it():
    short = FunctionDefinition(name="A.a", start_line=50, end_line=53, signature="fun a()")
    long = FunctionDefinition(name="A.b", start_line=10, end_line=90, signature="fun b()")
    assert window(52, short, 14) == (47, 57)
    assert window(52, long, 14) == (38, 66)
    assert window(52, None, 14) == (38, 66)
    assert window(52, short, 0) == (52, 52)


def test_lines_keep_their_numbers():
    around = CodeAround(before="one\ntwo\n", error_line="three", after="four\nfive\n")
    context = CodeContext(file_path="a", error_line=3, start_line=1, end_line=5, context=around)
    assert code_lines(context, 2, 4) == " 2 two\n>3 three\n 4 four"


def test_shared_indentation_is_left_out_unless_it_is_asked_for():
    around = CodeAround(before="    if (a) {\n\n", error_line="        b()", after="    }\n")
    context = CodeContext(file_path="a", error_line=10, start_line=8, end_line=11, context=around)
    assert code_lines(context, 8, 11) == "  8 if (a) {\n  9\n>10     b()\n 11 }"
    assert code_lines(context, 10, 11, indented=True) == ">10         b()\n 11     }"
    assert code_lines(context, 20, 30) == ""
