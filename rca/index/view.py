"""What one snapshot knows of its code: the index on disk, with unsaved editor text laid over it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol, TypeVar

from rca.cancellation import Watch
from rca.index.callers import CallerAnswer, Callers
from rca.index.current import Current
from rca.index.definition import Definitions, Meaning, Texts
from rca.index.described import Described, described_in
from rca.index.files import Libraries
from rca.index.hierarchy import Hierarchy, Outside
from rca.index.kept import Kept
from rca.index.layers import Overlay, RootIndex
from rca.index.libraries import shipped
from rca.index.listing import Listed, ListedFiles
from rca.index.locals import Local
from rca.index.names import ROLES, Role
from rca.index.packages import app_packages
from rca.index.references import ReferenceAnswer, References
from rca.index.store import Store
from rca.index.symbol import Symbol, enclosing, symbols_of
from rca.index.tagging import Tagging
from rca.index.tags import Tag
from rca.languages.encoding import CHECKSUM_BYTES, decode
from rca.languages.facts import Facts

T = TypeVar("T")
_BINARY_NOISE = re.compile(
    r"^(?:\d|lambda\b|WhenMappings$|DefaultImpls$|EntriesMappings$|sam\b|inlined\b|special\b)"
)


class LinkReader(Protocol):
    """What another process worked out about call sites; see `rca.index.links`."""

    def find(
        self, view: IndexView, targets: Sequence[Symbol], max_depth: int, watch: Watch, most: int | None
    ) -> CallerAnswer | None:
        """Give the callers of functions up to a depth; None where links do not tell."""


@dataclass
class IndexState:
    """How far the index is, shared by all snapshots of a workspace."""

    checked: bool = False
    """Whether every file was compared with the disk since the program started."""
    reading_libraries: bool = False
    """Whether archives that the project depends on are being read."""
    links: LinkReader | None = None
    """Reads the links of the workspace, where they are made."""


class IndexView:
    """Answers about declarations and calls. Paths are wire paths; lines count from 1."""

    def __init__(
        self,
        roots: Sequence[RootIndex],
        overlays: Mapping[str, Overlay],
        kept: Kept,
        state: IndexState,
        libraries: Libraries | None = None,
    ) -> None:
        self.state = state
        self.libraries: Libraries = shipped() if libraries is None else libraries
        self._roots = tuple(roots)
        self._overlays = dict(overlays)
        self._kept = kept
        self._resolving = kept.resolving
        self._surface_at: tuple[object, Hashable] | None = None

    @property
    def ready(self) -> bool:
        """Whether every file was compared with the disk since the program started, and no row lost since."""
        return self.state.checked and not any(root.store.incomplete for root in self._roots)

    @property
    def notes(self) -> tuple[str, ...]:
        """What the index lacks as a whole: files left out, a disk that refuses."""
        return tuple(note for root in self._roots for note in (*root.store.notes, *root.store.file_notes()))

    @property
    def surface(self) -> Hashable:
        """What files see of each other: equal in two revisions between which only bodies changed.

        Whatever was worked out from declarations alone, and names them by path and index, holds as long
        as this stays; lines and offsets do not.
        """
        written = self.written
        if self._surface_at is None or self._surface_at[0] != written:
            unsaved = frozenset(
                (path, overlay.surface)
                for path, overlay in self._overlays.items()
                if overlay.surface != self._surface_on_disk(path)
            )
            self._surface_at = written, (tuple(surface for _, surface in written), unsaved, self.libraries)
        return self._surface_at[1]

    @property
    def written(self) -> tuple[tuple[int, int], ...]:
        """What changes with every writing of rows, by any process."""
        return tuple(root.store.versions() for root in self._roots)

    @property
    def unsaved(self) -> Collection[str]:
        """The files with unsaved text."""
        return self._overlays.keys()

    @property
    def layers(self) -> tuple[Sequence[RootIndex], Mapping[str, Overlay]]:
        """The rows of each folder, and the unsaved texts over them."""
        return self._roots, self._overlays

    def _surface_on_disk(self, path: str) -> int | None:
        root, inside = self._root_of(path)
        row = root.store.packed(inside)
        if row is None:
            return None
        digest, packed = row
        try:
            facts = self._kept.facts(digest, len(packed), lambda: decode(packed))
        except ValueError:
            return None
        return self._kept.surface(digest, facts)

    def remember(self, name: str, work_out: Callable[[], T]) -> T:
        """Give what was worked out under a name, kept for all revisions with this surface."""
        return self._kept.remember(self.surface, name, work_out)

    @property
    def app_packages(self) -> tuple[str, ...]:
        """Packages that the workspace declares for its own code, the most specific spelling of each."""
        return self.remember("app packages", self._app_packages)

    def _app_packages(self) -> tuple[str, ...]:
        counts: dict[str, int] = {}
        namespaces: list[str] = []
        for root in self._roots:
            namespaces.extend(root.store.namespaces())
            for package, files in root.store.packages().items():
                counts[package] = counts.get(package, 0) + files
        for overlay in self._overlays.values():
            if overlay.facts.language in ("kotlin", "java"):
                counts.setdefault(overlay.facts.package, 1)
        return app_packages(counts, namespaces)

    def facts(self, path: str) -> Facts | None:
        """Give the facts of a file, unsaved text first; None where the file holds no code that is read."""
        found = self.content(path)
        return None if found is None else found[1]

    def content(self, path: str) -> tuple[Hashable, Facts] | None:
        """Give the facts of a file after what is equal for equal texts of it."""
        overlay = self._overlays.get(path)
        if overlay is not None:
            return overlay.text, overlay.facts
        root, inside = self._root_of(path)
        row = root.store.packed(inside)
        if row is None:
            return None
        digest, packed = row
        try:
            return digest[:-CHECKSUM_BYTES], self._kept.facts(digest, len(packed), lambda: decode(packed))
        except ValueError:
            root.store.forget(inside)
            return None

    def contents(self, paths: Collection[str]) -> dict[str, Hashable]:
        """Give what tells the texts of files from others, as `content` does; None for one without facts."""
        found: dict[str, Hashable] = dict.fromkeys(paths)
        for root in self._roots:
            wire = {inside: path for path in paths if (inside := root.inside(path, self._roots)) is not None}
            for inside, digest in root.store.digests(list(wire)).items():
                found[wire[inside]] = digest
        found.update((path, self._overlays[path].text) for path in paths if path in self._overlays)
        return found

    def facts_of_content(self, path: str, digest: bytes) -> Facts | None:
        """Give the facts of a file on the disk, None where the index knows other content than this."""
        root, inside = self._root_of(path)
        return self.facts(path) if root.store.digest(inside) == digest else None

    def declaring(self, name: str, role: Role) -> tuple[str, ...]:
        """Give the files in which a name has a role: those that declare, call or mention it."""
        return tuple(path for path, _ in self.places(name, role))

    def places(self, name: str, role: Role) -> tuple[tuple[str, str], ...]:
        """Give the files in which a name has a role, each with its package."""
        found = [
            (path, package)
            for root in self._roots
            for inside, package in root.store.files_with(name, role)
            if (path := root.wire(inside)) not in self._overlays
        ]
        bit = ROLES[role]
        found.extend(
            (path, overlay.facts.package)
            for path, overlay in self._overlays.items()
            if overlay.names.get(name, 0) & bit
        )
        found.sort()  # whether a text is saved or not, and in which folder it is, decides nothing
        return tuple(found)

    @property
    def listed(self) -> ListedFiles:
        """Every file of the index by its path."""
        return self.remember("listed", self._listed)

    def _listed(self) -> ListedFiles:
        unsaved = {
            path: Listed(one.facts.language, one.facts.package) for path, one in self._overlays.items()
        }
        first, *others = self._roots
        rows = first.listing.files()
        if others:
            state = tuple(writes for writes, _ in self.written)
            rows = first.remember(
                "listed", state, lambda: rows.with_files(one.listing.files() for one in others)
            )
        return rows.with_unsaved(unsaved)

    @property
    def packages(self) -> frozenset[str]:
        """The packages of Kotlin and Java files."""
        return self.remember("packages", self._packages)

    def _packages(self) -> frozenset[str]:
        found = {package for root in self._roots for package in root.store.packages()}
        found.update(
            one.facts.package for one in self._overlays.values() if one.facts.language in ("kotlin", "java")
        )
        return frozenset(found)

    def names_with(self, role: Role) -> frozenset[str]:
        """Give every name that has a role in some file; one of a file with unsaved text may be outdated."""
        found = {name for root in self._roots for name in root.store.names_with(role)}
        bit = ROLES[role]
        for overlay in self._overlays.values():
            found.update(name for name, bits in overlay.names.items() if name and bits & bit)
        return frozenset(found)

    def tags(self, paths: Sequence[str]) -> Mapping[str, tuple[Tag, ...]]:
        """Give the tags of files, those included that their classes inherit or a manifest gives them."""
        return {**dict.fromkeys(paths, ()), **self.tags_of(self.described(paths))}

    def tags_of(self, files: Mapping[str, Described]) -> Mapping[str, tuple[Tag, ...]]:
        """Give the tags of files that were described."""
        return self._tagging.of(files)

    def tagged(self, tag: str) -> Mapping[str, tuple[Tag, ...]]:
        """Give the files with a tag, in the order of their paths, and why each has it."""
        return self._tagging.files(tag)

    @property
    def tag_names(self) -> tuple[str, ...]:
        """Every tag that some file has, most frequent first."""
        return self.remember("tag names", self._tagging.names)

    @property
    def _tagging(self) -> Tagging:
        return Tagging(self._roots, self._overlays)

    def described(self, paths: Sequence[str]) -> Mapping[str, Described]:
        """Give what the index lists of files, those that it does not know left out."""
        return described_in(self._roots, self._overlays, paths)

    def sizes(self) -> Mapping[str, int]:
        """Give the number of bytes of every file."""
        rows = {
            root.wire(path): one.size for root in self._roots for path, one in root.store.stamps().items()
        }
        return {**rows, **{path: len(one.encoded) for path, one in self._overlays.items()}}

    def files_named(self, base: str) -> tuple[str, ...]:
        """Give the files whose last path part is `base`."""
        found = self._collect(lambda store: store.files_named(base), hide_overlaid=False)
        found.extend(path for path in self._overlays if path.rpartition("/")[2] == base and path not in found)
        return tuple(found)

    def find_classes(self, name: str) -> tuple[Symbol, ...]:
        """Find classes by simple name, qualified name, or JVM binary name (`a.b.C$D$1`).

        Synthetic parts of a binary name (numbers, lambdas, `WhenMappings`) are passed over, so that
        `a.b.C$load$1` finds `a.b.C`. Several classes fit where source sets declare the same name.
        """
        wanted = _class_path(name)
        for last in range(len(wanted), 0, -1):
            found = tuple(
                symbol
                for path in self.declaring(wanted[last - 1], "class")
                for symbol in self.classes_in_file(path)
                if symbol.declaration.name == wanted[last - 1] and symbol.matches(wanted[:last])
            )
            if found or "$" not in name:
                return found
        return ()

    def classes_in_file(self, path: str) -> tuple[Symbol, ...]:
        """Give the classes of a file, anonymous ones left out, in the order of the text."""
        return tuple(
            symbol
            for symbol in self.symbols(path)
            if (symbol.declaration.is_class and symbol.declaration.name)
            or symbol.declaration.kind == "typealias"
        )

    def symbols(self, path: str) -> tuple[Symbol, ...]:
        """Give every declaration of a file."""
        facts = self.facts(path)
        return () if facts is None else symbols_of(path, facts)

    def functions(
        self, path: str, name: str, class_name: str | None = None, line: int | None = None
    ) -> tuple[Symbol, ...]:
        """Find functions, constructors and properties of a name in a file.

        A class's name and `<init>` mean its constructors. `getX`, `isX` and `setX` find the property `x`
        where no function has the name. `class_name` is simple, qualified or binary; `line` is any line
        of the declaration, and the smallest declaration around it wins; the line of a class's name
        means all its constructors.
        """
        found = [symbol for symbol in self.symbols(path) if symbol.is_callable and symbol.answers_to(name)]
        if not found:
            found = [symbol for symbol in self.symbols(path) if symbol.is_accessor_of(name)]
        if class_name is not None:
            wanted = _class_path(class_name)
            found = [symbol for symbol in found if symbol.owner_matches(wanted)]
        if line is not None and found:
            if all(symbol.declaration.kind == "constructor" for symbol in found):
                of_class = [
                    one for one in found if one.owner is not None and one.owner.declaration.name_line == line
                ]
                if of_class:
                    return tuple(of_class)
            around = [symbol for symbol in found if symbol.line <= line <= symbol.end_line]
            found = sorted(around, key=lambda symbol: symbol.end_line - symbol.line)[:1]
        return tuple(found)

    def enclosing_function(self, path: str, line: int) -> Symbol | None:
        """Give the smallest named function around a line; local functions and lambdas belong to it.

        Where no function is around, a property (its initialiser or accessor), an initialiser or a
        constructor is given.
        """
        return enclosing(self.symbols(path), line)

    def jvm_owner_files(self, class_name: str) -> tuple[str, ...]:
        """Give the files whose top-level functions lie in a JVM class such as `a.b.FooKt`.

        `@file:JvmName` is honoured, several files of one facade too (`Okio__JvmOkioKt` is the part of
        `Okio` that `JvmOkio.kt` holds); `$…` parts are passed over.
        """
        package, _, simple = class_name.split("$", maxsplit=1)[0].rpartition(".")
        whole, _, part = simple.partition("__")
        if part:
            named = self.jvm_owner_files(f"{package}.{part}" if package else part)
            return named or self.jvm_owner_files(f"{package}.{whole}" if package else whole)
        found = self._collect(lambda store: store.files_with_facade(simple))
        found.extend(path for path, overlay in self._overlays.items() if overlay.facts.facade == simple)
        if simple.endswith("Kt"):
            found.extend(self.files_named(f"{simple[:-2]}.kt"))
            lowered = simple[:1].lower() + simple[1:-2]
            found.extend(self.files_named(f"{lowered}.kt"))
        return tuple(
            path
            for path in dict.fromkeys(found)
            if (facts := self.facts(path)) is not None and (not package or facts.package == package)
        )

    @property
    def _callers(self) -> Callers:
        # Rows change under a snapshot while files are indexed.
        def make() -> Callers:
            return Callers(Current(self))

        callers = self._kept.resolver(self.surface, make)
        if callers.is_full:
            callers = self._kept.resolver_anew(self.surface, make)
        callers.follow(self)
        return callers

    @contextmanager
    def resolving(self) -> Iterator[Callers]:
        """Give the resolver, for one thread at a time."""
        with self._resolving:
            yield self._callers

    def callers(
        self, targets: Sequence[Symbol], max_depth: int, watch: Watch, most: int | None = None
    ) -> CallerAnswer:
        """Give who calls functions, up to a depth; see `Callers.find`."""
        answer = self._linked_callers(targets, max_depth, watch, most)
        if answer is None:
            with self._resolving:
                answer = self._callers.find(targets, max_depth, watch, most)
        lacking = [] if self.ready else ["the index is still being checked against the disk"]
        if self.state.reading_libraries:
            lacking.append("the project's libraries are still being read")
        if not lacking:
            return answer
        return CallerAnswer(answer.callers, complete=False, reasons=(*lacking, *answer.reasons))

    def linked_callers(self, target: Symbol, watch: Watch) -> CallerAnswer | None:
        """Give who calls a declaration directly, None where that would have to be worked out first."""
        return self._linked_callers((target,), 1, watch, None)

    def _linked_callers(
        self, targets: Sequence[Symbol], max_depth: int, watch: Watch, most: int | None
    ) -> CallerAnswer | None:
        """Read from links who calls functions; None where links do not tell."""
        if self.state.links is None:
            return None
        if any(one.owner is not None and one.declaration.kind == "constructor" for one in targets):
            with self._resolving:
                targets = self._callers.with_other_source_sets(targets)
        return self.state.links.find(self, targets, max_depth, watch, most)

    def definition(self, path: str, offset: int, texts: Texts) -> Meaning | None:
        """Give what the identifier at an offset means; see `Definitions.at`."""
        with self._resolving:
            return Definitions(self._callers.calls, texts).at(path, offset)

    def references(self, target: Symbol | Local, texts: Texts, watch: Watch) -> ReferenceAnswer:
        """Give the uses of a declaration or local, by file and offset; see `References.of`."""
        with self._resolving:
            answer = References(self, self._callers, texts).of(target, watch)
        if self.ready or isinstance(target, Local):
            return answer
        reasons = ("the index is still being checked against the disk", *answer.reasons)
        return ReferenceAnswer(answer.references, complete=False, reasons=reasons)

    def subclasses(self, target: Symbol, watch: Watch, *, transitive: bool = False) -> tuple[Symbol, ...]:
        """Give the classes right below a class, or all below it."""
        with self._resolving:
            hierarchy = Hierarchy(self, self._callers.calls)
            return tuple((hierarchy.descendants if transitive else hierarchy.subclasses)(target, watch))

    def overriding(self, target: Symbol, watch: Watch) -> tuple[Symbol, ...]:
        """Give the members that override a member, in all classes below its own."""
        with self._resolving:
            return tuple(Hierarchy(self, self._callers.calls).overriding(target, watch))

    def overridden(self, target: Symbol) -> tuple[Symbol, ...]:
        """Give the members of supertypes that a member overrides, nearest first."""
        with self._resolving:
            return tuple(Hierarchy(self, self._callers.calls).overridden(target))

    def outside(self, target: Symbol) -> Outside:
        """Give what a member overrides that is none of the project's; see `Hierarchy.outside`."""
        with self._resolving:
            return Hierarchy(self, self._callers.calls).outside(target)

    def supertypes(self, target: Symbol) -> tuple[str, ...]:
        """Give the full names of what a class extends, nearest first, known or not."""
        with self._resolving:
            return tuple(one.name for one in Hierarchy(self, self._callers.calls).above(target))

    def _aliases(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for path in self._files_with_aliases():
            for symbol in self.symbols(path):
                if symbol.declaration.kind == "typealias" and symbol.declaration.type:
                    target = symbol.declaration.type.split("<", maxsplit=1)[0].rpartition(".")[2].strip()
                    found.setdefault(target, []).append(symbol.name)
        return {target: tuple(names) for target, names in found.items()}

    def aliases_of(self, class_name: str) -> tuple[str, ...]:
        """Give the names of type aliases whose target names a class."""
        return self.remember("aliases", self._aliases).get(class_name, ())

    def _files_with_aliases(self) -> list[str]:
        return list(self.declaring("", "class"))

    def totals(self) -> tuple[int, int, int, int]:
        """Give the numbers of files, bytes, symbols and call sites on disk."""
        sums = [root.store.totals() for root in self._roots]
        files, size, symbols, sites = (sum(row[place] for row in sums) for place in range(4))
        return files, size, symbols, sites

    def _root_of(self, path: str) -> tuple[RootIndex, str]:
        for root in self._roots[1:]:
            if path.startswith(f"{root.prefix}/"):
                return root, path[len(root.prefix) + 1 :]
        return self._roots[0], path

    def _collect(self, ask: Callable[[Store], Iterable[str]], *, hide_overlaid: bool = True) -> list[str]:
        found = []
        for root in self._roots:
            for inside in ask(root.store):
                path = root.wire(inside)
                if not (hide_overlaid and path in self._overlays):
                    found.append(path)
        return found


def _class_path(name: str) -> tuple[str, ...]:
    """Split a class name into its parts, synthetic ones left out."""
    parts = [part for dotted in name.strip().split("$") for part in dotted.split(".")]
    return tuple(part for part in parts if part and not _BINARY_NOISE.match(part))
