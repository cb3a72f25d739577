"""Messages of compilers and plugins about incompatible versions of each other.

Sources: kotlinc (`IncompatibleVersionErrorData`, K1 and K2), the Compose compiler's `VersionChecker`, KSP's
Gradle plugin, the Kotlin Gradle plugin's JVM target validation (1.5 to 2.2), the Android plugin.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_VERSION = r"\d[\w.-]*\w"
_METADATA = re.compile(
    r"(?:(?:/|\\)(?P<archive>[\w.+-]+)\.(?:jar|aar)!\S*?:? ?(?:\(\d+, \d+\): )?)?"
    r"(?:Class '(?P<class>[\w.$]+)'|Module) was compiled with an incompatible version of Kotlin\. "
    rf"The (?:actual|binary) (?:metadata version|version of its metadata) is (?P<found>{_VERSION}), "
    rf"(?:but the compiler version (?P<compiler>{_VERSION}) can read versions up to (?P<limit>{_VERSION})"
    rf"|expected version is (?P<expected>{_VERSION}))"
)
_LOADED = re.compile(r"\.? The class is loaded from \S*?([\w.+-]+)\.(?:jar|aar)!")
_COMPOSE = re.compile(
    rf"This version \((?P<compose>{_VERSION})\) of the Compose Compiler requires Kotlin version "
    rf"(?P<needed>{_VERSION}) but you appear to be using Kotlin version (?P<used>{_VERSION})"
)
_KSP = re.compile(
    rf"ksp-(?P<ksp>\d[\w.-]*?-\d[\d.]*\w) is too (?P<how>old|new) for kotlin-(?P<kotlin>{_VERSION})"
)
_JVM = re.compile(
    r"'(?P<java>[\w:]*[jJ]ava\w*)' (?:task )?\((?:current target is )?(?P<java_target>[\d.]+)\) and "
    r"'(?P<kotlin>[\w:]*[kK](?:otlin|apt|sp)\w*)' (?:task )?\((?:current target is "
    r")?(?P<kotlin_target>[\d.]+)\)"
)
_PLUGIN_TOO_OLD = re.compile(
    r"The Android Gradle plugin supports only (?P<plugin>[\w-]+) Gradle plugin version "
    rf"(?P<needed>{_VERSION}) and higher\. The following dependencies do not satisfy the required version: "
    rf"(?:root )?project '?(?P<project>:?[\w:.-]*)'? -> (?P<module>[\w.-]+:[\w.-]+):(?P<found>{_VERSION})"
)


@dataclass(frozen=True, slots=True)
class MetadataTooNew:
    """A library was compiled by a newer Kotlin than the compiler can read.

    Args:
        subject: the archive or class, as the text names it; empty where it does not.
        found: version of the library's metadata.
        limit: the newest that the compiler reads, as the text says it.
        compiler: version of the compiler; empty where the text does not say.
    """

    subject: str
    found: str
    limit: str
    compiler: str = ""


@dataclass(frozen=True, slots=True)
class ToolMismatch:
    """A compiler plugin that was made for another Kotlin than the one that runs."""

    version: str
    needed: str
    used: str


@dataclass(frozen=True, slots=True)
class JvmTargets:
    """Tasks of one module that compile Java and Kotlin for different JVM versions."""

    java_task: str
    java: str
    kotlin_task: str
    kotlin: str


@dataclass(frozen=True, slots=True)
class PluginTooOld:
    """A Gradle plugin that is older than the Android plugin accepts."""

    module: str
    found: str
    needed: str
    project: str


def read_metadata(text: str) -> tuple[MetadataTooNew, ...]:
    """Return the libraries whose Kotlin metadata is too new, the first of each version."""
    found: dict[tuple[str, str], MetadataTooNew] = {}
    for match in _METADATA.finditer(text):
        limit = match["limit"] or match["expected"]
        loaded = _LOADED.match(text, match.end())
        subject = match["archive"] or (loaded[1] if loaded else match["class"]) or ""
        row = MetadataTooNew(subject, match["found"], limit, match["compiler"] or "")
        found.setdefault((row.found, row.limit), row)
    return tuple(found.values())


def read_compose(text: str) -> ToolMismatch | None:
    """Return the Compose compiler that does not fit the Kotlin version."""
    match = _COMPOSE.search(text)
    return None if match is None else ToolMismatch(match["compose"], match["needed"], match["used"])


def read_ksp(text: str) -> ToolMismatch | None:
    """Return the KSP version that was made for another Kotlin; its own version begins with that one."""
    match = _KSP.search(text)
    if match is None:
        return None
    return ToolMismatch(match["ksp"], match["ksp"].rpartition("-")[0], match["kotlin"])


def read_jvm_targets(text: str) -> JvmTargets | None:
    """Return the tasks whose JVM targets differ."""
    match = _JVM.search(text)
    if match is None:
        return None
    return JvmTargets(match["java"], match["java_target"], match["kotlin"], match["kotlin_target"])


def read_plugin_too_old(text: str) -> Iterator[PluginTooOld]:
    """Yield the plugins that the Android plugin refuses."""
    for match in _PLUGIN_TOO_OLD.finditer(text):
        yield PluginTooOld(match["module"], match["found"], match["needed"], match["project"])
