"""Captured frames and objects with the code that they belong to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from models.captured_state import CapturedFrame, CapturedValue
from rca.causes.captured.value_lookup import EMPTY_FRAME
from rca.causes.origins.origin import Place
from rca.causes.origins.syntax_file import SyntaxFile
from rca.causes.project_code import ProjectCode
from rca.languages.syntax_trees.node import Node
from rca.resolve.resolver import Resolver
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline

SyntaxOf = Callable[[str], SyntaxFile | None]
_MOST_FILES = 30
"""A field of a name that more files use is looked for in its own file alone."""


@dataclass(frozen=True)
class CapturedCode:
    """Captured frames, and the code that they and other objects belong to.

    Args:
        frames: captured frames, each with the file that it lies in.
        syntax_of: gives the trees of a file.
        code: the project's files.
        resolver: says which declaration a use means.
        deadline: after it no further files are searched.
    """

    frames: Sequence[tuple[str, CapturedFrame]]
    syntax_of: SyntaxOf
    code: ProjectCode
    resolver: Resolver
    deadline: Deadline

    def class_at(self, path: str, line: int) -> str | None:
        """Return the simple name of the class around a line."""
        functions = self.code.functions(path)
        function = functions.around(line) if functions is not None else None
        return function.class_path[-1] if function is not None and function.class_path else None

    def constructor_parameters(self, owner: str, count: int, path: str) -> list[str]:
        """Return the names of the parameters of a class's only constructor that takes so many."""
        found: list[list[str]] = []
        for candidate in dict.fromkeys((path, *self.code.index.declaring(owner, "class"))):
            functions = self.code.functions(candidate)
            rows = functions.facts.declarations if functions is not None else ()
            found.extend(
                [one.name for one in row.parameters]
                for row in rows
                if row.kind == "constructor" and row.name == owner and len(row.parameters) == count
            )
        return found[0] if len(found) == 1 else []

    def frame_around(self, file: SyntaxFile, place: Place) -> tuple[CapturedFrame, bool] | None:
        """Return the frame of the function around a place, or one made of the only object of its class.

        The second value says whether the function itself was on the stack.
        """
        root = file.root_at(place.start)
        if root is None:
            return None
        first, last = file.line_of(root.start), file.line_of(root.end)
        for path, frame in self.frames:
            if path == file.path and frame.line is not None and first <= frame.line <= last:
                return frame, True
        name = self.class_at(file.path, file.line_of(place.start))
        objects = [one for one in self.objects() if simple_name(one.type) == name] if name else []
        if not objects or any(one.fields != objects[0].fields for one in objects):
            return None
        return EMPTY_FRAME.model_copy(update={"receiver": objects[0]}), False

    def objects(self) -> Iterator[CapturedValue]:
        """Yield the captured objects of which the fields are known."""
        waiting = [
            value
            for _, frame in self.frames
            for value in (*frame.locals, *([frame.receiver] if frame.receiver is not None else ()))
        ]
        while waiting:
            value = waiting.pop()
            if value.fields:
                yield value
                waiting.extend(value.fields)

    def objects_of(self, owner: str) -> list[CapturedValue]:
        """Return the captured objects of a class whose fields are known, each state once."""
        found: list[CapturedValue] = []
        for one in self.objects():
            if simple_name(one.type) == owner and all(one.fields != other.fields for other in found):
                found.append(one)
        return found

    def owner_of(self, file: SyntaxFile, node: Node) -> str | None:
        """Return the simple name of the class whose property a name or member means."""
        for index in file.sites_of(node):
            resolution = self.resolver.resolve(file.path, index)
            for target in resolution.targets if resolution is not None else ():
                is_read = target.declaration.kind == "property" or target.name in _accessors(node.name)
                if is_read and target.owner is not None:
                    return target.owner.name
        return None

    def declares(self, owner: str, name: str) -> bool:
        """Return whether a class of the project has a function of its own of a name."""
        for path in self.code.index.declaring(owner, "class"):
            functions = self.code.functions(path)
            named = functions.named(name) if functions is not None else ()
            if any(one.owner is not None and one.owner.name == owner for one in named):
                return True
        return False

    def is_on_stack(self, function: Symbol) -> bool:
        """Return whether a captured frame lies in a function."""
        return any(
            path == function.path
            and frame.line is not None
            and function.line <= frame.line <= function.end_line
            for path, frame in self.frames
        )

    def field_read_by(self, file: SyntaxFile, node: Node) -> str | None:
        """Return the field that a call reads, where its function does nothing else."""
        for index in file.sites_of(node) if node.kind == "call" else ():
            resolution = self.resolver.resolve(file.path, index)
            for target in resolution.targets if resolution is not None else ():
                source = self.syntax_of(target.path) if target.declaration.kind == "function" else None
                tree = source.declaration_tree(target.declaration) if source is not None else None
                body = tree.body if tree is not None else None
                while body is not None and body.kind in ("block", "return") and len(body.parts) == 1:
                    body = body.parts[0]
                if body is not None and body.kind == "name":
                    return body.name
        return None

    def files_with(self, name: str) -> list[str]:
        """Return the Kotlin and Java files that use a property of a name."""
        if self.deadline.expired:
            return []
        index = self.code.index
        names = (name, f"set{name[:1].upper()}{name[1:]}", f"get{name[:1].upper()}{name[1:]}")
        found = dict.fromkeys(path for one in names for path in index.declaring(one, "called"))
        return list(found) if len(found) <= _MOST_FILES else []


def _accessors(name: str) -> tuple[str, ...]:
    """Return the names of a Java class's functions that Kotlin reads and writes as a property."""
    ending = f"{name[:1].upper()}{name[1:]}"
    return f"get{ending}", f"set{ending}", f"is{ending}"


def simple_name(name: str | None) -> str:
    """Return the name of a class without package and outer classes."""
    return (name or "").rpartition(".")[2].rpartition("$")[2]
