"""Follows properties and fields to what is written to them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from rca.causes.origins import local_values, parameter_values, returned_values
from rca.causes.origins.nullability import takes_null
from rca.causes.origins.origin import EnteredCall, Trail
from rca.causes.origins.project_uses import Use
from rca.causes.origins.reaching_definitions import ReachingDefinitions
from rca.causes.origins.syntax_file import SyntaxFile
from rca.causes.origins.traced_writes import find_traced_write
from rca.causes.origins.variable_bindings import find_binding
from rca.languages.facts import NONE
from rca.languages.syntax_trees.node import Node
from rca.resolve.symbol import Symbol

if TYPE_CHECKING:
    from rca.causes.origins.origin_search import OriginSearch

_NULLABLE_ARGUMENT: Final = re.compile(r"\?\s*>\??\s*$")
_PRIMITIVES: Final = frozenset(("int", "long", "boolean", "byte", "char", "short", "float", "double"))


def follow_read(search: OriginSearch, file: SyntaxFile, node: Node, trail: Trail) -> None:
    """Follow the read of a property, of a receiver or of the class around."""
    receiver = node.receiver
    if search.nulls and node.safe and receiver is not None:
        search.visit(file, receiver, local_values.step(trail, "safe_call", file, node))
    if node.name == "field" and receiver is None and _follow_backing_field(search, file, node, trail):
        return
    targets = search.targets(file, node)
    own = [one for one in targets if one.facts.language != "library"]
    is_property = not targets or any(one.declaration.kind == "property" for one in own)
    if _is_own(node) and is_property and not _follow_inside(search, file, node, trail):
        return
    for one in own:
        _follow_symbol(search, file, node, one, trail)
    if own:
        return
    if targets:
        _follow_library(search, file, node, targets[0], trail)
    elif not (receiver is None and _follow_constructor_parameter(search, file, node, trail)):
        _follow_unknown(search, file, node, trail)


def _follow_symbol(search: OriginSearch, file: SyntaxFile, node: Node, target: Symbol, trail: Trail) -> None:
    if target.declaration.kind == "property":
        follow_property(search, target, trail)
    elif target.declaration.kind == "function":
        returned_values.follow_function(search, target, trail.into(EnteredCall(target, file.path, node)))
    elif not search.nulls:
        search.add("construction", file, node, trail)


def _follow_library(search: OriginSearch, file: SyntaxFile, node: Node, target: Symbol, trail: Trail) -> None:
    if target.declaration.kind in {"property", "function"}:
        returned_values.add_library_result(search, file, node, target, trail)
    elif not search.nulls:
        search.add("construction", file, node, trail)


def _follow_unknown(search: OriginSearch, file: SyntaxFile, node: Node, trail: Trail) -> None:
    source = search.sources.by_name(f"get{node.name[:1].upper()}{node.name[1:]}")
    if source is None and node.receiver is None:
        source = search.inherited_source(file, node)
    if source is not None:
        search.add(source.kind, file, node, trail, source.note)
    elif not node.name[:1].isupper() or (not search.nulls and _is_constant(node)):
        search.add("unresolved", file, node, trail, f"the declaration of {node.name} is not known")


def _is_constant(node: Node) -> bool:
    """Return whether a name is written as that of a constant, and not as that of a type."""
    return node.name.isupper() and len(node.name) > 1


def _is_own(node: Node) -> bool:
    """Return whether a read goes to the instance around it: `x`, `this.x`."""
    return node.receiver is None or node.receiver.kind == "this"


def _follow_inside(search: OriginSearch, file: SyntaxFile, node: Node, trail: Trail) -> bool:
    """Follow what the function around a read writes first; return whether earlier values reach the read."""
    name = node.name

    def matches(one: Node) -> bool:
        if one.name != name or not _is_own(one):
            return False
        return one.kind == "member" or (one.kind == "name" and find_binding(one, name) is None)

    reaching = ReachingDefinitions(matches, None, nulls=search.nulls, java=file.is_java)
    reaching.run(node)
    for definition in reaching.found.values():
        local_values.follow_definition(search, file, definition, name, trail)
    return reaching.from_outside


def _follow_backing_field(search: OriginSearch, file: SyntaxFile, node: Node, trail: Trail) -> bool:
    """Follow `field` in an accessor: the initial value of its property, and what is assigned to `field`."""
    holder = next((one for one in node.ancestors() if one.kind == "declare" and one.at >= 0), None)
    if holder is None or find_binding(node, "field") is not None:
        return False
    index = file.declaration_of(holder)
    if index == NONE:
        return False
    _follow_stored(search, file, holder, Symbol(file.path, file.facts, index), trail)
    return True


def follow_property(search: OriginSearch, target: Symbol, trail: Trail) -> None:
    """Follow a property or field of the project: its getter, or everything that is written to it."""
    if not search.is_new(("property", target, trail.entered)):
        return
    file = search.file(target.path)
    if file is None:
        return
    row = target.declaration
    tree = file.declaration_tree(row)
    nullable = takes_null(target, search.sources)
    if "lateinit" in row.modifiers:
        _follow_lateinit(search, file, target, trail)
        return
    if search.nulls and nullable is False:
        _follow_unset(search, file, tree, trail)
        return
    traced = find_traced_write(search, target)
    traced_file = None if traced is None else search.file(traced.path)
    if traced is not None and traced_file is not None:
        _follow_write(search, traced_file, traced, trail)
        return
    getter = (
        None
        if tree is None
        else next((one for one in tree.parts if one.kind == "function" and one.name == "get"), None)
    )
    if getter is not None and getter.body is not None:
        for value in returned_values.returned(getter, file.is_java):
            search.visit(file, value, local_values.step(trail, "getter", file, value))
        return
    if tree is None or tree.kind != "declare":
        _follow_promoted(search, target, trail)
        return
    _follow_stored(search, file, tree, target, trail)
    if target.owner is not None and target.owner.declaration.kind != "object":
        for one in search.overriding(target):
            follow_property(search, one, trail)


def _follow_lateinit(search: OriginSearch, file: SyntaxFile, target: Symbol, trail: Trail) -> None:
    row = target.declaration
    place = Node("declare", row.start, row.end)
    if search.sources.has("injected", row.modifiers):
        search.add("injected", file, place, trail, "unset until injection has run")
    elif search.nulls:
        writes = search.uses.writes_of(target)
        where = sorted({f"{use.path}:{use.site.line}" for use in writes})
        note = f"unset until {', '.join(where[:3])}" if where else "nothing in the project sets it"
        search.add("lateinit_unset", file, place, trail, note)
    if not search.nulls:
        follow_writes(search, target, trail)


def _follow_unset(search: OriginSearch, file: SyntaxFile, tree: Node | None, trail: Trail) -> None:
    """Record a property that cannot hold null and yet be unset: `by Delegates.notNull()`."""
    value = tree.parts[0] if tree is not None and tree.delegated and tree.parts else None
    if value is not None and value.kind == "call" and value.name == "notNull":
        search.add("lateinit_unset", file, value, trail, "unset until it is written")


def _follow_promoted(search: OriginSearch, target: Symbol, trail: Trail) -> None:
    """Follow a property that a constructor's parameter declares: its arguments, and what is written later."""
    owner = target.owner
    if owner is None:
        return
    for constructor in search.resolver.members.constructors(owner.type_name):
        row = constructor.declaration
        if row.start <= target.declaration.start and target.declaration.end <= row.end:
            position = next((i for i, one in enumerate(row.parameters) if one.name == target.name), None)
            if position is not None:
                parameter_values.follow_argument(search, constructor, position, trail)
    follow_writes(search, target, trail)
    _follow_copies(search, target, owner, trail)


def _follow_copies(search: OriginSearch, target: Symbol, owner: Symbol, trail: Trail) -> None:
    """Follow what `copy(name = …)` of a data class in the same file or its users gives."""
    if "data" not in owner.declaration.modifiers:
        return
    for path in search.resolver.files.declaring("copy", "called"):
        if search.deadline.expired:
            return
        facts = search.resolver.names.facts(path)
        for index in facts.called.get("copy", ()):
            site = facts.calls[index]
            if target.name not in site.labels or not site.has_receiver:
                continue
            receiver = search.resolver.type_of(path, site.receiver)
            file = search.file(path) if receiver is not None and receiver.name == owner.type_name else None
            call = None if file is None else file.named_at(site.start)
            if file is None or call is None or call.kind != "call":
                continue
            value = call.argument(len(call.parts), target.name, 0)
            if value is not None:
                search.visit(file, value, local_values.step(trail, "argument", file, value))


def _follow_stored(search: OriginSearch, file: SyntaxFile, tree: Node, target: Symbol, trail: Trail) -> None:
    """Follow what a property holds: its initial value, and every write."""
    row = target.declaration
    value = next((one for one in tree.parts if one.kind != "function"), None)
    if value is not None and tree.delegated:
        follow_delegate(search, file, value, local_values.step(trail, "delegate", file, tree))
    elif value is not None:
        search.visit(file, value, local_values.step(trail, "initializer", file, tree))
    elif search.sources.has("injected", row.modifiers):
        search.add("injected", file, tree, trail, "null until injection has run")
    elif search.sources.has("json", row.modifiers):
        search.add("json", file, tree, trail, f"null where the data has no {row.name}")
    elif file.is_java and row.type not in _PRIMITIVES and not _set_by_constructors(file, target):
        search.add("default_value", file, tree, trail, "a field without a value is null until it is written")
    setter = next((one for one in tree.parts if one.kind == "function" and one.name == "set"), None)
    if setter is not None and setter.body is not None:
        for one in setter.body.walk():
            if one.kind == "assign" and one.parts[0].kind == "name" and one.parts[0].name == "field":
                search.visit(file, one.parts[1], local_values.step(trail, "property_write", file, one))
    elif not _is_read_only(file, tree) or value is None:
        follow_writes(search, target, trail)


def _is_read_only(file: SyntaxFile, tree: Node) -> bool:
    if file.is_java:
        return bool(
            re.search(r"\bfinal\b", file.text[max(0, tree.start - 60) : tree.start].rpartition(";")[2])
        )
    return file.text.startswith("val", tree.start)


def _set_by_constructors(file: SyntaxFile, target: Symbol) -> bool:
    """Return whether every constructor of a Java class writes a field, or an initializer block does."""
    owner = target.owner
    if owner is None:
        return False
    trees = [
        file.declaration_tree(row)
        for row in file.facts.declarations
        if row.parent == owner.index and row.kind == "constructor" and "implicit" not in row.modifiers
    ]
    bodies = [one for one in trees if one is not None and not _delegates(one)]
    return bool(bodies) and all(_writes(one, target.name) for one in bodies)


def _delegates(constructor: Node) -> bool:
    body = constructor.body
    return body is not None and any(one.kind == "call" and one.name == "this" for one in body.parts[:1])


def _writes(function: Node, name: str) -> bool:
    body = function.body
    statements = [] if body is None else body.parts
    return any(
        one.kind == "assign" and one.parts[0].name == name and _is_own(one.parts[0]) for one in statements
    )


def follow_writes(search: OriginSearch, target: Symbol, trail: Trail) -> None:
    """Follow every value that is written to a property."""
    for use in search.uses.writes_of(target):
        file = search.file(use.path)
        if file is not None:
            _follow_write(search, file, use, trail)


def _follow_write(search: OriginSearch, file: SyntaxFile, use: Use, trail: Trail) -> None:
    node = file.named_at(file.source.span(use.site)[0])
    if node is None:
        search.lacks(f"the write in {file.path}:{use.site.line} was not understood")
        return
    parent = node.parent
    if parent is not None and parent.kind == "assign" and parent.parts[0] is node:
        search.visit(file, parent.parts[1], local_values.step(trail, "property_write", file, parent))
    elif node.kind == "call" and node.arguments:
        value = node.arguments[0]
        search.visit(file, value, local_values.step(trail, "property_write", file, node))


def follow_delegate(search: OriginSearch, file: SyntaxFile, value: Node, trail: Trail) -> None:
    """Follow what a delegate gives."""
    name = value.name if value.kind in ("call", "name", "member") else ""
    arguments = value.arguments if value.kind == "call" else []
    if name in ("lazy", "remember", "rememberSaveable") and arguments:
        local_values.follow_lambda_results(search, file, arguments[-1], trail)
    elif name in ("observable", "vetoable", "mutableStateOf") and arguments:
        search.visit(file, arguments[0], trail)
    elif name == "notNull":
        search.add("lateinit_unset", file, value, trail, "unset until it is written")
    elif value.kind in ("name", "member"):
        search.add("lookup", file, value, trail, "read from what the property is delegated to")
    elif not search.nulls:
        search.add("injected", file, value, trail)


def _follow_constructor_parameter(search: OriginSearch, file: SyntaxFile, node: Node, trail: Trail) -> bool:
    """Follow a parameter of the primary constructor, read by an initializer; False where there is none."""
    index = file.source.owner(node.start)
    for around in file.facts.enclosing(index) if index != NONE else ():
        row = file.facts.declarations[around]
        if around == NONE or not row.is_class:
            continue
        for number, one in enumerate(file.facts.declarations):
            if one.kind == "constructor" and one.parent == around and one.name_start < row.header_end:
                position = next((i for i, held in enumerate(one.parameters) if held.name == node.name), None)
                if position is not None:
                    parameter_values.follow_argument(
                        search, Symbol(file.path, file.facts, number), position, trail
                    )
                    return True
        return False
    return False


def follow_component(
    search: OriginSearch, file: SyntaxFile, value: Node, position: int, trail: Trail
) -> None:
    """Follow one component of a value: the property of a data class, or a `componentN` of the project."""
    holder = value.parent
    begin = value.start if holder is None else holder.start
    for one in search.component(file, begin, value.start, position):
        if one.facts.language != "library" and one.declaration.kind == "function":
            returned_values.follow_function(search, one, trail)
            return
    held = type_name_of(search, file, value)
    for constructor in search.resolver.members.constructors(held) if held else ():
        if constructor.facts.language == "library" or position >= len(constructor.declaration.parameters):
            continue
        owner = constructor.owner
        name = constructor.declaration.parameters[position].name
        found = () if owner is None else search.resolver.members.children(owner.path, owner.index, name)
        for one in found:
            follow_property(search, one, trail)
        if found:
            return
    if not search.nulls:
        search.add("computed", file, value, trail)


def type_name_of(search: OriginSearch, file: SyntaxFile, value: Node) -> str | None:
    """Return the full name of an expression's class, as far as the resolver knows it."""
    if value.kind == "name":
        binding = find_binding(value, value.name)
        if binding is not None and binding.how == "declared" and binding.node.parts:
            return type_name_of(search, file, binding.node.parts[0])
        if binding is not None and binding.how == "parameter":
            index = file.declaration_of(binding.node)
            if index != NONE:
                row = file.facts.declarations[index]
                text = next((one.type for one in row.parameters if one.name == value.name), None)
                found = None if text is None else search.resolver.names.read(file.path, index, text)
                return None if found is None else found.name
    for target in search.targets(file, value) if value.kind in ("name", "member", "call") else ():
        result = search.resolver.result_of(target)
        if result is not None:
            return result.name
    return None


def holds_null(search: OriginSearch, file: SyntaxFile, container: Node) -> bool:
    """Return whether a container is declared to hold null: `List<String?>`."""
    return any(map(_NULLABLE_ARGUMENT.search, _declared_types(search, file, container)))


def _declared_types(search: OriginSearch, file: SyntaxFile, container: Node) -> list[str]:
    if container.kind == "name":
        binding = find_binding(container, container.name)
        if binding is not None:
            if binding.node.kind == "declare":
                return [binding.node.type]
            index = file.declaration_of(binding.node) if binding.how == "parameter" else NONE
            if index != NONE:
                rows = file.facts.declarations[index].parameters
                return [one.type or "" for one in rows if one.name == container.name]
            return []
    if container.kind in ("name", "member", "call"):
        return [one.declaration.type or "" for one in search.targets(file, container)]
    return []
