"""Symbol table: declarations of project and libraries by simple and full name."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from functools import cached_property

from rca.languages.facts import Facts
from rca.languages.name_roles import Role
from rca.resolve.generated_classes import (
    generated_callables,
    generated_facts,
    generated_places,
    is_generated,
)
from rca.resolve.index_protocols import Files
from rca.resolve.symbol import Symbol

_ANONYMOUS = "object:"
_MOST_FACTS = 3000
"""Files whose facts are held at once, so that memory stays bounded on large projects."""


class SymbolTable:
    """Classes and callables by their names, libraries' too. Answers are kept as long as the surface stays."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self.libraries = files.libraries
        self._facts: dict[str, Facts] = {}
        self._changed: set[str] = set()
        self._callables: dict[str, tuple[Symbol, ...]] = {}
        self._renamed: dict[str, tuple[Symbol, ...]] = {}
        self._tops: dict[str, tuple[Symbol, ...]] = {}
        self._classes: dict[str, tuple[Symbol, ...]] = {}
        self._found: dict[tuple[str, Role], tuple[tuple[str, str], ...]] = {}

    def facts(self, path: str) -> Facts:
        """Return a file's facts, empty where it is not indexed."""
        known = self._facts.get(path)
        if known is None:
            if len(self._facts) >= _MOST_FACTS:
                self._facts.clear()
            if is_generated(path):
                known = generated_facts(self, path)
            else:
                source = self.libraries if path.startswith("library:") else self._files
                known = source.facts(path) or Facts("text")
            self._facts[path] = known
        return known

    def forget(self, path: str) -> None:
        """Drop what speaks of the text of a file that changed, its surface being what it was."""
        self._facts.pop(path, None)
        self._changed.add(path)
        facts = self.facts(path)
        prefix = f"{facts.package}." if facts.package else ""
        for name in facts.declared:
            self._callables.pop(name, None)
            self._tops.pop(f"{prefix}{name}", None)
        for index, qualified in enumerate(facts.type_names):
            self._classes.pop(qualified, None)
            self._classes.pop(f"{_ANONYMOUS}{path}:{index}", None)

    @property
    def has_changed(self) -> bool:
        """Return whether some file's text changed since it was first looked at."""
        return bool(self._changed)

    def current(self, symbol: Symbol) -> Symbol:
        """Return a declaration from the current text: its position may have changed, its interface not."""
        if symbol.path not in self._changed:
            return symbol
        facts = self.facts(symbol.path)
        return symbol if symbol.facts is facts else Symbol(symbol.path, facts, symbol.index)

    # --- callables

    def callables(self, name: str) -> tuple[Symbol, ...]:
        """Return every function, constructor and property of a name that the project declares."""
        known = self._callables.get(name)
        if known is None:
            known = self._callables[name] = tuple(
                symbol
                for path, _ in self._places(name, "callable")
                for symbol in self._declared(path, name)
                if symbol.is_callable
            )
        return known

    @cached_property
    def holds_invokes(self) -> bool:
        """Return whether the project declares a property named `invoke`."""
        return any(
            facts.declarations[index].kind == "property"
            for path, _ in self._places("invoke", "callable")
            for facts in (self._files.facts(path),)  # looked at, not kept: in a large project they are many
            if facts is not None
            for index in facts.declared.get("invoke", ())
        )

    def extensions_in(self, name: str, packages: Container[str]) -> tuple[Symbol, ...]:
        """Return the functions and properties of a name with a receiver in files of some packages."""
        return tuple(
            symbol
            for path, package in self._places(name, "extension")
            if package in packages
            for symbol in self._declared(path, name)
            if symbol.declaration.receiver is not None and symbol.is_callable
        )

    def top_level(self, qualified: str) -> tuple[Symbol, ...]:
        """Return the functions and properties of a package and name (`kotlin.io.println`), extensions too."""
        known = self._tops.get(qualified)
        if known is None:
            package, _, simple = qualified.rpartition(".")
            found = [
                symbol
                for path, declared_in in self._places(simple, "callable")
                if declared_in == package
                for symbol in self._declared(path, simple)
                if symbol.declaration.parent < 0 and symbol.is_callable
            ]
            found.extend(
                symbol
                for path in (
                    *self.libraries.callable_places(qualified),
                    *generated_callables(self, qualified),
                )
                for symbol in self._declared(path, simple)
                if symbol.declaration.parent < 0 and symbol.is_callable
            )
            known = self._tops[qualified] = tuple(found)
        return known

    def named(self, qualified: str) -> tuple[Symbol, ...]:
        """Return the project's callables of a qualified name: top-level, or of a class or companion."""
        owner, _, simple = qualified.rpartition(".")
        return (
            *(one for one in self.top_level(qualified) if one.facts.language != "library"),
            *(
                Symbol(one.path, one.facts, index)
                for class_name in (owner, f"{owner}.Companion")
                for one in self.classes(class_name)
                for index in one.facts.declared.get(simple, ())
                if one.facts.declarations[index].parent == one.index
            ),
        )

    def renamed(self, name: str) -> tuple[Symbol, ...]:
        """Return the callables of the project that Java knows by a name that `@JvmName` gives them."""
        known = self._renamed.get(name)
        if known is None:
            paths = [path for path, _ in self._places(name, "callable")]
            known = self._renamed[name] = tuple(self._renamed_among(paths, name))
        return known

    def renamed_in(self, package: str, name: str) -> tuple[Symbol, ...]:
        """Return what `renamed` does, of one package; files of others are not read."""
        paths = [path for path, declared_in in self._places(name, "callable") if declared_in == package]
        return tuple(self._renamed_among(paths, name))

    def _renamed_among(self, paths: Sequence[str], name: str) -> Iterator[Symbol]:
        ending = f'JvmName("{name}")'
        for path in paths:
            facts = self.facts(path)
            for index, row in enumerate(facts.declarations):
                if any(word.endswith(ending) for word in row.modifiers):
                    yield Symbol(path, facts, index)

    # --- classes

    def all_classes(self, qualified: str) -> tuple[Symbol, ...]:
        """Return the project's classes and aliases of a full name, else a library's, else generated ones."""
        known = self._classes.get(qualified)
        if known is None and qualified.startswith(_ANONYMOUS):
            path, _, index = qualified.removeprefix(_ANONYMOUS).rpartition(":")
            found = (Symbol(path, self.facts(path), int(index)),) if index.isdigit() else ()
            known = self._classes[qualified] = found
        if known is None:
            simple = qualified.rpartition(".")[2]
            declared = [
                symbol
                for path, package in self._places(simple, "class")
                if _may_hold(package, qualified)
                for symbol in self._declared_class(path, simple, qualified)
            ]
            if not declared:
                declared = [
                    symbol
                    for path in self.libraries.class_places(qualified)
                    for symbol in self._declared_class(path, simple, qualified)
                ][:1]
            if not declared:
                declared = [
                    symbol
                    for path in generated_places(self, qualified)
                    for symbol in self._declared_class(path, simple, qualified)
                ]
            # An `actual typealias` comes after the `expect class` that it stands beside.
            declared.sort(key=lambda one: one.declaration.kind == "typealias")
            known = self._classes[qualified] = tuple(declared)
        return known

    def classes(self, qualified: str) -> tuple[Symbol, ...]:
        """Return the project's classes and aliases of a qualified name: one for each source set."""
        return tuple(one for one in self.all_classes(qualified) if one.facts.language != "library")

    def anonymous(self, symbol: Symbol) -> str:
        """Return a name for a class that has none, by which `classes` finds it."""
        return f"{_ANONYMOUS}{symbol.path}:{symbol.index}"

    def is_project(self, qualified: str) -> bool:
        """Return whether the project itself declares a class."""
        symbols = self.all_classes(qualified)
        return bool(symbols) and symbols[0].facts.language != "library"

    def _declared_class(self, path: str, simple: str, qualified: str) -> Iterator[Symbol]:
        for symbol in self._declared(path, simple):
            row = symbol.declaration
            if (row.is_class or row.kind == "typealias") and symbol.type_name == qualified:
                yield symbol

    def declaring(self, name: str, role: Role) -> tuple[str, ...]:
        """Return the files in which a name has a role."""
        return tuple(path for path, _ in self._places(name, role))

    def _places(self, name: str, role: Role) -> tuple[tuple[str, str], ...]:
        known = self._found.get((name, role))
        if known is None:
            known = self._found[name, role] = self._files.places(name, role)
        return known

    def _declared(self, path: str, name: str) -> Iterator[Symbol]:
        facts = self.facts(path)
        return (Symbol(path, facts, index) for index in facts.declared.get(name, ()))


def is_anonymous(qualified: str) -> bool:
    """Return whether a name is that of an object without a name."""
    return qualified.startswith(_ANONYMOUS)


def _may_hold(package: str, qualified: str) -> bool:
    """Return whether a file of a package may declare a qualified name."""
    return not package or (
        qualified.startswith(package) and qualified[len(package) : len(package) + 1] == "."
    )
