"""What holds for every text: the parser never raises, invents nothing, and stays linear."""

import sys
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rca.error_text.builds import find, may_hold_builds

_PIECES = [
    "e: ", "w: file:///", "/src/A.kt", ":12:3: ", ": (1, 2): ", "error: ", "Error: ", "[ksp] ", "[kapt] ", "[ERROR] ",
    "\n", "\n\n", "    ", "^", "> Task :app:x FAILED", "> ", "* What went wrong:\n", "* Where:\n", "Build file '", "' line: 3",
    "Execution failed for task ':x'.", "BUILD FAILED in 1s", "AGPBI: {", "[databinding] {", '"msg":', "}", "<failure type=\"a.B\">",
    "com.example.shop.CartTest > a FAILED", "org.opentest4j.AssertionFailedError at CartTest.kt:12", "Caused by: ",
    "java.lang.IllegalStateException: x", "\tat a.b.C.d(E.kt:1)", "Manifest merger failed : ", "AndroidManifest.xml:1:2-3",
    "AAPT: ", ".xml:1:2-3", "R8: ", "Missing class ", "ld: ", "CMake Error at ", "Undefined symbols for architecture arm64:",
    "Line 12: ", "9" * 30, "'", '"', "[", "]", "(", ")", ":", "\\", "%zz", "\x00", "日本", "Tests run: 1, Failures: 9",
]  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.lists(st.one_of(st.sampled_from(_PIECES), st.text(max_size=8)), max_size=40).map("".join))
def test_never_raises_and_invents_no_place(text):
    lines = text.splitlines()
    for finding in find(lines, ("com.example.shop",)):
        assert 0 <= finding.first <= finding.last < len(lines)
        for diagnostic in finding.report.diagnostics:
            if diagnostic.line is not None:
                assert str(diagnostic.line) in text or diagnostic.tool == "databinding" or "AGPBI" in text
        for exception in finding.report.exceptions:
            for frame in exception.frames:
                assert frame.text in text


@given(st.lists(st.sampled_from(_PIECES), max_size=12).map("".join))
@settings(max_examples=200, deadline=None)
def test_the_prefilter_passes_over_nothing_certain(text):
    found = find(text.splitlines(), ())
    if not may_hold_builds(text + "\n"):
        assert not any(finding.report.diagnostics or finding.report.failed_tasks for finding in found)


@pytest.mark.parametrize(
    "text",
    [
        "D/Cart( 123): handle message: type=3 name: a, state: RESUMED\n",
        "07-01 10:00:00.000  1234  1234 E AndroidRuntime: java.lang.IllegalStateException: x\n",
        "E/CartActivity: \tat com.example.shop.CartActivity.onCreate(CartActivity.kt:42)\n",
    ],
)
def test_a_device_log_is_passed_over(text):
    assert not may_hold_builds(text * 10)
    assert find((text * 10).splitlines(), ()) == []


_GROWING = {
    "located": "e: file:///src/A.kt:3:7 None of the following candidates is applicable:\n\nfun a(b: Int): Unit:\n  x\n\n",
    "same words": "e: file:///src/A.kt:3:7 foo\n",
    "javac": "A.java:1: error: foo\n    x\n    ^\n",
    "no caret": "A.java:1: error: foo\n",
    "blocks": "* What went wrong:\nExecution failed for task ':a'.\n> foo\n",
    "open block": "> foo bar\n",
    "builds": "> Task :a FAILED\nBUILD FAILED in 1s\n\n",
    "tests": "a.CartTest > a FAILED\n    java.lang.AssertionError at CartTest.kt:12\n",
    "symbols": "Undefined symbols for architecture arm64:\n  x\n",
    "crashes": "e: java.lang.IllegalStateException: x\n\tat a.b.C.d(E.kt:1)\n",
}


def _calls(text: str) -> int:
    """Count the function calls, C functions included, that one run makes: work that no load changes."""
    count = 0

    def counting(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    lines = text.splitlines()
    sys.setprofile(counting)
    try:
        find(lines, ())
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("piece", _GROWING.values(), ids=_GROWING.keys())
def test_work_grows_with_the_text_and_no_faster(piece):
    head = "* What went wrong:\n" if piece.startswith("> foo") else ""
    small, large = _calls(head + piece * 100), _calls(head + piece * 800)
    assert large <= 8 * 1.3 * small


def _long_lines() -> Iterator[str]:
    for piece in (
        "/a b.kt ",
        "a.xml:1:2: ",
        "e: ",
        "> ",
        "a > ",
        "[ksp] ",
        ": error: ",
        "(1, 2): ",
        "'",
        "  ",
        "^ ",
    ):
        yield piece * (19_000 // len(piece)) + "rror: FAILED"


@pytest.mark.timeout(20)
@pytest.mark.parametrize("line", list(_long_lines()))
def test_one_long_line_is_no_trap(line):
    """Each line stands ten times; backtracking that is quadratic in a line would take minutes."""
    find([line] * 10, ())


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "piece", ["> ", ":a", "\t", "a > ", "* ", "BUILD ", "Execution failed for task '", "é", "file:/"]
)
def test_a_huge_line_is_no_trap(piece):
    find([piece * 200_000, "BUILD FAILED"], ())


@pytest.mark.parametrize(
    "text",
    [
        "Loader: Error: failed to load the cart [Timeout]\n",
        "error: connection refused\nwarning: retrying in 3 s\n",
        "e: null\nw: 12\n",
        "ERROR: duplicate key value violates unique constraint\n",
        "Error:(404) not found\n",
        "[ERROR] 2024-01-01 CartService - cannot pay\n",
        "Caused by: java.lang.IllegalStateException: e: no\n\tat com.example.shop.A.b(A.kt:1)\n",
    ],
)
def test_words_of_other_programs_are_no_build(text):
    assert find(text.splitlines(), ("com.example.shop",)) == []
