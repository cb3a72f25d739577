"""What tells of an error where no parser knows it: a tool's own lines, a log's, what a build warned of."""

from __future__ import annotations

import pytest

from rca.knowledge.problem.problem import of_query
from rca.knowledge.problem.salient_lines import (
    Line,
    salient_lines,
    strip_prefix,
    warned_before_failure,
    written_by_a_tool,
)

LOG = """\
06-10 10:00:01.010  8100  8130 I Player  : prepared in 41 ms
06-10 10:00:02.010  8100  8100 I Player  : Decoder refused the stream : 7
06-10 10:00:02.011  8100  8100 E Lounge  : PlayError: {"Code": 7, "Message": "No codec."}
06-10 10:00:02.050  8100  8100 D Lounge  : hide
06-10 10:00:13.050  8100  8100 I Player  : Decoder refused the stream : 7
06-10 10:00:14.060  8100  8100 D Lounge  : frame
06-10 10:00:15.060  8100  8100 D Lounge  : resumed with a queue of nothing and a screen of black
06-10 10:00:16.060  8100  8100 D Lounge  : resumed with a queue of nothing and a screen of black
"""

BUILD = """\
> Task :app:preBuild UP-TO-DATE
> Configure project :cart
The wrapper was loaded multiple times in different projects, which is not supported.
> Task :cart:lintKotlinMain FAILED
/w/cart/src/main/kotlin/Cart.kt:12:34 Missing comma before "]" (standard:comma)

FAILURE: Build failed with an exception.

* What went wrong:
Execution failed for task ':cart:lintKotlinMain'.
> Lint found code style violations.

BUILD FAILED in 15s
"""


@pytest.mark.parametrize(
    "line",
    [
        "e: Type is not supported by the plugin",
        "error: cannot find symbol",
        "Error: Main class not found",
        "> Could not find com.shop:cart:1.0",
        "E/Cart: suppressed by the user",
        "adb: failed to install app.apk",
        "Cart.kt:12:3 Unresolved reference: total",
        "java.lang.UnsupportedOperationException at java.util.AbstractList.add",
        "class com.shop.PayException: declined",
        "$ adb install app.apk",
    ],
)
def test_a_tools_line_is_told_from_what_a_person_says(line: str) -> None:
    assert written_by_a_tool(line)
    assert of_query(line).told
    assert of_query(line).message or of_query(line).types


@pytest.mark.parametrize(
    "said",
    [
        "after I rotate the screen my list is empty",
        "error handling in my view model shows nothing",
        "Cart.kt does not open in the editor",
        "gradle 8 refuses our copy step",
        "what does java.lang.IllegalStateException mean here",
    ],
)
def test_what_a_person_says_is_no_tools_line(said: str) -> None:
    assert not written_by_a_tool(said)
    assert not of_query(said).told


def test_of_an_unknown_log_what_went_wrong_stays_each_once_and_bare() -> None:
    assert salient_lines(LOG) == [
        Line("Player", "Decoder refused the stream : 7"),
        Line("Lounge", 'PlayError: {"Code": 7, "Message": "No codec."}'),
    ]


def test_a_log_in_which_nothing_went_wrong_is_said_as_it_is() -> None:
    assert [line.said for line in salient_lines("connected to the box\nidle")] == [
        "connected to the box",
        "idle",
    ]


def test_what_is_embedded_of_an_unknown_log_is_what_it_tells() -> None:
    problem = of_query(LOG)
    assert problem.told
    assert problem.text.startswith("Player: Decoder refused the stream : 7")
    assert "No codec." in problem.text
    assert "8100" not in problem.text
    assert "hide" not in problem.text


def test_what_a_build_warned_of_before_it_failed_is_found() -> None:
    assert warned_before_failure(BUILD).splitlines()[0].startswith("The wrapper was loaded multiple times")
    assert warned_before_failure("no build at all") == ""


def test_what_is_embedded_of_a_build_says_error_warning_outcome_and_task() -> None:
    text = of_query(BUILD * 2).text
    for part in ("Missing comma before ']'", "loaded multiple times", "Lint found code style", "lint"):
        assert part in text


@pytest.mark.parametrize(
    ("line", "bare"),
    [
        ("e: file:///w/app/Cart.kt:9:28 Unresolved reference: total", "Unresolved reference: total"),
        ("E/Cart( 412): no money", "no money"),
        ("error: error: twice", "twice"),
        ("nothing to take off", "nothing to take off"),
        ("e: ", "e:"),
    ],
)
def test_a_line_is_undressed_but_never_to_nothing(line: str, bare: str) -> None:
    assert strip_prefix(line) == bare
