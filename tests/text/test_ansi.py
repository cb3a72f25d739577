"""Escape sequences of terminals go, and take nothing of the text with them."""

import pytest

from rca.terminal.output_display import plain
from rca.text.ansi import strip_escapes
from tests.complexity import assert_grows_linearly


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b[38;5;196m\x1b[1mred\x1b[m", "red"),
        ("\x1b[?25lhidden cursor\x1b[?25h", "hidden cursor"),
        ("\x9b31mred\x9b0m", "red"),
        ("\x1b]0;title\x07text", "text"),
        ("\x1b]8;;https://example.org\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x1b]0;no end\nnext line", "\nnext line"),
        ("\x1bPq#0;2;0;0;0\x1b\\after a picture", "after a picture"),
        ("\x1b(Btext after `tput sgr0`\x1b[m", "text after `tput sgr0`"),
        ("\x1b7saved\x1b8", "saved"),
        ("\x1b=keypad\x1b>", "keypad"),
        ("\x1bcreset", "reset"),
        ("cut off\x1b", "cut off"),
        ("cut off\x1b[", "cut off"),
        ("at a.B.c(B.kt:7)", "at a.B.c(B.kt:7)"),
    ],
)
def test_escape_sequences_go(written, shown):
    assert strip_escapes(written) == shown
    assert plain(written)[0] == shown


@pytest.mark.parametrize("piece", ["\x1b]", "\x1b[", "\x1bP", "\x1b(", "\x1b]0;x", "\x9b0"])
def test_a_long_text_takes_linear_time(piece):
    assert_grows_linearly(strip_escapes, lambda size: piece * size, 2_000)
