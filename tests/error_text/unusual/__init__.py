"""Errors in forms that are seldom pasted, each with what a careful person reads in it.

The forms are those of real tools, the words and names are made up.
"""

from __future__ import annotations

from tests.error_text.unusual import compilers, crashes, gradle, native, runs, scripts, startup, style
from tests.error_text.unusual.shape import Shape

SHAPES: tuple[Shape, ...] = (
    *style.SHAPES,
    *compilers.SHAPES,
    *gradle.SHAPES,
    *runs.SHAPES,
    *native.SHAPES,
    *crashes.SHAPES,
    *startup.SHAPES,
    *scripts.SHAPES,
)
