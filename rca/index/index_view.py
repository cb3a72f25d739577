"""What one snapshot knows of its code: declarations by name and place, who calls them, what they mean."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rca.index.followed_files import FollowedFiles
from rca.index.merged_rows import OverlaidIndex
from rca.languages.locals.local import Local
from rca.navigation.call_graph import CallerAnswer
from rca.resolve.symbol import Symbol, enclosing, symbols_of
from rca.scheduling.deadline import Deadline

if TYPE_CHECKING:
    # The resolver is loaded when a question needs it: most commands ask for names and versions alone.
    from rca.navigation.callers import Callers
    from rca.navigation.definition import Definition, Texts
    from rca.navigation.hierarchy import Hierarchy, Outside
    from rca.navigation.references import ReferenceAnswer

_BINARY_NOISE = re.compile(
    r"^(?:\d|lambda\b|WhenMappings$|DefaultImpls$|EntriesMappings$|sam\b|inlined\b|special\b)"
)


class IndexView(OverlaidIndex):
    """Answers about declarations and calls. Paths are wire paths; lines count from 1."""

    def find_classes(self, name: str) -> tuple[Symbol, ...]:
        """Find classes by simple name, qualified name, or JVM binary name (`a.b.C$D$1`).

        Synthetic parts of a binary name (numbers, lambdas, `WhenMappings`) are passed over, so that
        `a.b.C$load$1` finds `a.b.C`. Several classes fit where source sets declare the same name.
        """
        wanted = _class_path(name)
        for last in range(len(wanted), 0, -1):
            found = tuple(
                symbol
                for path in self._may_declare(wanted[:last])
                for symbol in self.classes_in_file(path)
                if symbol.declaration.name == wanted[last - 1] and symbol.matches(wanted[:last])
            )
            if found or "$" not in name:
                return found
        return ()

    def _may_declare(self, wanted: tuple[str, ...]) -> Iterator[str]:
        """Give the files that may declare a class of that name; a part before it is a class or a package."""
        around = set(self.declaring(wanted[-2], "class")) if len(wanted) > 1 else set()
        for path, package in self.places(wanted[-1], "class"):
            if len(wanted) == 1 or path in around or package.rpartition(".")[2] == wanted[-2]:
                yield path

    def classes_in_file(self, path: str) -> tuple[Symbol, ...]:
        """Return the classes of a file, anonymous ones left out, in the order of the text."""
        return tuple(
            symbol
            for symbol in self.symbols(path)
            if (symbol.declaration.is_class and symbol.declaration.name)
            or symbol.declaration.kind == "typealias"
        )

    def symbols(self, path: str) -> tuple[Symbol, ...]:
        """Return every declaration of a file."""
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
        """Return the smallest named function around a line; local functions and lambdas belong to it.

        Where no function is around, a property (its initialiser or accessor), an initialiser or a
        constructor is given.
        """
        return enclosing(self.symbols(path), line)

    def jvm_owner_files(self, class_name: str) -> tuple[str, ...]:
        """Return the files whose top-level functions lie in a JVM class such as `a.b.FooKt`.

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
        from rca.navigation.callers import Callers

        # Rows change under a snapshot while files are indexed.
        def make() -> Callers:
            return Callers(FollowedFiles(self))

        callers = self._kept.resolver(self.surface, make)
        if callers.is_full:
            callers = self._kept.resolver_anew(self.surface, make)
        callers.follow(self)
        return callers

    @contextmanager
    def resolving(self, deadline: Deadline | None = None) -> Iterator[Callers]:
        """Return the resolver, for one thread at a time.

        Whoever needs it for long gives its deadline: whenever that is looked at, others that wait go first.
        """
        lock = self._kept.resolver_lock
        with lock.hold():
            callers = self._callers
            # Others that had it meanwhile may have turned it to a revision of theirs.
            with callers.lease(), lock.shared(deadline, lambda: callers.follow(self)):
                yield callers

    def callers(
        self, targets: Sequence[Symbol], max_depth: int, deadline: Deadline, most: int | None = None
    ) -> CallerAnswer:
        """Return who calls functions, up to a depth; see `Callers.find`."""
        answer = self._linked_callers(targets, max_depth, deadline, most)
        if answer is None:
            with self.resolving(deadline) as callers:
                answer = callers.find(targets, max_depth, deadline, most)
        lacking = [] if self.ready else ["the index is still being checked against the disk"]
        if self.state.reading_libraries:
            lacking.append("the project's libraries are still being read")
        if not lacking:
            return answer
        return CallerAnswer(answer.callers, complete=False, reasons=(*lacking, *answer.reasons))

    def linked_callers(self, target: Symbol, deadline: Deadline) -> CallerAnswer | None:
        """Return who calls a declaration directly, None where that would have to be worked out first."""
        return self._linked_callers((target,), 1, deadline, None)

    def _linked_callers(
        self, targets: Sequence[Symbol], max_depth: int, deadline: Deadline, most: int | None
    ) -> CallerAnswer | None:
        """Read from links who calls functions; None where links do not tell."""
        if self.state.links is None:
            return None
        if any(one.owner is not None and one.declaration.kind == "constructor" for one in targets):
            with self.resolving() as callers:
                targets = callers.with_other_source_sets(targets)
        return self.state.links.find(self, targets, max_depth, deadline, most)

    def definition(self, path: str, offset: int, texts: Texts) -> Definition | None:
        """Return what the identifier at an offset means; see `Definitions.at`."""
        from rca.navigation.definition import Definitions

        with self.resolving() as callers:
            return Definitions(callers.calls, texts).at(path, offset)

    def references(
        self, target: Symbol | Local, texts: Texts, deadline: Deadline, within: Container[str] | None = None
    ) -> ReferenceAnswer:
        """Return the uses of a declaration or local, by file and offset; see `References.of`.

        `within` names the files to look at, all where it is None.
        """
        from rca.navigation.references import ReferenceAnswer, References

        links = self.state.links
        linked = None
        if links is not None and within is None and isinstance(target, Symbol) and target.is_callable:
            linked = links.uses(self, target, deadline)
        with self.resolving(deadline) as callers:
            answer = References(self, callers, texts, linked, within).of(target, deadline)
        if self.ready or isinstance(target, Local):
            return answer
        reasons = ("the index is still being checked against the disk", *answer.reasons)
        return ReferenceAnswer(answer.references, complete=False, reasons=reasons)

    def _hierarchy(self, callers: Callers) -> Hierarchy:
        from rca.navigation.hierarchy import Hierarchy

        return Hierarchy(self, callers.calls)

    def subclasses(
        self, target: Symbol, deadline: Deadline, *, transitive: bool = False
    ) -> tuple[Symbol, ...]:
        """Return the classes right below a class, or all below it."""
        with self.resolving(deadline) as callers:
            hierarchy = self._hierarchy(callers)
            return tuple((hierarchy.descendants if transitive else hierarchy.subclasses)(target, deadline))

    def overriding(self, target: Symbol, deadline: Deadline) -> tuple[Symbol, ...]:
        """Return the members that override a member, in all classes below its own."""
        with self.resolving(deadline) as callers:
            return tuple(self._hierarchy(callers).overriding(target, deadline))

    def overridden(self, target: Symbol) -> tuple[Symbol, ...]:
        """Return the members of supertypes that a member overrides, nearest first."""
        with self.resolving() as callers:
            return tuple(self._hierarchy(callers).overridden(target))

    def external_overrides(self, target: Symbol) -> Outside:
        """Return what a member overrides that is none of the project's, as `Hierarchy` does."""
        with self.resolving() as callers:
            return self._hierarchy(callers).external_overrides(target)

    def supertypes(self, target: Symbol) -> tuple[str, ...]:
        """Return the full names of what a class extends, nearest first, known or not."""
        with self.resolving() as callers:
            return tuple(one.name for one in self._hierarchy(callers).above(target))

    def direct_supertypes(self, target: Symbol) -> tuple[Symbol, ...]:
        """Return the project's classes that a class names as its supertypes."""
        with self.resolving() as callers:
            return tuple(self._hierarchy(callers).direct_supertypes(target))

    def _aliases(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for path in self._files_with_aliases():
            for symbol in self.symbols(path):
                if symbol.declaration.kind == "typealias" and symbol.declaration.type:
                    target = symbol.declaration.type.split("<", maxsplit=1)[0].rpartition(".")[2].strip()
                    found.setdefault(target, []).append(symbol.name)
        return {target: tuple(names) for target, names in found.items()}

    def aliases_of(self, class_name: str) -> tuple[str, ...]:
        """Return the names of type aliases whose target names a class."""
        return self.memoize("aliases", self._aliases).get(class_name, ())

    def _files_with_aliases(self) -> list[str]:
        return list(self.declaring("", "class"))


def _class_path(name: str) -> tuple[str, ...]:
    """Split a class name into its parts, synthetic ones left out."""
    parts = [part for dotted in name.strip().split("$") for part in dotted.split(".")]
    return tuple(part for part in parts if part and not _BINARY_NOISE.match(part))
