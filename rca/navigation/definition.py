"""Definition of the identifier at a position."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from models.code import Evidence
from rca.index.index_view import IndexView
from rca.index.position_lookup import SourceFile
from rca.languages.facts import CallSite
from rca.languages.locals.local import Local
from rca.navigation.android_resources import XML, Resources, resource_of
from rca.navigation.declaration_aliases import alias_at, facade_at, facade_functions, object_of_instance
from rca.navigation.doc_links import DocLinks, link_at
from rca.navigation.identifier import dotted_until, identifier_at, is_named, is_written, qualifier_before
from rca.navigation.implied_uses import implied_target
from rca.navigation.keyword_definition import (
    implicit_parameter,
    instance_meaning,
    label_at,
    property_of_field,
)
from rca.navigation.operator_definition import called_by_sign
from rca.resolve.resolution import Resolution
from rca.resolve.resolver import Resolver
from rca.resolve.symbol import Symbol

_IMPORT = re.compile(r"\s*(?:import|package)\s")
_MOST_FILES = 64
"""Texts that are held at once."""
_MOST_GUESSES = 3
"""A name that could mean more declarations than this is said to mean none."""

Texts = Callable[[str], str | None]
"""Gives a file's text by its wire path, unsaved text first; None where it cannot be read."""


@dataclass(frozen=True)
class Definition:
    """What an identifier stands for: declarations, or a local, or a package; `start` is its offset.

    `certain` is False where the declarations share no more than the name with what is meant.
    """

    name: str
    start: int
    symbols: tuple[Symbol, ...] = ()
    local: Local | None = None
    package: str | None = None
    evidence: Evidence | None = None
    certain: bool = True
    site: CallSite | None = None
    alias: Local | None = None
    """The name that an import of the file gives what is meant."""

    @property
    def end(self) -> int:
        """Offset after the identifier."""
        return self.start + len(self.name)

    @property
    def in_project(self) -> tuple[Symbol, ...]:
        """The declarations that stand in a file of the workspace."""
        return tuple(one for one in self.symbols if one.facts.language != "library")


def find_definition(view: IndexView, path: str, offset: int, texts: Texts) -> Definition | None:
    """Return what the identifier at an offset means; see `Definitions.at`."""
    with view.resolver() as resolver:
        return Definitions(resolver, texts).at(path, offset)


class Definitions:
    """Meanings of identifiers in one snapshot. `text` is always the very text that `offset` counts in."""

    def __init__(self, resolver: Resolver, texts: Texts) -> None:
        self._resolver = resolver
        self._names = resolver.names
        self._texts = texts
        self._files: dict[str, SourceFile] = {}
        self._resources = Resources(resolver.names)
        self._links = DocLinks(resolver)

    def at(self, path: str, offset: int) -> Definition | None:
        """Return what the identifier at an offset means; None without an identifier, or if it is unknown."""
        file = self.file(path)
        if file is None:
            return None
        if path.endswith(XML):
            named = self._resources.at(path, file.text, offset)
            return _entry(file, offset) if named is None else Definition(*named)
        word = identifier_at(file.text, offset)
        if word is None:
            return self._operator(file, offset)
        name, start = word
        if not _is_code(file, name, start):
            return self._documented(file, offset)
        return self.of(path, name, start) or self._operator(file, offset)

    def of(self, path: str, name: str, start: int) -> Definition | None:
        """Return what an identifier means that is known to be at an offset, outside comments and strings."""
        file = self.file(path)
        if file is None:
            return None
        found = self._behind(self.declaration_of(file, name, start))
        alias = alias_at(file, name, start) if found is not None and found.symbols else None
        return found if found is None or alias is None else replace(found, alias=alias)

    def declaration_of(self, file: SourceFile, name: str, start: int) -> Definition | None:
        """Return what `of` does, with what the build generates in place of what it is generated from."""
        return self._known(file, name, start) or self._other(file, name, start)

    def class_of(self, path: str, name: str, start: int) -> Definition | None:
        """Return what `of` does, but no local with an upper-case name, which would need a full parse."""
        file = self.file(path)
        if file is None:
            return None
        found = self._known(file, name, start)
        if found is not None or not name[:1].isupper():
            return self._behind(found or self._other(file, name, start))
        qualified = qualifier_before(file.text, name, start, file.facts.language)
        return self._behind(None if qualified is None else self._class(file, name, start, qualified))

    def _behind(self, found: Definition | None) -> Definition | None:
        """Replace what the build generates by the resources that it is generated from."""
        symbols = self._resources.behind(found.symbols) if found is not None else ()
        return replace(found, symbols=symbols) if found is not None and symbols else found

    def _known(self, file: SourceFile, name: str, start: int) -> Definition | None:
        return (
            self._declared(file, name, start)
            or self._imported(file, name, start)
            or self._resource(file, name, start)
            or self._called(file, name, start)
            or self._argument_name(file, name, start)
            or self._keyword(file, name, start)
        )

    def file(self, path: str) -> SourceFile | None:
        """Return a file's text and tables, None where it cannot be read or does not fit the index."""
        known = self._files.get(path)
        if known is None:
            text = self._texts(path)
            if text is None:
                return None
            if len(self._files) > _MOST_FILES:
                self._files.clear()
            known = self._files[path] = SourceFile(path, text, self._names.facts(path))
        return known

    def _declared(self, file: SourceFile, name: str, start: int) -> Definition | None:
        found = [
            Symbol(file.path, file.facts, index)
            for at in (start, start - 1)  # a name in backticks may be said to start at its backtick
            for index in file.declared.get(at, ())
            if is_named(file.facts.declarations[index], name)
            and "implicit" not in file.facts.declarations[index].modifiers
        ]
        return Definition(name, start, tuple(found[:1])) if found else None

    def _imported(self, file: SourceFile, name: str, start: int) -> Definition | None:
        line_start = file.text.rfind("\n", 0, start) + 1
        if _IMPORT.match(file.text, line_start) is None:
            return None
        line_end = file.text.find("\n", start)
        line = file.text[line_start : line_end if line_end >= 0 else len(file.text)]
        keyword = line.split(maxsplit=1)[0] if line.strip() else ""
        if name in ("import", "package", "static"):
            return None
        if keyword == "package":
            return Definition(name, start, package=dotted_until(line, start - line_start, name))
        if keyword != "import":
            return None
        number = file.text.count("\n", 0, line_start) + 1
        rows = [row for row in file.facts.imports if row.line == number]
        for row in rows:
            if row.alias == name and dotted_until(line, start - line_start, name) == name:
                return self._of_path(name, start, row.path)
        whole = dotted_until(line, start - line_start, name)
        return self._of_path(name, start, whole)

    def _of_path(self, name: str, start: int, path: str) -> Definition | None:
        classes = self._names.all_classes(path)
        symbols = classes or tuple(
            one
            for one in (*self._names.named(path), *self._names.top_level(path))
            if one.declaration.kind in ("function", "property")
        )
        if symbols:
            return Definition(name, start, tuple(dict.fromkeys(symbols)), evidence="import")
        of_file = facade_functions(self._resolver, path)
        if of_file:
            return Definition(name, start, of_file, evidence="import")
        layouts = self._resources.bound(name)
        return Definition(name, start, layouts) if layouts else Definition(name, start, package=path)

    def _resource(self, file: SourceFile, name: str, start: int) -> Definition | None:
        """Return the resource that `R.kind.name` means."""
        for index in file.sites.get(start, ()):
            asked = resource_of(file.facts, file.facts.calls[index])
            found = () if asked is None else self._resources.named(*asked)
            if found:
                return Definition(name, start, found)
        return None

    def _called(self, file: SourceFile, name: str, start: int) -> Definition | None:
        unsure: Definition | None = None
        for index in file.sites.get(start, ()):
            site = file.facts.calls[index]
            if not is_written(site, name):
                continue
            resolution = self._resolver.meaning(file.path, index)
            if resolution is not None and resolution.result is not None and not resolution.targets:
                implied = self._implied(file, site)
                if implied is not None:
                    return Definition(name, start, (implied,), evidence="receiver_type", site=site)
            if resolution is None:
                continue
            if not resolution.targets:
                continue
            found = _meaning(name, start, site, resolution)
            if found is not None and found.certain:
                return found
            unsure = unsure or found
        return unsure

    def _implied(self, file: SourceFile, site: CallSite) -> Symbol | None:
        """Return what `copy` and `componentN` of a data class stand for."""
        if not site.has_receiver:
            return None
        return implied_target(self._resolver, site, self._resolver.type_of(file.path, site.receiver))

    def _argument_name(self, file: SourceFile, name: str, start: int) -> Definition | None:
        """Return the parameter that an argument's name means (`f(name = 1)`)."""
        if file.facts.language != "kotlin" or not re.match(r"\s*=(?!=)", file.text[start + len(name) :][:40]):
            return None
        function = file.locals.call_around(start)
        if function is None:
            return None
        meaning = self.of(file.path, function.text, function.start)
        if meaning is None or not meaning.certain:
            return None
        for target in meaning.symbols:
            found = self._parameter(target, name)
            if found is not None:
                return Definition(
                    name,
                    start,
                    (found,) if isinstance(found, Symbol) else (),
                    None if isinstance(found, Symbol) else found,
                    evidence=meaning.evidence,
                )
        return None

    def _operator(self, file: SourceFile, offset: int) -> Definition | None:
        """Return the functions that the operator at an offset calls."""
        if file.facts.language != "kotlin":
            return None
        word = identifier_at(file.text, offset)
        place = word[1] if word is not None and word[0] == "by" else None
        sign = (place, place + 2) if place is not None else file.sign_at(offset)
        called = None if sign is None else called_by_sign(self._resolver, file, sign[0])
        if sign is None or called is None:
            return None
        site, resolution, targets = called
        name = file.text[sign[0] : sign[1]]
        return Definition(name, sign[0], targets, evidence=resolution.evidence, site=site)

    def _documented(self, file: SourceFile, offset: int) -> Definition | None:
        """Return what a link in a documentation comment names."""
        link = link_at(file, offset)
        found = () if link is None else self._links.of(file, link, self._parameter)
        if link is None or not found:
            return None
        name = link.path[-1]
        if isinstance(found, Local):
            return Definition(name, link.start, local=found)
        return Definition(name, link.start, found, evidence="import")

    def _keyword(self, file: SourceFile, name: str, start: int) -> Definition | None:
        """Return what a label, `this`, `super` or `field` stands for."""
        label = label_at(file, name, start)
        if isinstance(label, Local):
            return Definition(name, start, local=label)
        facade = facade_at(self._resolver, file, name, start)
        if facade is not None:
            return Definition(name, start, local=facade)
        symbols = (label,) if label is not None else self._instance(file, name, start)
        if symbols:
            return Definition(name, start, symbols, evidence="same_scope")
        written = file.locals.find(name, start)
        value = implicit_parameter(file, name, start) if written is None else None
        return None if value is None else Definition(name, start, local=value)

    def _instance(self, file: SourceFile, name: str, start: int) -> tuple[Symbol, ...]:
        """Return the class of `this` or `super`, the object of `INSTANCE`, or the property of `field`."""
        symbols = instance_meaning(self._resolver, file, name, start)
        symbols = symbols or object_of_instance(self._resolver, file, name, start)
        field = None if symbols else property_of_field(file, name, start)
        if field is not None and file.locals.find(name, start) is None:
            return (field,)
        return symbols

    def _parameter(self, target: Symbol, name: str) -> Symbol | Local | None:
        if target.declaration.is_class:
            constructors = self._resolver.members.children(target.path, target.index, target.name)
            made = (
                self._parameter(one, name) for one in constructors if one.declaration.kind == "constructor"
            )
            return next((found for found in made if found is not None), None)
        if not any(one.name == name for one in target.declaration.parameters):
            return None
        row = target.declaration
        if row.kind == "constructor":
            for one in self._resolver.members.children(target.path, row.parent, name):
                if row.start <= one.declaration.start and one.declaration.end <= row.end:
                    return one
        file = self.file(target.path) if target.facts.language != "library" else None
        if file is None:
            return None
        match = re.compile(rf"(?<![\w$]){re.escape(name)}`?\s*:").search(
            file.text, row.name_start, row.header_end
        )
        return None if match is None else file.locals.find(name, match.start())

    def _other(self, file: SourceFile, name: str, start: int) -> Definition | None:
        """Return the local or class that a name means which no call site holds."""
        qualifier = qualifier_before(file.text, name, start, file.facts.language)
        if qualifier is None:
            return None
        if qualifier:
            return self._class(file, name, start, qualifier)
        if name[:1].isupper():
            return self._class(file, name, start, "") or self._local(file, name, start)
        return self._local(file, name, start) or self._class(file, name, start, "")

    def _local(self, file: SourceFile, name: str, start: int) -> Definition | None:
        found = file.locals.find(name, start)
        return None if found is None else Definition(name, start, local=found)

    def _class(self, file: SourceFile, name: str, start: int, qualifier: str) -> Definition | None:
        owner = file.owner(start)
        if not qualifier and self._is_type_parameter(file, owner, name):
            return self._local(file, name, start)
        found = self._names.all_classes(self._names.qualify(file.path, owner, f"{qualifier}{name}", start))
        first = qualifier.partition(".")[0]
        if first[:1].islower() and file.locals.find(first, start) is not None:
            return None
        found = found or self._resources.bound(name)
        return Definition(name, start, found, evidence="import") if found else None

    def _is_type_parameter(self, file: SourceFile, owner: int, name: str) -> bool:
        return any(
            text.split(":", maxsplit=1)[0].split()[-1:] == [name]
            for index in file.facts.enclosing(owner)
            for text in file.facts.declarations[index].type_parameters
        )


def _entry(file: SourceFile, offset: int) -> Definition | None:
    """Return the resource whose own name stands at an offset of the file that defines it."""
    for index, row in enumerate(file.facts.declarations):
        start = row.name_start
        if row.name and start <= offset <= start + len(row.name) and file.text.startswith(row.name, start):
            return Definition(row.name, start, (Symbol(file.path, file.facts, index),))
    return None


def _meaning(name: str, start: int, site: CallSite, resolution: Resolution) -> Definition | None:
    if not resolution.certain and resolution.families > _MOST_GUESSES:
        return None
    targets = tuple(dict.fromkeys(_annotation(one) or one for one in resolution.targets))
    return Definition(
        name, start, targets, evidence=resolution.evidence, certain=resolution.certain, site=site
    )


def _annotation(symbol: Symbol) -> Symbol | None:
    """Return the annotation class whose constructor a use of it seems to call."""
    owner = symbol.owner if symbol.declaration.kind == "constructor" else None
    return owner if owner is not None and owner.declaration.kind == "annotation" else None


def _is_code(file: SourceFile, name: str, start: int) -> bool:
    """Return whether a name is in code, not in a comment or string."""
    if file.sites.get(start) or file.declared.get(start):
        return True
    return file.locals.is_word(name, start)
