"""Which values of a line made it fail, by the type of the exception."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from models.captured_state import CapturedValue
from rca.causes.captured.blamed_value import (
    BOTH,
    BlamedValue,
    begins_with,
    blame,
    initial_of,
    names_in,
    of_predicate,
    root_of,
    without_assertion,
)
from rca.causes.captured.declared_size import weigh_declared_size
from rca.causes.captured.known_value import KnownValue
from rca.causes.captured.missing_key import weigh_map_key
from rca.causes.captured.value_lookup import FrameValues
from rca.languages.syntax_trees.node import Node

_BY_INDEX: Final = frozenset(
    {"get", "elementAt", "charAt", "substring", "subList", "removeAt", "set", "getString", "getInt"}
)
_ANY_ELEMENT: Final = frozenset(
    {"first", "last", "single", "random", "max", "min", "maxOf", "minOf", "reduce", "next", "element"}
    | {"removeFirst", "removeLast", "getFirst", "getLast", "pop", "remove", "peek", "maxBy", "minBy"}
)
_TAKEN: Final = 1.2
"""Factor for code that removed elements: that is likelier at fault than code that added too few."""
_UNWRAPS: Final = frozenset({"orElseThrow", "getAsInt", "getAsLong", "getAsDouble"})
_BY_KEY: Final = frozenset({"getValue", "get"})
_PARSES: Final = re.compile(
    r"parse\w*|valueOf|decode|fromString|to(?:Int|Long|Short|Byte|Float|Double|BigDecimal)\Z"
)
_CHANGES: Final = re.compile(
    r"(?:add|put|set|remove|clear|sort|retain|replace|fill|offer|push|poll|merge|plusAssign)\w*"
)
_FILTERS: Final = re.compile(r"filter|find|first|last|single|any|takeWhile|dropWhile")
_CHAINED: Final = re.compile(
    r"(?:filter|find|first|last|single|takeWhile|dropWhile|sorted|map|to(?:Mutable)?(?:List|Set)|stream|reduce|max|min"
    r"|distinct|limit|skip|asSequence|values|entries|keys|iterator)\w*"
)


def _of_null(nodes: Sequence[Node], values: FrameValues) -> Iterator[BlamedValue]:
    """Yield what is null among the receivers of a line; the only one that is not known where none is."""
    for of_node in (_dereferenced, _unboxed):
        unknown: dict[tuple[int, int], Node] = {}
        for used in (without_assertion(one) for node in nodes for one in of_node(node)):
            value = values.of(used)
            if value is None:
                unknown[used.start, used.end] = used
            elif value.is_null:
                yield BlamedValue(used, value, values.holder(used))
                return
        calls = [one for one in unknown.values() if one.kind in ("call", "member", "index")]
        if len(calls) == 1:
            yield BlamedValue(calls[0], None, values.holder(calls[0]))
        if unknown or any(node.kind == "notnull" for node in nodes):
            return


def _dereferenced(node: Node) -> Iterator[Node]:
    if node.kind in ("member", "call") and node.receiver is not None and not node.safe:
        is_type = node.receiver.kind == "name" and node.receiver.name[:1].isupper()
        if not is_type:
            yield node.receiver
    elif (node.kind in ("notnull", "index") and node.parts) or (node.kind == "for" and node.parts):
        yield node.parts[0]
    elif node.kind == "binary" and len(node.parts) == 2 and node.name not in ("==", "!=", "===", "!=="):
        yield from (part for part in node.parts if part.kind in ("name", "member", "call"))


def _unboxed(node: Node) -> Iterator[Node]:
    """Yield what a declaration, an assignment or a return unboxes (Java) or checks for null (Kotlin)."""
    if node.kind in ("return", "declare", "assign") and node.parts:
        value = node.parts[-1]
        if value.kind in ("name", "member", "call"):
            yield value


def _of_division(nodes: Sequence[Node], values: FrameValues) -> Iterator[BlamedValue]:
    divisors = [
        node.parts[1]
        for node in nodes
        if node.kind in ("binary", "assign") and node.name in ("/", "%", "/=", "%=") and len(node.parts) == 2
    ]
    unknown: list[Node] = []
    for divisor in divisors:
        value = values.of(divisor)
        if value is None:
            unknown.append(divisor)
        elif value.number == 0:
            operands = names_in(divisor, values)
            yield from blame(operands, values)
            return
    if len(unknown) == 1:
        yield from blame(names_in(unknown[0], values), values)


def _of_index(nodes: Sequence[Node], values: FrameValues) -> Iterator[BlamedValue]:
    """Yield index and container where one lies outside of the other; else what is not known."""
    unknown: list[BlamedValue] = list(_of_range(nodes, values))
    if unknown:
        yield from unknown
        return
    for container, index in _indexed(nodes):
        held, known = values.of(container), values.of(index)
        number = known.number if known is not None else None
        if held is None or held.size is None or number is None:
            unknown += blame([container, *names_in(index, values)], values)
        elif number < 0:
            yield from (replace(one, too_high=False) for one in blame(names_in(index, values), values))
            return
        elif number >= held.size:
            operands = [container] if held.size == 0 else [container, *names_in(index, values)]
            part = weigh_declared_size(number, held.size, index.name, holders_of(container, values))
            for one in blame(operands, values):
                factor = part.container if one.node is container else part.index
                yield replace(
                    one,
                    weight=one.weight * (factor if len(operands) > 1 else 1.0),
                    too_high=True,
                    too_small_for=part.field if one.node is container else None,
                    sized=part.holder if one.node is container else None,
                )
            return
    yield from unknown


def holders_of(container: Node, values: FrameValues) -> list[CapturedValue]:
    """Return the objects that hold a container, directly or through other containers."""
    found: list[CapturedValue] = []
    node: Node | None = container
    while node is not None:
        node = initial_of(node) or node
        holder = values.holder(node)
        if holder is not None and holder not in found:
            found.append(holder)
        node = node.parts[0] if node.kind == "index" and node.parts else node.receiver
    return found


def _of_range(nodes: Sequence[Node], values: FrameValues) -> Iterator[BlamedValue]:
    """Yield begin and end of a part of a text or list where they do not fit each other."""
    for node in nodes:
        if node.kind == "call" and node.name in ("substring", "subList") and len(node.arguments) == 2:
            begin, end = (values.of(one) for one in node.arguments)
            if begin is None or end is None or begin.number is None or end.number is None:
                continue
            if 0 <= end.number < begin.number:
                for one in node.arguments:
                    yield from (replace(given, weight=BOTH) for given in blame(names_in(one, values), values))


def _indexed(nodes: Sequence[Node]) -> Iterator[tuple[Node, Node]]:
    """Yield containers with the index that they are asked for."""
    for node in nodes:
        if node.kind == "index" and len(node.parts) == 2:
            yield node.parts[0], node.parts[1]
        elif node.kind == "call" and node.receiver is not None and node.name in _BY_INDEX:
            yield from ((node.receiver, index) for index in node.arguments[:2])


def _of_missing(nodes: Sequence[Node], values: FrameValues) -> Iterator[BlamedValue]:
    for node in nodes:
        if node.kind == "index" and len(node.parts) == 2:
            container, arguments = node.parts[0], node.parts[1:]
        elif (
            node.kind == "call"
            and node.receiver is not None
            and node.name in _ANY_ELEMENT | _BY_KEY | _UNWRAPS
        ):
            container, arguments = node.receiver, list(node.arguments)
        else:
            continue
        given = initial_of(container) or container
        if (
            given.kind == "call"
            and values.of(container) is None
            and _CHAINED.fullmatch(given.name) is not None
        ):
            container = given
        is_chain = container.kind == "call" and _CHAINED.fullmatch(container.name) is not None
        if not arguments and is_chain and values.of(container) is None:
            yield from _filtered(container, values)
            continue
        container = root_of(container, values)
        held = values.of(container)
        if not arguments and held is not None and held.size and _is_optional(held):
            continue
        if held is not None and held.size == 0:
            yield from blame([container], values)
        elif arguments and arguments[-1].kind == "lambda":
            yield from of_predicate(arguments[-1], held, values)
        elif arguments:
            part = weigh_map_key(values.of(arguments[0]), held)
            keys = blame(names_in(arguments[0], values), values)
            yield from (replace(key, weight=BOTH * part.key) for key in keys)
            yield BlamedValue(container, held, values.holder(container), BOTH * part.collection)
        else:
            yield from blame([container], values)


def _of_text(nodes: Sequence[Node], values: FrameValues) -> Iterator[BlamedValue]:
    """Yield texts that were read as numbers, dates or constants, and are none."""
    unknown: list[Node] = []
    for node in nodes:
        if node.kind != "call" or _PARSES.fullmatch(node.name) is None:
            continue
        is_own = not node.arguments or node.name.startswith("to")
        given = node.receiver if is_own else node.arguments[0]
        known = values.of(given) if given is not None else None
        if given is None or (known is not None and _is_number(known)):
            continue
        if known is not None:
            yield from blame(names_in(given, values) or [given], values)
            return
        unknown += names_in(given, values) or [given]
    yield from blame(unknown, values)


def _is_number(value: KnownValue) -> bool:
    return KnownValue(value.text.strip('"').strip()).number is not None


def _of_modification(nodes: Sequence[Node], values: FrameValues) -> Iterator[BlamedValue]:
    """Yield the collections that a line walks through."""
    for node in nodes:
        walked = node.parts[0] if node.kind == "for" and node.parts else None
        if node.kind == "call":
            walked = node.receiver
        for one in blame([root_of(walked, values)], values) if walked is not None else ():
            yield replace(one, is_changed=True)


def _of_size(nodes: Sequence[Node], values: FrameValues) -> Iterator[BlamedValue]:
    """Yield the operands of negative sizes."""
    for node in nodes:
        sizes = node.arguments if node.kind == "call" else node.parts if node.kind == "other" else []
        for size in sizes:
            known = values.of(size)
            if known is not None and known.number is not None and known.number < 0:
                taken = (
                    size.parts[1] if size.kind == "binary" and size.name == "-" and size.parts[1:] else None
                )
                for one in blame(names_in(size, values), values):
                    yield replace(one, weight=one.weight * _TAKEN) if one.node is taken else one


def _of_receiver(nodes: Sequence[Node], values: FrameValues) -> Iterator[BlamedValue]:
    """Yield what a line tried to change."""
    for node in nodes:
        if node.kind == "call" and node.receiver is not None and _CHANGES.fullmatch(node.name):
            yield from blame([node.receiver], values)


def _of_date(nodes: Sequence[Node], values: FrameValues) -> Iterator[BlamedValue]:
    """Yield parts of a date or time that no calendar has."""
    for node in nodes:
        if node.kind != "call" or node.name not in ("of", "ofYearDay", "withDayOfMonth", "withMonth"):
            continue
        for given in node.arguments:
            known = values.of(given)
            number = known.number if known is not None else None
            if number is not None and (number <= 0 or (number > 31 and given is not node.arguments[0])):
                yield from blame(names_in(given, values), values)
        yield from _of_day(node, values)


def _of_day(node: Node, values: FrameValues) -> Iterator[BlamedValue]:
    """Yield a day that its month does not have, and the month."""
    numbers = [known.number if (known := values.of(one)) is not None else None for one in node.arguments[:3]]
    match numbers:
        case [float(year), float(month), float(day)]:
            is_month = 1 <= month <= 12 and 1 <= year <= 9999
            if is_month and calendar.monthrange(int(year), int(month))[1] < day <= 31:
                yield from blame(names_in(node.arguments[2], values), values)


def _of_cast(nodes: Sequence[Node], values: FrameValues) -> Iterator[BlamedValue]:
    for node in nodes:
        if node.kind == "cast" and node.parts and not node.safe:
            yield from blame([node.parts[0]], values)


def _filtered(node: Node, values: FrameValues) -> Iterator[BlamedValue]:
    """Yield what the conditions of a chain of searches ask for, and the collection that it begins with."""
    predicates: list[Node] = []
    while node.kind == "call" and node.receiver is not None and _CHAINED.fullmatch(node.name):
        predicates += [one for one in node.arguments if one.kind == "lambda" and _FILTERS.match(node.name)]
        node = node.receiver
    held = values.of(node)
    for predicate in predicates if held is None or held.size else ():
        bound = {label for label in predicate.labels if label} or {"it"}
        for one in of_predicate(predicate, held, values):
            if not begins_with(one.node, bound):
                yield replace(one, weight=BOTH)
    yield BlamedValue(node, held, values.holder(node), BOTH if predicates else 1.0)


def _is_optional(value: KnownValue) -> bool:
    return value.captured is not None and (value.captured.type or "").startswith("java.util.Optional")


BY_EXCEPTION: Final = (
    (("NullPointer", "UninitializedProperty"), _of_null),
    (("Arithmetic",), _of_division),
    (("IndexOutOfBounds",), _of_index),
    (("ClassCast",), _of_cast),
    (("NumberFormat", "DateTimeParse", "IllegalArgument"), _of_text),
    (("DateTime",), _of_date),
    (("ConcurrentModification",), _of_modification),
    (("NegativeArraySize", "OutOfMemory"), _of_size),
    (("UnsupportedOperation", "ReadOnlyBuffer"), _of_receiver),
    (("NoSuchElement", "EmptyStack", "BufferUnderflow"), _of_missing),
)
