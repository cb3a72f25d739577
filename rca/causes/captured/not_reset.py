"""Functions that have run and left a field as it was, where nothing or nobody else sets it back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from rca.causes.captured.blamed_value import BlamedValue
from rca.causes.captured.captured_code import CapturedCode, simple_name
from rca.causes.captured.contribution import Contribution
from rca.causes.captured.run_evidence import RunSearch
from rca.causes.captured.state_writers import Write, has_value, writes_of_function
from rca.resolve.symbol import Symbol

_RAN: Final = 4.0
_MAY_HAVE_RUN: Final = 0.7
_HALF_UNDONE: Final = 4.0
_MOST_FILES: Final = 30
_SETS_BACK: Final = frozenset({"constant", "value", "emptied"})


def not_reset(
    writes: Sequence[Write], blamed: BlamedValue, code: str, seen: CapturedCode, runs: RunSearch
) -> Iterator[Contribution]:
    """Yield functions that handle the object after the field was set, and did not set it back.

    Args:
        writes: what writes the field.
        blamed: the field at fault, with another value than its first.
        code: the expression at fault.
        seen: what was captured, and its code.
        runs: says which functions have run.
    """
    setters = {one.function for one in writes if one.function.declaration.kind == "function"}
    if not setters or blamed.holder is None or blamed.value is None or _is_set_back(writes, blamed, runs):
        return
    owner = simple_name(blamed.holder.type)
    for function in _handling(owner, seen):
        if function in setters or function.name == "main" or seen.is_on_stack(function):
            continue
        evidence = runs.of(function)
        half = _undoes_half(function, setters, owner, blamed, seen)
        shared = _shared(function, setters, blamed.node.name, seen)
        if (half is None and shared is None) or (evidence is not None and not evidence.has_run):
            continue
        weight = _HALF_UNDONE if half is not None else _MAY_HAVE_RUN if evidence is None else _RAN
        said = (
            f"`{code}` was {blamed.value.text}, and nothing sets it back: `{function.display_name}` changes "
            f"`{shared or blamed.node.name}` as well, and leaves it so."
        )
        beside = half or (evidence.said if evidence is not None else None)
        yield Contribution(
            function, function.line, weight, said, f"It {beside}." if beside else None, omits=True
        )


def _is_set_back(writes: Sequence[Write], blamed: BlamedValue, runs: RunSearch) -> bool:
    """Return whether a function sets the field to its first value, or counts it the other way."""
    name = writes[0].statement.parts[0].name if writes[0].statement.parts else blamed.node.name
    found = next((one for one in blamed.holder.fields if one.name == name), None) if blamed.holder else None
    if found is None:
        return True
    first = runs.first_value(name, simple_name(blamed.holder.type if blamed.holder else None), found)
    if first is None or has_value(first, found):
        return True
    if {one.kind for one in writes} <= {"changed"}:
        signs = {re.sub(r"[^+-]", "", _code(one))[:1] for one in writes}
        return len(signs) > 1
    return any(
        one.kind in _SETS_BACK
        and one.function.declaration.kind == "function"
        and one.given is not None
        and one.given.text == first.text
        for one in writes
    )


def _code(write: Write) -> str:
    return write.file.text[write.statement.start : write.statement.end]


def _handling(owner: str, seen: CapturedCode) -> Iterator[Symbol]:
    """Yield the functions of a class, and those that take one of its objects."""
    index = seen.code.index
    paths = dict.fromkeys((*index.declaring(owner, "class"), *(path for path, _ in seen.frames)))
    for path in list(paths)[:_MOST_FILES]:
        functions = seen.code.functions(path)
        for one in functions.functions if functions is not None else ():
            if one.declaration.kind != "function":
                continue
            takes = any(
                re.sub(r"[?<].*", "", given.type or "") == owner for given in one.declaration.parameters
            )
            if takes or (one.owner is not None and one.owner.name == owner):
                yield one


def _shared(function: Symbol, setters: set[Symbol], name: str, seen: CapturedCode) -> str | None:
    """Return a field that a function writes and a setter of the field at fault as well."""
    written = _fields_of(function, seen)
    others = [one for setter in setters for one in _fields_of(setter, seen)]
    return next((one[0] for one in written if one in others and one[0] != name), None)


def _fields_of(function: Symbol, seen: CapturedCode) -> list[tuple[str, str]]:
    file = seen.syntax_of(function.path)
    return (
        [(name, owner) for name, owner, _ in writes_of_function(function, file, seen)]
        if file is not None
        else []
    )


def _undoes_half(
    function: Symbol, setters: set[Symbol], owner: str, blamed: BlamedValue, seen: CapturedCode
) -> str | None:
    """Return what a function has set back of what was set together with the field."""
    file = seen.syntax_of(function.path)
    fields = blamed.holder.fields if blamed.holder is not None else ()
    together: set[str] = set()
    for setter in setters:
        source = seen.syntax_of(setter.path)
        if source is not None:
            together |= {
                name
                for name, other, write in writes_of_function(setter, source, seen)
                if other == owner and write.kind in ("constant", "value")
            }
    for name, other, write in writes_of_function(function, file, seen) if file is not None else ():
        found = next((one for one in fields if one.name == name), None)
        is_undone = write.given is not None and found is not None and has_value(write.given, found)
        if other == owner and name in together and name != blamed.node.name and is_undone:
            return f"sets `{name}` to {found.text if found is not None else ''}, and it was so"
    return None
