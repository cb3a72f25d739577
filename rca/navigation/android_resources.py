"""Navigation of Android resources: `R.string.title`, `@string/title`, class names in XML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product, takewhile
from typing import NamedTuple

from rca.languages.android.generated_facts import accessors_of
from rca.languages.facts import CallSite, Facts
from rca.resolve.generated_classes import is_generated, resources_behind
from rca.resolve.name_resolution import NameResolution
from rca.resolve.symbol import Symbol
from rca.text.identifiers import split_humps

XML = (".xml",)
_REFERENCE = re.compile(r"[@?]\+?(?:[\w.]+:)?(\w+)/([\w.]+)")
_CLASS = re.compile(r"(?<![\w.$/@?])\.?[A-Za-z_]\w*(?:[.$]\w+)*(?![\w/])")
_HANDLER = re.compile(r"\bonClick\s*=\s*[\"'](\w+)[\"']")
_BINDING = "Binding"
_MOST_UNDERSCORES = 6
"""Underscores of a name in code that may each be a dot in XML; names with more are taken as they are."""


class Named(NamedTuple):
    """A resource or class that a place in XML names: its text, where it starts, what it means."""

    name: str
    start: int
    symbols: tuple[Symbol, ...]


def resource_of(facts: Facts, site: CallSite) -> tuple[str, str] | None:
    """Return kind and name of the Android resource that a read means (`R.string.title`), None for another."""
    if site.form != "read" or not site.has_receiver or site.receiver < 0:
        return None
    kind = facts.expressions[site.receiver]
    if kind.form != "member" or not kind.inputs or kind.inputs[0] < 0:
        return None
    base = facts.expressions[kind.inputs[0]]
    if base.form not in ("name", "member") or not _is_resource_class(facts, base.name):
        return None
    return kind.name, site.name


def _is_resource_class(facts: Facts, name: str) -> bool:
    return name == "R" or any(row.alias == name and row.path.endswith(".R") for row in facts.imports)


class Resources:
    """Looks resources up in one snapshot."""

    def __init__(self, names: NameResolution) -> None:
        self._names = names

    def named(self, kind: str, name: str) -> tuple[Symbol, ...]:
        """Return the definitions of a resource, one for each qualifier and source set.

        A name of code has underscores where that of a style or attribute may have dots.
        """
        for spelling in _spellings(name):
            found = tuple(
                Symbol(path, facts, index)
                for path in self._names.declaring(spelling, "resource")
                for facts in (self._names.facts(path),)
                for index in facts.declared.get(spelling, ())
                if facts.declarations[index].kind == kind
            )
            if found:
                return found
        return ()

    def bound(self, class_name: str) -> tuple[Symbol, ...]:
        """Return the layouts of which a binding class is generated (`HomeScreenBinding`: `home_screen`)."""
        if not class_name.endswith(_BINDING) or class_name == _BINDING:
            return ()
        return self.named("layout", "_".join(split_humps(class_name.removesuffix(_BINDING))).lower())

    def behind(self, symbols: tuple[Symbol, ...]) -> tuple[Symbol, ...]:
        """Return declarations, the resources that they are made of in place of what the build generates."""
        if not any(is_generated(one.path) for one in symbols):
            return symbols
        sources = (
            resources_behind(self._names, one) if is_generated(one.path) else (one,) for one in symbols
        )
        return tuple(dict.fromkeys(source for found in sources for source in found))

    def uses(self, target: Symbol, path: str, text: str) -> Iterator[tuple[int, int, CallSite | None]]:
        """Return where a file names a resource: offsets, and the read where it is code."""
        kind, name = target.declaration.kind, target.name
        if path.endswith(XML):
            spelled = re.compile(rf"[@?](?:[\w.]+:)?{kind}/({re.escape(name)})(?![\w.])")
            yield from ((*match.span(1), None) for match in spelled.finditer(text))
            return
        facts, spelling = self._names.facts(path), in_code(name)
        for index in facts.called.get(spelling, ()):
            site = facts.calls[index]
            if resource_of(facts, site) == (kind, spelling):
                yield site.start, site.start + len(spelling), site

    def sites_of_accessors(self, target: Symbol, path: str) -> Iterator[int]:
        """Return the call sites of a file whose names are those that a generated class gives a resource."""
        facts = self._names.facts(path)
        if path.endswith(XML):
            return
        for accessor in accessors_of(target.declaration):
            for index in facts.called.get(accessor.name, ()):
                if (facts.calls[index].form in ("read", "write")) != accessor.is_method:
                    yield index

    def class_uses(self, target: Symbol, path: str, text: str) -> Iterator[tuple[int, int]]:
        """Return where the text of a manifest or resource file names a class."""
        for match in re.finditer(rf"(?<![\w]){re.escape(target.name)}(?![\w$])", text):
            found = self.at(path, text, match.start())
            if found is not None and found.start == match.start() and target in found.symbols:
                yield match.span()

    def at(self, path: str, text: str, offset: int) -> Named | None:
        """Return what is at an offset of a manifest or resource file: resource, class, click handler."""
        start = text.rfind("\n", 0, offset) + 1
        end = text.find("\n", offset)
        line = text[start : end if end >= 0 else len(text)]
        column = offset - start
        for match in _REFERENCE.finditer(line):
            if match.start() <= column <= match.end():
                found = self.named(match[1], match[2])
                if match[1] == "id":  # a layout speaks of its own views first, in whatever variant
                    own = path.rpartition("/")[2]
                    found = tuple(one for one in found if one.path.rpartition("/")[2] == own) or found
                return _named(match[2], start + match.start(2), found)
        for match in _HANDLER.finditer(line):
            if match.start(1) <= column <= match.end(1):
                return _named(match[1], start + match.start(1), tuple(self._handlers(match[1])))
        for match in _CLASS.finditer(line):
            if match.start() <= column <= match.end():
                last = max(match[0].rfind("."), match[0].rfind("$")) + 1
                return _named(match[0][last:], start + match.start() + last, self.classes(path, match[0]))
        return None

    def classes(self, path: str, written: str) -> tuple[Symbol, ...]:
        """Return the classes that XML means: by full name, or from a package on (`.ui.Home`).

        The namespace before the dot is that of the module: of several the nearest by folder is meant.
        """
        name = written.replace("$", ".")
        if not name.startswith(".") and "." in name:
            return self._names.classes(name)
        simple = name.rpartition(".")[2]
        ending = name if name.startswith(".") else f".{name}"
        found = [
            symbol
            for place in self._names.declaring(simple, "class")
            for facts in (self._names.facts(place),)
            for index in facts.declared.get(simple, ())
            if (symbol := Symbol(place, facts, index)).declaration.is_class
            and f".{symbol.qualified_name}".endswith(ending)
        ]
        shared = [_shared_folders(path, one.path) for one in found]
        return tuple(one for one, parts in zip(found, shared, strict=True) if parts == max(shared))

    def _handlers(self, name: str) -> Iterator[Symbol]:
        for path in self._names.declaring(name, "callable"):
            facts = self._names.facts(path)
            for index in facts.declared.get(name, ()):
                row = facts.declarations[index]
                types = [(one.type or "").rpartition(".")[2].rstrip("?") for one in row.parameters]
                if row.kind == "function" and types == ["View"]:
                    yield Symbol(path, facts, index)


def _shared_folders(one: str, other: str) -> int:
    pairs = zip(one.split("/"), other.split("/"), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def in_code(name: str) -> str:
    """Return a resource's name as code spells it."""
    return name.replace(".", "_")


def _named(name: str, start: int, symbols: tuple[Symbol, ...]) -> Named | None:
    return Named(name, start, symbols) if symbols else None


def _spellings(name: str) -> Iterator[str]:
    """Return a name of code as it may stand in XML, itself first."""
    parts = name.split("_")
    if len(parts) - 1 > _MOST_UNDERSCORES:
        yield name
        return
    for signs in product("_.", repeat=len(parts) - 1):
        yield "".join(part + sign for part, sign in zip(parts, (*signs, ""), strict=True))
