"""`check_conventions`: where a file does not do as its own project does (seed 002)."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from models.tools.detect_patterns import PatternPlace
from models.wire import Params, Wire, absent_if_empty, absent_if_none

ConventionSeverity = Literal["warning", "info", "style"]


class CheckConventionsParams(Params):
    """Which file, and what is shown."""

    file_path: str = Field(min_length=1, description="Kotlin or Java file, relative to the workspace folder.")
    limit: int = Field(default=30, ge=1, le=200, description="Deviations in the answer, gravest first.")
    followed: int = Field(
        default=10,
        ge=0,
        le=200,
        description="Conventions that the file keeps, to be listed; all are counted.",
    )


class Convention(Wire):
    """What holds for nearly all that can be compared, or what a setting of the project says."""

    rule: str = Field(description="What it is about: `name ending`, `annotation`, `star import`, ….")
    statement: str = Field(description="In words: `view models end in ViewModel`.")
    source: str = Field(description="`counted`, or the settings file that says so.")
    holds: int | None = absent_if_none("In how many cases it holds, the file's own left out.")
    of: int | None = absent_if_none("How many cases could be compared.")
    scope: str | None = absent_if_none("`module :feature:login` or `project`: where they were counted.")


class Deviation(Convention):
    """A convention that the file breaks."""

    severity: ConventionSeverity
    line: int = Field(description="The first place.")
    places: int = Field(default=1, description="How often the file does.")
    symbol: str | None = absent_if_none()
    message: str
    found: str = Field(description="What the file does.")
    expected: str = Field(description="What the others do.")
    examples: tuple[PatternPlace, ...] = absent_if_empty("Others that keep it.")


class NotJudged(Wire):
    """What the file has too few of its like for."""

    what: str
    cases: int = Field(description="Others of the kind; at least 5 are needed.")


class CheckConventionsResult(Wire):
    """What the file breaks and keeps of its project's conventions."""

    file_path: str
    module: str
    compared_files: int = Field(description="Files that it was compared with, nearest first.")
    module_files: int = Field(description="Of those, how many are of its own module.")
    deviations: tuple[Deviation, ...]
    total_deviations: int
    followed: tuple[Convention, ...] = absent_if_empty("The best kept conventions that the file keeps, too.")
    total_followed: int
    not_judged: tuple[NotJudged, ...] = absent_if_empty()
