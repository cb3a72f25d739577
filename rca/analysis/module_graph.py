"""The module graph as build scripts and version catalogues declare it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from models.summaries import Library, ModuleLink
from rca.caching.cached_attribute import cached_attribute
from rca.caching.memo_key import MemoKey
from rca.index.index_view import IndexView
from rca.languages.facts import Declaration
from rca.workspace.build_modules import Modules

_SCRIPTS = (".gradle", ".gradle.kts")
_CATALOG = ".versions.toml"
_SEPARATORS = re.compile(r"[-_.]+")
_KOTLIN_SHORT = ("jvm", "android", "multiplatform", "js", "kapt")
_KOTLIN_IDS, _ANDROID_IDS = "org.jetbrains.kotlin.", "com.android."


@dataclass
class ModuleBuild:
    """The build of one module; `libraries` by coordinate and `modules` by name, each with configurations."""

    name: str
    script: str | None = None
    namespace: str | None = None
    plugins: dict[str, str | None] = field(default_factory=dict)
    modules: dict[str, list[str]] = field(default_factory=dict)
    libraries: dict[str, tuple[str | None, list[str]]] = field(default_factory=dict)

    @property
    def shown_plugins(self) -> tuple[str, ...]:
        """The plugins, with versions where stated."""
        return tuple(f"{name} {version}" if version else name for name, version in self.plugins.items())

    @property
    def links(self) -> tuple[ModuleLink, ...]:
        """The modules that it depends on."""
        return tuple(
            ModuleLink(module=name, configurations=tuple(how)) for name, how in sorted(self.modules.items())
        )

    @property
    def shown_libraries(self) -> tuple[Library, ...]:
        """The libraries that it depends on."""
        return tuple(
            Library(name=name, version=version, configurations=tuple(how))
            for name, (version, how) in sorted(self.libraries.items())
        )


_BUILDS = MemoKey["BuildModel"]("builds")


def builds_of(index: IndexView, modules: Modules) -> BuildModel:
    """Return the build model, cached until a declaration in a script changes."""

    def read() -> BuildModel:
        builds = BuildModel(index, modules)
        assert builds.by_module is not None
        return builds

    return index.memoize(_BUILDS, read)


class BuildModel:
    """The build of one snapshot."""

    def __init__(self, index: IndexView, modules: Modules) -> None:
        self._index = index
        self._modules = modules
        self._accessors = {_accessor(name): name for name in modules.names}
        self._catalogs = tuple(path for path in index.listed if path.endswith(_CATALOG))

    @cached_attribute
    def scripts(self) -> tuple[str, ...]:
        """Paths of all build scripts and settings."""
        return tuple(sorted(path for path in self._index.listed if path.endswith(_SCRIPTS)))

    @cached_attribute
    def by_module(self) -> dict[str, ModuleBuild]:
        """Each module's build."""
        found = {name: ModuleBuild(name) for name in self._modules.names}
        for path in self.scripts:
            base = path.rpartition("/")[2]
            if base.startswith(("settings.", "init.")):
                continue
            build = found[self._modules.of(path)]
            if base.startswith("build.") or build.script is None:
                build.script = path
            for row in self._rows(path):
                self._add(build, row)
        return found

    @property
    def included(self) -> frozenset[str]:
        """The modules that settings include."""
        return frozenset(
            row.name for path in self.scripts for row in self._rows(path) if row.kind == "module"
        )

    def dependents(self, module: str) -> tuple[str, ...]:
        """Return the modules whose scripts name a module."""
        return tuple(sorted(one.name for one in self.by_module.values() if module in one.modules))

    def plugin_version(self, start: str) -> str | None:
        """Return the version of plugins with an id prefix, from catalogues, else from scripts."""
        told = [version for name, version in self._catalog_plugins if name.startswith(start) and version]
        told += [
            version
            for build in self.by_module.values()
            for name, version in build.plugins.items()
            if name.startswith(start) and version
        ]
        return told[0] if told else None

    @property
    def kotlin_version(self) -> str | None:
        """The version of Kotlin's plugin."""
        return self.plugin_version(_KOTLIN_IDS) or self.plugin_version('kotlin("') or self._version("kotlin")

    @property
    def android_version(self) -> str | None:
        """The version of Android's Gradle plugin."""
        return self.plugin_version(_ANDROID_IDS) or self._version("agp")

    def version_like(self, pattern: re.Pattern[str]) -> str | None:
        """Return the version in a catalogue whose key matches."""
        return next((version for name, version in self._versions.items() if pattern.search(name)), None)

    def _version(self, name: str) -> str | None:
        return self._versions.get(name)

    def _add(self, build: ModuleBuild, row: Declaration) -> None:
        if row.kind == "namespace":
            build.namespace = build.namespace or row.name
        elif row.kind == "plugin":
            name, version = self._plugin(row.name)
            build.plugins[name] = row.type or version or build.plugins.get(name)
        elif row.kind == "dependency":
            how = row.type or ""
            for name, version in self._dependency(row.name):
                if name.startswith(":"):
                    _note(build.modules.setdefault(name, []), how)
                else:
                    known = build.libraries.setdefault(name, (version, []))
                    _note(known[1], how)

    def _plugin(self, written: str) -> tuple[str, str | None]:
        if written.startswith("libs.plugins."):
            alias = _dotted(written.removeprefix("libs.plugins."))
            return self._plugins.get(alias, (written, None))
        if written in _KOTLIN_SHORT or written.startswith("plugin."):
            return f'kotlin("{written}")', None
        return written, None

    def _dependency(self, written: str) -> Iterator[tuple[str, str | None]]:
        if written.startswith(":"):
            yield written, None
        elif written.startswith("projects."):
            yield (
                self._accessors.get(
                    written.lower(), f":{written.removeprefix('projects.').replace('.', ':')}"
                ),
                None,
            )
        elif written.startswith("libs.bundles."):
            aliases = self._bundles.get(_dotted(written.removeprefix("libs.bundles.")), ())
            for alias in aliases:
                yield self._libraries.get(_dotted(alias), (f"libs.{alias}", None))
        elif written.startswith("libs."):
            alias = _dotted(written.removeprefix("libs.").removesuffix(".get"))
            yield self._libraries.get(alias, (written, None))
        else:
            group, _, rest = written.partition(":")
            name, _, version = rest.partition(":")
            if name:
                yield f"{group}:{name}", version or None
            else:
                yield written, None

    @cached_attribute
    def _catalog_rows(self) -> tuple[Declaration, ...]:
        return tuple(row for path in self._catalogs for row in self._rows(path))

    @cached_attribute
    def _versions(self) -> dict[str, str]:
        return {row.name: row.type for row in self._catalog_rows if row.kind == "version" and row.type}

    @cached_attribute
    def _libraries(self) -> dict[str, tuple[str, str | None]]:
        return {
            _dotted(row.name): self._coordinate(row) for row in self._catalog_rows if row.kind == "library"
        }

    @cached_attribute
    def _bundles(self) -> dict[str, tuple[str, ...]]:
        return {_dotted(row.name): row.supertypes for row in self._catalog_rows if row.kind == "bundle"}

    @cached_attribute
    def _plugins(self) -> dict[str, tuple[str, str | None]]:
        found = {}
        for row in self._catalog_rows:
            if row.kind == "plugin" and row.type:
                name, _, version = row.type.partition(":")
                found[_dotted(row.name)] = (name, version or self._referred(row))
        return found

    @property
    def _catalog_plugins(self) -> Iterable[tuple[str, str | None]]:
        return self._plugins.values()

    def _coordinate(self, row: Declaration) -> tuple[str, str | None]:
        parts = (row.type or row.name).split(":")
        version = parts[2] if len(parts) > 2 else self._referred(row)
        return ":".join(parts[:2]), version

    def _referred(self, row: Declaration) -> str | None:
        return next((self._versions[one] for one in row.supertypes if one in self._versions), None)

    def _rows(self, path: str) -> tuple[Declaration, ...]:
        facts = self._index.facts(path)
        return () if facts is None else facts.declarations


def _note(known: list[str], one: str) -> None:
    if one and one not in known:
        known.append(one)


def _dotted(alias: str) -> str:
    return _SEPARATORS.sub(".", alias)


def _accessor(module: str) -> str:
    """Return a module's name as type-safe project accessors spell it, in lower case."""
    parts = (re.sub(r"[-_.]", "", part) for part in module.strip(":").split(":"))
    return f"projects.{'.'.join(parts)}".lower()
