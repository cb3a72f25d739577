"""Outgoing uses: the declarations that a stretch of code refers to."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Container, Iterator
from typing import NamedTuple

from models.navigation import UseKind
from rca.languages.facts import NONE, CallSite, Facts
from rca.navigation.android_resources import Resources, resource_of
from rca.resolve.resolution import Resolution
from rca.resolve.resolver import Resolver
from rca.resolve.symbol import Symbol
from rca.resolve.types import FUNCTION, Type, read_type

LIBRARY = "library:"
"""What stands before the paths of library files."""

_CAPITAL = re.compile(r"[^\W\d_a-z]")
FORMS: dict[str, UseKind] = {"read": "property", "write": "property", "reference": "reference"}
"""Form of a call site → why it ties; any other form is a call."""
_EVERYWHERE = ("kotlin", "java.lang")
"""Packages that need no import: what they declare is used by all code, and tells nothing of any."""


class Use(NamedTuple):
    """A use of a declaration of the project (`target`) or of what it does not declare (`external`).

    `owner` is the index of the declaration that holds it, or NONE.
    """

    path: str
    owner: int
    line: int
    kind: UseKind
    name: str
    target: Symbol | None
    external: str | None
    certain: bool = True


Wanted = Container[int] | None
"""Indexes of the declarations whose code is looked at; None for the whole file."""


class Uses:
    """Reads the uses that a file's code makes, over one snapshot."""

    def __init__(self, resolver: Resolver) -> None:
        self._resolver = resolver
        self._names = resolver.names
        self._resources = Resources(resolver.names)

    def imported(self, path: str, spelled: Container[str] | None = None) -> Iterator[Use]:
        """Return what a file imports; a star import gives nothing, as what it is used for shows elsewhere.

        Where simple names are given as `spelled`, only imports of one of them are looked at.
        """
        facts = self._names.facts(path)
        for row in facts.imports:
            name = _last(row.path)
            if row.star or facts.names_only or not (spelled is None or name in spelled):
                continue
            targets = self._names.classes(row.path) or self._names.named(row.path)
            if targets:
                use = Use(path, NONE, row.line, "import", name, None, None)
                yield from (_meaning(use, one) for one in targets)
            elif not _is_everywhere(row.path):
                yield Use(path, NONE, row.line, "import", name, None, row.path)

    def named(
        self, path: str, wanted: Wanted = None, spelled: Collection[str] | None = None
    ) -> Iterator[Use]:
        """Return the classes that declarations, casts and qualifiers name.

        Where simple names are given as `spelled`, only types whose text holds one of them are looked at.
        """
        facts = self._names.facts(path)
        if facts.names_only:
            return
        if spelled is None:
            yield from self._texts(path, facts, wanted)
            return
        known = {*spelled, *(row.alias for row in facts.imports if row.alias and _last(row.path) in spelled)}
        may_mean = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(known)))})(?!\w)").search
        yield from self._texts(path, facts, wanted, lambda text: may_mean(text) is not None)

    def _texts(
        self, path: str, facts: Facts, wanted: Wanted, may_mean: Callable[[str], bool] = lambda _text: True
    ) -> Iterator[Use]:
        for owner, line, kind, text in _type_texts(facts, wanted):
            if may_mean(text):
                yield from self._of_type(path, owner, line, kind, text)

    def _of_type(self, path: str, owner: int, line: int, kind: UseKind, text: str) -> Iterator[Use]:
        written = read_type(text)
        if written is None:
            return
        facts = self._names.facts(path)
        for position, name in enumerate(_names_in(written)):
            if _is_type_parameter(facts, owner, name):
                continue
            qualified = self._names.qualify(path, owner, name)
            # The arguments of a supertype are types that it is given.
            shown: UseKind = "type" if kind == "supertype" and position else kind
            targets = self._names.classes(qualified)
            simple = qualified.rpartition(".")[2]
            if targets:
                use = Use(path, owner, line, shown, simple, None, None)
                yield from (_meaning(use, one) for one in targets)
            elif "." in qualified and not _is_everywhere(qualified):
                yield Use(path, owner, line, shown, simple, None, qualified)

    def called(
        self, path: str, wanted: Wanted = None, skip: Callable[[], bool] = lambda: False
    ) -> Iterator[Use | None]:
        """Return what calls and reads mean, None for one that could mean several declarations.

        It ends early where `skip` says so.
        """
        facts = self._names.facts(path)
        for index, site in enumerate(facts.calls):
            if wanted is not None and site.owner not in wanted:
                continue
            if skip():
                return
            resource = resource_of(facts, site)
            if resource is not None:
                yield from self._of_resource(path, site, *resource)
                continue
            found = self._resolver.resolve(path, index)
            if found is None or not (found.targets or found.too_many_candidates):
                continue
            if not found.certain and (found.evidence == "name_only" or path.endswith(".kts")):
                yield None  # a script calls so much of Gradle that a unique name tells nothing
                continue
            yield self._of_call(path, site, found)

    def _of_call(self, path: str, site: CallSite, found: Resolution) -> Use:
        target = found.targets[0]
        kind = FORMS.get(site.form, "construct" if target.declaration.kind == "constructor" else "call")
        return _meaning(Use(path, site.owner, site.line, kind, site.name, None, None, found.certain), target)

    def _of_resource(self, path: str, site: CallSite, kind: str, name: str) -> Iterator[Use]:
        found = self._resources.named(kind, name)
        for one in found:
            yield Use(path, site.owner, site.line, "resource", f"{kind}/{name}", one, None)
        if not found:
            yield Use(path, site.owner, site.line, "resource", f"{kind}/{name}", None, f"@{kind}/{name}")


def _type_texts(facts: Facts, wanted: Wanted) -> Iterator[tuple[int, int, UseKind, str]]:
    """Return the texts that may name classes, each with its owner, line and kind."""
    for index, row in enumerate(facts.declarations):
        if wanted is not None and index not in wanted:
            continue
        yield from ((index, row.name_line, "supertype", text) for text in row.supertypes)
        types = (row.type, row.receiver, *(parameter.type for parameter in row.parameters))
        bounds = (text.partition(":")[2] for text in row.type_parameters)
        yield from ((index, row.name_line, "type", text) for text in (*types, *bounds) if text)
        for word in row.modifiers:
            if word.startswith("@"):
                yield index, row.line, "annotation", word[1:].partition("(")[0]
    for node in facts.expressions:
        if node.form == "type" and (wanted is None or node.number in wanted):
            line = facts.declarations[node.number].name_line if node.number != NONE else 1
            yield node.number, line, "type", node.name
    for site in facts.calls:
        names_class = site.form == "read" and not site.has_receiver and _CAPITAL.match(site.name)
        if names_class and (wanted is None or site.owner in wanted):
            yield site.owner, site.line, "type", site.name


def _last(path: str) -> str:
    return path.rpartition(".")[2]


def _meaning(use: Use, target: Symbol) -> Use:
    """Return what a use means; a library's declaration counts as external."""
    if target.path.startswith(LIBRARY):
        return use._replace(external=target.qualified_name)
    return use._replace(target=target)


def _names_in(written: Type) -> Iterator[str]:
    """Return the class names in a type, its own first."""
    if written.name != FUNCTION:
        yield written.name
    for one in (*written.arguments, written.receiver):
        if one is not None:
            yield from _names_in(one)


def _is_type_parameter(facts: Facts, owner: int, name: str) -> bool:
    return owner != NONE and any(
        text.partition(":")[0].strip().rpartition(" ")[2] == name
        for index in facts.enclosing(owner)
        for text in facts.declarations[index].type_parameters
    )


def _is_everywhere(qualified: str) -> bool:
    package = qualified.rpartition(".")[0]
    return package in _EVERYWHERE or package.startswith("kotlin.")
