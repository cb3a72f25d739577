"""Noisy variants of an error text, as people paste them, with the same expected answer."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Sequence

_WIDTH = 72
_AT = re.compile(r"^([\s>]*)at\s+", re.MULTILINE)
_FRAME = re.compile(r"(?P<package>(?:[\w$\-]+\.)+)(?P<rest>[\w$\-]+\.[\w$<>\-]+\s?\([^()\n]*\))")
_POSITION = re.compile(r"\(([\w$\-]+\.(?:kts?|java)):(\d+)\)")
_PREFIXED_OR_WRAPPED = re.compile(r"AndroidRuntime|^\s*[VDIWEF](?:/|\s{2})|^\W*at\s*$", re.MULTILINE)
"""Signs that a text came out of a log or was wrapped, so that no other tool prints it as it is."""
_LOGCAT = "11-23 09:34:40.123  4711  4711 E AndroidRuntime: "


def _wrap(text: str) -> str:
    lines = [
        textwrap.wrap(line, _WIDTH, break_long_words=False, break_on_hyphens=False, drop_whitespace=True)
        or [""]
        for line in text.split("\n")
    ]
    return "\n".join(part for wrapped in lines for part in wrapped)


def _prefix(prefix: str) -> Callable[[str], str]:
    return lambda text: "\n".join(prefix + line for line in text.split("\n"))


def _without_at(text: str) -> str:
    return _AT.sub(r"\1", text)


def _spaced_lines(text: str) -> str:
    return _POSITION.sub(r"(\1: \2)", text)


def _crashlytics(text: str) -> str:
    lines = [line.strip() for line in _spaced_lines(_without_at(text)).split("\n")]
    return "Fatal Exception: " + "\n       ".join(lines)


def _join_lines(text: str) -> str:
    return " ".join(line.strip() for line in text.split("\n") if line.strip())


def _mask_package(text: str, packages: Sequence[str]) -> str:
    for package in packages:
        segments = package.split(".")
        if len(segments) > 1:
            masked = ".".join((segments[0], "***", *segments[2:]))
            text = re.sub(rf"(?<![\w.$]){re.escape(package)}(?=[.$])", masked, text)
    return text


VARIANTS: dict[str, Callable[[str], str]] = {
    "wrapped at 72": _wrap,
    "quoted": _prefix("> "),
    "indented": _prefix("    "),
    "without `at`": _without_at,
    "without packages": lambda text: _FRAME.sub(r"\g<rest>", text),
    "space before line": _spaced_lines,
    "Crashlytics console": _crashlytics,
    "logcat": _prefix(_LOGCAT),
    "one line": _join_lines,
}
"""Each variant by its name, `package masked` aside, which needs the app's packages."""
_PRINTED_BY_A_TOOL = ("Crashlytics console", "logcat")


def make_variants(text: str, packages: Sequence[str]) -> dict[str, str]:
    """Return the variants that differ from the text, by name."""
    made = {name: make(text) for name, make in VARIANTS.items()}
    made["package masked"] = _mask_package(text, packages)
    left_out = _PRINTED_BY_A_TOOL if _PREFIXED_OR_WRAPPED.search(text) else ()
    return {name: variant for name, variant in made.items() if variant != text and name not in left_out}
