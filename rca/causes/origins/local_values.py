"""Follows a value through the forms of expressions inside one function."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from models.tools.trace_value_origin import StepKind
from rca.causes.origins import lambda_parameters, parameter_values, property_values, returned_values
from rca.causes.origins.null_checks import leaves
from rca.causes.origins.nullability import is_nullable_type
from rca.causes.origins.origin import Place, Trail
from rca.causes.origins.reaching_definitions import ReachingDefinitions
from rca.causes.origins.syntax_file import SyntaxFile
from rca.causes.origins.variable_bindings import Definition, find_binding, parameter_of
from rca.languages.facts import NONE
from rca.languages.syntax_trees.node import Node
from rca.resolve.symbol import Symbol

if TYPE_CHECKING:
    from rca.causes.origins.origin_search import OriginSearch


def begin_search(search: OriginSearch, file: SyntaxFile, node: Node, name: str) -> None:
    """Begin a search at an expression, or at the declaration of a name; of `x!!` at the `x`."""
    while node.kind == "notnull" and node.parts:
        node = node.parts[0]
    if node.kind == "function" and name in node.labels:
        parameter_values.follow_parameter(search, file, node, name, Trail())
    elif node.kind == "declare":
        index = file.declaration_of(node)
        if index != NONE:
            property_values.follow_property(search, Symbol(file.path, file.facts, index), Trail())
        else:
            _declared(search, file, node, name, Trail())
    else:
        search.visit(file, node, Trail())


def step(trail: Trail, kind: StepKind, file: SyntaxFile, node: Node) -> Trail:
    """Return a trail with one more step."""
    return trail.to(kind, Place(file.path, node.start, node.end))


def follow_literal(search: OriginSearch, file: SyntaxFile, node: Node, trail: Trail) -> None:
    """Record a literal."""
    if node.name == "null":
        search.add("null_literal", file, node, trail)
    elif not search.nulls:
        search.add("literal", file, node, trail)


def follow_computed(search: OriginSearch, file: SyntaxFile, node: Node, trail: Trail) -> None:
    """Record a value that is computed, and so never null."""
    if not search.nulls:
        search.add("computed", file, node, trail)


def follow_construction(search: OriginSearch, file: SyntaxFile, node: Node, trail: Trail) -> None:
    """Record an object or function that is made here."""
    if not search.nulls:
        search.add("construction" if node.kind == "object" else "lambda", file, node, trail)


def follow_inner(search: OriginSearch, file: SyntaxFile, node: Node, trail: Trail) -> None:
    """Follow the only part of an expression."""
    search.visit(file, node.parts[0], trail)


def follow_notnull(search: OriginSearch, file: SyntaxFile, node: Node, trail: Trail) -> None:
    """Follow `x!!`, which never gives null."""
    if not search.nulls:
        search.visit(file, node.parts[0], trail)


def follow_elvis(search: OriginSearch, file: SyntaxFile, node: Node, trail: Trail) -> None:
    """Follow both sides of `a ?: b`; null comes from the right alone."""
    if not search.nulls:
        search.visit(file, node.parts[0], trail)
    if not leaves(node.parts[1]):
        search.visit(file, node.parts[1], step(trail, "elvis", file, node.parts[1]))


def follow_block(search: OriginSearch, file: SyntaxFile, node: Node, trail: Trail) -> None:
    """Follow the value of a block: its last expression, or what its `yield`s give."""
    for one in _results(node):
        search.visit(file, one, trail)


def _results(node: Node) -> list[Node]:
    if node.kind != "block":
        return (
            []
            if leaves(node) and node.kind != "yield"
            else node.parts[:1]
            if node.kind == "yield"
            else [node]
        )
    given = [one for one in node.walk() if one.kind == "yield"]
    if given:
        return [one.parts[0] for one in given if one.parts]
    last = node.parts[-1] if node.parts else None
    if last is None or last.kind in ("declare", "assign", "for", "while", "do") or leaves(last):
        return []
    return _results(last)


def follow_branches(search: OriginSearch, file: SyntaxFile, node: Node, trail: Trail) -> None:
    """Follow the values of the branches of `if`, `when` and `try`."""
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


def follow_cast(search: OriginSearch, file: SyntaxFile, node: Node, trail: Trail) -> None:
    """Follow what is cast; `as?` may give null itself."""
    if node.safe and search.nulls:
        search.add("safe_cast", file, node, trail, f"null where the value is no {node.name}")
    if not node.safe and search.nulls and not file.is_java and not is_nullable_type(node.name):
        return  # the cast itself fails for null
    search.visit(file, node.parts[0], step(trail, "cast", file, node))


def follow_assign(search: OriginSearch, file: SyntaxFile, node: Node, trail: Trail) -> None:
    """Follow an assignment that is used as a value."""
    search.visit(file, node.parts[1], trail)


def follow_index(search: OriginSearch, file: SyntaxFile, node: Node, trail: Trail) -> None:
    """Follow `a[i]`."""
    returned_values.follow_index(search, file, node, trail)


def follow_name(search: OriginSearch, file: SyntaxFile, node: Node, trail: Trail) -> None:
    """Follow a name: a local to what reaches it, else a property."""
    name = node.name
    binding = find_binding(node, name)
    if binding is None:
        property_values.follow_read(search, file, node, trail)
        return

    def matches(one: Node) -> bool:
        return one.kind == "name" and one.name == name

    reaching = ReachingDefinitions(matches, binding, nulls=search.nulls, java=file.is_java)
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
    elif how in {"changed", "caught"}:
        if not search.nulls:
            search.add("caught" if how == "caught" else "computed", file, node, trail)
    elif how == "declared":
        _declared(search, file, node, name, trail)
    elif how == "parameter":
        parameter_values.follow_parameter(search, file, node, name, trail)
    elif how == "context":
        given = node.contexts[name]
        if not search.nulls or is_nullable_type(given.type):
            search.add("parameter", file, given, trail, f"{name} is what the caller's context holds")
    elif how == "element":
        _element(search, file, node, trail)
    elif how == "lambda":
        position = parameter_of(node, name)
        lambda_parameters.follow_parameter(search, file, node, position or 0, name, trail)
    elif how == "pattern" and not search.nulls:
        search.visit(file, node.parts[0], step(trail, "cast", file, node))


def _declared(search: OriginSearch, file: SyntaxFile, node: Node, name: str, trail: Trail) -> None:
    """Follow the declaration of a local."""
    value = node.parts[0] if node.parts and node.parts[0].kind != "function" else None
    if value is None:
        return
    if name in node.labels:
        follow_component(search, file, value, node.labels.index(name), trail)
        return
    if search.nulls and not file.is_java and node.type and not is_nullable_type(node.type):
        return
    if node.delegated:
        property_values.follow_delegate(search, file, value, step(trail, "delegate", file, node))
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
    property_values.follow_component(search, file, value, position, trail)


def _element(search: OriginSearch, file: SyntaxFile, loop: Node, trail: Trail) -> None:
    """Follow the variable of a loop."""
    follow_elements(search, file, loop.parts[0], step(trail, "element", file, loop.parts[0]))


def follow_elements(search: OriginSearch, file: SyntaxFile, container: Node, trail: Trail) -> None:
    """Follow what a container holds: the values of a list that is written out, else the container."""
    binding = find_binding(container, container.name) if container.kind == "name" else None
    if (
        binding is not None
        and binding.how == "parameter"
        and parameter_values.is_vararg(file, binding.node, container.name)
    ):
        parameter_values.follow_parameter(search, file, binding.node, container.name, trail)
    elif container.kind == "call" and container.name in _LISTS:
        for one in container.arguments:
            search.visit(file, one, trail)
    elif not search.nulls:
        search.add("element", file, container, trail)
    elif property_values.holds_null(search, file, container):
        search.add("element", file, container, trail, "its elements may be null")


_LISTS: Final = frozenset(
    ("listOf", "arrayOf", "setOf", "mutableListOf", "sequenceOf", "asList", "of", "arrayListOf")
)


def follow_lambda_results(search: OriginSearch, file: SyntaxFile, function: Node, trail: Trail) -> None:
    """Follow what a lambda or anonymous function gives."""
    if function.kind == "function":
        for one in returned_values.returned(function, file.is_java):
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
