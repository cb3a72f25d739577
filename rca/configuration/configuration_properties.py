"""Classes bound to configuration: `@ConfigurationProperties("mail")`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline
from rca.workspace import Snapshot

_ANNOTATION = re.compile(
    r"@(?:\w+\.)*(?:ConfigurationProperties|NamedConfigurationProperties|ConfigMapping)\s*\(\s*"
    r"(?:(?:prefix|value)\s*=\s*)?\"([^\"$]+)\""
)
_NAMES = ("ConfigurationProperties", "ConfigMapping")
_SETTER = re.compile(r"set([A-Z]\w*)")
_COLLECTION = re.compile(
    r"^(?:kotlin\.collections\.|java\.util\.)?(?:List|Set|Map|Collection|MutableList)<(.+)>$"
)
_DEEPEST = 5


@dataclass(frozen=True, slots=True)
class Binding:
    """A property bound to a key."""

    key: str
    symbol: Symbol
    type: str | None
    has_default: bool


def bindings(snapshot: Snapshot, deadline: Deadline) -> Iterator[Binding]:
    """Return every bound property, including those of nested classes."""
    for path in dict.fromkeys(
        path for name in _NAMES for path in snapshot.index.declaring(name, "mentioned")
    ):
        if deadline.expired:
            return
        text = snapshot.text(path) or ""
        classes = [one for one in snapshot.index.symbols(path) if one.declaration.is_class and one.name]
        for match in _ANNOTATION.finditer(text):
            held = [
                one for one in classes if one.declaration.start <= match.start() < one.declaration.name_start
            ]
            owner = max(held, key=lambda one: one.declaration.start, default=None)
            if owner is None:
                after = [one for one in classes if one.declaration.name_start > match.end()]
                owner = min(after, key=lambda one: one.declaration.name_start, default=None)
            if owner is not None:
                yield from _of(snapshot, owner, f"{match[1]}.", (owner,))


def _of(snapshot: Snapshot, owner: Symbol, before: str, around: tuple[Symbol, ...]) -> Iterator[Binding]:
    for name, symbol, type_, has_default in _properties(owner):
        yield Binding(before + name, symbol, type_, has_default)
        inner = _class_of(snapshot, owner, type_)
        if inner is not None and inner not in around and len(around) < _DEEPEST:
            yield from _of(snapshot, inner, f"{before}{name}.", (*around, inner))


def _properties(owner: Symbol) -> Iterator[tuple[str, Symbol, str | None, bool]]:
    """Return bindable properties: Kotlin's; Java's setters, fields and record components."""
    is_java = owner.facts.language == "java"
    found: dict[str, tuple[str, Symbol, str | None, bool]] = {}
    for index, row in enumerate(owner.facts.declarations):
        if row.parent != owner.index:
            continue
        symbol = Symbol(owner.path, owner.facts, index)
        if row.kind == "constructor":
            for parameter in row.parameters if is_java else ():
                found.setdefault(parameter.name, (parameter.name, symbol, parameter.type, False))
        elif row.kind == "property" and (is_java or "private" not in row.modifiers):
            found[row.name] = row.name, symbol, row.type, is_java or _has_default(owner, row.name)
        elif is_java and (setter := _SETTER.fullmatch(row.name)) and len(row.parameters) == 1:
            name = setter[1][0].lower() + setter[1][1:]
            found[name] = name, symbol, row.parameters[0].type, True
    yield from found.values()


def _has_default(owner: Symbol, name: str) -> bool:
    """Return whether a constructor parameter has a default; a property of the body always has."""
    own = [row for row in owner.facts.declarations if row.parent == owner.index and row.kind == "constructor"]
    given = [parameter for row in own for parameter in row.parameters if parameter.name == name]
    return all(parameter.default or (parameter.type or "").endswith("?") for parameter in given)


def _class_of(snapshot: Snapshot, owner: Symbol, type_: str | None) -> Symbol | None:
    if type_ is None:
        return None
    bare = type_.rstrip("?").strip()
    collection = _COLLECTION.match(bare)
    if collection is not None:
        return None  # its keys have numbers or names of their own
    found = [one for one in snapshot.index.find_classes(bare) if one.name]
    own = [one for one in found if one.path == owner.path] or found
    return own[0] if len(own) == 1 else None
