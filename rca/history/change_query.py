"""Parameters and result types of a query for suspect changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from models.code import SuspectChange


@dataclass(frozen=True, slots=True)
class ChangeTarget:
    """The code that failed, and what surrounds it.

    Paths are relative to the workspace root, with `/`. Lines are 1-based and count today's text: the
    unsaved one where the editor has it.

    Attributes:
        file_path: the culprit's file.
        line: the culprit's line, None where the trace has none.
        function: first and last line of the function that holds it.
        callers: file and line of each call that leads there.
        unsaved: text of files that the editor holds and the disk does not have yet.
        libraries: packages, classes or artifacts of the libraries that the error names.
        names: what the error calls missing, as `missing_names` finds it in messages.
    """

    file_path: str
    line: int | None = None
    function: tuple[int, int] | None = None
    callers: tuple[tuple[str, int], ...] = ()
    unsaved: Mapping[str, str] = field(default_factory=dict)
    libraries: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SuspectOutcome:
    """Suspect changes, most suspect first, and what history could not tell and why."""

    changes: tuple[SuspectChange, ...]
    notes: tuple[str, ...]
