"""Import scopes: the full names that a top-level name may mean in a file."""

from __future__ import annotations

from typing import NamedTuple

from rca.resolve.name_resolution import DEFAULT_IMPORTS, NameResolution


class _Imports(NamedTuple):
    """What a file says about names: those it imports, the packages that it opens, its own package."""

    explicit: dict[str, tuple[str, ...]]
    starred: tuple[str, ...]
    own: str
    java: bool


class ImportScopes:
    """Levels of scope by file and name."""

    def __init__(self, names: NameResolution) -> None:
        self._names = names
        self._imports: dict[str, _Imports] = {}
        self._default: dict[str, tuple[str, ...]] = {}

    def of(self, path: str, name: str) -> tuple[tuple[str, ...], ...]:
        """Return the full names that a name may mean in a file, one tuple for each level of scope."""
        known = self._imports.get(path)
        if known is None:
            known = self._imports[path] = self._read(path)
        explicit = known.explicit.get(name, ())
        starred = tuple([f"{package}.{name}" for package in known.starred])
        if known.java:
            return explicit, (), starred
        default = self._default.get(name)
        if default is None:
            default = self._default[name] = tuple([f"{package}.{name}" for package in DEFAULT_IMPORTS])
        return explicit, (f"{known.own}{name}",), starred, default

    def _read(self, path: str) -> _Imports:
        facts = self._names.facts(path)
        java = facts.language == "java"
        explicit: dict[str, tuple[str, ...]] = {}
        starred: list[str] = []
        for row in facts.imports:
            if java and not row.static:
                continue  # Java names what another file declares through static imports only
            if row.star:
                starred.append(row.path)
            else:
                name = row.alias or row.path.rpartition(".")[2]
                explicit[name] = (*explicit.get(name, ()), row.path)
        own = f"{facts.package}." if facts.package else ""
        return _Imports(explicit, tuple(starred), own, java)
