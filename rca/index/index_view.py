"""The index of one snapshot: declarations by name and position, call sites, resolver."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rca.caching.memo_key import MemoKey
from rca.index.merged_rows import OverlaidIndex
from rca.resolve.symbol import Symbol, enclosing, symbols_of
from rca.scheduling.deadline import Deadline

if TYPE_CHECKING:
    from rca.index.shared_resolver import SharedResolver
    from rca.resolve.resolver import Resolver

_BINARY_NOISE = re.compile(
    r"^(?:\d|lambda\b|WhenMappings$|DefaultImpls$|EntriesMappings$|sam\b|inlined\b|special\b)"
)

_ALIASES = MemoKey[dict[str, tuple[str, ...]]]("type aliases by the class that they name")


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
        """Return the files that may declare a class of that name; what precedes it is a class or package."""
        around = set(self.declaring(wanted[-2], "class")) if len(wanted) > 1 else set()
        for path, package in self.places(wanted[-1], "class"):
            if len(wanted) == 1 or path in around or package.rpartition(".")[2] == wanted[-2]:
                yield path

    def classes_in_file(self, path: str) -> tuple[Symbol, ...]:
        """Return the classes of a file except anonymous ones, in text order."""
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

    def _shared_resolver(self) -> SharedResolver:
        # The resolver is loaded when a question needs it: most commands ask for names and versions alone.
        from rca.index.shared_resolver import SharedResolver

        return self._kept.resolver(self.surface, lambda: SharedResolver(self))

    @contextmanager
    def resolver(self, deadline: Deadline | None = None) -> Iterator[Resolver]:
        """Return the resolver, for one thread at a time.

        Whoever needs it for long gives its deadline: whenever that is looked at, others that wait go first.
        """
        lock = self._kept.resolver_lock
        with lock.hold():
            shared = self._shared_resolver()
            shared.follow(self)  # rows change under a snapshot while files are indexed
            # Others that had it meanwhile may have turned it to a revision of theirs.
            with lock.shared(deadline, lambda: shared.follow(self)):
                try:
                    yield shared.resolver
                finally:
                    shared.end_question()

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
        return self.memoize(_ALIASES, self._aliases).get(class_name, ())

    def _files_with_aliases(self) -> list[str]:
        return list(self.declaring("", "class"))


def _class_path(name: str) -> tuple[str, ...]:
    """Split a class name into its parts, without synthetic ones."""
    parts = [part for dotted in name.strip().split("$") for part in dotted.split(".")]
    return tuple(part for part in parts if part and not _BINARY_NOISE.match(part))
