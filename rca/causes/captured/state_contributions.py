"""Functions that should have set a field, counted it up, or changed what it holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from models.captured_state import CapturedValue
from rca.causes.captured.blamed_value import BlamedValue
from rca.causes.captured.called_values import values_in
from rca.causes.captured.captured_code import CapturedCode, simple_name
from rca.causes.captured.contribution import Contribution
from rca.causes.captured.created_unset import created_unset
from rca.causes.captured.known_value import KnownValue
from rca.causes.captured.missing_key import weigh_map_key
from rca.causes.captured.not_reset import not_reset
from rca.causes.captured.origin_fit import FittedOrigin, conditions_of
from rca.causes.captured.run_evidence import RunSearch
from rca.causes.captured.state_writers import Write, find_writes, is_first_value
from rca.causes.captured.value_lookup import EMPTY_FRAME
from rca.causes.origins.origin import Origin, Place
from rca.causes.origins.syntax_file import SyntaxFile
from rca.languages.syntax_trees.node import Node
from rca.resolve.symbol import Symbol

_NOT_SET: Final = 0.4
_SET: Final = 0.5
_NOT_SET_UNDER_CONDITION: Final = 0.6
_MISSED: Final = 2.0
_RAN_PAST: Final = 2.0
_HAS_SET: Final = 0.1
_UNDER_CONDITION: Final = 1.5
_FIRST: Final = 0.3
_IN_LOOP: Final = 3.0
_COUNTED: Final = 1.0
_FILLED: Final = 0.5
_EMPTIED: Final = 0.7
_BESIDE_FITS: Final = 2.0
_BESIDE_DIFFERS: Final = 0.1
_KEY: Final = 0.4
_KEY_IN_FILLED: Final = 0.2
_KEY_IN_EMPTY: Final = 2.0
_CLEARED: Final = 1.5
_HELD: Final = 1.2
_SIZED: Final = 0.8
_LOOKUPS: Final = frozenset({"lookup", "element"})


@dataclass(frozen=True)
class StateQuestion:
    """What is asked of the captured state.

    Args:
        code: the expression at fault.
        seen: what was captured, and its code.
        runs: says which functions have run.
    """

    code: str
    seen: CapturedCode
    runs: RunSearch


def state_contributions(
    blamed: BlamedValue, fitted: Sequence[FittedOrigin], place: tuple[str, int], asked: StateQuestion
) -> Iterator[Contribution]:
    """Yield what changed the field at fault, or what it holds, where no origin gives the value itself.

    Args:
        blamed: the value at fault.
        fitted: its origins.
        place: file and line where it failed.
        asked: the expression, and what is known.
    """
    code, seen, runs = asked.code, asked.seen, asked.runs
    (path, line), value = place, blamed.value
    if blamed.holder is not None and blamed.node.kind in ("name", "member", "call"):
        owner = simple_name(blamed.holder.type)
        file = seen.syntax_of(path)
        name = (seen.field_read_by(file, blamed.node) if file is not None else None) or _field_of(blamed)
        writes = find_writes(name, owner, path, seen)
        is_explained = any(_explains(one, blamed, seen, runs) for one in fitted)
        if value is not None and is_explained and value.is_null:
            missed = [one for one in writes if missed_condition(one, seen, blamed.holder) is not None]
            yield from _not_set(missed, value, code, asked, blamed.holder)
        if value is not None and not is_explained and is_first_value(value):
            yield from _not_set(writes, value, code, asked, blamed.holder)
            yield from created_unset(blamed, path, seen, code)
        if value is not None and value.number is not None:
            is_given = any(one.weight for one in fitted)
            counting = [one for one in writes if not is_given or runs.has_run(one.function)]
            yield from _counted(counting, value, blamed, code, seen)
        if value is not None and not is_first_value(value):
            yield from not_reset(writes, blamed, code, seen, runs)
        if value is not None and not is_explained and not is_first_value(value):
            yield from _set(writes, value, code, fitted, seen)
        if value is not None and value.size is not None and value.is_object:
            functions = seen.code.functions(path)
            failing = functions.around(line) if functions is not None else None
            yield from _held(writes, blamed, failing, asked)
    if blamed.too_small_for is not None and blamed.sized is not None:
        yield from _sized_otherwise(blamed, path, code, seen)
    for one in fitted:
        if one.weight and one.origin.kind in _LOOKUPS:
            yield from _looked_up(one, value, seen)


def _field_of(blamed: BlamedValue) -> str:
    """Return the field that an expression reads, if by an accessor that the compiler wrote."""
    name = blamed.node.name
    field = f"{name[3:4].lower()}{name[4:]}"
    is_accessor = blamed.node.kind == "call" and name.startswith("get") and blamed.holder is not None
    known = blamed.holder.fields if blamed.holder is not None else ()
    return field if is_accessor and any(one.name == field for one in known) else name


def _sized_otherwise(blamed: BlamedValue, path: str, code: str, seen: CapturedCode) -> Iterator[Contribution]:
    """Yield what changed the size that an object declares, or took elements out of its containers."""
    holder, name = blamed.sized, blamed.too_small_for
    owner = simple_name(holder.type) if holder is not None else ""
    if holder is None or name is None or not owner:
        return
    for write in find_writes(name, owner, path, seen):
        if write.kind in ("value", "changed") and write.function.declaration.kind == "function":
            said = f"`{code}` is smaller than `{name}` says: line {write.line} of "
            said += f"`{write.function.display_name}` changes `{name}`."
            yield Contribution(write.function, write.line, _SIZED, said)
    for one in holder.fields:
        if one.size is None or one.text.startswith('"'):
            continue
        for write in find_writes(one.name, owner, path, seen):
            if write.kind in ("emptied", "value") and write.function.declaration.kind == "function":
                said = f"`{code}` is smaller than `{name}` says: line {write.line} of "
                said += f"`{write.function.display_name}` changes `{one.name}`."
                yield Contribution(write.function, write.line, _SIZED, said)


def _explains(fitted: FittedOrigin, blamed: BlamedValue, seen: CapturedCode, runs: RunSearch) -> bool:
    """Return whether an origin in a function that may have run gives just this value."""
    if fitted.gives is None or not fitted.weight:
        return False
    place = fitted.origin.place
    file, functions = seen.syntax_of(place.path), seen.code.functions(place.path)
    function = (
        functions.around(file.line_of(place.start)) if file is not None and functions is not None else None
    )
    if function is None or function.declaration.kind != "function":
        return False
    evidence = runs.of(function)
    if evidence is None and blamed.value is not None and is_first_value(blamed.value):
        return blamed.value.is_null  # it was so before
    return evidence is None or evidence.has_run


def _not_set(
    writes: Sequence[Write], value: KnownValue, code: str, asked: StateQuestion, holder: CapturedValue
) -> Iterator[Contribution]:
    seen, runs = asked.seen, asked.runs
    for write in writes:
        sets_other = write.kind == "value" or (write.given is not None and write.given.text != value.text)
        if write.kind not in ("constant", "value") or not sets_other:
            continue
        if write.function.declaration.kind in ("constructor", "initializer"):
            continue
        evidence, missed = runs.of(write.function), missed_condition(write, seen, holder)
        weight = _NOT_SET_UNDER_CONDITION if write.is_conditional else _NOT_SET
        said = (
            f"`{code}` was {value.text}, as before it is set: line {write.line} of "
            f"`{write.function.display_name}` sets it, and had not"
        )
        if missed is not None:
            weight, said = weight * _MISSED, f"{said}, as {missed}"
        if evidence is not None and evidence.has_run:
            weight *= _RAN_PAST if write.is_conditional else _HAS_SET
        beside = f"It {evidence.said}." if evidence is not None else None
        yield Contribution(write.function, write.line, weight, f"{said}.", beside, omits=True)


def missed_condition(write: Write, seen: CapturedCode, holder: CapturedValue | None = None) -> str | None:
    """Return the condition, by what was captured, because of which a statement was not reached.

    Args:
        write: the statement.
        seen: what was captured, and its code.
        holder: the object whose field it writes: a parameter of its class is taken to be this object.
    """
    place = Place(write.file.path, write.statement.start, write.statement.end)
    frame = seen.frame_around(write.file, place)
    owner = simple_name(holder.type) if holder is not None else ""
    given = [one.name for one in write.function.declaration.parameters if owner and one.type == owner]
    if frame is None and len(given) != 1:
        return None
    values = values_in(frame[0] if frame is not None else EMPTY_FRAME, write.file, seen)
    if len(given) == 1 and holder is not None and (frame is None or not frame[1]):
        values = replace(values, bound={given[0]: holder})
    for condition, expected in conditions_of(write.statement):
        outcome = values.is_true(condition)
        if outcome is not None and outcome is not expected:
            shown = " ".join(write.file.text[condition.start : condition.end].split())
            return f"`{shown}` was {str(outcome).lower()}"
    return None


def _set(
    writes: Sequence[Write], value: KnownValue, code: str, fitted: Sequence[FittedOrigin], seen: CapturedCode
) -> Iterator[Contribution]:
    """Yield what sets a field to a value that no origin gives, as the trail went another way."""
    lines = {
        (place.path, file.line_of(place.start))
        for one in fitted
        for place in (one.origin.place, *(step.place for step in one.origin.steps))
        if one.weight and (file := seen.syntax_of(place.path)) is not None
    }
    for write in writes:
        known = any(
            path == write.function.path and write.function.line <= line <= write.function.end_line
            for path, line in lines
        )
        if write.kind != "value" or known or write.function.declaration.kind != "function":
            continue
        said = f"`{code}` was {value.text}: line {write.line} of `{write.function.display_name}` sets it."
        yield Contribution(write.function, write.line, _SET, said)


def _counted(
    writes: Sequence[Write], value: KnownValue, blamed: BlamedValue, code: str, seen: CapturedCode
) -> Iterator[Contribution]:
    holder = blamed.holder
    for write in writes:
        if write.kind != "changed" or holder is None:
            continue
        said = f"`{code}` was {value.text}: line {write.line} of `{write.function.display_name}` changes it"
        code_at = write.file.text[write.statement.start : write.statement.end]
        if blamed.too_high is not None and ("-" in code_at) is blamed.too_high:
            continue  # it counts the other way
        prevented = _prevented(write, value, holder, seen)
        if prevented is not None:
            against = f"The values rule out `{write.function.display_name}`: {prevented}."
            yield Contribution(write.function, write.line, 0.0, f"{said}.", ruled_out=against)
            continue
        others = list(_counted_beside(write, holder))
        weight = _COUNTED
        beside = None
        if others:
            name, found = others[0]
            has_run = KnownValue(found).number != 0
            weight *= _BESIDE_FITS if has_run else _BESIDE_DIFFERS
            beside = f"It also changes `{name}`, which was {found}."
        yield Contribution(write.function, write.line, weight, f"{said}.", beside)


def _prevented(write: Write, value: KnownValue, holder: CapturedValue, seen: CapturedCode) -> str | None:
    """Return the condition that keeps a statement from counting a field to what it was."""
    node, name = write.statement, write.statement.parts[0].name
    if node.kind != "step" or value.number is None:
        return None
    before = value.number + (1 if write.file.text[node.start : node.end].count("-") else -1)
    bound = {name: CapturedValue(name=name, text=f"{before:g}")}
    values = replace(
        values_in(EMPTY_FRAME.model_copy(update={"receiver": holder}), write.file, seen), bound=bound
    )
    for condition, expected in conditions_of(node):
        outcome = values.is_true(condition)
        if (
            outcome is not None
            and outcome is not expected
            and any(one.name == name for one in condition.walk())
        ):
            shown = " ".join(write.file.text[condition.start : condition.end].split())
            return f"`{shown}` was {str(outcome).lower()} before"
    return None


def _counted_beside(write: Write, holder: CapturedValue) -> Iterator[tuple[str, str]]:
    block = write.statement.parent
    for other in block.parts if block is not None and block.kind == "block" else ():
        is_count = other.kind == "step" or (other.kind == "assign" and other.name != "=")
        target = other.parts[0] if other.parts and other is not write.statement and is_count else None
        found = next((one for one in holder.fields if target is not None and one.name == target.name), None)
        if found is not None and KnownValue(found.text).number is not None:
            yield found.name, found.text


def _held(
    writes: Sequence[Write], blamed: BlamedValue, failing: Symbol | None, asked: StateQuestion
) -> Iterator[Contribution]:
    """Yield what filled or emptied a collection, or should have filled it."""
    code, seen, runs = asked.code, asked.seen, asked.runs
    size = "empty" if blamed.value is not None and blamed.value.size == 0 else "changed"
    if blamed.value is not None and blamed.value.size:
        size = f"of size {blamed.value.size}"
    called = _called_on(seen, failing) if blamed.is_changed else frozenset()
    for write in writes:
        is_loop = write.function == failing and not blamed.is_changed
        if write.kind not in ("filled", "emptied", "changed") or is_loop:
            continue
        emptied = write.kind == "emptied"
        weight = _EMPTIED if emptied else _FILLED
        what = "takes from it" if emptied else "adds to it"
        where = f"line {write.line} of `{write.function.display_name}`"
        if blamed.is_changed:
            weight *= _IN_LOOP if write.function.name in called else 1.0
        elif not emptied:
            yield _not_filled(write, f"`{code}` was {size}: {where}", weight, seen, runs)
            continue
        yield Contribution(write.function, write.line, weight, f"`{code}` was {size}: {where} {what}.")


def _called_on(seen: CapturedCode, failing: Symbol | None) -> frozenset[str]:
    """Return the names of what the failing function calls."""
    functions = seen.code.functions(failing.path) if failing is not None else None
    sites = functions.sites.get(failing, ()) if functions is not None and failing is not None else ()
    return frozenset(site.name for site in sites)


def _not_filled(write: Write, said: str, weight: float, seen: CapturedCode, runs: RunSearch) -> Contribution:
    """Return what should have filled a collection, by whether it was called and why it did not."""
    evidence, missed = runs.of(write.function), missed_condition(write, seen)
    if missed is not None:
        weight, said = weight * _MISSED, f"{said} adds to it, and did not, as {missed}."
    elif write.function.declaration.kind in ("constructor", "initializer"):
        weight, said = weight * _FIRST, f"{said} adds to it."
    elif write.is_conditional:
        weight, said = weight * _UNDER_CONDITION, f"{said} adds to it under a condition."
    else:
        said = f"{said} adds to it."
    if evidence is not None and evidence.has_run:
        weight *= _RAN_PAST if write.is_conditional else 1.0
    return Contribution(write.function, write.line, weight, said, omits=True)


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
    values = values_in(frame[0], file, seen) if frame is not None else None
    key = keys[0] if keys else None
    return Lookup(
        file,
        held,
        key,
        values.of(held) if values is not None else None,
        values.of(key) if values is not None and key is not None else None,
    )


def _owner_of(lookup: Lookup, place: Place, seen: CapturedCode) -> str | None:
    """Return the class whose field the searched collection is."""
    own = seen.class_at(place.path, lookup.file.line_of(place.start))
    return own if lookup.container.receiver is None else seen.owner_of(lookup.file, lookup.container) or own


def _looked_up(fitted: FittedOrigin, value: KnownValue | None, seen: CapturedCode) -> Iterator[Contribution]:
    """Yield what filled or emptied the collection in which a value was looked up."""
    lookup = lookup_of(fitted.origin, seen)
    place = fitted.origin.place
    owner = _owner_of(lookup, place, seen) if lookup is not None else None
    if lookup is None or owner is None:
        return
    is_null, held, name = value is None or value.is_null, lookup.held, lookup.container.name
    if is_null and held is not None and held.size:
        weight = fitted.weight * _KEY_IN_FILLED * weigh_map_key(lookup.key_value, held).collection
    elif is_null:
        weight = fitted.weight * (_KEY if held is None else _KEY_IN_EMPTY)
    else:
        weight = fitted.weight * _HELD
    for write in find_writes(name, owner, place.path, seen):
        if write.kind not in ("filled", "emptied") or (write.kind == "emptied" and not is_null):
            continue
        is_cleared = write.kind == "emptied" and held is not None and held.size == 0
        where = f"line {write.line} of `{write.function.display_name}`"
        said = f"`{name}` held {value.text if value else ''}: {where} adds to it."
        if is_null:
            size = "was empty" if held is not None and held.size == 0 else "had no such entry"
            said = f"`{name}` {size}: {where} changes what it holds."
        yield Contribution(write.function, write.line, weight * (_CLEARED if is_cleared else 1.0), said)
