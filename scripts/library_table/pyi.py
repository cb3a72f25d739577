"""Python stubs of Java classes (`chaquopy-stubs-*`) as library files.

The stubs show what the JVM sees. What Kotlin made of it is brought back where that can be told: static
methods whose first parameter is called `this_…` are extensions, a `…Kt` class is a facade, a last
parameter of type `Continuation` a suspend function, a class with an `INSTANCE` of itself an object.

What stubs do not say: which parameters have defaults (those of a facade are all taken to have one), inline
functions with reified parameters, receivers of lambdas; and, but for classes that are known from elsewhere
(`KnownMembers`), what numbers results are, which methods are protected and which of an interface's have a
body (of more than one all are taken to have none).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

from rca.languages.facts import Declaration, Parameter
from rca.libraries.library_builder import LibraryBuilder
from rca.libraries.library_rows import LibraryClass, LibraryFile, row
from scripts.library_table import stub_file as stubs
from scripts.library_table.known_members import KnownMembers
from scripts.library_table.numbers_meant import AMBIGUOUS, Numbers
from scripts.library_table.pack import Source
from scripts.library_table.stub_file import Bounds, StubFile
from scripts.library_table.stub_types import StubTypes, continuation_result

_CONVENTIONS = re.compile(
    r"(plus|minus|times|div|rem)(Assign)?|rangeTo|rangeUntil|contains|get|set|invoke|iterator|next|hasNext"
    r"|inc|dec|unaryMinus|unaryPlus|not|compareTo|getValue|setValue|provideDelegate|component\d+"
)
_INFIX = frozenset(("and", "or", "xor", "shl", "shr", "until", "downTo", "step", "to"))


def read_stubs(
    wheels: Iterable[Path], known: KnownMembers | None = None, exact: Iterable[Declaration] = ()
) -> Iterator[Source]:
    """Return the library files of several packages of stubs, read together.

    `known` are members of their classes that are known from elsewhere, `exact` declarations of other
    libraries, whose types are known.
    """
    known = known or KnownMembers()
    files = [file for wheel in wheels for file in stubs.read_wheel(wheel)]
    numbers = Numbers(stubs.annotations_of(files), chain(known.declarations(), exact))
    readers = [_Reader(file, numbers, known) for file in files]
    for reader in readers:
        reader.say_bases()
    assemblies: dict[str, LibraryBuilder] = {}
    for file, reader in zip(files, readers, strict=True):
        assembly = assemblies.setdefault(file.origin, LibraryBuilder())
        for node in file.classes:
            for found in reader.read(node):
                assembly.add(found)
    for origin, assembly in assemblies.items():
        for name, facts in assembly.facts():
            yield Source(origin, name, facts)


class _Reader:
    """Reads the classes of one stub file."""

    def __init__(self, file: StubFile, numbers: Numbers, known: KnownMembers) -> None:
        self._file = file
        self._numbers = numbers
        self._known = known
        self._types = StubTypes(file.package, file.roots, file.parameters)

    def say_bases(self) -> None:
        """Record the supertypes of each class of the file among the known members."""
        waiting: list[tuple[ast.ClassDef, tuple[str, ...]]] = [
            (node, (node.name,)) for node in self._file.classes
        ]
        for node, path in waiting:
            self._known.add_bases(self._full(path), self._supertypes(node))
            waiting.extend((one, (*path, one.name)) for one in stubs.nested_in(node))

    def _full(self, path: tuple[str, ...]) -> str:
        return ".".join((self._file.package, *path))

    def _supertypes(self, node: ast.ClassDef) -> tuple[str, ...]:
        bases = [self._types.read(one, {}) for one in node.bases if not stubs.is_generic(one)]
        return tuple(text for text in bases if text != "kotlin.Any")

    def read(self, node: ast.ClassDef) -> Iterator[LibraryClass | LibraryFile]:
        """Return what a top-level class stands for: itself and what is inside, a Kotlin file, or both."""
        bounds = stubs.bounds_of(node)
        facade = stubs.is_facade(node)
        loose = [
            found
            for one in stubs.methods_of(node)
            if facade or (stubs.is_static(one) and stubs.receiver_of(one) is not None)
            if (found := self._loose(one, bounds)) is not None
        ]
        if loose:
            yield LibraryFile(self._file.package, node.name, loose)
        if not facade:
            yield from self._classes(node, (node.name,))

    def _classes(self, node: ast.ClassDef, path: tuple[str, ...]) -> Iterator[LibraryClass]:
        full = self._full(path)
        kind = self._kind(node, full)
        declaration = row(
            kind,
            node.name,
            type_parameters=self._type_parameters(stubs.variables_of_class(node), self._file.bounds),
            supertypes=self._supertypes(node),
            modifiers=("java", "inner") if stubs.is_inner(node) else ("java",),
        )
        members = [] if kind == "annotation" else list(self._members(node, full, kind))
        members = self._known.merged(full, kind, members)
        yield LibraryClass(self._file.package, path, declaration, members, visible=True)
        for one in stubs.nested_in(node):
            yield from self._classes(one, (*path, one.name))

    def _kind(self, node: ast.ClassDef, full: str) -> str:
        bases = {self._types.read(one, {}).partition("<")[0] for one in node.bases}
        if "kotlin.Annotation" in bases:
            return "annotation"
        if "kotlin.Enum" in bases:
            return "enum"
        if node.name == "Companion":
            return "companion"
        if any(
            name == "INSTANCE" and self._types.read(one, {}) == full for name, one, _ in stubs.fields_of(node)
        ):
            return "object"
        known = self._known.is_interface(full)
        return "interface" if (stubs.is_interface(node) if known is None else known) else "class"

    def _members(self, node: ast.ClassDef, full: str, kind: str) -> Iterator[Declaration]:
        for name, annotation, static in stubs.fields_of(node):
            if static and name in ("INSTANCE", "Companion"):
                continue
            text = self._types.read(annotation, self._numbers.field(self._file.package, name))
            if kind == "enum" and text == full:
                yield row("enum_entry", name)
            else:
                yield row("property", name, type_text=text, modifiers=("static",) if static else ("var",))
        bounds = stubs.bounds_of(node)
        for one in stubs.methods_of(node):
            if one.name == "__init__":
                yield row(
                    "constructor",
                    node.name,
                    parameters=tuple(self._parameters(one)),
                    type_parameters=self._type_parameters(stubs.variables_of_method(one, bounds), bounds),
                )
            elif not (stubs.is_static(one) and stubs.receiver_of(one) is not None):
                words = ("static",) if stubs.is_static(one) else ("abstract",) if kind == "interface" else ()
                found = self._callable(one, bounds, words)
                if found is not None:
                    yield self._overriding(found, full)

    def _overriding(self, method: Declaration, full: str) -> Declaration:
        """Return a method with the number that the method has which it overrides."""
        if method.type not in AMBIGUOUS or "static" in method.modifiers:
            return method
        inherited = self._known.inherited_result(full, method)
        return method._replace(type=inherited) if inherited in AMBIGUOUS else method

    def _loose(self, node: ast.FunctionDef, bounds: Bounds) -> Declaration | None:
        """Return a method of a facade as what Kotlin declares at the top level."""
        found = self._callable(node, bounds, ())
        if found is None or found.kind == "property":
            return found
        words = found.modifiers
        if _CONVENTIONS.fullmatch(node.name):
            words = (*words, "operator")
        elif node.name in _INFIX and len(found.parameters) == 1:
            words = (*words, "infix")
        defaults = tuple(one._replace(default=not one.vararg) for one in found.parameters)
        return found._replace(parameters=defaults, modifiers=words)

    def _callable(self, node: ast.FunctionDef, bounds: Bounds, words: tuple[str, ...]) -> Declaration | None:
        """Return a method as a function, or as the extension property that it reads; None for one it sets."""
        parameters = self._parameters(node)
        result = self._result(node)
        receiver = None
        if stubs.receiver_of(node) is not None:
            receiver, parameters = parameters[0].type, parameters[1:]
        resumed = continuation_result(parameters[-1].type or "") if parameters else None
        if resumed is not None and result.removesuffix("?") == "kotlin.Any":
            parameters, result, words = parameters[:-1], resumed, (*words, "suspend")
        accessed = stubs.property_of(node)
        if accessed is not None and parameters:
            return None
        return row(
            "function" if accessed is None else "property",
            accessed or stubs.java_name(node.name),
            receiver=receiver,
            type_text=result,
            parameters=tuple(parameters),
            type_parameters=self._type_parameters(stubs.variables_of_method(node, bounds), bounds),
            modifiers=words,
        )

    def _result(self, node: ast.FunctionDef) -> str:
        meant = self._numbers.result(self._file.package, node.name)
        return "kotlin.Unit" if node.returns is None else self._types.read(node.returns, meant)

    def _parameters(self, node: ast.FunctionDef) -> list[Parameter]:
        found = [
            Parameter(one.arg, self._parameter(one), default=False, vararg=False)
            for one in stubs.arguments_of(node)
            if not stubs.is_instance_around(node, one)
        ]
        rest = node.args.vararg
        if rest is not None:
            found.append(Parameter(rest.arg, self._parameter(rest), default=False, vararg=True))
        return found

    def _parameter(self, node: ast.arg) -> str:
        meant = self._numbers.result(self._file.package, node.arg)
        return "kotlin.Any" if node.annotation is None else self._types.read(node.annotation, meant)

    def _type_parameters(self, variables: Iterable[str], bounds: Bounds) -> tuple[str, ...]:
        return tuple(self._type_parameter(stubs.parameter_name(one), bounds.get(one)) for one in variables)

    def _type_parameter(self, name: str, bound: ast.expr | None) -> str:
        text = "kotlin.Any" if bound is None else self._types.read(bound, {})
        return name if text == "kotlin.Any" else f"{name} : {text}"
