"""Follows parameters to the arguments of calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rca.causes.origins import lambda_parameters, local_values, property_values
from rca.causes.origins.nullability import is_nullable_type, type_takes_null
from rca.causes.origins.origin import Trail
from rca.causes.origins.project_uses import Use
from rca.causes.origins.syntax_file import SyntaxFile
from rca.languages.facts import NONE
from rca.languages.syntax_trees.node import Node
from rca.resolve.symbol import Symbol

if TYPE_CHECKING:
    from rca.causes.origins.origin_search import OriginSearch


def follow_parameter(search: OriginSearch, file: SyntaxFile, function: Node, name: str, trail: Trail) -> None:
    """Follow a parameter of a function to the arguments that it is given."""
    holder = function.parent
    if function.name == "set" and holder is not None and holder.kind == "declare":
        _follow_setter(search, file, holder, trail)
        return
    index = file.declaration_of(function)
    position = function.labels.index(name)
    if index == NONE:
        lambda_parameters.follow_parameter(search, file, function, position, name, trail)
        return
    follow_argument(search, Symbol(file.path, file.facts, index), position, trail)


def is_vararg(file: SyntaxFile, function: Node, name: str) -> bool:
    """Return whether a parameter of a function takes any number of arguments."""
    index = file.declaration_of(function)
    rows = () if index == NONE else file.facts.declarations[index].parameters
    return any(one.vararg and one.name == name for one in rows)


def _follow_setter(search: OriginSearch, file: SyntaxFile, holder: Node, trail: Trail) -> None:
    index = file.declaration_of(holder)
    if index != NONE:
        property_values.follow_writes(search, Symbol(file.path, file.facts, index), trail)


def follow_argument(search: OriginSearch, target: Symbol, position: int, trail: Trail) -> None:
    """Follow a parameter of a declaration to the arguments that it is given."""
    row = target.declaration
    if position >= len(row.parameters):
        return
    if trail.entered:
        last = trail.entered[-1]
        if last.function == target:
            file = search.file(last.path)
            if file is not None:
                _visit_argument(search, file, last.call, target, position, trail.out())
            return
        trail = trail.out()
    nullable = type_takes_null(target, row.parameters[position].type)
    only_java = search.nulls and nullable is False and target.facts.language == "kotlin"
    if search.nulls and nullable is False and target.facts.language != "kotlin":
        return
    if not search.is_new(("argument", target, position, trail.entered)):
        return
    uses = search.uses.calls_of(target)
    framed = [use for use in uses if (use.path, use.site.line) in search.frames]
    followed = False
    for use in framed or uses:
        caller = search.file(use.path)
        if caller is None or (only_java and not caller.is_java):
            continue
        followed = _follow_use(search, caller, use, target, position, trail) or followed
    if not only_java:
        _follow_outside(search, target, position, trail, called=followed or bool(framed))


def _follow_use(
    search: OriginSearch, file: SyntaxFile, use: Use, target: Symbol, position: int, trail: Trail
) -> bool:
    start = file.source.span(use.site)[0]
    node = file.named_at(start)
    if node is None or node.kind not in ("call", "name", "member"):
        node = file.starting_at(use.site.start, "call") or node
    if node is None:
        search.lacks(f"the call in {file.path}:{use.site.line} was not understood")
        return False
    parent = node.parent
    if node.kind in ("name", "member") and parent is not None and parent.kind == "assign":
        search.visit(file, parent.parts[1], local_values.step(trail, "argument", file, parent))
        return True
    if node.kind != "call":
        search.lacks(f"{target.display_name} is passed as a function in {file.path}:{use.site.line}")
        return node.kind == "reference"
    return _visit_argument(search, file, node, target, position, trail)


def _visit_argument(
    search: OriginSearch, file: SyntaxFile, call: Node, target: Symbol, position: int, trail: Trail
) -> bool:
    """Follow the argument of one call, or the parameter's default where the call gives none."""
    parameters = target.declaration.parameters
    name = parameters[position].name
    if call.kind == "index":
        given = call.parts[1:]
        if position < len(given):
            search.visit(file, given[position], local_values.step(trail, "argument", file, given[position]))
        return True
    if parameters[position].vararg:
        for one in call.arguments[position:]:
            search.visit(file, one, local_values.step(trail, "argument", file, one))
        return True
    argument = call.argument(position, name, len(parameters))
    if argument is not None:
        search.visit(file, argument, local_values.step(trail, "argument", file, argument))
        return True
    declared = search.file(target.path)
    tree = None if declared is None else declared.declaration_tree(target.declaration)
    default = None if tree is None else tree.defaults.get(name)
    if declared is None or default is None:
        return False
    search.visit(declared, default, local_values.step(trail, "default_argument", declared, default))
    return True


def arguments_of(
    search: OriginSearch, file: SyntaxFile, function: Node, name: str, trail: Trail
) -> list[tuple[SyntaxFile, Node, Trail]]:
    """Return the arguments that calls of the project give a parameter, each with its file and trail."""
    index = file.declaration_of(function)
    if index == NONE:
        return []
    target = Symbol(file.path, file.facts, index)
    position = function.labels.index(name)
    count = len(function.labels)
    found = []
    calls: list[tuple[SyntaxFile | None, Node | None]]
    if trail.entered and trail.entered[-1].function == target:
        last = trail.entered[-1]
        calls = [(search.file(last.path), last.call)]
        trail = trail.out()
    else:
        calls = []
        for use in search.uses.calls_of(target):
            caller = search.file(use.path)
            if caller is not None:
                calls.append((caller, caller.named_at(caller.source.span(use.site)[0])))
    for caller, call in calls:
        argument = None if call is None or call.kind != "call" else call.argument(position, name, count)
        if caller is not None and argument is not None:
            found.append((caller, argument, local_values.step(trail, "argument", caller, argument)))
    return found


def _follow_outside(
    search: OriginSearch, target: Symbol, position: int, trail: Trail, *, called: bool
) -> None:
    """Record that a library gives an argument, or that no call of the function is known."""
    file = search.file(target.path)
    if file is None:
        return
    row = target.declaration
    name = row.parameters[position].name
    tree = file.declaration_tree(row)
    place = (
        Node("parameter", row.start, row.header_end)
        if tree is None
        else Node("parameter", tree.start, row.header_end)
    )
    owner = target.owner
    if row.kind == "constructor" and owner is not None:
        members = search.resolver.members.children(target.path, owner.index, name)
        modifiers = tuple(word for one in (*members, owner) for word in one.declaration.modifiers)
        if search.sources.has("json", modifiers):
            search.add("json", file, place, trail, f"null where the data has no {name}")
            return
    outside = search.hierarchy.external_overrides(target)
    if outside.members or outside.unknown:
        by = (*outside.members, *outside.unknown)[0]
        search.add("framework_argument", file, place, trail, f"given by the library that calls {by}")
    elif not called:
        search.add("parameter", file, place, trail, f"no call that gives {name} is in the project")


def follow_this(search: OriginSearch, file: SyntaxFile, node: Node, trail: Trail) -> None:
    """Follow `this`: of an extension of a type that takes null, what it is called on."""
    if not search.nulls:
        search.add("construction", file, node, trail)
        return
    function = next((one for one in node.ancestors() if one.kind in ("function", "lambda")), None)
    index = NONE if function is None or function.kind != "function" else file.declaration_of(function)
    if index == NONE:
        return
    target = Symbol(file.path, file.facts, index)
    receiver = target.declaration.receiver
    if receiver is None or not is_nullable_type(receiver):
        return
    if trail.entered and trail.entered[-1].function == target:
        last = trail.entered[-1]
        caller = search.file(last.path)
        if caller is not None and last.call.receiver is not None:
            search.visit(
                caller, last.call.receiver, local_values.step(trail.out(), "receiver", caller, last.call)
            )
        return
    for use in search.uses.calls_of(target):
        caller = search.file(use.path)
        call = None if caller is None else caller.named_at(caller.source.span(use.site)[0])
        if caller is not None and call is not None and call.receiver is not None:
            search.visit(caller, call.receiver, local_values.step(trail, "receiver", caller, call))
