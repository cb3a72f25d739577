"""The target of a dependency query: a file, declarations, a module or a package."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from models.error_codes import ErrorCode
from models.navigation import Declared, SubjectKind, SubjectQuestion
from rca.caching.cached_attribute import cached_attribute
from rca.index.index_view import IndexView
from rca.languages.facts import CLASS_KINDS
from rca.languages.name_roles import Role
from rca.languages.registry import is_source
from rca.navigation.symbol_search import names_beginning
from rca.resolve.symbol import Symbol
from rca.tool_failure import Failure
from rca.workspace import Snapshot
from rca.workspace.build_modules import Modules

_UNITS = CLASS_KINDS - {"companion", "enum_entry", "anonymous"}
_MOST_LONGER = 4
"""Letters that a misspelt name has more or fewer than what is meant."""
_MOST_NEAR = 2000
"""Names that a misspelt one is compared with."""


@dataclass(frozen=True)
class QueryTarget:
    """The target: whole files, or declarations with everything inside them.

    `ambiguous` lists the possible meanings of an ambiguous target; all of them are included.
    """

    kind: SubjectKind
    name: str
    files: tuple[str, ...] = ()
    symbols: tuple[Symbol, ...] = ()
    ambiguous: tuple[str, ...] = ()

    @cached_attribute
    def code(self) -> Mapping[str, frozenset[int] | None]:
        """The declaration indexes of the target by file; None for a whole file."""
        found: dict[str, frozenset[int] | None] = dict.fromkeys(self.files)
        for symbol in self.symbols:
            held = found.setdefault(symbol.path, frozenset())
            if held is not None:
                found[symbol.path] = held | inside(symbol)
        return found

    def holds(self, symbol: Symbol) -> bool:
        """Return whether a declaration is part of the target."""
        if symbol.path not in self.code:
            return False
        held = self.code[symbol.path]
        return held is None or symbol.index in held

    def declarations(self, index: IndexView) -> Iterable[Symbol]:
        """Return all declarations of the target."""
        for path, held in self.code.items():
            for symbol in index.symbols(path):
                if held is None or symbol.index in held:
                    yield symbol

    def described(self, modules: Modules) -> Declared:
        """Convert the target to the contract's form."""
        if self.symbols:
            return declared(self.symbols[0], modules)
        path = self.files[0] if self.kind == "file" else None
        return Declared(
            name=self.name.rpartition("/")[2],
            qualified_name=self.name,
            kind=self.kind,
            file_path=path,
            module=modules.of(path) if path else self.name if self.kind == "module" else None,
        )


def inside(symbol: Symbol) -> frozenset[int]:
    """Return the indexes of a declaration and of all declarations inside it."""
    facts = symbol.facts
    return frozenset(
        index
        for index in range(symbol.index, len(facts.declarations))
        if symbol.index in facts.enclosing(index)
    )


def declared(symbol: Symbol, modules: Modules) -> Declared:
    """Convert a declaration to the contract's form."""
    return Declared(
        name=symbol.display_name,
        qualified_name=symbol.qualified_name,
        kind=symbol.declaration.kind,
        file_path=symbol.path,
        line=max(1, symbol.declaration.name_line),
        module=modules.of(symbol.path),
    )


def find_subject(snapshot: Snapshot, modules: Modules, asked: SubjectQuestion) -> QueryTarget:
    """Return the target of a path, class, `Class.member`, qualified name, package or module.

    Raises:
        Failure: SYMBOL_NOT_FOUND with near names, LSP_UNAVAILABLE while the index is not ready, what
            `Snapshot.resolve` raises.
    """
    target, kind = asked.target, asked.kind
    index = snapshot.index
    if target is None:
        return file_subject(snapshot, asked.file_path or "")
    if kind == "file" or (kind is None and ("/" in target or is_source(target))):
        return file_subject(snapshot, target)
    if kind in (None, "module") and target.startswith(":"):
        found = _module(index, modules, target)
        if found is not None:
            return found
    path = None if asked.file_path is None else snapshot.resolve(asked.file_path).path
    symbols = find_symbols(index, target, path, asked.line, kind)
    if symbols:
        return _of_symbols(symbols, target)
    if path is None:
        found = _package(index, target, kind) or _module(
            index, modules, target if kind == "module" else f":{target}"
        )
        if found is not None:
            return found
    raise not_found(index, target, path)


def find_symbols(
    index: IndexView,
    target: str,
    path: str | None = None,
    line: int | None = None,
    kind: SubjectKind | None = None,
) -> tuple[Symbol, ...]:
    """Return the declarations of a name: classes first, then functions and properties."""
    name = target.strip().replace("#", ".")
    owner, _, simple = name.rpartition(".")
    if kind in (None, "class"):
        classes = index.find_classes(name)
        if "$" not in name:  # what is passed over in binary names may be a function's name
            classes = tuple(one for one in classes if one.name == simple)
        found = _fitting(classes, path, line)
        if found:
            return found
    if kind == "class":
        return ()
    members = [
        symbol
        for place in dict.fromkeys(index.declaring(simple, "callable"))
        for symbol in index.symbols(place)
        if symbol.is_callable
        and symbol.name == simple
        and (
            kind not in ("function", "property")
            or (symbol.declaration.kind == "property") == (kind == "property")
        )
        and (not owner or symbol.owner_matches(tuple(owner.split("."))) or symbol.qualified_name == name)
    ]
    if not members and simple.endswith("()"):
        return find_symbols(index, name.removesuffix("()"), path, line, kind)
    return _fitting(members, path, line)


def not_found(index: IndexView, target: str, path: str | None = None) -> Failure:
    """Return the failure for an unknown name, with similar names."""
    if not index.ready:
        return Failure(
            ErrorCode.LSP_UNAVAILABLE,
            f"'{target}' is not in the index, which is still being built",
            "Ask again once indexing is done, or wait for it with `rca call --wait`.",
        )
    near = near_names(index, target)
    where = "in the workspace" if path is None else f"in '{path}'"
    hint = (
        f"Did you mean {', '.join(near[:3])}?"
        if near
        else "Check the spelling, or search by a part of the name."
    )
    return Failure(
        ErrorCode.SYMBOL_NOT_FOUND,
        f"Nothing {where} is named '{target}'",
        hint,
        {"similar": list(near)} if near else None,
    )


def near_names(index: IndexView, target: str) -> tuple[str, ...]:
    """Return the names of classes and functions most similar to a name, best first."""
    simple = target.replace("$", ".").replace("#", ".").rpartition(".")[2]
    wanted = simple.lower()
    if not wanted:
        return ()
    close = sorted(
        (name for name in names_beginning(index, wanted[0]) if abs(len(name) - len(wanted)) <= _MOST_LONGER),
        key=lambda name: (abs(len(name) - len(wanted)), name),
    )
    by_lower = {name.lower(): name for name in reversed(close[:_MOST_NEAR])}
    near = difflib.get_close_matches(wanted, by_lower, n=5, cutoff=0.7)
    roles: tuple[Role, ...] = ("class", "callable")
    return tuple(
        by_lower[name] for name in near if any(index.declaring(by_lower[name], role) for role in roles)
    )


def _fitting(symbols: Iterable[Symbol], path: str | None, line: int | None) -> tuple[Symbol, ...]:
    found = [one for one in symbols if path is None or one.path == path]
    if line is not None:
        around = [one for one in found if one.line <= line <= one.end_line]
        found = sorted(around, key=lambda one: one.end_line - one.line)[:1]
    return tuple(found)


def _of_symbols(symbols: tuple[Symbol, ...], target: str) -> QueryTarget:
    row = symbols[0].declaration
    kind: SubjectKind = "class"
    if symbols[0].is_callable:
        kind = "property" if row.kind == "property" else "function"
    names = tuple(dict.fromkeys(one.qualified_name for one in symbols))
    return QueryTarget(kind, target, symbols=symbols, ambiguous=names if len(names) > 1 else ())


def file_subject(snapshot: Snapshot, path: str) -> QueryTarget:
    """Return a file as a target.

    Raises:
        Failure: LSP_UNAVAILABLE, SYMBOL_NOT_FOUND where it holds no code, and what `Snapshot.resolve` raises.
    """
    file = snapshot.resolve(path)
    if snapshot.index.facts(file.path) is None:
        if not snapshot.index.ready and is_source(file.path):
            raise Failure(
                ErrorCode.LSP_UNAVAILABLE,
                f"'{file.path}' is not indexed yet",
                "Ask again once indexing is done, or wait for it with `rca call --wait`.",
            )
        raise Failure(
            ErrorCode.SYMBOL_NOT_FOUND,
            f"'{file.path}' holds no code that the index reads",
            "Ask about a source file, a class, a function or a module.",
        )
    return QueryTarget("file", file.path, files=(file.path,))


def _package(index: IndexView, name: str, kind: SubjectKind | None) -> QueryTarget | None:
    if kind not in (None, "package"):
        return None
    files = tuple(sorted(path for path, one in index.listed.items() if one.package == name and name))
    return QueryTarget("package", name, files=files) if files else None


def _module(index: IndexView, modules: Modules, name: str) -> QueryTarget | None:
    module = modules.named(name)
    if module is None:
        return None
    files = sorted(path for path in index.listed if modules.of(path) == module)
    return QueryTarget("module", module, files=tuple(files))


def unit_of(symbol: Symbol, *, members: bool) -> Symbol:
    """Return the unit that a declaration counts for: its named class, or its top-level declaration.

    With `members`, functions and properties of classes stand for themselves. Companions and enum
    entries belong to their class, anonymous objects and local functions to the code around them.
    """
    chain = [Symbol(symbol.path, symbol.facts, index) for index in symbol.facts.enclosing(symbol.index)]
    for one, parent in zip(chain, (*chain[1:], None), strict=True):
        if one.declaration.kind in _UNITS:
            return one
        within = None if parent is None else parent.declaration
        if members and one.is_callable and (within is None or (within.is_class and within.name)):
            return one
    return chain[-1]
