"""Messages of Gradle and the Android plugin about versions that conflict.

Sources: Gradle's `MessageBuilderHelper` and `RejectedModuleMessageBuilder` (5 to 9), the Android plugin's
`CheckDuplicatesRunnable` and `CheckAarMetadataWorkAction` (4 to 8).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_MODULE = r"[\w.-]+:[\w.-]+"
_NODE = re.compile(r"'([^']+)'")
_UNSATISFIED = re.compile(
    rf"Cannot find a version of '({_MODULE})' that satisfies the version constraints:?"
    r"(.*?)(?=Cannot find a version of|Could not resolve|\* Try|\* Exception|$)"
)
_PATH = re.compile(
    r"(Dependency|Constraint) path:? ((?:'[^']+'(?: ?\([^)]*\))?(?: -->)? ?)+)"
    r"(?:strictly '([^']+)' ?)?(?:because of the following reason: (.*?))?(?=\s*(?:Dependency|Constraint) "
    r"path|\s*$)"
)
_RICH = re.compile(r"^(?P<module>[\w.-]+:[\w.-]+):\{(?P<kind>strictly|require|prefer)? ?(?P<version>[^;}]*)")
_COORDINATES = re.compile(rf"({_MODULE}):([^\s:()\[\]']+)")
_DUPLICATE = re.compile(
    r"Duplicate class ([\w.$]+) found in (?:modules|the following modules):? (.*?)"
    r"(?=Duplicate class|Go to the documentation|Learn how|\* Try|$)"
)
_ARCHIVE = re.compile(r"([\w.+-]+)\s*\((?:([\w.-]+):)?:?([\w.-]+):([\w.+-]*)\)")
_CAPABILITY = re.compile(
    rf"Module '({_MODULE})' has been rejected: Cannot select module (?:with conflict on capability '([^']+)' "
    r"also provided by \[([^\]]+)\]|because of conflict with (.+?)\. (?:All|Both) provide capability "
    r"'([^']+)')"
)
_REQUIRED = re.compile(
    rf"Could not (?:find|resolve|download) (?:[\w.+-]+ \()?({_MODULE})(?::([\w.+-]+))?\)?\.(?: Searched in "
    rf"the following "
    r"locations:.*?| If the artifact .*?)? Required by:((?: (?:root )?project '?[:\w.-]*'?(?: > "
    r"[\w.-]+:[\w.:+-]+)*)+)"
)
_REQUIRER = re.compile(r"(?:root )?project '?([:\w.-]*)'?((?: > [\w.-]+:[\w.:+-]+)*)")
_NEEDS_API = re.compile(
    rf"Dependency '({_MODULE}):([\w.+-]+)' requires libraries and applications that depend on it to compile "
    rf"against "
    r"(?:version |codename \")?(\w+)\"?(?: or later)? of the Android APIs\. (:\S*) is currently compiled "
    r"against android-(\w+)"
)
_NEEDS_API_OLD = re.compile(
    r"minCompileSdk \((\d+)\) specified in a dependency's .{0,120}?is greater than this module's "
    r"compileSdk\w* "
    rf"\(android-(\d+)\)\. Dependency: ({_MODULE}):([\w.+-]+)"
)
_NEEDS_PLUGIN = re.compile(
    rf"Dependency '({_MODULE}):([\w.+-]+)' requires Android Gradle plugin ([\w.-]+) or higher\. This build "
    rf"currently uses "
    r"Android Gradle plugin ([\w.-]*\w)"
)


@dataclass(frozen=True, slots=True)
class Demand:
    """One request for a version of a module.

    Args:
        chain: who asks whom, from the project's module to the library that asks.
        is_strict: whether the request allows no other version.
        reason: what the build says of the request.
    """

    chain: tuple[str, ...]
    version: str
    is_strict: bool = False
    reason: str = ""

    @property
    def direct(self) -> str | None:
        """Return the library by which the project asks; None where it asks for the module itself."""
        return next((module_of(node) for node in self.chain[1:] if ":" in node and node[0] != ":"), None)


@dataclass(frozen=True, slots=True)
class UnsatisfiedConstraints:
    """A module that no version fits all requests for."""

    module: str
    demands: tuple[Demand, ...]


@dataclass(frozen=True, slots=True)
class Archive:
    """A library of a duplicate class, or one of the project's own modules (`group` is empty)."""

    group: str
    name: str
    version: str

    @property
    def module(self) -> str:
        """Return `group:name`."""
        return f"{self.group}:{self.name}" if self.group else self.name


@dataclass(frozen=True, slots=True)
class DuplicateClasses:
    """Libraries that bring the same classes; `class_name` is the first of `count`."""

    archives: tuple[Archive, ...]
    class_name: str
    count: int


@dataclass(frozen=True, slots=True)
class CapabilityConflict:
    """Modules that offer the same capability, of which a build may have one."""

    capability: str
    modules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RequiredModule:
    """A module that was not resolved, with the chains of those who ask for it."""

    module: str
    version: str
    chains: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class TooOldFor:
    """A library that asks for a newer platform or plugin than the build has; `project` may be empty."""

    module: str
    version: str
    needed: str
    current: str
    project: str = ""


def module_of(notation: str) -> str:
    """Return `group:name` of a notation with or without version."""
    return ":".join(notation.split(":")[:2])


def read_unsatisfied(text: str) -> Iterator[UnsatisfiedConstraints]:
    """Yield the modules that no version fits all constraints of, each once.

    Args:
        text: the error on one line.
    """
    seen: dict[str, list[Demand]] = {}
    for match in _UNSATISFIED.finditer(text):
        demands = seen.setdefault(match[1], [])
        demands += [one for one in _demands(match[2].strip()) if one not in demands]
    for module, found in seen.items():
        yield UnsatisfiedConstraints(module, tuple(found))


def _demands(text: str) -> Iterator[Demand]:
    for match in _PATH.finditer(text):
        nodes = _NODE.findall(match[2])
        last = nodes[-1]
        rich = _RICH.match(last)
        plain = _COORDINATES.match(last)
        version = match[3] or (rich["version"] if rich else plain[2] if plain else "")
        strict = bool(match[3]) or (rich is not None and rich["kind"] == "strictly")
        yield Demand(tuple(nodes[:-1]), version.strip(), strict, (match[4] or "").strip(" >"))


def read_duplicates(text: str) -> tuple[DuplicateClasses, ...]:
    """Return the sets of libraries with the same classes, those with most such classes first."""
    found: dict[tuple[Archive, ...], list[str]] = {}
    for match in _DUPLICATE.finditer(text):
        archives = tuple(
            dict.fromkeys(Archive(one[2] or "", one[3], one[4]) for one in _ARCHIVE.finditer(match[2]))
        )
        if len(archives) >= 2:
            found.setdefault(archives, []).append(match[1])
    rows = [DuplicateClasses(archives, names[0], len(names)) for archives, names in found.items()]
    return tuple(sorted(rows, key=lambda row: -row.count))


def read_capability_conflicts(text: str) -> tuple[CapabilityConflict, ...]:
    """Return the capabilities that several modules offer, each once."""
    found: dict[str, dict[str, None]] = {}
    for match in _CAPABILITY.finditer(text):
        capability = match[2] or match[5]
        others = [module_of(one[1]) for one in _COORDINATES.finditer(match[3] or match[4])]
        found.setdefault(capability, {}).update(dict.fromkeys([match[1], *others]))
    return tuple(
        CapabilityConflict(capability, tuple(modules))
        for capability, modules in found.items()
        if len(modules) >= 2
    )


def read_required(text: str) -> tuple[RequiredModule, ...]:
    """Return the modules that were not resolved and are asked for by other libraries."""
    found: dict[tuple[str, str], dict[tuple[str, ...], None]] = {}
    for match in _REQUIRED.finditer(text):
        chains = found.setdefault((match[1], match[2] or ""), {})
        for requirer in _REQUIRER.finditer(match[3]):
            nodes = [node for node in requirer[2].split(" > ") if node]
            chains[requirer[1] or ":", *nodes] = None
    return tuple(
        RequiredModule(module, version, tuple(chains)) for (module, version), chains in found.items()
    )


def read_needed_api(text: str) -> tuple[TooOldFor, ...]:
    """Return the libraries that were made for a newer API level than a module compiles against."""
    found = [
        TooOldFor(one[1], one[2], one[3], one[5], one[4].rstrip(".")) for one in _NEEDS_API.finditer(text)
    ]
    found += [TooOldFor(one[3], one[4].rstrip("."), one[1], one[2]) for one in _NEEDS_API_OLD.finditer(text)]
    return tuple(dict.fromkeys(found))


def read_needed_plugin(text: str) -> tuple[TooOldFor, ...]:
    """Return the libraries that ask for a newer Android Gradle plugin."""
    return tuple(dict.fromkeys(TooOldFor(*one.groups()) for one in _NEEDS_PLUGIN.finditer(text)))
