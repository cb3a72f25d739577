"""A local: a name with a scope inside one file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

LocalKind = Literal["local", "parameter", "type_parameter", "label", "alias", "file"]


@dataclass(frozen=True)
class Local:
    """A name with a scope inside one file: from offset `since` up to `until`."""

    path: str
    name: str
    start: int
    kind: LocalKind
    since: int
    until: int
    implicit: bool = False
    """Whether no source writes it: `it`, which stands at the brace of its lambda."""

    @property
    def end(self) -> int:
        """Offset after its name."""
        return self.start + (1 if self.implicit else len(self.name))
