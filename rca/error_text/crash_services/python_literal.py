"""Objects as Python prints them, in place of JSON."""

from __future__ import annotations

import ast
import warnings

from rca.text.lazy_regex import lazy_regex

_LONGEST = 1_000_000
"""Characters of a text up to which it is read."""

_START = lazy_regex(r"\s*(?:```\w*\s*)?(?=[\[{]\s*(?:\{\s*)?u?')")
_FENCE = "\n```"


def is_python(text: str) -> bool:
    """Return whether a text begins like a dictionary or a list of dictionaries in Python's notation."""
    return _START.match(text) is not None


def read_literal(text: str) -> object:
    """Return the value of a text that `is_python`, or None where it holds more than literals."""
    begin = _START.match(text)
    if begin is None or len(text) > _LONGEST:
        return None
    body = text[begin.end() :].split(_FENCE, 1)[0].strip()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of escapes that Python does not know
        try:
            return ast.literal_eval(body)
        except SyntaxError as fault:
            before = _before(body, fault)
        except (ValueError, RecursionError, MemoryError):
            return None
        try:
            return ast.literal_eval(before)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None


def _before(body: str, fault: SyntaxError) -> str:
    """Return what stands before a fault: a bracket too many, or prose behind the object."""
    lines = body.split("\n")
    line = min(max((fault.lineno or 1) - 1, 0), len(lines) - 1)
    return "\n".join((*lines[:line], lines[line][: max((fault.offset or 1) - 1, 0)])).rstrip()
