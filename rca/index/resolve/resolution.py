"""What a call site turned out to mean."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from models.code import Evidence
from rca.index.symbol import Symbol


@dataclass(frozen=True)
class Resolution:
    """What a call means. `certain` is False where the receiver's type is not known.

    No targets: it means something that the workspace does not declare.
    """

    targets: tuple[Symbol, ...]
    evidence: Evidence
    certain: bool = True

    @cached_property
    def families(self) -> int:
        """Number of functions meant; the declarations of one in several source sets count once."""
        return len({_family(one) for one in self.targets})


OUTSIDE = Resolution((), "receiver_type")


def _family(symbol: Symbol) -> tuple[str, str | None, int]:
    row = symbol.declaration
    return symbol.qualified_name, row.receiver, len(row.parameters)
