"""Architecture and design patterns, detected by annotations, supertypes and names of classes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from rca.conventions.code_file import CodeFile, simple
from rca.conventions.pattern import Pattern, classes, functions, named, written
from rca.languages.facts import NONE, Declaration

_MVI_BASES = frozenset(
    (
        "ContainerHost",
        "MviViewModel",
        "BaseMviViewModel",
        "MviView",
        "UnidirectionalViewModel",
        "MavericksViewModel",
    )
)
_MESSAGES = ("Event", "Intent", "Action", "Effect", "SideEffect")
_OUTCOMES = ("State", "Result", "Resource", "Outcome", "Error", "Failure")
_CALLBACKS = ("Listener", "Callback", "Callbacks", "Observer")
_LAYERS = {
    "data": ("data",),
    "domain": ("domain",),
    "ui": ("ui", "presentation", "view", "screen"),
}
_GET_INSTANCE = re.compile(r"\b(?:getInstance|INSTANCE)\b")


def _is_sealed(row: Declaration) -> bool:
    return "sealed" in row.modifiers


def _is_mvi(file: CodeFile, index: int, row: Declaration) -> bool:
    """Return whether a class is MVI by its supertype, or holds a state beside sealed events or effects."""
    if any(simple(base) in _MVI_BASES for base in row.supertypes):
        return row.kind == "class"
    inside = [one for _, one in file.members.get(index, ()) if one.is_class]
    return any(one.name.endswith("State") for one in inside) and any(
        _is_sealed(one) and one.name.endswith(_MESSAGES) for one in inside
    )


def _is_builder(file: CodeFile, index: int, row: Declaration) -> bool:
    """Return whether a class of that name has something to build with, or returns itself."""
    return row.name.endswith("Builder") and any(
        one.name.startswith("build") or one.name == "create" or simple(one.type or "") == row.name
        for _, one in file.members.get(index, ())
        if one.kind == "function"
    )


def _is_singleton(file: CodeFile, index: int, row: Declaration) -> bool:
    """Return whether it is a Kotlin object with state or behaviour, or a Java class with one instance."""
    inside = [one for _, one in file.members.get(index, ())]
    if row.kind == "object":
        # An object below a sealed type is one of its values.
        return (
            row.parent == NONE
            and not row.supertypes
            and any(one.kind in ("function", "property") for one in inside)
        )
    return not file.is_kotlin and any(
        "static" in one.modifiers and simple(one.type or "") == row.name and _GET_INSTANCE.search(one.name)
        for one in inside
    )


def _is_decorator(file: CodeFile, index: int, row: Declaration) -> bool:
    """Return whether a class implements an interface and takes an instance of it."""
    made = file.constructor(index)
    if made is None or row.kind != "class" or row.parent != NONE or "data" in row.modifiers:
        return False
    bases = {simple(base) for base in row.supertypes}
    return (
        len(made.parameters) < 6
        and any(  # more is a class that needs its like among other things
            simple(one.type or "") in bases and one.type and not one.type.endswith("?")
            for one in made.parameters[:1]
        )
    )


def _is_visitor(file: CodeFile, index: int, row: Declaration) -> bool:
    return "Visitor" in row.name and any(
        one.kind == "function" and one.name.startswith("visit") for _, one in file.members.get(index, ())
    )


def _is_template(file: CodeFile, index: int, row: Declaration) -> bool:
    """Return whether a class has abstract steps, and code of its own that may call them."""
    if row.kind != "class" or not {"abstract", "sealed"} & set(row.modifiers):
        return False
    inside = [one for _, one in file.members.get(index, ()) if one.kind == "function"]
    steps = [one for one in inside if "abstract" in one.modifiers and "protected" in one.modifiers]
    return bool(steps) and len(steps) < len(inside)


def _layer(words: tuple[str, ...]) -> Callable[[CodeFile, int, Declaration], bool]:
    def fits(file: CodeFile, _index: int, row: Declaration) -> bool:
        return row.parent == NONE and not set(words).isdisjoint(file.facts.package.split("."))

    return fits


def _a_class(row: Declaration) -> bool:
    return row.kind in ("class", "object", "enum")


PATTERNS: Final = (
    Pattern("architecture", "MVI (a state, and sealed events or effects)", "classes", classes(_is_mvi)),
    Pattern("architecture", "MVP presenters", "classes", named("Presenter", "PresenterImpl")),
    Pattern(
        "architecture", "contracts between view and presenter or view model", "classes", named("Contract")
    ),
    *(
        Pattern(
            "layers", f"`{name}` in the package's name", "classes", classes(_layer(words)), among="classes"
        )
        for name, words in _LAYERS.items()
    ),
    Pattern("design", "factories", "classes", named("Factory", "FactoryImpl")),
    Pattern("design", "builders", "classes", classes(_is_builder)),
    Pattern("design", "singletons", "classes", classes(_is_singleton)),
    Pattern(
        "design",
        "sealed hierarchies",
        "classes",
        classes(lambda _file, _index, row: _is_sealed(row) and row.kind in ("class", "interface")),
    ),
    Pattern(
        "design",
        "data classes",
        "classes",
        classes(lambda _file, _index, row: "data" in row.modifiers and row.kind == "class"),
        among="classes",
    ),
    Pattern(
        "design",
        "value classes",
        "classes",
        classes(lambda _file, _index, row: not {"value", "inline"}.isdisjoint(row.modifiers)),
    ),
    Pattern("design", "decorators (given and being one interface)", "classes", classes(_is_decorator)),
    Pattern("design", "visitors", "classes", classes(_is_visitor)),
    Pattern("design", "strategies", "classes", named("Strategy")),
    Pattern(
        "design",
        "listeners and callbacks",
        "classes",
        classes(lambda _file, _index, row: row.kind == "interface" and row.name.endswith(_CALLBACKS)),
    ),
    Pattern("design", "template methods", "classes", classes(_is_template)),
    Pattern("design", "providers", "classes", named("Provider")),
    Pattern("design", "managers", "classes", named("Manager")),
    Pattern(
        "design",
        "implementations named Default… or …Impl",
        "classes",
        classes(
            lambda _file, _index, row: (
                _a_class(row)
                and (row.name.endswith("Impl") or row.name.startswith("Default"))
                and bool(row.supertypes)
            )
        ),
    ),
    Pattern(
        "design",
        "delegation of a class (`: Type by value`)",
        "uses",
        written(r"\bclass\s+\w+[^{}]*?[:,]\s*[\w.]+(?:<[^<>{}]*>)?\s+by\s+\w"),
        marks=(b" by ",),
    ),
    Pattern("design", "delegated properties: lazy", "uses", written(r"\bby\s+lazy\b"), marks=(b"by lazy",)),
    Pattern(
        "design",
        "delegated properties: others",
        "uses",
        written(r"\b(?:val|var)\s+[\w.]+(?:\s*:[^=\n]+)?\s+by\s+(?!lazy\b)\w"),
        marks=(b" by ",),
    ),
    Pattern(
        "design",
        "extension functions",
        "functions",
        functions(lambda _file, row: row.receiver is not None),
        among="functions",
    ),
    Pattern(
        "design", "type-safe builders (@DslMarker)", "uses", written(r"@DslMarker\b"), marks=(b"@DslMarker",)
    ),
    Pattern(
        "error handling",
        "sealed results and states",
        "classes",
        classes(lambda _file, _index, row: _is_sealed(row) and row.name.endswith(_OUTCOMES)),
    ),
    Pattern(
        "error handling",
        "exception classes of its own",
        "classes",
        classes(
            lambda _file, _index, row: (
                any(
                    simple(base).endswith(("Exception", "Throwable")) or simple(base) == "Error"
                    for base in row.supertypes
                )
                and row.name.endswith(("Exception", "Error", "Failure"))
            )
        ),
    ),
)
"""Patterns of architecture and design; those that the index's tags tell are in `tagged`."""
