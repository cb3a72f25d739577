"""Assembles a library from its classes: nesting, visibility, functional interfaces."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from rca.languages.facts import NONE, Declaration, Facts
from rca.libraries.library_rows import LibraryClass, LibraryFile

_Shape = tuple[str, int]
"""A method by name and number of parameters: generics hide more than that."""


@dataclass(slots=True)
class LibraryBuilder:
    """The classes and files of one library, collected while they are read."""

    classes: dict[str, LibraryClass] = field(default_factory=dict)
    files: list[LibraryFile] = field(default_factory=list)

    def add(self, found: LibraryClass | LibraryFile) -> None:
        """Add the declarations of one class file; the first of a name wins."""
        if isinstance(found, LibraryClass):
            self.classes.setdefault(found.qualified, found)
        else:
            self.files.append(found)

    def facts(self) -> Iterator[tuple[str, Facts]]:
        """Return the library's files by name."""
        kept = self._kept()
        nested: dict[str, list[str]] = defaultdict(list)
        for name in sorted(kept):
            outer = name.rpartition(".")[0]
            if len(self.classes[name].path) > 1 and outer in kept:
                nested[outer].append(name)
        for name in sorted(kept):
            found = self.classes[name]
            if len(found.path) == 1:
                rows: list[Declaration] = []
                self._append(rows, name, NONE, nested)
                yield name, Facts("library", found.package, declarations=tuple(rows))
        yield from self._file_facts()

    def _file_facts(self) -> Iterator[tuple[str, Facts]]:
        chunks: dict[tuple[str, str | None, str], list[Declaration]] = defaultdict(list)
        for file in self.files:
            for one in file.members:
                chunks[file.package, file.facade, one.name].append(one)
        for (package, facade, name), rows in chunks.items():
            place = ".".join(part for part in (package, facade) if part)
            yield f"{place}#{name}", Facts("library", package, declarations=tuple(rows), facade=facade)

    def _append(self, rows: list[Declaration], name: str, parent: int, nested: dict[str, list[str]]) -> None:
        found = self.classes[name]
        index = len(rows)
        words = found.declaration.modifiers
        if not found.visible:
            words = (*words, "internal")
        java_interface = found.declaration.kind == "interface" and "java" in words
        if java_interface and len(self._open_methods(name, ())) == 1:
            words = (*words, "fun")
        rows.append(found.declaration._replace(parent=parent, modifiers=words))
        rows.extend(one._replace(parent=index) for one in found.members)
        for inner in nested.get(name, ()):
            self._append(rows, inner, index, nested)

    def _kept(self) -> set[str]:
        """Return the classes that code elsewhere can name, and the supertypes that they inherit from."""
        kept: set[str] = set()
        waiting = [name for name, one in self.classes.items() if one.visible and self._reachable(one)]
        while waiting:
            name = waiting.pop()
            found = self.classes.get(name)
            if found is None or name in kept:
                continue
            kept.add(name)
            waiting.extend(text.split("<", maxsplit=1)[0] for text in found.declaration.supertypes)
            if len(found.path) > 1:
                waiting.append(name.rpartition(".")[0])
        return kept

    def _reachable(self, one: LibraryClass) -> bool:
        """Return whether the enclosing classes are visible too."""
        name = one.qualified
        for _ in one.path[1:]:
            name = name.rpartition(".")[0]
            outer = self.classes.get(name)
            if outer is None or not outer.visible:
                return False
        return True

    def _open_methods(self, name: str, below: tuple[str, ...]) -> set[_Shape]:
        """Return the abstract methods that an interface declares or inherits within the library."""
        found = self.classes.get(name)
        if found is None or name in below:
            return set()
        shapes: set[_Shape] = set()
        for text in found.declaration.supertypes:
            shapes |= self._open_methods(text.split("<", maxsplit=1)[0], (*below, name))
        for one in found.members:
            if one.kind in ("function", "property"):
                shape = (one.name, len(one.parameters))
                if "abstract" in one.modifiers:
                    shapes.add(shape)
                elif "static" not in one.modifiers:
                    shapes.discard(shape)
        return shapes
