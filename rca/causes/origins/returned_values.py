"""Follows the results of calls into the functions that return them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from rca.causes.origins import local_values, parameter_values, property_values
from rca.causes.origins.nullability import is_java_library, takes_null
from rca.causes.origins.origin import EnteredCall, Trail
from rca.causes.origins.syntax_file import SyntaxFile
from rca.causes.origins.variable_bindings import find_binding
from rca.languages.syntax_trees.node import Node
from rca.resolve.symbol import Symbol

if TYPE_CHECKING:
    from rca.causes.origins.origin_search import OriginSearch

_MOST_TARGETS: Final = 12
_GIVE_LAMBDA_RESULT: Final = frozenset(
    [
        "let",
        "run",
        "with",
        "withContext",
        "runBlocking",
        "synchronized",
        "use",
        "runCatching",
        "async",
        "coroutineScope",
        "supervisorScope",
        "lazy",
        "remember",
        "rememberSaveable",
        "withLock",
        "withTimeout",
        "withTimeoutOrNull",
        "runInTransaction",
        "withTransaction",
        "measureTimedValue",
        "runInterruptible",
        "derivedStateOf",
        "produceState",
        "buildWith",
    ]
)
"""Functions whose result is that of the lambda that they take."""
_GIVE_RECEIVER: Final = frozenset(("also", "apply", "onEach", "asReversed", "requireNoNulls"))
_GIVE_ARGUMENT: Final = frozenset(("requireNotNull", "checkNotNull", "requireNonNull"))
_BOXES: Final = frozenset(("Integer", "Long", "Short", "Byte", "Float", "Double", "Boolean", "Character"))
_UNBOX: Final = frozenset(
    ("intValue", "longValue", "shortValue", "byteValue", "floatValue", "doubleValue", "booleanValue")
)
_ELSE: Final = frozenset(
    (
        "getOrElse",
        "getOrPut",
        "getOrDefault",
        "ifEmpty",
        "ifBlank",
        "orElse",
        "orElseGet",
        "requireNonNullElse",
    )
)


def follow_call(search: OriginSearch, file: SyntaxFile, node: Node, trail: Trail) -> None:
    """Follow what a call gives back."""
    receiver = node.receiver
    if search.nulls and node.safe and receiver is not None:
        search.visit(file, receiver, local_values.step(trail, "safe_call", file, node))
    if _follow_boxed(search, file, node, trail):
        return
    if node.constructs:
        if not search.nulls:
            search.add("construction", file, node, trail)
        return
    if _follow_function_value(search, file, node, trail):
        return
    targets = search.targets(file, node)
    own = [one for one in targets if one.facts.language != "library"]
    if own:
        _follow_own(search, file, node, own, trail)
    elif not _of_standard_library(search, file, node, trail):
        _follow_library(search, file, node, targets, trail)


def _follow_boxed(search: OriginSearch, file: SyntaxFile, node: Node, trail: Trail) -> bool:
    """Follow the value that a call boxes or unboxes; False for any other call, and where null is asked for.

    `new Integer(x)`, `Integer.valueOf(x)` and `x.intValue()` hold what `x` holds.
    """
    if search.nulls:
        return False
    receiver, arguments = node.receiver, node.arguments
    is_boxed = node.constructs and node.name in _BOXES
    is_boxed |= node.name == "valueOf" and receiver is not None and receiver.name in _BOXES
    if is_boxed and len(arguments) == 1:
        search.visit(file, arguments[0], trail)
        return True
    if node.name in _UNBOX and receiver is not None and not arguments:
        search.visit(file, receiver, trail)
        return True
    return False


def _follow_function_value(search: OriginSearch, file: SyntaxFile, node: Node, trail: Trail) -> bool:
    """Follow the call of a function that a parameter or local holds; False where it is no such call."""
    receiver = node.receiver
    held = (
        node if receiver is None else receiver if node.name == "invoke" and receiver.kind == "name" else None
    )
    binding = None if held is None else find_binding(held, held.name)
    if held is None or binding is None:
        return False
    operators = [one for one in search.invoked(file, held) if one.facts.language != "library"]
    if operators:
        _follow_own(search, file, node, operators, trail)
        return True
    if binding.how == "declared" and binding.node.parts:
        given = [(file, binding.node.parts[0], trail)]
    elif binding.how == "parameter":
        given = parameter_values.arguments_of(search, file, binding.node, held.name, trail)
    else:
        return False
    followed = False
    for caller, value, way in given:
        followed = _follow_given_function(search, caller, value, way) or followed
    if not followed:
        search.add(
            "unresolved", file, node, trail, f"what the function value {held.name} gives is not followed"
        )
    return True


def _follow_given_function(search: OriginSearch, file: SyntaxFile, value: Node, trail: Trail) -> bool:
    """Follow what a lambda or function reference gives; False for any other value."""
    if value.kind in ("lambda", "function"):
        local_values.follow_lambda_results(search, file, value, trail)
        return True
    targets = search.targets(file, value) if value.kind == "reference" else ()
    for target in targets:
        if target.declaration.kind == "function" and target.facts.language != "library":
            follow_function(search, target, trail)
        elif not search.nulls:
            search.add("construction", file, value, trail)
    return bool(targets)


def _follow_own(
    search: OriginSearch, file: SyntaxFile, node: Node, targets: list[Symbol], trail: Trail
) -> None:
    for target in targets[:_MOST_TARGETS]:
        kind = target.declaration.kind
        if kind == "function":
            is_super = node.receiver is not None and node.receiver.kind == "super"
            follow_function(search, target, trail.into(EnteredCall(target, file.path, node)), exact=is_super)
        elif kind == "property":
            if file.is_java and target.facts.language == "kotlin":
                property_values.follow_property(search, target, trail)
            elif takes_null(target, search.sources) is not False or not search.nulls:
                search.add(
                    "unresolved",
                    file,
                    node,
                    trail,
                    f"what the function value {node.name} gives is not followed",
                )
        elif not search.nulls:
            search.add("construction", file, node, trail)


def follow_function(search: OriginSearch, target: Symbol, trail: Trail, *, exact: bool = False) -> None:
    """Follow what a function of the project gives back, and what overrides it where the call is virtual."""
    if search.nulls and takes_null(target, search.sources) is False:
        return
    bodies = [target]
    if not exact:
        bodies.extend(search.overriding(target))
    followed = False
    for one in bodies:
        followed = _follow_body(search, one, trail) or followed
    file = search.file(target.path)
    if not followed and file is not None:
        tree = file.declaration_tree(target.declaration)
        place = (
            tree if tree is not None else Node("function", target.declaration.start, target.declaration.end)
        )
        note = f"no implementation of {target.display_name} is in the project"
        search.add("unresolved", file, place, trail, note)


def _follow_body(search: OriginSearch, target: Symbol, trail: Trail) -> bool:
    """Follow what a function's body gives back; False where it has no body."""
    file = search.file(target.path)
    tree = None if file is None else file.declaration_tree(target.declaration)
    if file is None or tree is None or tree.body is None:
        return file is not None and _follow_record_accessor(search, file, target, trail)
    if target != trail.entered[-1].function if trail.entered else False:
        trail = trail.out().into(trail.entered[-1]._replace(function=target))
    for value in returned(tree, file.is_java):
        search.visit(file, value, local_values.step(trail, "return", file, value))
    return True


def _follow_record_accessor(search: OriginSearch, file: SyntaxFile, target: Symbol, trail: Trail) -> bool:
    """Follow the accessor that Java makes for a component of a record; False where it is none."""
    row = target.declaration
    if not file.is_java or row.parameters:
        return False
    for number, one in enumerate(file.facts.declarations):
        # Both stand at the name of the record.
        if one.kind != "constructor" or (one.parent, one.name_start) != (row.parent, row.name_start):
            continue
        position = next((at for at, held in enumerate(one.parameters) if held.name == row.name), None)
        if position is not None:
            constructor = Symbol(file.path, file.facts, number)
            parameter_values.follow_argument(search, constructor, position, trail.out())
            return True
    return False


def returned(function: Node, java: bool) -> Iterator[Node]:
    """Return the expressions whose values a function gives back."""
    body = function.body
    if body is None:
        return
    if body.kind != "block":
        yield body
        return
    stack = [body]
    while stack:
        node = stack.pop()
        if node.kind == "return" and node.parts and node.name in ("", function.name):
            yield node.parts[0]
        left_out = ("function", "object", "lambda") if java else ("function", "object")
        stack.extend(one for one in node.parts if one.kind not in left_out)


def _of_standard_library(search: OriginSearch, file: SyntaxFile, node: Node, trail: Trail) -> bool:
    """Follow a call of a function whose result is one of its inputs, or of its lambda's."""
    name, receiver, arguments = node.name, node.receiver, node.arguments
    last = arguments[-1] if arguments else None
    if name in _GIVE_LAMBDA_RESULT and last is not None and last.kind in ("lambda", "function"):
        local_values.follow_lambda_results(search, file, last, trail)
        return True
    if name in _GIVE_RECEIVER and receiver is not None:
        if not (search.nulls and node.safe):
            search.visit(file, receiver, trail)
        return True
    if name in ("takeIf", "takeUnless") and receiver is not None:
        if search.nulls:
            search.add("lookup", file, node, trail, "null where the condition does not hold")
        else:
            search.visit(file, receiver, trail)
        return True
    if name in _GIVE_ARGUMENT and arguments:
        if not search.nulls:
            search.visit(file, arguments[0], trail)
        return True
    if name in _ELSE and last is not None:
        if last.kind == "lambda":
            local_values.follow_lambda_results(search, file, last, trail)
        else:
            search.visit(file, last, local_values.step(trail, "elvis", file, last))
        return search.nulls
    return search.nulls and name in ("valueOf", "toString", "format", "orEmpty")


def _follow_library(
    search: OriginSearch, file: SyntaxFile, node: Node, targets: tuple[Symbol, ...], trail: Trail
) -> None:
    """Record a call of a library's function, or of an unknown one."""
    if not targets:
        _follow_unknown(search, file, node, trail)
        return
    target = targets[0]
    if target.declaration.kind == "constructor":
        if not search.nulls:
            search.add("construction", file, node, trail)
        return
    add_library_result(search, file, node, target, trail)


def add_library_result(
    search: OriginSearch, file: SyntaxFile, node: Node, target: Symbol, trail: Trail
) -> None:
    """Record what a library's member gives, as far as its declaration and the table tell."""
    owner = target.qualified_name.rpartition(".")[0]
    source = search.sources.member(owner, target.name)
    nullable = takes_null(target, search.sources)
    if source is not None and source.kind == "preference" and len(node.arguments) > 1:
        _preference(search, file, node, trail)
        return
    if not search.nulls:
        search.add(source.kind if source is not None else "library_call", file, node, trail)
        return
    if source is not None and nullable is not False:
        search.add(source.kind, file, node, trail, source.note)
    elif nullable:
        search.add("library_call", file, node, trail, f"{target.qualified_name} may give null")
    elif nullable is None and is_java_library(target) and not search.sources.is_never_null(owner):
        search.add(
            "platform_call",
            file,
            node,
            trail,
            f"Java's {target.qualified_name} does not say whether it gives null",
        )


def _preference(search: OriginSearch, file: SyntaxFile, node: Node, trail: Trail) -> None:
    """Follow the default of a preference; null is the preference's own where that is what is given."""
    default = node.arguments[1]
    if not search.nulls or (default.kind == "literal" and default.name == "null"):
        search.add("preference", file, node, trail, "the default, where nothing is stored under the key")
    if default.kind != "literal":
        search.visit(file, default, local_values.step(trail, "default_argument", file, default))


def _follow_unknown(search: OriginSearch, file: SyntaxFile, node: Node, trail: Trail) -> None:
    source = search.sources.by_name(node.name)
    if source is None and node.receiver is None:
        source = search.inherited_source(file, node)
    if source is not None and source.kind == "preference" and len(node.arguments) > 1:
        _preference(search, file, node, trail)
    elif source is not None:
        search.add(source.kind, file, node, trail, source.note)
    elif node.name[:1].isupper():
        if not search.nulls:
            search.add("construction", file, node, trail)
    else:
        search.add("unresolved", file, node, trail, f"the declaration of {node.name} is not known")


def follow_index(search: OriginSearch, file: SyntaxFile, node: Node, trail: Trail) -> None:
    """Follow `a[i]`."""
    targets = search.targets(file, node)
    own = [one for one in targets if one.facts.language != "library" and one.declaration.kind == "function"]
    if own:
        for one in own:
            follow_function(search, one, trail.into(EnteredCall(one, file.path, node)))
        return
    target = targets[0] if targets else None
    if not search.nulls:
        is_map = target is not None and "Map" in target.qualified_name
        search.add("lookup" if is_map else "element", file, node, trail)
    elif target is not None and takes_null(target, search.sources):
        search.add("lookup", file, node, trail, "null when there is no such key")
    elif file.is_java and target is None:
        search.add("element", file, node, trail, "an element of an array is null until it is set")
    elif property_values.holds_null(search, file, node.parts[0]):
        search.add("element", file, node, trail, "its elements may be null")
