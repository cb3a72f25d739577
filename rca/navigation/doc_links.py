"""Links in KDoc and Javadoc: `[name]`, `[Class.member]`, `@param name`, `@see Class`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from rca.index.position_lookup import SourceFile
from rca.languages.facts import NONE
from rca.languages.locals.local import Local
from rca.resolve.members import symbols_of
from rca.resolve.resolver import Resolver
from rca.resolve.symbol import Symbol
from rca.resolve.types import Type

_LINK = re.compile(
    r"\[(?P<path>[\w.$`]+)\]|@(?:param|property|throws|exception|see|sample)\s+(?P<tagged>[\w.$`]+)"
)
_JAVA_LINK = re.compile(
    r"\{@(?:link|linkplain)\s+(?P<path>[\w.$]+(?:#\w+)?|#\w+)|@(?:param|throws|exception|see)\s+(?P<tagged>[\w.$]+(?:#\w+)?)"
)
_PARTS = re.compile(r"[^.#`]+")


class Link(NamedTuple):
    """A name of a link: its path up to the name, where the name starts, and what the comment stands before.

    `documented` is the index of that declaration, or NONE.
    """

    path: tuple[str, ...]
    start: int
    documented: int


def link_at(file: SourceFile, offset: int) -> Link | None:
    """Return the link whose name covers an offset; None outside of documentation comments."""
    opening = file.text.rfind("/**", 0, offset)
    if opening < 0 or 0 <= file.text.find("*/", opening + 2) < offset:
        return None
    end = file.text.find("*/", opening + 2)
    end = len(file.text) if end < 0 else end
    pattern = _JAVA_LINK if file.facts.language == "java" else _LINK
    for match in pattern.finditer(file.text, opening, end):
        group = "path" if match["path"] else "tagged"
        if match.start(group) <= offset <= match.end(group):
            return _link(file, match.group(group), match.start(group), offset, end + 2)
    return None


def _link(file: SourceFile, written: str, start: int, offset: int, after: int) -> Link | None:
    parts: list[str] = []
    for part in _PARTS.finditer(written):
        parts.append(part.group())
        if offset <= start + part.end():
            return Link(tuple(parts), start + part.start(), _documented(file, after))
    return None


def _documented(file: SourceFile, after: int) -> int:
    """Return the first declaration behind a comment, the outermost of those that start there."""
    rows = file.facts.declarations
    following = [
        (row.start, -row.end, index)
        for index, row in enumerate(rows)
        if row.start >= after and "implicit" not in row.modifiers
    ]
    if not following:
        return NONE
    start, _, index = min(following)
    return index if not file.text[after:start].strip() else file.owner(after)


class DocLinks:
    """Finds what links name."""

    def __init__(self, resolver: Resolver) -> None:
        self._resolver = resolver
        self._names = resolver.names

    def of(
        self, file: SourceFile, link: Link, find_parameter: Callable[[Symbol, str], Symbol | Local | None]
    ) -> tuple[Symbol, ...] | Local:
        """Return the declarations or the parameter that a link means; empty where it means nothing known.

        `find_parameter` finds a declaration's parameter by its name.
        """
        if len(link.path) > 1 or link.documented == NONE:
            return self._by_path(file, link)
        name = link.path[0]
        documented = Symbol(file.path, file.facts, link.documented)
        row = documented.declaration
        parameter = find_parameter(documented, name)
        if isinstance(parameter, Symbol):
            return (parameter,)
        if parameter is not None:
            return parameter
        for token in file.locals.words(name, row.start, row.header_end):
            local = file.locals.find(name, token.start)
            if local is not None and local.start == token.start:
                return local
        return self._member(file, link) or self._by_path(file, link)

    def _member(self, file: SourceFile, link: Link) -> tuple[Symbol, ...]:
        """Return the member of a class around, or of the documented class, that a link names."""
        for index in file.facts.enclosing(link.documented):
            if file.facts.declarations[index].is_class:
                found = self._named_in(
                    self._resolver.instance_type(Symbol(file.path, file.facts, index)), link.path[0]
                )
                if found:
                    return found[:1]
        return ()

    def _by_path(self, file: SourceFile, link: Link) -> tuple[Symbol, ...]:
        """Return the classes, members or top-level declarations that the path of a link names."""
        written = ".".join(link.path)
        classes = self._names.all_classes(self._names.qualify(file.path, link.documented, written))
        if classes:
            return classes
        owner, _, simple = written.rpartition(".")
        if owner:
            seen = Type(self._names.qualify(file.path, link.documented, owner))
            return self._named_in(seen, simple) or self._names.top_level(written)
        for group in self._resolver.scopes.of(file.path, simple):
            tops = tuple(one for qualified in group for one in self._names.top_level(qualified))
            if tops:
                return tops
        return ()

    def _named_in(self, seen: Type, name: str) -> tuple[Symbol, ...]:
        members = self._resolver.members
        return symbols_of((*members.find(seen, name), *members.find_static(seen, name)))
