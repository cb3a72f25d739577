"""Parameters and result types of a query for suspect changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from models.code import SuspectChange


@dataclass(frozen=True, slots=True)
class ChainPlace:
    """A place that may be behind the error: of a hypothesis, a frame, or a call that leads there.

    `window` is first and last line of the function around `line`; `weight` how likely the place is, 0 to 1.
    """

    file_path: str
    line: int
    window: tuple[int, int]
    weight: float


@dataclass(frozen=True, slots=True)
class ChangeTarget:
    """The code that failed, and its surroundings.

    Paths are relative to the workspace root, with `/`. Lines are 1-based and refer to the current text: the
    unsaved one if the editor has it.

    Attributes:
        file_path: the culprit's file.
        line: the culprit's line, None if the trace has none.
        function: first and last line of the enclosing function.
        callers: file and line of each call that leads there.
        chain: places of the hypotheses and the trace, the likeliest first; the culprit may be among them.
        unsaved: unsaved editor text by file.
        libraries: packages, classes or artifacts of libraries that the error names.
        only_named_libraries: whether a version change counts only if the error names its library: code that
            ran was built, and fails in a library's frame or says so; a build may fail by any version.
        names: what the error calls missing, as `missing_names` finds it in messages.
        words: identifiers of the error text.
    """

    file_path: str
    line: int | None = None
    function: tuple[int, int] | None = None
    callers: tuple[tuple[str, int], ...] = ()
    chain: tuple[ChainPlace, ...] = ()
    unsaved: Mapping[str, str] = field(default_factory=dict)
    libraries: tuple[str, ...] = ()
    only_named_libraries: bool = False
    names: tuple[str, ...] = ()
    words: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class SuspectOutcome:
    """Suspect changes, most suspect first, and what history could not answer and why."""

    changes: tuple[SuspectChange, ...]
    notes: tuple[str, ...]
