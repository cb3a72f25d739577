"""Other names of declarations: import aliases, and JVM names of Kotlin file classes."""

from __future__ import annotations

import re

from rca.index.position_lookup import SourceFile
from rca.languages.facts import NONE
from rca.languages.locals.local import Local
from rca.resolve.java_interop import facade_of, jvm_name_of
from rca.resolve.resolver import Resolver
from rca.resolve.symbol import Symbol

_MEMBER = re.compile(r"\s*\.\s*([^\W\d]\w*)")
_INSTANCE = "INSTANCE"


def alias_at(file: SourceFile, name: str, start: int) -> Local | None:
    """Return where an import gives the name that is used at an offset; None where none does."""
    for row in file.facts.imports:
        if row.alias != name:
            continue
        written = re.compile(rf"\bas\s+`?({re.escape(name)})(?!\w)")
        match = written.search(file.text, _start_of_line(file.text, row.line))
        if match is not None and match.start(1) != start:
            return Local(file.path, name, match.start(1), "alias", match.end(1), len(file.text))
    return None


def facade_functions(resolver: Resolver, path: str) -> tuple[Symbol, ...]:
    """Return the functions that Java names by the class of their Kotlin file (`a.b.FileKt.function`)."""
    owner, _, simple = path.rpartition(".")
    package, _, facade = owner.rpartition(".")
    found = (
        *resolver.names.top_level(f"{package}.{simple}" if package else simple),
        *resolver.names.renamed_in(package, simple),
    )
    return tuple(
        one
        for one in dict.fromkeys(found)
        if facade and facade_of(one) == facade and jvm_name_of(one) in (simple, one.name)
    )


def facade_at(resolver: Resolver, file: SourceFile, name: str, start: int) -> Local | None:
    """Return the Kotlin file whose class Java names at an offset, as its beginning."""
    member = _MEMBER.match(file.text, start + len(name)) if file.facts.language == "java" else None
    if member is None or not name[:1].isupper():
        return None
    for index in file.sites.get(member.start(1), ()):
        resolution = resolver.resolve(file.path, index)
        for target in () if resolution is None else resolution.targets:
            if facade_of(target) == name and target.facts.language == "kotlin":
                return Local(target.path, name, 0, "file", 0, 0, implicit=True)
    return None


def object_of_instance(resolver: Resolver, file: SourceFile, name: str, start: int) -> tuple[Symbol, ...]:
    """Return the object that Java's `Name.INSTANCE` at an offset is."""
    if name != _INSTANCE or file.facts.language != "java":
        return ()
    for index in file.sites.get(start, ()):
        receiver = file.facts.calls[index].receiver
        held = None if receiver == NONE else resolver.type_of(file.path, receiver)
        classes = () if held is None else resolver.names.classes(held.name)
        if classes and classes[0].declaration.kind == "object":
            return classes
    return ()


def _start_of_line(text: str, line: int) -> int:
    start = 0
    for _ in range(line - 1):
        start = text.find("\n", start) + 1
    return start
