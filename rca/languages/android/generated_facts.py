"""Facts of the classes that Android's build generates from layouts and navigation graphs.

They have the form of a library's facts: the compiler sees such classes as it sees a library's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rca.languages.android.layout_views import DATA_BINDING, INCLUDED, NO_BINDING
from rca.languages.facts import NONE, Declaration, Facts, Parameter

BINDING, ARGUMENTS, DIRECTIONS = "Binding", "Args", "Directions"
"""How the names of generated classes end."""
SYNTHETIC = "kotlinx.android.synthetic."
"""How the packages of Kotlin's Android extensions begin, which came before view binding."""
_VIEW = "android.view.View"
_ANYTHING = "kotlin.Any?"
"""The type of parameters that overloads are not told apart by: their own may not be known."""
_ACTION = "androidx.navigation.NavDirections"
_SEPARATOR = re.compile(r"[_.\-]+")
_NAVIGATION_TYPES = {
    "string": "kotlin.String",
    "integer": "kotlin.Int",
    "reference": "kotlin.Int",
    "long": "kotlin.Long",
    "float": "kotlin.Float",
    "boolean": "kotlin.Boolean",
}


class Accessor(NamedTuple):
    """A name by which code reaches a resource through a generated class."""

    name: str
    is_method: bool


def binding_name(layout: str) -> str:
    """Return the simple name of the binding class of a layout: `home_screen` has `HomeScreenBinding`."""
    return _capitalized(_camel(layout)) + BINDING


def accessors_of(row: Declaration) -> tuple[Accessor, ...]:
    """Return the names that a generated class gives an id, a variable, or a part of a graph."""
    if row.kind == "id":  # Kotlin's Android extensions take the name as it is
        names = dict.fromkeys((_camel(row.name), row.name))
        return tuple(Accessor(name, is_method=False) for name in names)
    if row.kind == "argument":
        name = _camel(row.name)
        return (Accessor(name, is_method=False), Accessor(f"get{_capitalized(name)}", is_method=True))
    if row.kind == "variable":
        capital = _capitalized(row.name)
        methods = (Accessor(f"{prefix}{capital}", is_method=True) for prefix in ("get", "set"))
        return (Accessor(row.name, is_method=False), *methods)
    return (Accessor(_camel(row.name), is_method=True),) if row.kind == "action" else ()


def names_in_code(row: Declaration) -> Iterator[str]:
    """Return the names by which code uses what the build generates from a resource."""
    yield from (one.name for one in accessors_of(row))
    if row.kind == "layout":
        yield binding_name(row.name)
    elif row.kind == "destination" and row.type:
        simple = row.type.rpartition(".")[2]
        yield from (f"{simple}{ending}" for ending in (ARGUMENTS, DIRECTIONS))


def binding_facts(qualified: str, layouts: Sequence[Facts]) -> Facts:
    """Return the facts of the binding class of a layout's variants; a view of two classes is a `View`."""
    package, _, simple = qualified.rpartition(".")
    wholes = [row for facts in layouts for row in facts.declarations if row.kind == "layout"]
    data = any(DATA_BINDING in row.modifiers for row in wholes)
    above = "androidx.databinding.ViewDataBinding" if data else "androidx.viewbinding.ViewBinding"
    rows = [_row("class", simple, NONE, supertypes=(above,), modifiers=("java",))]
    root = _common(row.type for row in wholes)
    rows.append(_row("function", "getRoot", type_text=root))
    for name, takes in (
        ("inflate", ("inflater",)),
        ("inflate", ("inflater", "parent", "attachToParent")),
        ("bind", ("view",)),
    ):
        parameters = tuple(_parameter(one, _ANYTHING) for one in takes)
        made = _row("function", name, type_text=qualified, parameters=parameters, modifiers=("static",))
        rows.append(made)
    types: dict[str, list[str | None]] = {}
    variables: dict[str, str | None] = {}
    for facts in layouts:
        for row in facts.declarations:
            if row.kind == "id" and row.type is not None:
                types.setdefault(_camel(row.name), []).append(_held(package, row.type))
            elif row.kind == "variable":
                variables.setdefault(row.name, row.type)
    rows.extend(_row("property", name, type_text=_common(held)) for name, held in types.items())
    for name, held in variables.items():
        value = _parameter("value", held or _ANYTHING)
        rows.append(_row("function", f"get{_capitalized(name)}", type_text=held))
        rows.append(
            _row("function", f"set{_capitalized(name)}", type_text="kotlin.Unit", parameters=(value,))
        )
    return Facts("library", package, declarations=tuple(rows))


def is_bound(facts: Facts) -> bool:
    """Return whether the build generates a binding class of a layout."""
    return all(NO_BINDING not in row.modifiers for row in facts.declarations if row.kind == "layout")


def synthetic_facts(package: str, name: str, types: Iterable[str | None]) -> Facts:
    """Return the facts of a property that Kotlin's Android extensions make of an id."""
    receiver = _VIEW if package.endswith(".view") else None
    row = _row("property", name, NONE, type_text=_common(types))
    return Facts("library", package, declarations=(row._replace(receiver=receiver),))


def arguments_facts(qualified: str, graphs: Iterable[Facts]) -> Facts:
    """Return the facts of the class that holds the arguments of a destination."""
    package, _, simple = qualified.rpartition(".")
    owner = qualified.removesuffix(ARGUMENTS)
    rows = [_row("class", simple, NONE, modifiers=("data",))]
    for name in ("fromBundle", "fromSavedStateHandle"):
        source = (_parameter("source", _ANYTHING),)
        made = _row("function", name, type_text=qualified, parameters=source, modifiers=("static",))
        rows.append(made)
    found = {row.name: row for facts in graphs for row in arguments_of(facts, owner)}
    rows.extend(
        _row("property", _camel(name), type_text=_argument_type(row.type)) for name, row in found.items()
    )
    return Facts("library", package, declarations=tuple(rows))


def directions_facts(qualified: str, graphs: Iterable[Facts]) -> Facts:
    """Return the facts of the class that holds the actions of a destination, each a function of arguments."""
    package, _, simple = qualified.rpartition(".")
    owner = qualified.removesuffix(DIRECTIONS)
    rows = [_row("class", simple, NONE)]
    for facts in graphs:
        for row in actions_of(facts, owner):
            takes = tuple(_action_parameters(facts, row))
            name = _camel(row.name)
            rows.append(_row("function", name, type_text=_ACTION, parameters=takes, modifiers=("static",)))
    return Facts("library", package, declarations=tuple(rows))


def arguments_of(facts: Facts, class_name: str) -> Iterator[Declaration]:
    """Return the arguments of the destinations of a class in a navigation graph."""
    return _parts_of(facts, class_name, "argument")


def actions_of(facts: Facts, class_name: str) -> Iterator[Declaration]:
    """Return the actions of the destinations of a class in a navigation graph."""
    return _parts_of(facts, class_name, "action")


def _parts_of(facts: Facts, class_name: str, kind: str) -> Iterator[Declaration]:
    for row in facts.declarations:
        if row.kind == kind:
            around = _around(facts, row)
            if around is not None and around.kind == "destination" and around.type == class_name:
                yield row


def _around(facts: Facts, inner: Declaration) -> Declaration | None:
    """Return the smallest action or destination around a part of a navigation graph."""
    holders = [
        row
        for row in facts.declarations
        if row.kind in ("destination", "action") and row.start < inner.start and inner.end <= row.end
    ]
    return min(holders, key=lambda row: row.end - row.start, default=None)


def _action_parameters(facts: Facts, action: Declaration) -> Iterator[Parameter]:
    """Return the arguments of an action's destination, those with a default value last."""
    target = (action.type or "").rpartition("/")[2]
    held = [
        row
        for row in facts.declarations
        if row.kind == "argument" and (around := _around(facts, row)) is not None and around.name == target
    ]
    if not held and not any(row.kind == "destination" and row.name == target for row in facts.declarations):
        yield Parameter("arguments", _ANYTHING, default=True, vararg=True)  # it lies in another graph
    for row in sorted(held, key=lambda one: "default" in one.modifiers):
        yield Parameter(_camel(row.name), _argument_type(row.type), "default" in row.modifiers, vararg=False)


def _argument_type(written: str | None) -> str:
    if written is None:
        return "kotlin.Any"
    if written.endswith("[]"):
        return f"kotlin.Array<{_argument_type(written[:-2])}>"
    return _NAVIGATION_TYPES.get(written, written.replace("$", "."))


def _held(package: str, written: str) -> str:
    """Return the type of a field; an included layout is its own binding class."""
    if written.startswith(INCLUDED):
        return f"{package}.{binding_name(written.removeprefix(INCLUDED))}"
    return written.replace("$", ".")


def _common(types: Iterable[str | None]) -> str:
    known = {one for one in types if one is not None}
    return known.pop() if len(known) == 1 else _VIEW


def _camel(name: str) -> str:
    first, *rest = [part for part in _SEPARATOR.split(name) if part] or [name]
    return first[:1].lower() + first[1:] + "".join(map(_capitalized, rest))


def _capitalized(name: str) -> str:
    return name[:1].upper() + name[1:]


def _parameter(name: str, written: str) -> Parameter:
    return Parameter(name, written, default=False, vararg=False)


def _row(  # noqa: PLR0913 - a row, written once
    kind: str,
    name: str,
    parent: int = 0,
    *,
    type_text: str | None = None,
    parameters: tuple[Parameter, ...] = (),
    supertypes: tuple[str, ...] = (),
    modifiers: tuple[str, ...] = (),
) -> Declaration:
    places = (0,) * 7
    return Declaration(
        kind, name, parent, *places, None, type_text, parameters, (), supertypes, modifiers, NONE, ()
    )
