"""Properties of Kotlin whose getter asserts that another is not null: `val binding get() = _binding!!`.

A shrinker inlines such getters, and the trace has no frame of them: whoever reads the property seems to fail.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from rca.causes.failure.expression_candidate import Candidate
from rca.causes.failure.searched_file import CodeFile

_GETTER: Final = re.compile(
    r"\bva[lr]\s+(?P<name>\w+)\s*(?::[^\n={]{1,200})?\s*get\(\)\s*(?::[^\n={]{1,200})?"
    r"(?:=|\{\s*return\b)\s*(?P<value>(?:this\.)?\w+(?:\.\w+)*)\s*!!\s*(?=[\n;}/]|\Z)"
)


def asserting_getters(text: str) -> Mapping[str, tuple[int, int]]:
    """Return for each such property of a file the range of the value that its getter asserts."""
    if "!!" not in text or "get()" not in text:
        return {}
    return {found["name"]: found.span("value") for found in _GETTER.finditer(text)}


def asserted_value(code: CodeFile, one: Candidate) -> tuple[int, int] | None:
    """Return the range of what the getter of a property asserts that is read; None for other expressions."""
    if not code.kotlin or one.first != one.last or one.value != (one.first, one.last):
        return None
    return asserting_getters(code.text).get(code.tokens.word(one.first))
