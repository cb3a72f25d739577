"""A line of the project that holds what an error names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rca.resolve.symbol import Symbol


@dataclass(frozen=True, slots=True)
class LookedUpPlace:
    """A line that holds what the error names.

    Args:
        path: the file.
        line: the line.
        function: the function around it, None in files that are no Kotlin or Java.
        text: what was looked up.
        source: how it was found: the text itself, a use of the constant that holds it, a library's call.
        count: in how many places it stands.
        weight: how telling it is, up to 1.
        statement: a sentence that says so.
    """

    path: str
    line: int
    function: Symbol | None
    text: str
    source: Literal["text", "constant", "call"]
    count: int
    weight: float
    statement: str
