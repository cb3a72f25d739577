"""A failing field that is null until some function sets it, and the function that tells whether it is set."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final

from models.failure import FailedCondition
from rca.causes.origins.project_uses import ProjectUses
from rca.causes.platform_facts.fact import PlatformFact
from rca.causes.project_code import ProjectCode
from rca.causes.trace_candidates import AppFrame
from rca.causes.value_uses import field_of, find_field
from rca.navigation.callers import find_callers
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline
from rca.workspace.build_modules import is_beside_production

_FAMILIES: Final = frozenset(("null_dereference", "null_check", "null_argument", "uninitialized"))
_MOST_WRITERS: Final = 3
_MOST_NAMED: Final = 2
_MOST_FILES: Final = 100
_CALLERS_SHARE: Final = 0.2
_SHORT: Final = 4
"""Lines of a function that tells whether a field is set."""
_IN_CONSTRUCTION: Final = frozenset(("constructor", "property", "initializer"))


@dataclass(frozen=True)
class UnsetField:
    """A field that is null until a function sets it.

    Args:
        field: the field.
        statement: who sets it, in a sentence.
        path, line: the line that sets it.
        unasked: that a caller does not ask whether it is set, where the class can tell that.
    """

    field: Symbol
    statement: str
    path: str
    line: int
    unasked: PlatformFact | None


@dataclass(frozen=True)
class _Test:
    """A function that tells whether a field is set, and the functions that ask it."""

    function: Symbol
    askers: tuple[tuple[Symbol, int], ...]


def find_unset_field(
    failure: FailedCondition | None, app: Sequence[AppFrame], code: ProjectCode, deadline: Deadline
) -> UnsetField | None:
    """Return who sets the failing field, where that are few functions and no constructor; None otherwise.

    Args:
        failure: what failed.
        app: the functions of the trace that lie in the project.
        code: the project.
        deadline: ends the search; then there is no answer.
    """
    value = failure.value if failure is not None else None
    name = field_of(value.text) if value is not None and value.text.strip().isidentifier() else None
    if value is not None and name is None and value.text.strip().startswith("this."):
        name = value.text.strip().removeprefix("this.").strip()
    if failure is None or value is None or name is None or failure.family not in _FAMILIES:
        return None
    field = find_field(name, value.file_path, value.start_line, code)
    if field is None or not _begins_unset(field, code) or not _is_use(field, value.start_line):
        return None
    writers, clearers = _writers(field, code, deadline)
    if not writers or len(writers) > _MOST_WRITERS:
        return None
    if any(one.declaration.kind in _IN_CONSTRUCTION for one, _line in writers):
        return None
    test = _test_of(field, code)
    shown = " or ".join(f"`{one.display_name}` (line {line})" for one, line in writers)
    statement = f"`{name}` is {_unset(field)} until {shown} sets it"
    if clearers:
        after = " or ".join(f"`{one.display_name}` (line {line})" for one, line in clearers[:_MOST_NAMED])
        statement += f", and again once {after} has set it to null"
    elif len(writers) == 1:
        statement += _called_by(writers[0][0], code, deadline)
    unasked = _unasked(test, field, app) if test is not None else None
    if test is not None and unasked is None:
        statement += f"; {_asked(test)}"
    first, line = writers[0]
    return UnsetField(field, f"{statement}.", first.path, line, unasked)


def _called_by(writer: Symbol, code: ProjectCode, deadline: Deadline) -> str:
    """Return who calls the function that sets a field, such as a task of another thread; empty for many."""
    known = find_callers(code.index, (writer,), 1, deadline.part(_CALLERS_SHARE)).callers
    callers = [one for one in known if not is_beside_production(one.file_path)]
    if not callers or len(callers) > _MOST_NAMED:
        return ""
    places = [
        f"`{one.caller_name}` (line {one.line})"
        if one.file_path == writer.path
        else f"`{one.caller_name}` (`{PurePosixPath(one.file_path).name}:{one.line}`)"
        for one in callers
    ]
    return f", which {' and '.join(places)} call{'s' if len(places) == 1 else ''}"


def _unset(field: Symbol) -> str:
    return "unset" if "lateinit" in field.declaration.modifiers else "null"


def _is_use(field: Symbol, line: int) -> bool:
    """Return whether the index has a use of the field on a line: a local of its name has none."""
    return any(site.name == field.name and site.line == line for site in field.facts.calls)


def _begins_unset(field: Symbol, code: ProjectCode) -> bool:
    """Return whether a field has no value from the beginning but null."""
    text = code.line(field.path, field.declaration.name_line)
    after = text.partition(field.name)[2]
    if re.match(r"[^=;{]*\bby\b", after) or re.match(r"\s*[,)]", after):
        return False
    value = re.search(r"=\s*(\S+)", after)
    return value is None or value[1].rstrip(";") == "null"


_Writers = list[tuple[Symbol, int]]
"""Functions, each with its first line that sets a field."""


def _writers(field: Symbol, code: ProjectCode, deadline: Deadline) -> tuple[_Writers, _Writers]:
    """Return the functions that set a field to something else than null, and those that set it to null."""
    with code.index.resolver(deadline) as resolver:
        uses = ProjectUses(code.index, resolver, deadline)
        writes = uses.writes_of(field)
        if uses.reasons or deadline.expired:
            return [], []
    setting: dict[Symbol, int] = {}
    clearing: dict[Symbol, int] = {}
    to_null = re.compile(rf"\b{re.escape(field.name)}\s*=\s*null\b")
    for write in writes:
        functions = code.functions(write.path)
        function = functions.around(write.site.line) if functions is not None else None
        if function is None or is_beside_production(write.path):
            continue
        is_cleared = to_null.search(code.line(write.path, write.site.line)) is not None
        (clearing if is_cleared else setting).setdefault(function, write.site.line)
    return list(setting.items()), list(clearing.items())


def _test_of(field: Symbol, code: ProjectCode) -> _Test | None:
    """Return the function of a field's class that tells whether it is set."""
    name = re.escape(field.name)
    is_set = rf"(?:this\s*\.\s*)?{name}\s*!=\s*null|(?:this)?::{name}\s*\.\s*isInitialized"
    tells = re.compile(rf"(?:\breturn\b|=)\s*(?:{is_set})\s*;?\s*\}}?\s*$")
    functions = code.functions(field.path)
    for one in functions.functions if functions is not None else ():
        is_short = one != field and one.owner == field.owner and one.end_line - one.line < _SHORT
        if is_short and field.name in code.body(one) and tells.search(code.body(one)):
            return _Test(one, tuple(_askers(one, code)))
    return None


def _askers(test: Symbol, code: ProjectCode) -> Iterator[tuple[Symbol, int]]:
    """Yield the functions that ask, with a line of each; none where other declarations have that name."""
    paths = code.index.declaring(test.name, "called")
    if len(code.index.declaring(test.name, "callable")) > 1 or len(paths) > _MOST_FILES:
        return
    for path in paths:
        functions = code.functions(path) if not is_beside_production(path) else None
        for function, sites in functions.sites.items() if functions is not None else ():
            line = next((site.line for site in sites if site.name == test.name), None)
            if line is not None and function != test:
                yield function, line


def _asked(test: _Test) -> str:
    name = f"`{test.function.display_name}` (line {test.function.line}) tells whether it is"
    if not test.askers:
        return f"{name}, and nothing asks it"
    shown = ", ".join(f"`{one.display_name}` (line {line})" for one, line in test.askers[:_MOST_NAMED])
    more = len(test.askers) - _MOST_NAMED
    others = f" and {more} more" if more > 0 else ""
    return f"{name}: {shown}{others} ask it"


def _unasked(test: _Test, field: Symbol, app: Sequence[AppFrame]) -> PlatformFact | None:
    """Return that the first traced function outside of the class does not ask before it calls into it."""
    outside = (one for one in app if one.function.class_path[:1] != field.class_path[:1])
    caller = next(outside, None)
    if caller is None or any(asker == caller.function for asker, _line in test.askers):
        return None
    own = caller.function.display_name
    return PlatformFact(
        kind="unguarded_call",
        function=caller.function,
        line=caller.line,
        role="missing_guard",
        statement=f"`{own}` does not ask first whether `{field.name}` is set (line {caller.line}); "
        f"{_asked(test)}.",
        check=f"Ask `{test.function.name}` before line {caller.line}, and run what failed again.",
    )
