"""References of a declaration or a local."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, replace

from models.code import Evidence, ReferenceKind
from rca.index.index_view import IndexView
from rca.index.position_lookup import SourceFile
from rca.index.xref_protocols import Edge, LinkedUses
from rca.languages.facts import NONE, CallSite
from rca.languages.locals.local import Local
from rca.languages.word_scanner import occurrences
from rca.navigation.android_resources import XML, Resources
from rca.navigation.call_edge_cache import caller_of
from rca.navigation.callers import Callers
from rca.navigation.definition import Definition, Definitions, Texts
from rca.navigation.hierarchy import Hierarchy
from rca.navigation.implied_uses import ImpliedUses
from rca.navigation.resource_uses import ResourceUses
from rca.navigation.use_matching import confidence_of
from rca.resolve.java_interop import facade_of
from rca.resolve.resolver import Resolver
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline

_KINDS: dict[str, ReferenceKind] = {"read": "read", "write": "write", "reference": "reference"}
_ANNOTATION = re.compile(r"@(?:\w+:)?(?:[\w.]+\.)?\Z")
_BEFORE = 120


@dataclass(frozen=True)
class Reference:
    """A use: the identifier from `start` to `end` (offsets), and the declaration that it counts for."""

    path: str
    start: int
    end: int
    line: int
    kind: ReferenceKind
    inside: Symbol | None
    evidence: Evidence
    confidence: float


@dataclass(frozen=True)
class ReferenceAnswer:
    """Uses by file and offset; `reasons` says what may be missing or doubtful."""

    references: tuple[Reference, ...]
    complete: bool
    reasons: tuple[str, ...]
    has_unresolved: bool = False
    """Whether call sites of the name could not be resolved; see `find_unresolved_uses`."""


def find_references(
    view: IndexView,
    target: Symbol | Local,
    texts: Texts,
    deadline: Deadline,
    within: Container[str] | None = None,
) -> ReferenceAnswer:
    """Return the uses of a declaration or local, by file and offset; see `References.of`.

    `within` names the files to look at, all where it is None.
    """
    links = view.state.links
    linked = None
    if links is not None and within is None and isinstance(target, Symbol) and target.is_callable:
        linked = links.uses(view, target, deadline)
    with view.resolver(deadline) as resolver:
        answer = References(resolver, texts, linked, within).of(target, deadline)
    if view.ready or isinstance(target, Local):
        return answer
    reasons = ("the index is still being checked against the disk", *answer.reasons)
    return replace(answer, complete=False, reasons=reasons)


def find_unresolved_uses(
    view: IndexView, target: Symbol, texts: Texts, deadline: Deadline, most: int
) -> list[Reference]:
    """Return places that may use a declaration and could not be resolved; see `Callers.unresolved`."""
    if not target.is_callable:
        return []
    with view.resolver(deadline) as resolver:
        return References(resolver, texts).unresolved(target, deadline, most)


class References:
    """Looks for uses in one snapshot; of what `linked` is given for, the call sites are known already."""

    def __init__(
        self,
        resolver: Resolver,
        texts: Texts,
        linked: LinkedUses | None = None,
        within: Container[str] | None = None,
    ) -> None:
        self._within = within
        self._linked = linked
        self._files = resolver.files
        self._callers = Callers(resolver)
        self._names = resolver.names
        self._definitions = Definitions(resolver, texts)
        self._hierarchy = Hierarchy(resolver)
        self._resources = Resources(resolver.names)
        self._resource_uses = ResourceUses(resolver, self._definitions.file)
        self._implied = ImpliedUses(resolver, self._definitions.file)

    def of(self, target: Symbol | Local, deadline: Deadline) -> ReferenceAnswer:
        """Return the uses of a declaration, its own place left out.

        A class is used where its name means it or one of its constructors; a function or property
        where a call or read means it, where it is imported, and where it is overridden.
        """
        found: dict[tuple[str, int], Reference] = {}
        reasons: list[str] = []
        if isinstance(target, Local):
            uses = self._of_local(target, deadline)
        elif target.declaration.is_class or target.declaration.kind == "typealias":
            uses = self._of_class(target, deadline)
        elif target.facts.language == "resource":
            uses = self._of_resource(target, deadline)
        else:
            uses = self._of_callable(target, deadline)
        for use in uses:
            found.setdefault((use.path, use.start), use)
        if deadline.expired:
            reasons.append("the time limit ended the search")
        doubts: tuple[str, ...] = ()
        if isinstance(target, Symbol) and target.is_callable:
            doubts = self._callers.doubts(target) if self._linked is None else self._linked.doubts
        reasons.extend(doubts)
        guessed = sum(1 for one in found.values() if one.evidence in ("unique_name", "name_only"))
        if guessed:
            reasons.append(f"{guessed} matched by name, the receiver's type being unknown")
        if isinstance(target, Symbol) and target.facts.names_only and target.facts.language != "resource":
            reasons.append("this language is matched by name only")
        ordered = tuple(found[key] for key in sorted(found))
        return ReferenceAnswer(ordered, not reasons, tuple(reasons), bool(doubts))

    # --- functions, constructors, properties

    def calls(self, target: Symbol, deadline: Deadline) -> Iterator[Reference]:
        """Return every place that calls a function or reads a property."""
        known = self._linked
        for edge in self._callers.uses(target, deadline, self._within) if known is None else known.edges:
            if known is not None and deadline.expired:
                return
            use = self._of_edge(edge)
            if use is not None:
                yield use

    def unresolved(self, target: Symbol, deadline: Deadline, most: int) -> list[Reference]:
        """Return places that may use a declaration and could not be resolved."""
        edges = self._callers.unresolved(target, deadline, most)
        return [use for edge in edges if (use := self._of_edge(edge)) is not None]

    def _of_edge(self, edge: Edge) -> Reference | None:
        file = self._definitions.file(edge.path)
        start, end = (0, 0) if file is None else file.span(edge.site)
        if start == end:
            return None
        kind = _KINDS.get(edge.site.form, "call")
        return Reference(
            edge.path, start, end, edge.site.line, kind, edge.caller, edge.evidence, edge.confidence
        )

    def _of_callable(self, target: Symbol, deadline: Deadline) -> Iterator[Reference]:
        yield from self.calls(target, deadline)
        if _is_importable(target):
            yield from self._imports(target, deadline)
        if target.declaration.kind == "property":
            for place in self._implied.of_property(target, self._looked_at, deadline):
                yield _implied_use(*place)
        if target.owner is not None and target.declaration.kind in ("function", "property"):
            for one in self._overriding(target, deadline):
                row = one.declaration
                yield Reference(
                    one.path, row.name_start, row.name_start + len(row.name), row.name_line,
                    "override", one, "override_family", confidence_of("receiver_type"),
                )  # fmt: skip

    def _overriding(self, target: Symbol, deadline: Deadline) -> Iterator[Symbol]:
        declaring = self._looked_at(self._files.declaring(target.name, "callable"))
        if all(path == target.path for path in declaring) and len(target.facts.declared[target.name]) < 2:
            return  # no other declaration has the name: the classes below need not be looked for
        for one in self._hierarchy.overriding(target, deadline):
            if self._within is None or one.path in self._within:
                yield one

    def _looked_at(self, paths: Iterable[str]) -> Iterable[str]:
        """Return the files of some that are looked at."""
        return paths if self._within is None else [path for path in paths if path in self._within]

    def _imports(self, target: Symbol, deadline: Deadline) -> Iterator[Reference]:
        path = target.qualified_name
        paths = {path, path.replace(".Companion.", ".")}
        facade = facade_of(target)
        if facade is not None:
            paths.add(".".join(part for part in (target.facts.package, facade, target.name) if part))
        for file_path in self._looked_at(self._files.declaring(target.name, "called")):
            if deadline.expired:
                return
            for row in self._names.facts(file_path).imports:
                if row.path in paths and not row.star:
                    file = self._definitions.file(file_path)
                    place = None if file is None else _last_part(file.text, row.line, target.name)
                    if place is not None:
                        yield Reference(
                            file_path, place, place + len(target.name), row.line,
                            "import", None, "import", confidence_of("import"),
                        )  # fmt: skip

    # --- classes, objects, enum entries, type aliases

    def _of_class(self, target: Symbol, deadline: Deadline) -> Iterator[Reference]:
        role = ("mentioned", "called") if target.declaration.kind == "enum_entry" else ("mentioned",)
        paths = dict.fromkeys(path for one in role for path in self._files.declaring(target.name, one))  # type: ignore[arg-type]  # mypy widens the literals
        if target.parent is not None and target.owner is None:  # a block declares it
            paths = {target.path: None}
        for path in self._looked_at(paths):
            if deadline.expired:
                return
            seen = self._may_see(path, target)
            file = self._definitions.file(path)
            if file is None or path.endswith(XML):
                yield from () if file is None else self._in_xml(file, target)
                continue
            if not (seen or target.qualified_name in file.text):
                continue
            names = {target.name}
            names.update(
                row.alias
                for row in file.facts.imports
                if row.alias and row.path.rpartition(".")[2] == target.name
            )
            for token in occurrences(file.text, file.facts.language, names):
                meaning = self._definitions.class_of(path, token.text, token.start)
                if meaning is None or _declares(meaning, token.start):
                    continue
                if _means(meaning, target) or self._names_alias(file, token.text, token.start, target):
                    yield self._use_of_class(file, meaning)

    def _names_alias(self, file: SourceFile, name: str, start: int, target: Symbol) -> bool:
        """Return whether a name that means a constructor is written with a type alias."""
        if target.declaration.kind != "typealias" or name != target.name:
            return False
        return self._names.qualify(file.path, file.owner(start), name) == target.qualified_name

    def _in_xml(self, file: SourceFile, target: Symbol) -> Iterator[Reference]:
        for start, end in self._resources.class_uses(target, file.path, file.text):
            yield _in_resource(file, start, end, None)

    def _of_resource(self, target: Symbol, deadline: Deadline) -> Iterator[Reference]:
        for use in self._resource_uses.of(target, self._looked_at, deadline):
            file, site = use.file, use.site
            inside = None if site is None else caller_of(file.path, file.facts, site)
            found = _in_resource(file, use.start, use.end, inside)
            yield replace(found, evidence=use.evidence, confidence=use.confidence)

    def _may_see(self, path: str, target: Symbol) -> bool:
        """Return whether a file's package and imports let the bare name of a class mean it.

        What lies inside a class is seen wherever that class is inherited: that is not looked at here.
        """
        facts = self._names.facts(path)
        package, name = target.facts.package, target.qualified_name
        if target.declaration.parent != NONE or facts.package == package:
            return True
        return any(row.path == (package if row.star else name) for row in facts.imports)

    def _use_of_class(self, file: SourceFile, meaning: Definition) -> Reference:
        owner = file.owner(meaning.start)
        site = meaning.site
        around = caller_of(file.path, file.facts, site or _nowhere(owner))
        evidence = meaning.evidence or "import"
        line = file.text.count("\n", 0, meaning.start) + 1
        kind = _kind_of_use(file, meaning, owner)
        inside = None if kind == "import" else around
        return Reference(
            file.path, meaning.start, meaning.end, line, kind, inside, evidence, confidence_of(evidence)
        )

    # --- locals

    def _of_local(self, target: Local, deadline: Deadline) -> Iterator[Reference]:
        file = self._definitions.file(target.path)
        if file is None:
            return
        for token in file.locals.words(target.name, min(target.since, target.start), target.until):
            if token.start == target.start:
                continue
            meaning = self._definitions.of(target.path, token.text, token.start)
            if meaning is None or meaning.local != target:
                continue
            line = file.text.count("\n", 0, token.start) + 1
            following = file.text[token.end : token.end + 8].lstrip()
            written = following.startswith(("=", "+=", "-=", "*=", "/=", "++", "--"))
            written = written and not following.startswith("==")
            kind: ReferenceKind = (
                "type" if target.kind == "type_parameter" else "write" if written else "read"
            )
            inside = caller_of(file.path, file.facts, _nowhere(file.owner(token.start)))
            yield Reference(target.path, token.start, token.end, line, kind, inside, "same_scope", 1.0)
        for place in self._implied.of_parameter(target, self._looked_at, deadline):
            yield _implied_use(*place)


def _implied_use(file: SourceFile, span: tuple[int, int], site: CallSite) -> Reference:
    inside = caller_of(file.path, file.facts, site)
    line = file.text.count("\n", 0, span[0]) + 1
    certainty = confidence_of("receiver_type")
    return Reference(file.path, *span, line, "read", inside, "receiver_type", certainty)


def _is_importable(target: Symbol) -> bool:
    """Return whether a line of imports can name a function or property: a member of instances it cannot."""
    row, owner = target.declaration, target.owner
    if row.kind == "constructor":
        return False
    if owner is None:
        return True
    if target.facts.language == "java":
        return "static" in row.modifiers or owner.declaration.kind in {"interface", "enum", "annotation"}
    return owner.declaration.kind in {"object", "companion"}


def _in_resource(file: SourceFile, start: int, end: int, inside: Symbol | None) -> Reference:
    line = file.text.count("\n", 0, start) + 1
    return Reference(file.path, start, end, line, "resource", inside, "import", confidence_of("import"))


def _last_part(text: str, line: int, name: str) -> int | None:
    """Return where the last part of the path of an import on a line starts."""
    start = 0
    for _ in range(line - 1):
        start = text.find("\n", start) + 1
        if start == 0:
            return None
    end = text.find("\n", start)
    match = re.compile(rf"\.\s*`?({re.escape(name)})(?![\w$])").search(
        text, start, end if end >= 0 else len(text)
    )
    return None if match is None else match.start(1)


def _declares(meaning: Definition, start: int) -> bool:
    return meaning.evidence is None and any(
        one.declaration.name_start in (start, start - 1) for one in meaning.symbols
    )


def _means(meaning: Definition, target: Symbol) -> bool:
    """Return whether a class, one of its constructors, or its declaration in another source set is meant."""
    wanted = target.type_name
    for one in meaning.symbols:
        held = one.owner if one.declaration.kind == "constructor" else one
        if held is not None and held.type_name == wanted and not held.is_callable:
            return True
    return False


def _kind_of_use(file: SourceFile, meaning: Definition, owner: int) -> ReferenceKind:
    before = file.text[max(0, meaning.start - _BEFORE) : meaning.start]
    line = before.rpartition("\n")[2].lstrip()
    if line.startswith("import "):
        return "import"
    if owner != NONE and _is_supertype(file, meaning, owner):
        return "supertype"
    if meaning.site is not None and meaning.site.form in ("call", "new"):
        return "type" if _ANNOTATION.search(before) else "call"
    if meaning.site is not None and meaning.site.form == "reference":
        return "reference"
    values = ("object", "companion", "enum_entry")
    return "read" if any(one.declaration.kind in values for one in meaning.symbols) else "type"


def _is_supertype(file: SourceFile, meaning: Definition, owner: int) -> bool:
    row = file.facts.declarations[owner]
    if not row.is_class or not row.name_start < meaning.start:
        return False
    written = meaning.name
    for text in row.supertypes:
        simple = text.split("<", maxsplit=1)[0].strip().rpartition(".")[2]
        if simple == written:
            header = file.text[row.name_start : meaning.start]
            return not header.rstrip().endswith("<") and header.count("{") == 0
    return False


def _nowhere(owner: int) -> CallSite:
    """Make what stands for a place without a call: only its owner counts."""
    return CallSite("", "read", 0, 0, owner, NONE, False, (), (), False, ())
