"""The project's versions: Kotlin, Android Gradle plugin, Gradle, direct dependencies."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from models.evidence import Environment
from rca.analysis.derived_value_cache import LastRead, cached_read
from rca.analysis.module_graph import builds_of
from rca.caching.memo_key import MemoKey
from rca.knowledge.ranking.version_mismatch import MOST_LIBRARIES
from rca.workspace import Snapshot
from rca.workspace.build_modules import modules_of

_WRAPPER = "gradle/wrapper/gradle-wrapper.properties"
_DISTRIBUTION = re.compile(r"distributionUrl\s*=.*?gradle-([\w.+-]+?)-(?:bin|all)\.zip")
_KOTLIN_PLUGIN = "org.jetbrains.kotlin:kotlin-gradle-plugin"
_ANDROID_PLUGIN = "com.android.tools.build:gradle"
_ASSIGNMENT = re.compile(r"""(?<![\w-])(\w+)\s*=\s*["']?(\d[\w.+-]*)["']?\s*$""", re.MULTILINE)
_VARIABLE = re.compile(r"\$\{?(?:[\w.]*\.)?(\w+)\}?")
_POM_LIBRARY = re.compile(
    r"<dependency>\s*<groupId>([\w.-]+)</groupId>\s*<artifactId>([\w.-]+)</artifactId>\s*"
    r"<version>([^<\s]+)</version>"
)
_POM_PROPERTY = re.compile(r"<([\w.-]+)>([\w.+-]+)</\1>")
_POM_MODULE = re.compile(r"<module>\s*([\w./-]+?)\s*</module>")
_POM_REFERENCE = re.compile(r"\$\{([\w.-]+)\}")
_MOST_POMS = 200


class _Stated(NamedTuple):
    """Versions stated in scripts and catalogues; a library's version may be a variable (`$room_version`)."""

    kotlin: str | None
    android: str | None
    libraries: dict[str, str]
    scripts: tuple[str, ...]


_STATED_VERSIONS = MemoKey[_Stated]("versions that the build states")


def environment_of(snapshot: Snapshot) -> Environment:
    """Return the versions that the project states; what no file states is omitted."""
    index = snapshot.index
    # Another version is another declaration, so this holds as long as no declaration changes.
    stated = index.memoize(_STATED_VERSIONS, lambda: _stated(snapshot))
    libraries = _resolved(snapshot, stated) | dict(_pom_libraries(snapshot))
    wrapper = _DISTRIBUTION.search(snapshot.text(_WRAPPER) or "")
    return Environment(
        kotlin=stated.kotlin or libraries.get(_KOTLIN_PLUGIN) or _pom_kotlin(snapshot),
        android_gradle_plugin=stated.android or libraries.get(_ANDROID_PLUGIN),
        gradle=wrapper[1] if wrapper else None,
        libraries=dict(islice(sorted(libraries.items()), MOST_LIBRARIES)),
    )


def _stated(snapshot: Snapshot) -> _Stated:
    builds = builds_of(snapshot.index, modules_of(snapshot.index))
    libraries = {
        name: version
        for build in builds.by_module.values()
        for name, (version, _configurations) in build.libraries.items()
        if version is not None
    }
    return _Stated(builds.kotlin_version, builds.android_version, libraries, builds.scripts)


def _resolved(snapshot: Snapshot, stated: _Stated) -> dict[str, str]:
    """Return the libraries with their versions, variables substituted where they are set."""
    variables: dict[str, str] | None = None
    found: dict[str, str] = {}
    for name, version in stated.libraries.items():
        variable = _VARIABLE.fullmatch(version)
        if variable is None:
            found[name] = version
            continue
        variables = _variables(snapshot, stated.scripts) if variables is None else variables
        if variable[1] in variables:
            found[name] = variables[variable[1]]
    return found


def _variables(snapshot: Snapshot, scripts: tuple[str, ...]) -> dict[str, str]:
    """Parse version variables: `ext.room_version = '2.6.1'`, `roomVersion=2.6.1`."""
    found: dict[str, str] = {}
    for match in _ASSIGNMENT.finditer(snapshot.text("gradle.properties") or ""):
        found.setdefault(match[1], match[2])
    for name, version in cached_read(snapshot, _VARIABLES, scripts, _assigned).items():
        found.setdefault(name, version)
    return found


_VARIABLES = MemoKey[LastRead[dict[str, str]]]("variables of scripts")


def _assigned(texts: Iterable[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in texts:
        for match in _ASSIGNMENT.finditer(text):
            found.setdefault(match[1], match[2])
    return found


def _poms(snapshot: Snapshot) -> Iterator[str]:
    """Return the POMs of root and modules, the root's first."""
    waiting, seen = ["pom.xml"], set[str]()
    while waiting and len(seen) < _MOST_POMS:
        path = waiting.pop(0)
        text = None if path in seen else snapshot.text(path)
        seen.add(path)
        if text is not None:
            yield text
            folder = path.removesuffix("pom.xml")
            waiting += [f"{folder}{module.strip('/')}/pom.xml" for module in _POM_MODULE.findall(text)]


def _pom_libraries(snapshot: Snapshot) -> Iterator[tuple[str, str]]:
    properties: dict[str, str] = {}
    for text in _poms(snapshot):
        properties = dict(_POM_PROPERTY.findall(text)) | properties
        for group, artifact, version in _POM_LIBRARY.findall(text):
            reference = _POM_REFERENCE.fullmatch(version)
            told = properties.get(reference[1]) if reference else version
            if told is not None:
                yield f"{group}:{artifact}", told


def _pom_kotlin(snapshot: Snapshot) -> str | None:
    for text in _poms(snapshot):
        found = re.search(r"<kotlin\.version>([\w.+-]+)</kotlin\.version>", text)
        if found is not None:
            return found[1]
    return None
