"""Search for classes by name, part of a name, or camel-case initials."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from models.tools.find_class import ClassKind, ClassLink, ClassMatchKind, FoundClass, MemberSummary
from rca.index.index_view import IndexView
from rca.languages.facts import Declaration
from rca.navigation.hierarchy import find_subclasses
from rca.navigation.symbol_search import declared_names
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline
from rca.workspace import Snapshot
from rca.workspace.build_modules import Modules

_MOST_MEMBERS = 30
_SHORTEST_PART = 3
_HIDDEN = frozenset(("private",))

Match = tuple[Symbol, ClassMatchKind]


def matching_classes(index: IndexView, name: str) -> tuple[Match, ...]:
    """Return the classes that a name means, best first: exact matches, else matches of name parts."""
    exact = [(one, _EXACT) for one in index.find_classes(name.removesuffix(".kt").removesuffix(".java"))]
    if exact:
        return tuple(exact)
    owner, _, simple = name.replace("$", ".").rpartition(".")
    if not simple:
        return ()
    has_humps = _humps(simple)
    ranked = sorted(
        (rank, len(known), known, kind)
        for known in declared_names(index, simple)
        if (found := _rank(simple, known, has_humps)) is not None
        for rank, kind in (found,)
    )
    return tuple(
        (symbol, kind)
        for _, _, known, kind in ranked
        for path in index.declaring(known, "class")
        for symbol in index.classes_in_file(path)
        if symbol.name == known and (not owner or owner.lower() in symbol.qualified_name.lower())
    )


_EXACT: ClassMatchKind = "exact"


def _rank(wanted: str, known: str, has_humps: Callable[[str], bool]) -> tuple[int, ClassMatchKind] | None:
    """Return the rank of a class's simple name, 0 the best."""
    if wanted.lower() == known.lower():
        return 0, "ignore_case"
    if known.lower().startswith(wanted.lower()):
        return 1, "prefix"
    if has_humps(known):
        return 2, "camel"
    if len(wanted) >= _SHORTEST_PART and wanted.lower() in known.lower():
        return 3, "part"
    return None


def _humps(wanted: str) -> Callable[[str], bool]:
    parts = re.findall(r"[A-Z][^A-Z]*|^[^A-Z]+", wanted)
    if len(parts) < 2:
        return lambda _known: False
    # Humps between those that are given may be left out.
    pattern = re.compile(r"(?:[^A-Z]*)(?:[A-Z][^A-Z]*)*?".join(re.escape(part) for part in parts))
    return lambda known: pattern.match(known) is not None


def describe_class(
    snapshot: Snapshot, modules: Modules, symbol: Symbol, match: ClassMatchKind, deadline: Deadline
) -> FoundClass:
    """Convert a class to the contract's form."""
    row = symbol.declaration
    kind: ClassKind = row.kind  # type: ignore[assignment]  # classes_in_file gives no other kind
    subclasses = None if deadline.expired else len(find_subclasses(snapshot.index, symbol, deadline))
    return FoundClass(
        name=".".join(symbol.class_path) or row.name,
        qualified_name=symbol.qualified_name,
        binary_name=_binary_name(symbol),
        kind=kind,
        match=match,
        file_path=symbol.path,
        line=max(1, row.name_line),
        end_line=symbol.end_line,
        module=modules.of(symbol.path),
        signature=symbol.signature(snapshot.text(symbol.path) or ""),
        supertypes=tuple(_supertypes(snapshot.index, symbol)),
        subclasses=None if deadline.expired else subclasses,
        tags=tuple(
            dict.fromkeys(
                tag.tag
                for tag in snapshot.index.tags([symbol.path]).get(symbol.path, ())
                if tag.name == symbol.qualified_name and tag.tag != kind
            )
        ),
        members=_members(symbol),
    )


def _binary_name(symbol: Symbol) -> str:
    classes = "$".join(symbol.class_path) or symbol.name
    return f"{symbol.facts.package}.{classes}" if symbol.facts.package else classes


def _supertypes(index: IndexView, symbol: Symbol) -> Iterator[ClassLink]:
    with index.resolver() as resolver:
        names = resolver.names
        texts = (
            (symbol.declaration.type,)
            if symbol.declaration.kind == "typealias"
            else symbol.declaration.supertypes
        )
        for text in texts:
            found = None if text is None else names.read(symbol.path, symbol.index, text)
            if text is None or found is None:
                continue
            place = next(
                (one for one in names.classes(found.name) if index.facts(one.path) is not None), None
            )
            yield ClassLink(
                name=text,
                qualified_name=found.name,
                file_path=None if place is None else place.path,
                line=None if place is None else place.declaration.name_line,
            )


def _members(symbol: Symbol) -> MemberSummary:
    rows = [
        row
        for row in symbol.facts.declarations
        if row.parent == symbol.index and "implicit" not in row.modifiers
    ]
    shown = [
        _shown(row)
        for row in rows
        if row.name and row.kind != "constructor" and _HIDDEN.isdisjoint(row.modifiers)
    ]
    return MemberSummary(
        constructors=sum(row.kind == "constructor" for row in rows),
        functions=sum(row.kind == "function" for row in rows),
        properties=sum(row.kind == "property" for row in rows),
        classes=sum(row.is_class and bool(row.name) for row in rows),
        names=tuple(shown[:_MOST_MEMBERS]),
    )


def _shown(row: Declaration) -> str:
    if row.kind != "function":
        return row.name
    parameters = ", ".join(f"{one.name}: {one.type}" if one.type else one.name for one in row.parameters)
    result = f": {row.type}" if row.type and row.type not in ("kotlin.Unit", "void") else ""
    return f"{row.name}({parameters}){result}"
