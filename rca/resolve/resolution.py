"""The result of resolving a call site."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cached_property

from models.code import Evidence
from rca.resolve.symbol import Symbol
from rca.resolve.types import Type


@dataclass(frozen=True)
class Resolution:
    """What a call means. `certain` is False where the receiver's type is not known.

    Targets may lie in libraries. None at all: it means something of which no declaration is known, or
    what has none (a function value, the `copy` of a data class); `result` is then the type that it
    gives, where that is known. `receiver` is the type of the value that the call goes to, explicit or
    not. Of a `crowd` so many are declared that nobody looked which: the targets are not all.
    """

    targets: tuple[Symbol, ...]
    evidence: Evidence
    certain: bool = True
    receiver: Type | None = None
    result: Type | None = None
    too_many_candidates: bool = False

    @cached_property
    def families(self) -> int:
        """Number of functions meant; the declarations of one in several source sets count once."""
        return sys.maxsize if self.too_many_candidates else len({_family(one) for one in self.targets})


EXTERNAL = Resolution((), "receiver_type")


def _family(symbol: Symbol) -> tuple[str, str | None, int]:
    row = symbol.declaration
    return symbol.qualified_name, row.receiver, len(row.parameters)
