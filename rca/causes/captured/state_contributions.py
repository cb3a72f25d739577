"""Functions that should have set a field, counted it up, or changed what it holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from models.captured_state import CapturedValue
from rca.causes.captured.blamed_values import BlamedValue
from rca.causes.captured.contribution import Contribution
from rca.causes.captured.origin_fit import CapturedCode, FittedOrigin, simple_name
from rca.causes.captured.state_writers import Write, find_writes, is_first_value
from rca.causes.captured.value_lookup import FrameValues, KnownValue
from rca.causes.origins.origin import Origin
from rca.causes.origins.syntax_file import SyntaxFile
from rca.languages.syntax_trees.node import Node
from rca.resolve.symbol import Symbol

_NOT_SET: Final = 0.4
_NOT_SET_UNDER_CONDITION: Final = 0.6
_COUNTED: Final = 1.0
_FILLED: Final = 0.5
_EMPTIED: Final = 0.7
_BESIDE_FITS: Final = 2.0
_BESIDE_DIFFERS: Final = 0.1
_KEY: Final = 0.4
_KEY_IN_FILLED: Final = 0.2
_KEY_IN_EMPTY: Final = 2.0
_HELD: Final = 1.2
_LOOKUPS: Final = frozenset({"lookup", "element"})


def state_contributions(
    blamed: BlamedValue,
    fitted: Sequence[FittedOrigin],
    place: tuple[str, int],
    seen: CapturedCode,
    code: str,
) -> Iterator[Contribution]:
    """Yield what changed the field at fault, or what it holds, where no origin gives the value itself.

    Args:
        blamed: the value at fault.
        fitted: its origins.
        place: file and line where it failed.
        seen: what was captured, and its code.
        code: the expression at fault.
    """
    (path, line), value = place, blamed.value
    if blamed.holder is not None and blamed.node.kind in ("name", "member", "call"):
        owner = simple_name(blamed.holder.type)
        writes = find_writes(blamed.node.name, owner, path, seen.code, seen.syntax_of)
        is_explained = any(one.gives is not None for one in fitted)
        if value is not None and not is_explained and is_first_value(value):
            yield from _not_set(writes, value, code)
        if value is not None and value.number is not None and not any(one.weight for one in fitted):
            yield from _counted(writes, value, blamed.holder, code)
        if value is not None and value.size is not None and value.is_object:
            functions = seen.code.functions(path)
            failing = functions.around(line) if functions is not None else None
            yield from _held(writes, value, code, failing)
    for one in fitted:
        if one.weight and one.origin.kind in _LOOKUPS:
            yield from _looked_up(one, value, seen)


def _not_set(writes: Sequence[Write], value: KnownValue, code: str) -> Iterator[Contribution]:
    for write in writes:
        sets_other = write.kind == "value" or (write.given is not None and write.given.text != value.text)
        if write.kind not in ("constant", "value") or not sets_other:
            continue
        if write.function.declaration.kind in ("constructor", "initializer"):
            continue
        weight = _NOT_SET_UNDER_CONDITION if write.is_conditional else _NOT_SET
        said = (
            f"`{code}` was {value.text}, as before it is set: line {write.line} of "
            f"`{write.function.display_name}` sets it, and had not."
        )
        yield Contribution(write.function, write.line, weight, said)


def _counted(
    writes: Sequence[Write], value: KnownValue, holder: CapturedValue, code: str
) -> Iterator[Contribution]:
    for write in writes:
        if write.kind != "changed":
            continue
        others = list(_counted_beside(write, holder))
        weight = _COUNTED
        beside = None
        if others:
            name, found = others[0]
            has_run = KnownValue(found).number != 0
            weight *= _BESIDE_FITS if has_run else _BESIDE_DIFFERS
            beside = f"It also changes `{name}`, which was {found}."
        said = f"`{code}` was {value.text}: line {write.line} of `{write.function.display_name}` changes it."
        yield Contribution(write.function, write.line, weight, said, beside)


def _counted_beside(write: Write, holder: CapturedValue) -> Iterator[tuple[str, str]]:
    block = write.statement.parent
    for other in block.parts if block is not None and block.kind == "block" else ():
        is_count = other.kind == "step" or (other.kind == "assign" and other.name != "=")
        target = other.parts[0] if other.parts and other is not write.statement and is_count else None
        found = next((one for one in holder.fields if target is not None and one.name == target.name), None)
        if found is not None and KnownValue(found.text).number is not None:
            yield found.name, found.text


def _held(
    writes: Sequence[Write], value: KnownValue, code: str, failing: Symbol | None
) -> Iterator[Contribution]:
    is_empty = value.size == 0
    for write in writes:
        if write.kind not in ("filled", "emptied") or write.function == failing:
            continue
        emptied = write.kind == "emptied"
        weight = _EMPTIED if emptied else _FILLED
        what = "takes from it" if emptied else "adds to it"
        size = "empty" if is_empty else f"of size {value.size}"
        where = f"line {write.line} of `{write.function.display_name}`"
        yield Contribution(write.function, write.line, weight, f"`{code}` was {size}: {where} {what}.")


@dataclass(frozen=True)
class Lookup:
    """A lookup in a collection: its parts, and what was captured of the collection."""

    file: SyntaxFile
    container: Node
    key: Node | None
    held: KnownValue | None
    key_value: KnownValue | None


def lookup_of(origin: Origin, seen: CapturedCode) -> Lookup | None:
    """Return the lookup that an origin is; None where it is none."""
    place = origin.place
    file = seen.syntax_of(place.path)
    node = file.node_at(place.start, place.end) if file is not None else None
    if file is None or node is None or origin.kind not in _LOOKUPS:
        return None
    held = node.parts[0] if node.kind == "index" and node.parts else node.receiver
    if held is None or held.kind not in ("name", "member"):
        return None
    keys = node.parts[1:] if node.kind == "index" else node.arguments
    frame = seen.frame_around(file, place)
    values = FrameValues(frame[0], file.text) if frame is not None else None
    key = keys[0] if keys else None
    return Lookup(
        file,
        held,
        key,
        values.of(held) if values is not None else None,
        values.of(key) if values is not None and key is not None else None,
    )


def _looked_up(fitted: FittedOrigin, value: KnownValue | None, seen: CapturedCode) -> Iterator[Contribution]:
    """Yield what filled or emptied the collection in which a value was looked up."""
    lookup = lookup_of(fitted.origin, seen)
    place = fitted.origin.place
    owner = seen.class_at(place.path, lookup.file.line_of(place.start)) if lookup is not None else None
    if lookup is None or owner is None:
        return
    is_null, held, name = value is None or value.is_null, lookup.held, lookup.container.name
    if is_null and held is not None and held.size:
        weight = fitted.weight * _KEY_IN_FILLED
    elif is_null:
        weight = fitted.weight * (_KEY if held is None else _KEY_IN_EMPTY)
    else:
        weight = fitted.weight * _HELD
    for write in find_writes(name, owner, place.path, seen.code, seen.syntax_of):
        if write.kind not in ("filled", "emptied") or (write.kind == "emptied" and not is_null):
            continue
        where = f"line {write.line} of `{write.function.display_name}`"
        said = f"`{name}` held {value.text if value else ''}: {where} adds to it."
        if is_null:
            size = "was empty" if held is not None and held.size == 0 else "had no such entry"
            said = f"`{name}` {size}: {where} changes what it holds."
        yield Contribution(write.function, write.line, weight, said)
