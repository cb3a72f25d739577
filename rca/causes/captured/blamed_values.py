"""Which values of the failing line made it fail, by what was captured at the throw."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from models.captured_state import CapturedValue
from rca.causes.captured.known_value import KnownValue
from rca.causes.captured.value_lookup import FrameValues
from rca.causes.origins.null_checks import leaves
from rca.causes.origins.syntax_file import SyntaxFile
from rca.languages.syntax_trees.node import Node

_HOLDS: Final = frozenset({"require", "check", "assert", "checkArgument", "checkState", "isTrue"})
_NOT_NULL: Final = frozenset(
    {"requireNotNull", "checkNotNull", "requireNonNull", "notNull", "assertNotNull", "checkNotNullParameter"}
)
_BY_INDEX: Final = frozenset(
    {"get", "elementAt", "charAt", "substring", "subList", "removeAt", "set", "getString", "getInt"}
)
_ANY_ELEMENT: Final = frozenset(
    {"first", "last", "single", "random", "max", "min", "maxOf", "minOf", "reduce", "next", "element"}
    | {"removeFirst", "removeLast", "getFirst", "getLast", "pop", "remove", "peek", "maxBy", "minBy"}
)
_UNWRAPS: Final = frozenset({"orElseThrow", "getAsInt", "getAsLong", "getAsDouble"})
_BY_KEY: Final = frozenset({"getValue", "get"})
_FAILS: Final = frozenset({"error", "fail", "TODO"})
_OPERANDS: Final = ("name", "member", "call", "index", "notnull")
_SEARCHES: Final = frozenset({"find", "findLast", "firstOrNull", "lastOrNull", "singleOrNull"})
_PARSES: Final = re.compile(
    r"parse\w*|valueOf|decode|fromString|to(?:Int|Long|Short|Byte|Float|Double|BigDecimal)\Z"
)
_CHANGES: Final = re.compile(
    r"(?:add|put|set|remove|clear|sort|retain|replace|fill|offer|push|poll|merge|plusAssign)\w*"
)
_KEEPS_ELEMENTS: Final = re.compile(
    r"(?:sorted\w*|map(?:Indexed)?|reversed|asReversed|shuffled|to(?:Mutable)?(?:List|Set)|distinct\w*|asSequence"
    r"|withIndex|stream|iterator|listIterator|values|entries|keys|onEach|also)\Z"
)
_FILTERS: Final = re.compile(r"filter|find|first|last|single|any|takeWhile|dropWhile")
_CHAINED: Final = re.compile(
    r"(?:filter|find|first|last|single|takeWhile|dropWhile|sorted|map|to(?:Mutable)?(?:List|Set)|stream|reduce|max|min"
    r"|distinct|limit|skip|asSequence|values|entries|keys|iterator)\w*"
)
_CONDITIONS: Final = frozenset({"and", "or", "not", "binary", "in", "is"})
_BOTH: Final = 0.5
"""Weight of each of two values that do not fit each other, where nothing says which is wrong."""


@dataclass(frozen=True)
class BlamedValue:
    """An expression of the failing line, and the value that made it fail.

    Args:
        node: the expression.
        value: what it was; None where it was not captured and no other can be at fault.
        holder: the object that it was read from.
        weight: 1 where it is surely at fault.
        is_changed: whether the fault is that it was changed at all.
        too_high: whether a number is too high rather than too low; None where neither is known.
    """

    node: Node
    value: KnownValue | None
    holder: CapturedValue | None
    weight: float = 1.0
    is_changed: bool = False
    too_high: bool | None = None


def find_blamed_values(file: SyntaxFile, values: FrameValues, line: int, exception: str) -> list[BlamedValue]:
    """Return the values of a line that made it fail.

    Args:
        file: the file of the frame.
        values: those of the topmost frame of the app.
        line: its line.
        exception: type of the exception.
    """
    nodes = list(nodes_on(file, line))
    blamed = list(_of_checks(nodes, values))
    if not blamed:
        kind = exception.rpartition(".")[2]
        for names, find in _BY_EXCEPTION:
            if any(name in kind for name in names):
                blamed = list(find(nodes, values))
                break
    blamed = [given for one in blamed for given in _expanded(behind_local(one, values), values)]
    unique = {(one.node.start, one.node.end): one for one in reversed(blamed)}
    return sorted(unique.values(), key=lambda one: (-one.weight, one.node.start))


def behind_local(blamed: BlamedValue, values: FrameValues) -> BlamedValue:
    """Return the property or search that a local variable got its value from, if nothing else is written to it.

    Args:
        blamed: the value.
        values: those of the frame.
    """
    given = _initial(blamed.node)
    if given is None:
        return blamed
    if given.kind == "elvis" and leaves(given.parts[-1]):
        given = given.parts[0]
    given = _without_assertion(given)
    is_read = given.kind == "member" or (given.kind == "call" and given.name in _SEARCHES)
    if not is_read:
        return blamed
    return replace(blamed, node=given, holder=values.holder(given))


def _initial(node: Node) -> Node | None:
    """Return what a local variable is declared with, if nothing else is written to it."""
    if node.kind != "name":
        return None
    root = [node, *node.ancestors()][-1]
    declared = [one for one in root.walk() if one.kind == "declare" and one.name == node.name and one.parts]
    is_written = any(
        one.kind in ("assign", "step") and one.parts and one.parts[0].name == node.name for one in root.walk()
    )
    if len(declared) != 1 or is_written or declared[0] is root or declared[0].delegated:
        return None
    return declared[0].parts[0] if declared[0].parts[0].start < node.start else None


def _expanded(blamed: BlamedValue, values: FrameValues) -> Iterator[BlamedValue]:
    """Yield a value, or the parts of the search that did not find it: what was asked for, and where."""
    node = blamed.node
    predicate = node.arguments[-1] if node.kind == "call" and node.arguments else None
    if node.name not in _SEARCHES or node.receiver is None or predicate is None or predicate.kind != "lambda":
        yield blamed
        return
    container = _root(node.receiver, values)
    held = values.of(container)
    bound = {label for label in predicate.labels if label} or {"it"}
    wanted = [one for one in _of_predicate(predicate, held, values) if not _begins_with(one.node, bound)]
    is_empty = held is not None and held.size == 0
    yield from (replace(one, weight=0.0 if is_empty else _BOTH) for one in wanted)
    yield BlamedValue(container, held, values.holder(container), 1.0 if is_empty or not wanted else _BOTH)


def _begins_with(node: Node, names: set[str]) -> bool:
    while node.receiver is not None:
        node = node.receiver
    return node.kind == "name" and node.name in names


def nodes_on(file: SyntaxFile, line: int) -> Iterator[Node]:
    """Yield the nodes of which a part that can fail stands on a line.

    Args:
        file: the file.
        line: from 1.
    """
    if not 1 <= line <= file.line_count:
        return
    start, end = file.line_range(line)
    offset = start + len(file.text[start:end]) - len(file.text[start:end].lstrip())
    root = file.root_at(offset)
    if root is None:
        return
    for node in root.walk():
        at = node.at if node.at >= 0 else node.start
        if start <= at < end or (node.kind in ("notnull", "index") and start <= node.end - 1 < end):
            yield node


def _of_checks(nodes: Sequence[Node], values: FrameValues) -> Iterator[BlamedValue]:
    """Yield the operands of the condition that a throw, `require` or `check` on the line stands for."""
    for node in nodes:
        arguments = node.arguments if node.kind == "call" else []
        if node.kind == "call" and node.name in _NOT_NULL and arguments:
            yield from _blame([arguments[0]], values)
        elif node.kind == "call" and node.name in _HOLDS and arguments:
            yield from _blame(operands_at_fault(arguments[0], False, values), values)
        elif node.kind == "throw" or (node.kind == "call" and node.name in _FAILS and not node.received):
            yield from _blame(_guards(node, values), values)


def _guards(thrown: Node, values: FrameValues) -> list[Node]:
    """Return the operands of the conditions under which a throw is reached, the nearest condition's."""
    inner = thrown
    for outer in thrown.ancestors():
        if outer.kind in ("if", "ternary") and inner is not outer.parts[0]:
            return operands_at_fault(outer.parts[0], inner is outer.parts[1], values)
        if outer.kind == "elvis" and inner is outer.parts[-1]:
            return [outer.parts[0]]
        if outer.kind == "when" and outer.received and inner.kind == "entry":
            return [outer.parts[0]]
        if outer.kind == "when" and inner.kind == "entry":
            return [
                operand
                for entry in outer.parts
                if entry is not inner
                for condition in entry.parts[:-1]
                for operand in operands_at_fault(condition, False, values)
            ]
        if outer.kind == "block":
            passed = _passed_check(outer, inner, values)
            if passed:
                return passed
        if outer.kind in ("function", "lambda"):
            break
        inner = outer
    return []


def _passed_check(block: Node, statement: Node, values: FrameValues) -> list[Node]:
    """Return the operands of the last `if` before a statement that would have left the block."""
    before: list[Node] = []
    for one in block.parts:
        if one is statement:
            break
        if one.kind == "if" and len(one.parts) == 2 and leaves(one.parts[1]):
            before = operands_at_fault(one.parts[0], False, values)
    return before


def operands_at_fault(condition: Node, outcome: bool, values: FrameValues) -> list[Node]:
    """Return the operands because of which a condition has an outcome."""
    kind, parts = condition.kind, condition.parts
    if kind == "not" and parts:
        return operands_at_fault(parts[0], not outcome, values)
    if kind in ("and", "or"):
        chosen = list(parts)
        if outcome == (kind == "or"):  # one part is enough
            known = [values.is_true(part) for part in parts]
            chosen = [part for part, truth in zip(parts, known, strict=True) if truth is outcome] or [
                part for part, truth in zip(parts, known, strict=True) if truth is None
            ]
        return [operand for part in chosen for operand in operands_at_fault(part, outcome, values)]
    if kind in ("binary", "in", "is"):
        return [operand for part in parts for operand in _names_in(part, values)]
    if kind == "call" and condition.receiver is not None:
        is_static = condition.receiver.kind == "name" and condition.receiver.name[:1].isupper()
        if not is_static and values.of(condition) is not None and values.of(condition.receiver) is None:
            return [condition]
        operands = [*([] if is_static else [condition.receiver]), *condition.arguments]
        return [operand for part in operands for operand in _names_in(part, values)] or [condition]
    if kind == "name" and (given := _initial(condition)) is not None and given.kind in _CONDITIONS:
        return operands_at_fault(given, outcome, values) or [condition]
    return [condition] if kind in _OPERANDS else []


def _names_in(node: Node, values: FrameValues) -> list[Node]:
    """Return the operands of an operand that can be at fault: no constants, sizes as their container."""
    if node.kind in ("member", "call") and node.receiver is not None:
        if node.name in ("size", "length", "lastIndex", "count") and not node.arguments:
            held = values.of(node.receiver)
            return [node.receiver if held is not None and held.size is not None else node]
        is_constant = node.kind == "member" and node.name[:1].isupper() and node.receiver.name[:1].isupper()
        return [] if is_constant else [node]
    if node.kind == "name":
        return [] if node.name.isupper() else [node]
    if node.kind == "binary":
        return [operand for part in node.parts for operand in _names_in(part, values)]
    return [node] if node.kind in _OPERANDS else []


def _blame(nodes: Sequence[Node], values: FrameValues) -> Iterator[BlamedValue]:
    share = 1.0 if len(nodes) == 1 else _BOTH
    for node in nodes:
        yield BlamedValue(node, values.of(node), values.holder(node), share)


def _of_null(nodes: Sequence[Node], values: FrameValues) -> Iterator[BlamedValue]:
    """Yield what is null among the receivers of a line; the only one that is not known where none is."""
    unknown: list[Node] = []
    for node in nodes:
        for used in map(_without_assertion, _dereferenced(node)):
            value = values.of(used)
            if value is None:
                unknown.append(used)
            elif value.is_null:
                yield BlamedValue(used, value, values.holder(used))
                return
    calls = [one for one in unknown if one.kind in ("call", "member", "index")]
    if len(calls) == 1:
        yield BlamedValue(calls[0], None, values.holder(calls[0]))


def _without_assertion(node: Node) -> Node:
    while node.kind == "notnull" and node.parts:
        node = node.parts[0]
    return node


def _dereferenced(node: Node) -> Iterator[Node]:
    if node.kind in ("member", "call") and node.receiver is not None and not node.safe:
        is_type = node.receiver.kind == "name" and node.receiver.name[:1].isupper()
        if not is_type:
            yield node.receiver
    elif (node.kind in ("notnull", "index") and node.parts) or (node.kind == "for" and node.parts):
        yield node.parts[0]
    elif node.kind == "binary" and len(node.parts) == 2 and node.name not in ("==", "!=", "===", "!=="):
        yield from (part for part in node.parts if part.kind in ("name", "member", "call"))
    elif node.kind in ("return", "declare", "assign") and node.parts:
        value = node.parts[-1]  # Java unboxes
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
            operands = _names_in(divisor, values)
            yield from _blame(operands, values)
            return
    if len(unknown) == 1:
        yield from _blame(_names_in(unknown[0], values), values)


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
            unknown += _blame([container, *_names_in(index, values)], values)
        elif number < 0:
            yield from (replace(one, too_high=False) for one in _blame(_names_in(index, values), values))
            return
        elif number >= held.size:
            operands = [container] if held.size == 0 else [container, *_names_in(index, values)]
            yield from (replace(one, too_high=True) for one in _blame(operands, values))
            return
    yield from unknown


def _of_range(nodes: Sequence[Node], values: FrameValues) -> Iterator[BlamedValue]:
    """Yield begin and end of a part of a text or list where they do not fit each other."""
    for node in nodes:
        if node.kind == "call" and node.name in ("substring", "subList") and len(node.arguments) == 2:
            begin, end = (values.of(one) for one in node.arguments)
            if begin is None or end is None or begin.number is None or end.number is None:
                continue
            if 0 <= end.number < begin.number:
                for one in node.arguments:
                    yield from (
                        replace(given, weight=_BOTH) for given in _blame(_names_in(one, values), values)
                    )


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
        given = _initial(container) or container
        if given.kind == "call" and _CHAINED.fullmatch(given.name) is not None:
            container = given
        is_chain = container.kind == "call" and _CHAINED.fullmatch(container.name) is not None
        if not arguments and is_chain and values.of(container) is None:
            yield from _filtered(container, values)
            continue
        container = _root(container, values)
        held = values.of(container)
        if not arguments and held is not None and held.size and _is_optional(held):
            continue
        if held is not None and held.size == 0:
            yield from _blame([container], values)
        elif arguments and arguments[-1].kind == "lambda":
            yield from _of_predicate(arguments[-1], held, values)
        elif arguments:
            keys = _blame(_names_in(arguments[0], values), values)
            yield from (replace(key, weight=_BOTH) for key in keys)
            yield BlamedValue(container, held, values.holder(container), _BOTH)
        else:
            yield from _blame([container], values)


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
            yield from _blame(_names_in(given, values) or [given], values)
            return
        unknown += _names_in(given, values) or [given]
    yield from _blame(unknown, values)


def _is_number(value: KnownValue) -> bool:
    return KnownValue(value.text.strip('"').strip()).number is not None


def _of_modification(nodes: Sequence[Node], values: FrameValues) -> Iterator[BlamedValue]:
    """Yield the collections that a line walks through."""
    for node in nodes:
        walked = node.parts[0] if node.kind == "for" and node.parts else None
        if node.kind == "call":
            walked = node.receiver
        for one in _blame([_root(walked, values)], values) if walked is not None else ():
            yield replace(one, is_changed=True)


def _of_size(nodes: Sequence[Node], values: FrameValues) -> Iterator[BlamedValue]:
    """Yield the operands of negative sizes."""
    for node in nodes:
        sizes = node.arguments if node.kind == "call" else node.parts if node.kind == "other" else []
        for size in sizes:
            known = values.of(size)
            if known is not None and known.number is not None and known.number < 0:
                yield from _blame(_names_in(size, values), values)


def _of_receiver(nodes: Sequence[Node], values: FrameValues) -> Iterator[BlamedValue]:
    """Yield what a line tried to change."""
    for node in nodes:
        if node.kind == "call" and node.receiver is not None and _CHANGES.fullmatch(node.name):
            yield from _blame([node.receiver], values)


def _of_date(nodes: Sequence[Node], values: FrameValues) -> Iterator[BlamedValue]:
    """Yield parts of a date or time that no calendar has."""
    for node in nodes:
        if node.kind != "call" or node.name not in ("of", "ofYearDay", "withDayOfMonth", "withMonth"):
            continue
        for given in node.arguments:
            known = values.of(given)
            number = known.number if known is not None else None
            if number is not None and (number <= 0 or (number > 31 and given is not node.arguments[0])):
                yield from _blame(_names_in(given, values), values)


def _of_cast(nodes: Sequence[Node], values: FrameValues) -> Iterator[BlamedValue]:
    for node in nodes:
        if node.kind == "cast" and node.parts and not node.safe:
            yield from _blame([node.parts[0]], values)


def _filtered(node: Node, values: FrameValues) -> Iterator[BlamedValue]:
    """Yield what the conditions of a chain of searches ask for, and the collection that it begins with."""
    predicates: list[Node] = []
    while node.kind == "call" and node.receiver is not None and _CHAINED.fullmatch(node.name):
        predicates += [one for one in node.arguments if one.kind == "lambda" and _FILTERS.match(node.name)]
        node = node.receiver
    held = values.of(node)
    for predicate in predicates if held is None or held.size else ():
        bound = {label for label in predicate.labels if label} or {"it"}
        for one in _of_predicate(predicate, held, values):
            if not _begins_with(one.node, bound):
                yield replace(one, weight=_BOTH)
    yield BlamedValue(node, held, values.holder(node), _BOTH if predicates else 1.0)


def _is_optional(value: KnownValue) -> bool:
    return value.captured is not None and (value.captured.type or "").startswith("java.util.Optional")


def _root(container: Node, values: FrameValues) -> Node:
    """Return the collection of whose elements another one is made, as far as none can be lost."""
    while (
        values.of(container) is None
        and container.kind == "call"
        and container.receiver is not None
        and _KEEPS_ELEMENTS.match(container.name)
    ):
        container = container.receiver
    return container


def _of_predicate(predicate: Node, held: KnownValue | None, values: FrameValues) -> Iterator[BlamedValue]:
    """Yield what made a predicate false for every element."""
    elements = held.captured.fields if held is not None and held.captured is not None else ()
    body = predicate.body
    while body is not None and body.kind == "block" and body.parts:
        body = body.parts[-1]
    if body is None:
        return
    name = next((label for label in predicate.labels if label), "it")
    inside = replace(values, bound={**values.bound, name: elements[0]}) if elements else values
    yield from _blame(operands_at_fault(body, False, inside), inside)


_BY_EXCEPTION: Final = (
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
