"""Dependencies that build files declare; scripts are parsed, never run."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from rca.libraries.build_files import build_files
from rca.libraries.coordinates import Coordinate, coordinate, version_order
from rca.libraries.version_catalogs import Catalog, api_levels, kotlin_versions, used_coordinates

_MOST_CHARACTERS = 2_000_000
_NAME = r"[\w.\-]+"
_VALUE = r"[\w.+\-]+|\$\w+|\$\{[\w.\[\]'\"]+\}"
_NOTATION = re.compile(rf"""["']({_NAME}):({_NAME})(?::({_VALUE}))?(?::[\w\-]+)?(?:@\w+)?["']""")
_NAMED = re.compile(
    rf"""\bgroup\s*[:=]\s*["']({_NAME})["']\s*,\s*(?:name|module)\s*[:=]\s*["']({_NAME})["']"""
    rf"""(?:\s*,\s*version\s*[:=]\s*["']?({_VALUE}))?"""
)
_KOTLIN = re.compile(r"""\bkotlin\(\s*["']([\w\-]+)["']\s*(?:,\s*["']([\w.\-]+)["'])?\s*\)""")
_KOTLIN_PLUGIN = re.compile(
    r"""(?:kotlin\(\s*["'](?:jvm|android|multiplatform)["']\s*\)|org\.jetbrains\.kotlin[.\w\-]*["']\s*\)?)"""
    r"""\s*version\s*\(?\s*["']([\w.\-]+)["']"""
)
_VARIABLE = re.compile(
    rf"""(?m)^[ \t]*(?:(?:const\s+)?(?:private\s+|internal\s+)?(?:val|var|def|ext|set)\b[ \t(]*)?"""
    rf"""["']?(?:extra\[["'])?([\w.]+)["']?\]?["']?\s*[=:,]\s*["']({_NAME})["']"""
)
_LEVEL = re.compile(r"""\bcompileSdk(?:Version)?\b\s*[=( ]\s*["']?(\d+)""")
_ANDROID = re.compile(r"com\.android\.(?:application|library|tools|test|dynamic)|\bcompileSdk|\bandroid\s*\{")
_LOCKED = re.compile(rf"^({_NAME}):({_NAME}):({_NAME})=", re.MULTILINE)
_KOTLIN_GROUP = "org.jetbrains.kotlin"
_PLUGIN_NAMES = ("jvm", "android", "multiplatform")
_TEXT_OR_COMMENT = re.compile(
    r"""("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|/\*.*?(?:\*/|\Z)|//[^\n]*""", re.DOTALL
)
_CLASSPATH = re.compile(r"\bclasspath\b\s*\(?\s*$")
_BEFORE = 40
_SDK = re.compile(r"(?m)^\s*sdk\.dir\s*=\s*(.+?)\s*$")


@dataclass(slots=True)
class Declared:
    """The dependencies in a project's build files.

    `coordinates` are dependencies, including BOMs and platforms; `locked` those of lock files, which are
    complete and exact. `archives` are inside the project itself, `poms` are Maven's build files.
    """

    coordinates: list[Coordinate] = field(default_factory=list)
    locked: list[Coordinate] = field(default_factory=list)
    archives: list[Path] = field(default_factory=list)
    poms: list[Path] = field(default_factory=list)
    android: bool = False
    level: int | None = None
    sdk: Path | None = None
    notes: list[str] = field(default_factory=list)


def read_declared(root: Path) -> Declared:
    """Read the build files of a project; unreadable ones are recorded."""
    found = Declared()
    scripts: list[str] = []
    catalogs: dict[str, Catalog] = {}
    properties: dict[str, str] = {}
    for path in build_files(root):
        name = path.name
        if name.endswith((".jar", ".aar")):
            found.archives.append(path)
        elif name == "pom.xml":
            found.poms.append(path)
        elif name.endswith(".versions.toml"):
            catalogs[name.removesuffix(".versions.toml")] = _catalog(path, found)
        else:
            text = _text(path, found)
            if name.endswith(".lockfile"):
                found.locked += [coordinate(*match.groups()) for match in _LOCKED.finditer(text)]
            elif name == "gradle.properties":
                properties.update(_properties(text))
            elif name == "local.properties":
                found.sdk = found.sdk or _sdk(text)
            else:
                scripts.append(_TEXT_OR_COMMENT.sub(lambda match: match.group(1) or " ", text))
    _add_scripts(scripts, properties, found)
    found.coordinates += used_coordinates(catalogs, scripts)
    _add_kotlin(scripts, catalogs, found)
    levels = [level for catalog in catalogs.values() for level in api_levels(catalog)]
    found.level = max([*levels, *([found.level] if found.level else [])], default=None)
    found.coordinates = list(dict.fromkeys(found.coordinates))
    return found


def _text(path: Path, found: Declared) -> str:
    try:
        with path.open(encoding="utf-8", errors="replace") as stream:
            return stream.read(_MOST_CHARACTERS)
    except OSError as problem:
        found.notes.append(f"{path.name} cannot be read: {problem.strerror}")
        return ""


def _properties(text: str) -> Iterator[tuple[str, str]]:
    for line in text.splitlines():
        key, equals, value = line.partition("=")
        if equals and not key.lstrip().startswith("#"):
            yield key.strip(), value.strip()


def _sdk(text: str) -> Path | None:
    match = _SDK.search(text)
    return Path(match.group(1).replace("\\\\", "\\").replace("\\:", ":")) if match else None


def _add_scripts(scripts: list[str], properties: Mapping[str, str], found: Declared) -> None:
    variables = dict(properties)
    for text in scripts:
        for match in _VARIABLE.finditer(text):
            # `ext.room`, `Versions.room` and `room` name the same to those who look for it.
            variables.setdefault(match.group(1).rpartition(".")[2], match.group(2))
    for text in scripts:
        for pattern in (_NOTATION, _NAMED):
            for match in pattern.finditer(text):
                group, name, version = match.groups()
                if not _is_library(text, match, group, version):
                    continue
                found.coordinates.append(coordinate(group, name, _value(version, variables)))
        found.android = found.android or bool(_ANDROID.search(text))
        levels = [int(match.group(1)) for match in _LEVEL.finditer(text)]
        found.level = max([*levels, *([found.level] if found.level else [])], default=None)


def _is_library(text: str, match: re.Match[str], group: str, version: str | None) -> bool:
    """Return whether a text is an artifact, rather than a task's path or the script's own dependency."""
    before = text[max(0, match.start() - _BEFORE) : match.start()]
    return (version is not None or "." in group) and not _CLASSPATH.search(before)


def _add_kotlin(scripts: list[str], catalogs: Mapping[str, Catalog], found: Declared) -> None:
    """Add the dependency of `kotlin("test")`, and the standard library that Kotlin's plugin adds."""
    plugins = [match.group(1) for text in scripts for match in _KOTLIN_PLUGIN.finditer(text)]
    plugins += [version for catalog in catalogs.values() for version in kotlin_versions(catalog)]
    newest = max(plugins, key=version_order, default=None)
    for text in scripts:
        for match in _KOTLIN.finditer(text):
            name, version = match.groups()
            if name not in _PLUGIN_NAMES:
                found.coordinates.append(coordinate(_KOTLIN_GROUP, f"kotlin-{name}", version or newest))
    if newest is not None or any("kotlin" in text for text in scripts):
        found.coordinates.append(coordinate(_KOTLIN_GROUP, "kotlin-stdlib", newest))


def _value(written: str | None, variables: Mapping[str, str]) -> str | None:
    if written is None or "$" not in written:
        return written
    names = re.findall(r"\w+", written)
    return variables.get(names[-1]) if names else None


def _catalog(path: Path, found: Declared) -> Catalog:
    try:
        return tomllib.loads(_text(path, found))
    except (tomllib.TOMLDecodeError, RecursionError) as problem:
        found.notes.append(f"{path.name} is not TOML: {problem}")
        return {}
