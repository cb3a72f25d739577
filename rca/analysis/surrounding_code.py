"""Code around a failing function that decides whether it is the cause: declarations, callers, the origin.

Who sees the right function in a first answer still asks what its fields are, what a short function is called
with, and what sets the value that fails.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from models.code import Caller, CodeContext
from rca.analysis.function_context import context_of_function
from rca.analysis.investigation_results import Findings, UsedDeclaration
from rca.analysis.rendering.shown_code import (
    ORIGIN_LINES,
    SHORT_FUNCTION,
    WHOLE_OTHER,
    is_shown_at,
)
from rca.causes.file_functions import FileFunctions
from rca.causes.lifetime.lifecycle_names import is_callback
from rca.causes.project_code import ProjectCode
from rca.resolve.symbol import Symbol
from rca.tool_failure import Failure
from rca.workspace.build_modules import is_beside_production
from rca.workspace.snapshot import Snapshot

_MOST_DECLARATIONS = 5
_MOST_CALLERS = 2
_CALLER_LINES = 5
_NEAR_LINES = 4
"""Lines around the failing one whose fields are declared in the answer."""
_MOST_CALLBACKS = 6
_OF_LIFECYCLE = frozenset({"null_dereference", "null_check", "uninitialized", "lifecycle", "precondition"})
"""Families of failures in which the order of callbacks may decide."""
_ENDS = re.compile(r"on(?:Cleared|ServiceConnected|ServiceDisconnected|Destroy\w*|Terminate)$")
_OWN = frozenset(("read", "write", "call"))
_CONSTANT = re.compile(r"[A-Z][A-Z0-9_]*")


def add_surrounding_code(found: Findings, snapshot: Snapshot) -> None:
    """Add what the culprit uses, who calls it where it is short, and where its value comes from.

    It reads three files at most, so it is done though the time of the analysis is over.
    """
    found.reentry_contexts = tuple(_entries(found, snapshot))
    culprit = found.culprit
    if culprit is None or culprit.line is None or culprit.found_by == "words":
        return
    code = ProjectCode(snapshot)
    functions = code.functions(culprit.file_path)
    function = functions.around(culprit.line) if functions is not None else None
    if functions is None or function is None:
        return
    found.declarations = tuple(_declarations(found, functions, function, culprit.line, code))
    if found.failure is not None and found.failure.family in _OF_LIFECYCLE:
        found.lifecycle = tuple(_lifecycle(functions, function))
    if len(found.frames) == 1 and function.end_line - function.line < SHORT_FUNCTION:
        found.caller_contexts = tuple(_callers(found, snapshot))
    source = found.value_source
    listed = {(use.file_path, use.line) for use in found.value_uses}
    is_told = source is not None and (source.path, source.line) in listed
    if source is not None and not is_told and not is_shown_at(source.path, source.line, found):
        found.origin_context = _read(snapshot, source.path, source.line, ORIGIN_LINES)


def _entries(found: Findings, snapshot: Snapshot) -> Iterator[CodeContext]:
    """Yield the code of the project frames that led to both entries of a function, where nothing shows it."""
    frames = (found.reentry.outer, found.reentry.inner) if found.reentry is not None else ()
    for frame in frames:
        if frame.line is not None and not is_shown_at(frame.file_path, frame.line, found):
            context = _read(snapshot, frame.file_path, frame.line, ORIGIN_LINES)
            if context is not None:
                yield context


def _declarations(
    found: Findings, functions: FileFunctions, function: Symbol, line: int, code: ProjectCode
) -> Iterator[UsedDeclaration]:
    """Yield the class of a function, and its fields that are used near the failing line; no constants."""
    sites = [
        site
        for site in functions.sites.get(function, ())
        if site.form in _OWN and abs(site.line - line) <= _NEAR_LINES
    ]
    names = dict.fromkeys(site.name for site in sorted(sites, key=lambda site: abs(site.line - line)))
    owners = set(function.class_path)
    fields: dict[str, int] = {}
    for symbol in code.index.symbols(function.path):
        is_field = symbol.declaration.kind == "property" and symbol.owner is not None and symbol != function
        if is_field and symbol.name in names and set(symbol.class_path) <= owners:
            fields.setdefault(symbol.name, symbol.declaration.name_line)
    told = {use.line for use in found.value_uses}
    owner = function.owner
    lines = [owner.declaration.name_line] if owner is not None and owner.name and _extends(owner) else []
    lines += [fields[name] for name in names if name in fields and not _CONSTANT.fullmatch(name)]
    hidden = [one for one in lines if one not in told and not is_shown_at(function.path, one, found)]
    for at in list(dict.fromkeys(hidden))[:_MOST_DECLARATIONS]:
        yield UsedDeclaration(function.path, at, code.line(function.path, at).strip())


def _lifecycle(functions: FileFunctions, function: Symbol) -> Iterator[tuple[str, int]]:
    """Yield the callbacks of the class around a function that the platform calls, with their lines."""
    path = function.class_path[:1]
    beside = [one for one in functions.functions if one.class_path == path and one != function]
    callbacks = [one for one in beside if is_callback(one.name) or _ENDS.match(one.name)]
    yield from ((one.name, one.line) for one in callbacks[:_MOST_CALLBACKS])


def _extends(owner: Symbol) -> bool:
    """Return whether a class has a supertype, which says more of it than its name."""
    return bool(owner.declaration.supertypes)


def _callers(found: Findings, snapshot: Snapshot) -> Iterator[CodeContext]:
    """Yield the code of the direct callers, where they are few; a trace of several frames says who called."""
    direct = [one for one in found.callers if one.depth == 1 and not is_beside_production(one.file_path)]
    if len(_functions(direct)) > _MOST_CALLERS:
        return
    for caller in direct[:_MOST_CALLERS]:
        context = _read(snapshot, caller.file_path, caller.line, _CALLER_LINES)
        if context is not None and not is_shown_at(caller.file_path, caller.line, found):
            yield context


def _functions(callers: list[Caller]) -> set[tuple[str, str]]:
    return {(one.file_path, one.caller_name) for one in callers}


def _read(snapshot: Snapshot, path: str, line: int, around: int) -> CodeContext | None:
    """Return the code around a line; None where it cannot be read, which a gap of the call says."""
    try:
        return context_of_function(snapshot, path, line, around, WHOLE_OTHER)
    except Failure:
        return None
