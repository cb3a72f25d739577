"""Follows the parameters of lambdas to the calls that pass them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rca.causes.origins import local_values, parameter_values
from rca.causes.origins.origin import Trail
from rca.causes.origins.syntax_file import SyntaxFile
from rca.languages.syntax_trees.node import Node
from rca.resolve.symbol import Symbol

if TYPE_CHECKING:
    from rca.causes.origins.origin_search import OriginSearch

_RECEIVER: Final = frozenset(("let", "also", "takeIf", "takeUnless", "use"))
_ELEMENTS: Final = frozenset(
    [
        "forEach",
        "map",
        "filter",
        "filterNot",
        "any",
        "all",
        "none",
        "first",
        "firstOrNull",
        "find",
        "last",
        "lastOrNull",
        "flatMap",
        "associate",
        "associateBy",
        "associateWith",
        "groupBy",
        "sortedBy",
        "sortBy",
        "maxBy",
        "minBy",
        "sumOf",
        "onEach",
        "mapNotNull",
        "count",
        "partition",
        "takeWhile",
        "dropWhile",
        "removeIf",
        "removeAll",
        "distinctBy",
        "singleOrNull",
        "single",
        "indexOfFirst",
        "findLast",
        "joinToString",
    ]
)


def follow_parameter(
    search: OriginSearch, file: SyntaxFile, function: Node, position: int, name: str, trail: Trail
) -> None:
    """Follow a parameter of a lambda or anonymous function."""
    call = function.parent
    if call is None or call.kind != "call" or function not in call.arguments:
        _unknown(search, file, function, trail, "nothing says who calls this function")
        return
    own = [one for one in search.targets(file, call) if one.facts.language != "library"]
    if own:
        for target in own[:4]:
            _given_by(search, file, call, function, position, target, trail)
        return
    receiver = call.receiver
    if call.name in _RECEIVER and receiver is not None:
        if not (search.nulls and call.safe):
            _part_of(search, file, function, position, receiver, name, trail)
        return
    if call.name in _ELEMENTS and receiver is not None:
        local_values.follow_elements(
            search, file, receiver, local_values.step(trail, "element", file, receiver)
        )
        return
    _unknown(search, file, function, trail, f"given by {call.name}, whose code is not in the project")


def _part_of(
    search: OriginSearch,
    file: SyntaxFile,
    function: Node,
    position: int,
    value: Node,
    name: str,
    trail: Trail,
) -> None:
    """Follow a value that a lambda is given, or the part of it that a name destructures."""
    label = function.labels[position] if position < len(function.labels) else None
    trail = local_values.step(trail, "lambda_parameter", file, function)
    if label is not None and label[:1] == "(":
        local_values.follow_component(search, file, value, label[1:-1].split(",").index(name), trail)
    else:
        search.visit(file, value, trail)


def _unknown(search: OriginSearch, file: SyntaxFile, function: Node, trail: Trail, note: str) -> None:
    if search.nulls:
        search.lacks(f"{file.path}:{file.line_of(function.start)}: {note}")
    else:
        search.add("framework_argument", file, function, trail, note)


def _given_by(
    search: OriginSearch,
    file: SyntaxFile,
    call: Node,
    function: Node,
    position: int,
    target: Symbol,
    trail: Trail,
) -> None:
    """Follow what a function of the project gives to the function that it takes."""
    row = target.declaration
    place = call.arguments.index(function)
    taken = next(
        (
            number
            for number, one in enumerate(row.parameters)
            if call.argument(number, one.name, len(row.parameters)) is function
        ),
        place,
    )
    if taken >= len(row.parameters):
        return
    parameter = row.parameters[taken]
    trail = local_values.step(trail, "lambda_parameter", file, function)
    declared = search.file(target.path)
    tree = None if declared is None else declared.declaration_tree(row)
    found = False
    if declared is not None and tree is not None and tree.body is not None:
        found = _visit_calls(search, declared, tree.body, parameter.name, position, trail)
        for one in tree.body.walk():
            kept = one.parts[1] if one.kind == "assign" else None
            if kept is not None and kept.kind == "name" and kept.name == parameter.name:
                for body in _bodies_beside(declared, target):
                    name = one.parts[0].name
                    found = _visit_calls(search, declared, body, name, position, trail) or found
    if not found:
        _by_interface(search, file, function, position, target, taken, trail)


def _visit_calls(
    search: OriginSearch, file: SyntaxFile, body: Node, name: str, position: int, trail: Trail
) -> bool:
    """Follow an argument of each call of a function value in a body; return whether there is one."""
    given = [one for one in body.walk() if _calls_it(one, name) and position < len(one.arguments)]
    for one in given:
        search.visit(file, one.arguments[position], local_values.step(trail, "argument", file, one))
    return bool(given)


def _bodies_beside(file: SyntaxFile, target: Symbol) -> list[Node]:
    """Return the bodies of the functions of a function's class."""
    trees = (
        file.declaration_tree(row)
        for row in file.facts.declarations
        if row.kind == "function" and row.parent == target.declaration.parent
    )
    return [one.body for one in trees if one is not None and one.body is not None]


def _calls_it(node: Node, name: str) -> bool:
    """Return whether a node calls the function value of a name: `f(x)`, `f.invoke(x)`, `f?.invoke(x)`."""
    if node.kind != "call":
        return False
    receiver = node.receiver
    if receiver is None:
        return node.name == name
    return receiver.kind == "name" and receiver.name == name and node.name == "invoke"


def _by_interface(
    search: OriginSearch,
    file: SyntaxFile,
    function: Node,
    position: int,
    target: Symbol,
    taken: int,
    trail: Trail,
) -> None:
    """Follow a parameter of an interface's method that a lambda stands for, or of a stored function."""
    text = target.declaration.parameters[taken].type
    wanted = None if text is None else search.resolver.names.read(target.path, target.index, text)
    method = None if wanted is None else search.resolver.members.single_method(wanted.name, java=file.is_java)
    if method is None or method.facts.language == "library":
        _unknown(
            search,
            file,
            function,
            trail,
            f"{target.display_name} keeps the function; its calls are not followed",
        )
        return
    parameter_values.follow_argument(search, method, position, trail)
