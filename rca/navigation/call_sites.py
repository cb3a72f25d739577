"""Outgoing and incoming calls with their positions, and the class of an expression."""

from __future__ import annotations

import re
from dataclasses import dataclass

from models.code import Evidence
from rca.index.index_view import IndexView
from rca.languages.facts import NONE
from rca.languages.locals.local import Local
from rca.navigation.android_resources import Resources
from rca.navigation.call_edge_cache import caller_of
from rca.navigation.definition import Definition, Definitions, Texts
from rca.navigation.keyword_definition import value_type
from rca.navigation.references import Reference, References
from rca.resolve.name_resolution import NameResolution
from rca.resolve.resolver import Resolver
from rca.resolve.symbol import Symbol
from rca.resolve.type_display import text_of
from rca.resolve.types import Type
from rca.scheduling.deadline import Deadline

_RESOURCE = re.compile(r"^(?:@\+?(?:[\w.]+:)?|(?:[\w.]+\.)?R\.)(?P<kind>[a-z]\w*)[./](?P<name>[\w.]+)$")
_NOT_CALLS = ("read", "write")
_TYPE_AFTER_NAME = re.compile(r"`?\s*:\s*([\w.`]+)")
_TYPE_BEFORE_NAME = re.compile(r"([\w$.]+)(?:<[^;(){}]*>)?(?:\[\])*(?:\.\.\.)?\s+\Z")


@dataclass(frozen=True)
class Call:
    """A call inside a function: where its name lies, and what it means."""

    start: int
    end: int
    target: Symbol
    evidence: Evidence


def calls_of(index: IndexView, target: Symbol, texts: Texts, deadline: Deadline) -> list[Reference]:
    """Return every call of a function, with its place; what was found until the deadline expires."""
    with index.resolver(deadline) as resolver:
        return list(References(resolver, texts).calls(target, deadline))


def calls_in(index: IndexView, source: Symbol, texts: Texts, deadline: Deadline) -> list[Call]:
    """Return the calls inside a function, lambdas and local functions included, of the project's own code."""
    found: list[Call] = []
    with index.resolver(deadline) as resolver:
        file = Definitions(resolver, texts).file(source.path)
        if file is None:
            return found
        for place, site in enumerate(file.facts.calls):
            if deadline.expired:
                break
            if site.form in _NOT_CALLS or not _belongs(source, caller_of(source.path, file.facts, site)):
                continue
            resolution = resolver.resolve(source.path, place)
            start, end = file.span(site)
            if resolution is None or not resolution.certain or start == end:
                continue
            found.extend(
                Call(start, end, one, resolution.evidence)
                for one in resolution.targets
                if one.facts.language != "library"
            )
    return found


def types_of(index: IndexView, path: str, meaning: Definition, texts: Texts) -> tuple[Symbol, ...]:
    """Return the project's classes that are the type of what a name in a file means there."""
    with index.resolver() as resolver:
        names = resolver.names
        if meaning.local is not None:
            held = _type_of_local(resolver, meaning, texts)
            return () if held is None else _declared(_classes_of(names, held))
        classes: dict[Symbol, None] = {}
        for symbol in meaning.symbols:
            if symbol.declaration.is_class:
                classes[symbol] = None
                continue
            result: Type | None = _type_of_use(resolver, path, meaning, texts) or resolver.result_of(symbol)
            if result is not None:
                classes.update(dict.fromkeys(_classes_of(names, result)))
        return _declared(tuple(classes))


def type_text(index: IndexView, meaning: Definition, texts: Texts) -> str | None:
    """Return the type of a local, or the one that nothing writes of a property or function, as Kotlin has it.

    None where it is not known or, of a declaration, where the source writes it.
    """
    with index.resolver() as resolver:
        if meaning.local is not None:
            held = _type_of_local(resolver, meaning, texts)
            return None if held is None else text_of(resolver.names, held)
        if len(meaning.symbols) != 1:
            return None
        row = meaning.symbols[0].declaration
        if row.kind not in ("property", "function") or row.type is not None or row.value == NONE:
            return None
        held = resolver.result_of(meaning.symbols[0])
        return None if held is None else text_of(resolver.names, held)


def _type_of_use(resolver: Resolver, path: str, meaning: Definition, texts: Texts) -> Type | None:
    """Return the type of what a call or read gives, type parameters filled in; None at other places."""
    file = None if meaning.site is None else Definitions(resolver, texts).file(path)
    if file is None:
        return None
    for index in file.sites.get(meaning.start, ()):
        site = file.facts.calls[index]
        resolution = resolver.meaning(path, index) if site == meaning.site else None
        if resolution is not None and resolution.certain:
            return resolver.result_type(path, site, resolution)
    return None


def _type_of_local(resolver: Resolver, meaning: Definition, texts: Texts) -> Type | None:
    """Return the type of a local as the place that names it sees it, casts known there included."""
    local = meaning.local
    file = None if local is None else Definitions(resolver, texts).file(local.path)
    if local is None or file is None or local.kind in ("label", "type_parameter"):
        return None
    found = value_type(resolver, file, meaning.start) or value_type(resolver, file, local.start)
    if found is not None:
        return found
    written = _written_type(local, file.text)
    return None if written is None else resolver.names.read(file.path, file.owner(local.start), written)


def _classes_of(names: NameResolution, held: Type) -> tuple[Symbol, ...]:
    """Return the classes of a type; of a type parameter those of its bounds."""
    if not held.variable:
        return names.classes(held.name)
    return tuple(one for bound in held.arguments if bound is not None for one in names.classes(bound.name))


def resources_named(index: IndexView, written: str) -> tuple[Symbol, ...]:
    """Return the definitions of an Android resource that is named as code or XML do: `R.id.a`, `@id/a`."""
    match = _RESOURCE.match(written)
    if match is None:
        return ()
    with index.resolver() as resolver:
        return Resources(resolver.names).named(match["kind"], match["name"])


def _declared(symbols: tuple[Symbol, ...]) -> tuple[Symbol, ...]:
    return tuple(one for one in symbols if one.facts.language != "library")


def _written_type(local: Local, text: str) -> str | None:
    after = _TYPE_AFTER_NAME.match(text, local.end)
    if after is not None:
        return after.group(1)
    before = _TYPE_BEFORE_NAME.search(text, max(0, local.start - 200), local.start)
    return None if before is None else before.group(1)


def _belongs(source: Symbol, caller: Symbol | None) -> bool:
    """Return whether a call counts for a function; a constructor includes its class's initialisers."""
    if caller is None or caller == source:
        return caller is not None
    if source.declaration.kind != "constructor" or caller.declaration.kind == "function":
        return False
    owner = source.owner
    return owner is not None and (caller == owner or (caller.owner == owner and not caller.is_callable))
