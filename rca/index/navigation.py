"""What an editor asks beyond meanings and uses: calls both ways with their places, the class of a value."""

from __future__ import annotations

import re
from dataclasses import dataclass

from models.code import Evidence
from rca.cancellation import Watch
from rca.index.callers import caller_of
from rca.index.definition import Definitions, Meaning, Texts
from rca.index.locals.local import Local
from rca.index.references import Reference, References
from rca.index.resolve.types import Type
from rca.index.resources import Resources
from rca.index.symbol import Symbol
from rca.index.view import IndexView

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


def calls_of(index: IndexView, target: Symbol, texts: Texts, watch: Watch) -> list[Reference]:
    """Give every call of a function, with its place; what was found until the watch expires."""
    with index.resolving(watch) as callers:
        return list(References(index, callers, texts).calls(target, watch))


def calls_in(index: IndexView, source: Symbol, texts: Texts, watch: Watch) -> list[Call]:
    """Give the calls inside a function, lambdas and local functions included, of the project's own code."""
    found: list[Call] = []
    with index.resolving(watch) as callers:
        file = Definitions(callers.calls, texts).file(source.path)
        if file is None:
            return found
        for place, site in enumerate(file.facts.calls):
            if watch.expired:
                break
            if site.form in _NOT_CALLS or not _belongs(source, caller_of(source.path, file.facts, site)):
                continue
            resolution = callers.calls.resolve(source.path, place)
            start, end = file.span(site)
            if resolution is None or not resolution.certain or start == end:
                continue
            found.extend(
                Call(start, end, one, resolution.evidence)
                for one in resolution.targets
                if one.facts.language != "library"
            )
    return found


def types_of(index: IndexView, path: str, meaning: Meaning, texts: Texts) -> tuple[Symbol, ...]:
    """Give the project's classes that are the type of what a name in a file means."""
    with index.resolving() as callers:
        names, inference = callers.calls.names, callers.calls.inference
        if meaning.local is not None:
            found = _written_type(meaning.local, texts(path) or "")
            file = Definitions(callers.calls, texts).file(path)
            owner = -1 if file is None else file.owner(meaning.local.start)
            kind = None if found is None else names.read(path, owner, found)
            return () if kind is None else _declared(names.classes(kind.name))
        classes: dict[Symbol, None] = {}
        for symbol in meaning.symbols:
            if symbol.declaration.is_class:
                classes[symbol] = None
                continue
            result: Type | None = inference.result_of(symbol)
            if result is not None:
                classes.update(dict.fromkeys(names.classes(result.name)))
        return _declared(tuple(classes))


def resources_named(index: IndexView, written: str) -> tuple[Symbol, ...]:
    """Give the definitions of an Android resource that is named as code or XML do: `R.id.a`, `@id/a`."""
    match = _RESOURCE.match(written)
    if match is None:
        return ()
    with index.resolving() as callers:
        return Resources(callers.calls.names).named(match["kind"], match["name"])


def _declared(symbols: tuple[Symbol, ...]) -> tuple[Symbol, ...]:
    return tuple(one for one in symbols if one.facts.language != "library")


def _written_type(local: Local, text: str) -> str | None:
    after = _TYPE_AFTER_NAME.match(text, local.end)
    if after is not None:
        return after.group(1)
    before = _TYPE_BEFORE_NAME.search(text, max(0, local.start - 200), local.start)
    return None if before is None else before.group(1)


def _belongs(source: Symbol, caller: Symbol | None) -> bool:
    """Tell whether a call counts for a function; a constructor has those of its class's initialisers too."""
    if caller is None or caller == source:
        return caller is not None
    if source.declaration.kind != "constructor" or caller.declaration.kind == "function":
        return False
    owner = source.owner
    return owner is not None and (caller == owner or (caller.owner == owner and not caller.is_callable))
