"""Callers of functions that do nothing but set fields: they decide that it happens."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from rca.causes.captured.captured_code import SyntaxOf
from rca.causes.captured.contribution import Contribution
from rca.causes.project_code import ProjectCode
from rca.navigation.callers import find_callers
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline
from rca.workspace.build_modules import is_test

_CALLERS_SHARE: Final = 0.7
_MOST_STATEMENTS: Final = 2
_MOST_CALLERS: Final = 8


def is_mutator(function: Symbol, syntax_of: SyntaxOf) -> bool:
    """Return whether a function does nothing but set one or two fields."""
    if function.declaration.kind != "function":
        return False
    file = syntax_of(function.path)
    tree = file.declaration_tree(function.declaration) if file is not None else None
    body = tree.body if tree is not None else None
    statements = body.parts if body is not None and body.kind == "block" else [body] if body else []
    return 0 < len(statements) <= _MOST_STATEMENTS and all(
        one is not None and one.kind in ("assign", "step") for one in statements
    )


def share_with_callers(
    contributions: Sequence[Contribution],
    mutators: frozenset[Symbol],
    code: ProjectCode,
    deadline: Deadline,
    weigh: Callable[[Contribution], Contribution],
) -> Iterator[Contribution]:
    """Yield contributions; most of a mutator's weight goes to its callers outside of tests and `main`.

    Args:
        contributions: of all functions.
        mutators: the functions that do nothing but set fields.
        code: the project's files.
        deadline: ends the search for callers.
        weigh: says what the captured objects say of a caller.
    """
    for one in contributions:
        callers = _callers(one.function, code, deadline) if one.weight and one.function in mutators else []
        if not callers:
            yield one
            continue
        yield replace(one, weight=one.weight * (1 - _CALLERS_SHARE))
        for caller, line in callers:
            said = f"{one.statement.removesuffix('.')}; line {line} of `{caller.display_name}` calls it."
            weight = one.weight * _CALLERS_SHARE / len(callers)
            shared = replace(one, function=caller, line=line, weight=weight, statement=said)
            yield shared if one.omits else weigh(shared)


def _callers(function: Symbol, code: ProjectCode, deadline: Deadline) -> list[tuple[Symbol, int]]:
    answer = find_callers(code.index, (function,), 1, deadline, most=_MOST_CALLERS)
    found: dict[Symbol, int] = {}
    for caller in answer.callers:
        functions = code.functions(caller.file_path)
        symbol = functions.around(caller.line) if functions is not None else None
        if symbol is None or symbol.name == "main" or is_test(symbol.path) or symbol == function:
            continue
        found.setdefault(symbol, caller.line)
    return list(found.items())
