"""Classes that Android's build generates from resources, as a symbol table finds them by name.

They come after the project's own classes and those of libraries: a binding class that lies in the build
output, or that the project wrote itself, is taken as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from rca.languages.android.generated_facts import (
    ARGUMENTS,
    BINDING,
    DIRECTIONS,
    SYNTHETIC,
    accessors_of,
    actions_of,
    arguments_facts,
    arguments_of,
    binding_facts,
    binding_name,
    directions_facts,
    is_bound,
    synthetic_facts,
)
from rca.languages.facts import Facts
from rca.languages.name_roles import Role
from rca.resolve.symbol import Symbol
from rca.resolve.visibility import module_of
from rca.text.identifiers import split_humps, split_words

_PATH = "generated:"
_BINDING_PACKAGE = ".databinding"
_MANIFESTS = ("build.gradle.kts", "build.gradle", "src/main/AndroidManifest.xml")
"""Files of a module that say which package its generated classes lie in."""


class SymbolLookup(Protocol):
    """What is asked of a symbol table."""

    def facts(self, path: str) -> Facts:
        """Return a file's facts, empty where it is not indexed."""

    def declaring(self, name: str, role: Role) -> tuple[str, ...]:
        """Return the files in which a name has a role."""


def is_generated(path: str) -> bool:
    """Return whether a path is that of a generated class."""
    return path.startswith(_PATH)


def generated_places(table: SymbolLookup, qualified: str) -> tuple[str, ...]:
    """Return the paths of a generated class of a full name: one for each module that may have it."""
    package, _, simple = qualified.rpartition(".")
    if simple.endswith(BINDING) and package.endswith(_BINDING_PACKAGE):
        modules = dict.fromkeys(module_of(path) for path in _layouts(table, simple))
        namespace = package.removesuffix(_BINDING_PACKAGE)
        own = [module for module in modules if namespace in _namespaces(table, module)]
        return tuple(f"{_PATH}{module}:{qualified}" for module in own or modules)
    if simple.endswith((ARGUMENTS, DIRECTIONS)) and package and next(_graphs(table, qualified), None):
        return (f"{_PATH}:{qualified}",)
    return ()


def generated_callables(table: SymbolLookup, qualified: str) -> tuple[str, ...]:
    """Return the paths of the property of a full name that Kotlin's Android extensions make of an id.

    `kotlinx.android.synthetic.main.home.title` is a property, `….home.view.title` an extension of `View`.
    """
    if not qualified.startswith(SYNTHETIC):
        return ()
    package, _, name = qualified.rpartition(".")
    return (f"{_PATH}:{qualified}",) if any(_synthetic_ids(table, package, name)) else ()


def _synthetic_ids(table: SymbolLookup, package: str, name: str) -> Iterator[Symbol]:
    """Return the ids of a name in the layout that a package of Kotlin's Android extensions stands for."""
    layout = package.removeprefix(SYNTHETIC).removesuffix(".view").rpartition(".")[2]
    for path in table.declaring(layout, "resource"):
        facts = table.facts(path)
        if any(facts.declarations[index].kind == "layout" for index in facts.declared.get(layout, ())):
            for index in facts.declared.get(name, ()):
                row = facts.declarations[index]
                if row.kind == "id" and row.type is not None:
                    yield Symbol(path, facts, index)


def generated_facts(table: SymbolLookup, path: str) -> Facts:
    """Return the facts of a generated class by the path that `generated_places` gives."""
    module, _, qualified = path.removeprefix(_PATH).rpartition(":")
    if qualified.startswith(SYNTHETIC):
        package, _, name = qualified.rpartition(".")
        types = [one.declaration.type for one in _synthetic_ids(table, package, name)]
        return synthetic_facts(package, name, types)
    if qualified.endswith(BINDING):
        return binding_facts(qualified, [table.facts(one) for one in _layouts_in(table, module, qualified)])
    graphs = [table.facts(one) for one in _graphs(table, qualified)]
    make = arguments_facts if qualified.endswith(ARGUMENTS) else directions_facts
    return make(qualified, graphs)


def resources_behind(table: SymbolLookup, symbol: Symbol) -> tuple[Symbol, ...]:
    """Return the resources that a generated class, or a member of one, was made of."""
    module, _, qualified = symbol.path.removeprefix(_PATH).rpartition(":")
    if qualified.startswith(SYNTHETIC):
        return tuple(_synthetic_ids(table, qualified.rpartition(".")[0], symbol.name))
    if not qualified.endswith(BINDING):
        if symbol.declaration.is_class or symbol.name.startswith("from"):
            return tuple(_destinations(table, qualified))
        found = _parts(table, qualified)
    elif symbol.declaration.is_class or symbol.name in ("inflate", "bind", "getRoot"):
        found = _declared(table, module, qualified, ("layout",))
        return tuple(found)
    else:
        found = _declared(table, module, qualified, ("id", "variable"))
    return tuple(
        one
        for one in found
        if any(accessor.name == symbol.name for accessor in accessors_of(one.declaration))
    )


def _declared(table: SymbolLookup, module: str, qualified: str, kinds: tuple[str, ...]) -> Iterator[Symbol]:
    for path in _layouts_in(table, module, qualified):
        facts = table.facts(path)
        for index, row in enumerate(facts.declarations):
            if row.kind in kinds and (row.kind != "id" or row.type is not None):
                yield Symbol(path, facts, index)


def _destinations(table: SymbolLookup, qualified: str) -> Iterator[Symbol]:
    """Return the destinations that a class of arguments or directions belongs to."""
    owner = qualified.removesuffix(ARGUMENTS).removesuffix(DIRECTIONS)
    for path in _graphs(table, qualified):
        facts = table.facts(path)
        for index, row in enumerate(facts.declarations):
            if row.kind == "destination" and row.type == owner:
                yield Symbol(path, facts, index)


def _parts(table: SymbolLookup, qualified: str) -> Iterator[Symbol]:
    """Return the arguments or actions of a destination."""
    for path in _graphs(table, qualified):
        facts = table.facts(path)
        if qualified.endswith(ARGUMENTS):
            rows = set(arguments_of(facts, qualified.removesuffix(ARGUMENTS)))
        else:
            rows = set(actions_of(facts, qualified.removesuffix(DIRECTIONS)))
        yield from (Symbol(path, facts, index) for index, row in enumerate(facts.declarations) if row in rows)


def _layouts_in(table: SymbolLookup, module: str, qualified: str) -> Iterator[str]:
    simple = qualified.rpartition(".")[2]
    return (path for path in _layouts(table, simple) if module_of(path) == module)


def _layouts(table: SymbolLookup, simple: str) -> Iterator[str]:
    """Return the files of the layouts that a binding class of a simple name is generated from."""
    stem = simple.removesuffix(BINDING)
    names = dict.fromkeys("_".join(split(stem)).lower() for split in (split_humps, split_words))
    for name in names:
        if binding_name(name) != simple:
            continue
        for path in table.declaring(name, "resource"):
            facts = table.facts(path)
            rows = (facts.declarations[index] for index in facts.declared.get(name, ()))
            if any(row.kind == "layout" for row in rows) and is_bound(facts):
                yield path


def _namespaces(table: SymbolLookup, module: str) -> set[str]:
    lead = f"{module}/" if module else ""
    return {name for one in _MANIFESTS for name in table.facts(lead + one).namespaces}


def _graphs(table: SymbolLookup, qualified: str) -> Iterator[str]:
    """Return the navigation graphs that name the destination of a generated class."""
    owner = qualified.removesuffix(ARGUMENTS).removesuffix(DIRECTIONS)
    for path in table.declaring(owner.rpartition(".")[2], "mentioned"):
        if path.endswith(".xml") and any(
            row.kind == "destination" and row.type == owner for row in table.facts(path).declarations
        ):
            yield path
