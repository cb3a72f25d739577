"""Follows a value through the forms of expressions inside one function."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from rca.causes.origins import calls, lambdas, parameters, properties
from rca.causes.origins.null_checks import leaves
from rca.causes.origins.nullability import is_nullable_type
from rca.causes.origins.origin import Place, StepKind, Trail
from rca.causes.origins.reaching import Definition, Reaching, find_binding, parameter_of
from rca.causes.origins.syntax_file import SyntaxFile
from rca.causes.origins.syntax_node import Node

if TYPE_CHECKING:
    from rca.causes.origins.origin_search import OriginSearch


def without_assertions(node: Node) -> Node:
    """Return what is asked about: of `x!!` the `x`, which may be null."""
    while node.kind == "notnull" and node.parts:
        node = node.parts[0]
    return node


def step(trail: Trail, kind: StepKind, file: SyntaxFile, node: Node) -> Trail:
    """Return a trail with one more step."""
    return trail.to(kind, Place(file.path, node.start, node.end))


def follow_value(search: OriginSearch, file: SyntaxFile, node: Node, trail: Trail) -> None:
    """Follow an expression to what can give its value."""
    _FORMS.get(node.kind, _computed)(search, file, node, trail)


def _literal(search: OriginSearch, file: SyntaxFile, node: Node, trail: Trail) -> None:
    if node.name == "null":
        search.add("null_literal", file, node, trail)
    elif not search.nulls:
        search.add("literal", file, node, trail)


def _computed(search: OriginSearch, file: SyntaxFile, node: Node, trail: Trail) -> None:
    if not search.nulls:
        search.add("computed", file, node, trail)


def _made(search: OriginSearch, file: SyntaxFile, node: Node, trail: Trail) -> None:
    if not search.nulls:
        search.add("construction" if node.kind == "object" else "lambda", file, node, trail)


def _inner(search: OriginSearch, file: SyntaxFile, node: Node, trail: Trail) -> None:
    search.visit(file, node.parts[0], trail)


def _notnull(search: OriginSearch, file: SyntaxFile, node: Node, trail: Trail) -> None:
    if not search.nulls:
        search.visit(file, node.parts[0], trail)


def _elvis(search: OriginSearch, file: SyntaxFile, node: Node, trail: Trail) -> None:
    if not search.nulls:
        search.visit(file, node.parts[0], trail)
    if not leaves(node.parts[1]):
        search.visit(file, node.parts[1], step(trail, "elvis", file, node.parts[1]))


def _block(search: OriginSearch, file: SyntaxFile, node: Node, trail: Trail) -> None:
    """Follow the value of a block: its last expression, or what its `yield`s give."""
    for one in _results(node):
        search.visit(file, one, trail)


def _results(node: Node) -> list[Node]:
    if node.kind != "block":
        return [] if leaves(node) and node.kind != "yield" else node.parts[:1] if node.kind == "yield" else [node]
    given = [one for one in node.walk() if one.kind == "yield"]
    if given:
        return [one.parts[0] for one in given if one.parts]
    last = node.parts[-1] if node.parts else None
    if last is None or last.kind in ("declare", "assign", "for", "while", "do") or leaves(last):
        return []
    return _results(last)


def _branches(search: OriginSearch, file: SyntaxFile, node: Node, trail: Trail) -> None:
    bodies = {
        "if": node.parts[1:],
        "when": [one.parts[-1] for one in node.parts[node.received :] if one.parts],
        "try": [node.parts[0], *(one.parts[0] for one in node.parts[1:] if one.kind == "catch" and one.parts)]
        if node.parts
        else [],
    }[node.kind]
    for body in bodies:
        for one in _results(body):
            search.visit(file, one, step(trail, "branch", file, one))


def _cast(search: OriginSearch, file: SyntaxFile, node: Node, trail: Trail) -> None:
    if node.safe and search.nulls:
        search.add("safe_cast", file, node, trail, f"null where the value is no {node.name}")
    if not node.safe and search.nulls and not file.is_java and not is_nullable_type(node.name):
        return  # the cast itself fails for null
    search.visit(file, node.parts[0], step(trail, "cast", file, node))


def _assign(search: OriginSearch, file: SyntaxFile, node: Node, trail: Trail) -> None:
    search.visit(file, node.parts[1], trail)


def _index(search: OriginSearch, file: SyntaxFile, node: Node, trail: Trail) -> None:
    calls.follow_index(search, file, node, trail)


def _name(search: OriginSearch, file: SyntaxFile, node: Node, trail: Trail) -> None:
    name = node.name
    binding = find_binding(node, name)
    if binding is None:
        properties.follow_read(search, file, node, trail)
        return

    def matches(one: Node) -> bool:
        return one.kind == "name" and one.name == name

    reaching = Reaching(matches, binding, nulls=search.nulls, java=file.is_java)
    reaching.run(node)
    for definition in reaching.found.values():
        follow_definition(search, file, definition, name, trail)


def follow_definition(
    search: OriginSearch, file: SyntaxFile, definition: Definition, name: str, trail: Trail
) -> None:
    """Follow what a definition gives a variable."""
    node, how = definition
    if how == "assigned":
        search.visit(file, node.parts[1], step(trail, "assignment", file, node))
    elif how == "changed" or how == "caught":
        if not search.nulls:
            search.add("caught" if how == "caught" else "computed", file, node, trail)
    elif how == "declared":
        _declared(search, file, node, name, trail)
    elif how == "parameter":
        parameters.follow_parameter(search, file, node, name, trail)
    elif how == "element":
        _element(search, file, node, name, trail)
    elif how == "lambda":
        position = parameter_of(node, name)
        lambdas.follow_parameter(search, file, node, position or 0, name, trail)
    elif how == "pattern" and not search.nulls:
        search.visit(file, node.parts[0], step(trail, "cast", file, node))


def _declared(search: OriginSearch, file: SyntaxFile, node: Node, name: str, trail: Trail) -> None:
    """Follow the declaration of a local."""
    value = node.parts[0] if node.parts and node.parts[0].kind != "function" else None
    if value is None:
        return
    if node.labels:
        follow_component(search, file, value, node.labels.index(name), trail)
        return
    if search.nulls and not file.is_java and node.type and not is_nullable_type(node.type):
        return
    if node.delegated:
        properties.follow_delegate(search, file, value, step(trail, "delegate", file, node))
        return
    search.visit(file, value, step(trail, "initializer", file, node))


def follow_component(
    search: OriginSearch, file: SyntaxFile, value: Node, position: int, trail: Trail
) -> None:
    """Follow one part of what is destructured."""
    trail = step(trail, "component", file, value)
    if value.kind == "call" and value.name in ("to", "Pair", "Triple"):
        given = value.parts if value.name == "to" else value.arguments
        if position < len(given):
            search.visit(file, given[position], trail)
        return
    properties.follow_component(search, file, value, position, trail)


def _element(search: OriginSearch, file: SyntaxFile, loop: Node, name: str, trail: Trail) -> None:
    """Follow the variable of a loop."""
    follow_elements(search, file, loop.parts[0], loop, step(trail, "element", file, loop.parts[0]))


def follow_elements(
    search: OriginSearch, file: SyntaxFile, container: Node, place: Node, trail: Trail
) -> None:
    """Follow what a container holds: the values of a list that is written out, else the container."""
    binding = find_binding(container, container.name) if container.kind == "name" else None
    if binding is not None and binding.how == "parameter" and parameters.is_vararg(file, binding.node, container.name):
        parameters.follow_parameter(search, file, binding.node, container.name, trail)
    elif container.kind == "call" and container.name in _LISTS:
        for one in container.arguments:
            search.visit(file, one, trail)
    elif not search.nulls:
        search.add("element", file, container, trail)
    elif properties.holds_null(search, file, container):
        search.add("element", file, container, trail, "its elements may be null")


_LISTS: Final = frozenset(("listOf", "arrayOf", "setOf", "mutableListOf", "sequenceOf", "asList", "of", "arrayListOf"))


def follow_lambda_results(search: OriginSearch, file: SyntaxFile, function: Node, trail: Trail) -> None:
    """Follow what a lambda or anonymous function gives."""
    if function.kind == "function":
        for one in calls.returned(function, file.is_java):
            search.visit(file, one, step(trail, "lambda_result", file, one))
        return
    body = function.body
    if body is None:
        return
    label = function.name or (function.parent.name if function.parent is not None else "")
    for one in body.walk():
        if one.kind == "return" and one.parts and (one.name == label if not file.is_java else True):
            search.visit(file, one.parts[0], step(trail, "lambda_result", file, one.parts[0]))
    for one in _results(body):
        search.visit(file, one, step(trail, "lambda_result", file, one))


_Form = Callable[["OriginSearch", SyntaxFile, Node, Trail], None]
_FORMS: Final[dict[str, _Form]] = {
    "literal": _literal,
    "name": _name,
    "member": properties.follow_read,
    "call": calls.follow_call,
    "index": _index,
    "assign": _assign,
    "if": _branches,
    "when": _branches,
    "try": _branches,
    "block": _block,
    "elvis": _elvis,
    "notnull": _notnull,
    "cast": _cast,
    "lambda": _made,
    "function": _made,
    "object": _made,
    "reference": _made,
    "yield": _inner,
    "this": parameters.follow_this,
    "entry": _block,
}
