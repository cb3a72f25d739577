"""What a project binds for dependency injection: providers with their types, qualifiers and components."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rca.caching.cached_attribute import cached_attribute
from rca.causes.configuration.configuration_cause import Span
from rca.causes.configuration.project_files import ProjectFiles
from rca.resolve.symbol import Symbol
from rca.workspace.build_modules import is_test

_PROVIDER_MARKS = ("@Provides", "@Binds", "@BindsOptionalOf", "@Bean")
_NOT_QUALIFIERS = frozenset(
    (
        "Provides", "Binds", "BindsOptionalOf", "Bean", "Singleton", "Reusable", "JvmStatic", "IntoSet",
        "JvmSuppressWildcards", "IntoMap", "ElementsIntoSet", "StringKey", "ClassKey", "IntKey", "LongKey",
        "ViewModelKey", "Suppress", "Primary", "Override", "NonNull", "Nullable", "Inject", "Deprecated",
        "Lazy", "Scope", "ConditionalOnMissingBean",
    )
)  # fmt: skip
_INSTALLED = re.compile(r"@InstallIn\(\s*(?:value\s*=\s*)?[\[{]?\s*(\w+)(?:::class|\.class)")
_MODULE_VALUE = re.compile(
    r"\bval\s+(\w+)\s*(?::\s*(?:[\w.]*\.)?Module)?\s*(?:=|by)\s*"
    r"(?:[\w.]+\.)?(?:module|lazyModule|DI\.Module|Kodein\.Module|Module)\b"
)
_PARENTS = {
    "SingletonComponent": (),
    "ApplicationComponent": (),
    "ActivityRetainedComponent": ("SingletonComponent",),
    "ServiceComponent": ("SingletonComponent",),
    "ViewModelComponent": ("ActivityRetainedComponent", "SingletonComponent"),
    "ActivityComponent": ("ActivityRetainedComponent", "SingletonComponent"),
    "FragmentComponent": ("ActivityComponent", "ActivityRetainedComponent", "SingletonComponent"),
    "ViewComponent": ("ActivityComponent", "ActivityRetainedComponent", "SingletonComponent"),
    "ViewWithFragmentComponent": (
        "FragmentComponent", "ActivityComponent", "ActivityRetainedComponent", "SingletonComponent",
    ),
}  # fmt: skip
"""Hilt's components with those whose bindings each sees (Hilt's component hierarchy)."""
_SHORT = {f"{name.removesuffix('omponent')}": name for name in _PARENTS}
"""The names of components as Hilt's generated code has them: `SingletonC`."""


@dataclass(frozen=True, slots=True)
class Provider:
    """A function of a module that provides a type.

    Args:
        type: simple name of what it gives.
        given: simple names of the types it takes: of `@Binds` the implementation.
        component: Hilt's component that its module is installed in; None where none is named.
        is_module: whether the class around it is marked as a module.
    """

    symbol: Symbol
    type: str
    given: tuple[str, ...]
    qualifiers: tuple[str, ...]
    component: str | None
    is_module: bool

    @property
    def span(self) -> Span:
        """Return its lines."""
        return Span(self.symbol.path, self.symbol.line, self.symbol.end_line)


class BindingProviders:
    """Finds the providers of one project."""

    def __init__(self, files: ProjectFiles) -> None:
        self._files = files

    @cached_attribute
    def all(self) -> tuple[Provider, ...]:
        """Every function that is marked as a provider, tests' left out."""
        paths = dict.fromkeys(
            path
            for mark in ("@Provides", "@Binds", "@Bean")
            for path in self._files.files_with(mark, ".kt", ".java")
        )
        return tuple(one for path in paths if not is_test(path) for one in self._in(path))

    def of(self, simple_name: str) -> tuple[Provider, ...]:
        """Return the providers of a type."""
        return tuple(one for one in self.all if one.type == simple_name)

    def returning(self, implementations: frozenset[str]) -> tuple[Provider, ...]:
        """Return the providers of one of some classes: its type, not the interface, is what they bind."""
        return tuple(one for one in self.all if one.type in implementations)

    def _in(self, path: str) -> Iterator[Provider]:
        for symbol in self._files.snapshot.index.symbols(path):
            row = symbol.declaration
            if row.kind != "function" or not row.type or not set(_PROVIDER_MARKS) & set(row.modifiers):
                continue
            header = self._header_of_owner(symbol)
            installed = _INSTALLED.search(header)
            yield Provider(
                symbol,
                simple(row.type),
                tuple(simple(one.type) for one in row.parameters if one.type),
                tuple(_qualifiers(row.modifiers)),
                installed[1] if installed else None,
                "@Module" in header or "@Configuration" in header,
            )

    def _header_of_owner(self, symbol: Symbol) -> str:
        """Return the header of the class around a function; a companion's is that of its class."""
        owner = symbol.owner
        while owner is not None and owner.declaration.kind == "companion":
            owner = owner.owner
        if owner is None:
            return ""
        return self._files.lines(symbol.path).slice(owner.line, owner.declaration.name_line)

    def unloaded_modules(self, simple_name: str) -> Iterator[tuple[str, Span]]:
        """Yield the modules of Koin or Kodein that define a type and that nothing loads."""
        name = re.escape(simple_name)
        defines = re.compile(rf"<(?:[\w.]+\.)?{name}>|::{name}\b|\b{name}\(")
        for path in self._files.files_with("odule", ".kt"):
            if is_test(path):
                continue
            lines = self._files.lines(path)
            starts = list(_MODULE_VALUE.finditer(lines.text))
            for at, match in enumerate(starts):
                end = starts[at + 1].start() if at + 1 < len(starts) else len(lines.text)
                own = defines.search(lines.text, match.end(), end)
                if own is not None and not self._is_used(match[1], path, match.start(1)):
                    line = lines.line_of(match.start())
                    yield match[1], Span(path, line, line)

    def _is_used(self, name: str, path: str, start: int) -> bool:
        """Return whether anything but its declaration, imports and tests names a module."""
        # A word alone may be a parameter or a property of the same name: an argument or operand counts.
        word = re.compile(rf"(?<![\w\"'.])(?<!val )(?<!var ){re.escape(name)}(?!\w|\s*[:=(.])")
        for other in self._files.files_with(name, ".kt", ".java"):
            if is_test(other):
                continue
            text = self._files.text(other)
            for match in word.finditer(text):
                line = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
                is_code = not line.lstrip().startswith(("import ", "//", "*"))
                if is_code and (other != path or match.start() != start):
                    return True
        return False


def _qualifiers(modifiers: tuple[str, ...]) -> Iterator[str]:
    for one in modifiers:
        name = one[1:]
        if one[:1] == "@" and name not in _NOT_QUALIFIERS and not name.endswith("Scoped"):
            yield name


def is_visible(component: str, asking: str) -> bool:
    """Return whether a binding of one of Hilt's components can be asked for in another."""
    return component == asking or component in _PARENTS.get(asking, ()) or component not in _PARENTS


def component_of(text: str) -> str | None:
    """Return Hilt's component that a message names first as the one that asks."""
    match = re.search(r"_HiltComponents\.(\w+C)\b", text)
    return _SHORT.get(match[1]) if match is not None else None


def simple(written: str) -> str:
    """Return the simple name of a written type, without arguments and `?`."""
    return written.partition("<")[0].strip().rstrip("?").rpartition(".")[2]
