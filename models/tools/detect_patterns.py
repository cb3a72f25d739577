"""`detect_patterns`: what the code of a directory does, counted, with evidence (seed 002)."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from models.summaries import Count
from models.wire import Params, Wire, absent_if_empty, absent_if_none

PatternUnit = Literal["classes", "functions", "properties", "files", "uses"]


class DetectPatternsParams(Params):
    """Which folder, and how much of what is found is shown."""

    path: str = Field(default=".", min_length=1, description="Folder to look at, `.` for the whole project.")
    theme: str | None = Field(
        default=None,
        min_length=1,
        description="Only this theme, as `architecture`, `coroutines`, `logging`, `names of tests`.",
    )
    evidence: int = Field(default=2, ge=0, le=20, description="Places a pattern.")


class PatternPlace(Wire):
    """Where a pattern is."""

    file_path: str
    line: int
    symbol: str | None = absent_if_none()


class Portion(Wire):
    """What a count is a part of."""

    of: int
    among: str = Field(description="What was counted: `classes`, `files with a logging library`.")
    share: float = Field(ge=0, le=1)


class FoundPattern(Wire):
    """Something that the code does. Zero is left out."""

    theme: str
    name: str
    count: int
    unit: PatternUnit
    files: int = Field(description="In how many files.")
    portion: Portion | None = absent_if_none()
    evidence: tuple[PatternPlace, ...] = absent_if_empty()


class DetectPatternsResult(Wire):
    """What a directory does, theme by theme, most frequent first."""

    path: str
    files: int = Field(description="Kotlin and Java files below the folder.")
    files_read: int = Field(description="How many of them were looked at; fewer in a large project.")
    test_files: int = Field(description="Of those, how many are tests.")
    summary: tuple[str, ...] = Field(description="The same in a sentence a theme.")
    patterns: tuple[FoundPattern, ...]
    name_endings: tuple[Count, ...] = absent_if_empty("What names of classes end in, most frequent first.")
