"""Definition of keywords: `this`, `super`, `field`, labels, and a lambda's `it`."""

from __future__ import annotations

from collections.abc import Container, Iterator

from rca.index.position_lookup import SourceFile
from rca.languages.facts import CALLABLE_KINDS, CLASS_KINDS, NONE
from rca.languages.locals.local import Local
from rca.languages.locals.locals import LABELLED
from rca.languages.word_scanner import words
from rca.resolve.resolver import Resolver
from rca.resolve.symbol import Symbol
from rca.resolve.types import Type

_INSTANCES = words("this super")


def value_type(resolver: Resolver, file: SourceFile, start: int) -> Type | None:
    """Return the type of the local, `this` or `super` at an offset, as the code there sees it."""
    value = file.trace.values.get(start, NONE)
    if not 0 <= value < len(file.facts.expressions):
        return None
    return resolver.type_of(file.path, value)


def instance_meaning(resolver: Resolver, file: SourceFile, name: str, start: int) -> tuple[Symbol, ...]:
    """Return the class whose instance `this` or `super` is, or the extension where that is a library's."""
    if name not in _INSTANCES:
        return ()
    held = value_type(resolver, file, start) if file.facts.language == "kotlin" else None
    if held is None:
        return tuple(_java_instance(resolver, file, name, start))
    classes = resolver.names.classes(held.name)
    if classes:
        return classes
    for index in file.facts.enclosing(file.owner(start)):
        row = file.facts.declarations[index]
        if row.receiver is not None:
            return (Symbol(file.path, file.facts, index),)
        if row.is_class:
            break
    return resolver.names.all_classes(held.name)


def _java_instance(resolver: Resolver, file: SourceFile, name: str, start: int) -> Iterator[Symbol]:
    if file.facts.language != "java":
        return
    for index in file.facts.enclosing(file.owner(start)):
        if not file.facts.declarations[index].is_class:
            continue
        around = Symbol(file.path, file.facts, index)
        if name == "this":
            yield around
            return
        for line, depth in resolver.members.lineage(resolver.instance_type(around)):
            if depth == 1 and (symbols := resolver.names.classes(line.name)):
                yield from symbols
                return
        return


def property_of_field(file: SourceFile, name: str, start: int) -> Symbol | None:
    """Return the property whose backing field `field` is at an offset, None where it is a plain name."""
    if name != "field" or file.facts.language != "kotlin":
        return None
    index = file.owner(start)
    row = file.facts.declarations[index] if index != NONE else None
    if row is None or row.kind != "property" or start < row.header_end:
        return None
    return Symbol(file.path, file.facts, index)


def implicit_parameter(file: SourceFile, name: str, start: int) -> Local | None:
    """Return the value that a lambda without parameters calls `it`, None where `it` is something else."""
    value = file.trace.values.get(start) if name == "it" and file.facts.language == "kotlin" else None
    if value is None:
        return None
    for offset, held in file.trace.values.items():
        if held == value and file.text.startswith("{", offset):
            until = file.locals.end_of_block(offset)
            return Local(file.path, name, offset, "parameter", offset, until, implicit=True)
    return None


def label_at(file: SourceFile, name: str, start: int) -> Symbol | Local | None:
    """Return what declares the label at an offset: `a@`, a call's lambda, a function, or a class."""
    if file.facts.language != "kotlin":
        return None
    written = file.locals.label(name, start)
    if written is not None:
        return written
    keyword = file.locals.label_keyword(start)
    if keyword not in LABELLED:
        return None
    if keyword in _INSTANCES and (owner := _around(file, name, start, CLASS_KINDS)) is not None:
        return owner
    return file.locals.called_around(name, start) or _around(file, name, start, CALLABLE_KINDS)


def _around(file: SourceFile, name: str, start: int, kinds: Container[str]) -> Symbol | None:
    """Return the innermost declaration of a name and kind around an offset."""
    for index in file.facts.enclosing(file.owner(start)):
        row = file.facts.declarations[index]
        if row.name == name and row.kind in kinds:
            return Symbol(file.path, file.facts, index)
    return None
