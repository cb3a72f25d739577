"""Versions as a build declares them: each declaration with its value, its line and how strictly it holds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rca.caching.cached_attribute import cached_attribute
from rca.causes.configuration.build_blocks import BuildBlocks
from rca.causes.configuration.configuration_cause import Span
from rca.causes.configuration.project_files import ProjectFiles
from rca.causes.configuration.requirements import Requirement, Requirements
from rca.libraries.coordinates import version_order

_VALUE = re.compile(r"""["'=]\s*(\[?v?\d[\w.+-]*)""")
_FIXED = re.compile(r"v?\d[\w.+-]*$")
_STRICT = re.compile(r"""strictly\b|\d!!["']""")
_FORCED = re.compile(r"\bforce\b|\buseVersion\b|\buseTarget\b")
_PLATFORM = re.compile(r"\b(enforcedPlatform|platform|mavenBom|imports?)\b")
_LOCKED = re.compile(r"(?m)^([\w.-]+):([\w.-]+):([\w.+-]+)=(\S*)$")
_KOTLIN_PLUGINS = ("org.jetbrains.kotlin.", "kotlin-android", "kotlin-multiplatform", "kotlin-jvm")
_ANDROID_PLUGINS = ("com.android.application", "com.android.library", "com.android.base")
_NEXT_LINES = 2
"""`version { strictly("1.0") }` stands below the notation it belongs to."""


@dataclass(frozen=True, slots=True)
class DeclaredVersion:
    """One declaration of a library or plugin.

    Args:
        version: its value, variables and catalog references resolved; None where it names none.
        span: the line to change: the one that sets the version, else the declaration.
        declaration: the declaration itself.
        force: `strictly`, `force`, `enforcedPlatform`, `platform`, `constraint`, or empty.
    """

    module: str
    version: str | None
    span: Span
    declaration: Span
    force: str = ""

    @property
    def place(self) -> str:
        """Return the file and line to change, for a sentence."""
        return f"`{self.span.path}:{self.span.line}`"


@dataclass(frozen=True, slots=True)
class LockedVersion:
    """A version that a lock file fixes."""

    module: str
    version: str
    span: Span
    configurations: tuple[str, ...]


class DeclaredVersions:
    """The declarations of one build; each is resolved when it is asked for."""

    def __init__(self, files: ProjectFiles, requirements: Requirements, blocks: BuildBlocks) -> None:
        self._files = files
        self._requirements = requirements
        self._blocks = blocks

    def of(self, requirement: Requirement) -> DeclaredVersion:
        """Return a requirement with the value of its version and the line that sets it."""
        spans = self._requirements.version_spans(requirement)
        version, line = self._value(requirement, spans)
        return DeclaredVersion(
            requirement.module, version, line, requirement.span, self._force_of(requirement)
        )

    def of_module(self, module: str) -> tuple[DeclaredVersion, ...]:
        """Return the declarations of `group:name`, those that name a version first."""
        found = [self.of(one) for one in self._requirements.of_module(module)]
        return tuple(dict.fromkeys(sorted(found, key=lambda one: one.version is None)))

    def of_group(self, group: str) -> tuple[DeclaredVersion, ...]:
        """Return the libraries of a group that name a version, one for each module and line."""
        found = (self.of(one) for one in self._requirements.all if one.group == group)
        return tuple(dict.fromkeys(one for one in found if one.version))

    def of_plugins(self, *prefixes: str) -> tuple[DeclaredVersion, ...]:
        """Return the plugins whose id begins so and that name a version, each line once."""
        plugins = [
            self.of(one)
            for one in self._requirements.all
            if one.kind == "plugin" and one.name.startswith(prefixes)
        ]
        return _by_span([one for one in plugins if one.version])

    @cached_attribute
    def kotlin(self) -> tuple[DeclaredVersion, ...]:
        """Where the version of the Kotlin compiler is set: plugins, then the plugin's artifact."""
        plugins = self.of_plugins(*_KOTLIN_PLUGINS)
        artifact = self.of_module("org.jetbrains.kotlin:kotlin-gradle-plugin")
        return _by_span([*plugins, *(one for one in artifact if one.version)])

    @cached_attribute
    def android(self) -> tuple[DeclaredVersion, ...]:
        """Where the version of the Android Gradle plugin is set."""
        artifact = self.of_module("com.android.tools.build:gradle")
        return _by_span([*self.of_plugins(*_ANDROID_PLUGINS), *(one for one in artifact if one.version)])

    @cached_attribute
    def locked(self) -> tuple[LockedVersion, ...]:
        """Return what lock files fix."""
        found = []
        for path in self._files.snapshot.files(".lockfile"):
            lines = self._files.lines(path)
            for match in _LOCKED.finditer(lines.text):
                span = Span(path, lines.line_of(match.start()), lines.line_of(match.start()))
                module = f"{match[1]}:{match[2]}"
                found.append(LockedVersion(module, match[3], span, tuple(match[4].split(","))))
        return tuple(found)

    def locked_of(self, module: str) -> tuple[LockedVersion, ...]:
        """Return what lock files fix of a module, the newest version first."""
        found = [one for one in self.locked if one.module == module]
        return tuple(sorted(found, key=lambda one: version_order(one.version), reverse=True))

    def platforms(self) -> tuple[DeclaredVersion, ...]:
        """Return the platforms (BOMs) that the build imports."""
        found = (self.of(one) for one in self._requirements.all if one.name.endswith("bom"))
        return _by_span([one for one in found if one.version])

    def _value(self, requirement: Requirement, spans: tuple[Span, ...]) -> tuple[str | None, Span]:
        written = requirement.version
        if requirement.reference is None and written is not None and _FIXED.match(written.rstrip("!")):
            return written.rstrip("!"), requirement.span
        for span in spans:
            if span == requirement.span and requirement.reference is None and written is None:
                break
            value = self._value_of_line(span, requirement)
            if value is not None:
                return value, span
        return self._version_below(requirement), requirement.span

    def _value_of_line(self, span: Span, requirement: Requirement) -> str | None:
        text = self._files.lines(span.path).slice(span.line, span.end_line)
        if span == requirement.span and requirement.version not in {None, ""}:
            return None  # a variable that is set nowhere
        match = _VALUE.search(text)
        return match[1].lstrip("[v") if match else None

    def _version_below(self, requirement: Requirement) -> str | None:
        """Return the version of a block `version { strictly("…") }` right below a notation without one."""
        span = requirement.span
        below = self._files.lines(span.path).slice(span.line, span.end_line + _NEXT_LINES)
        match = re.search(r"""(?:strictly|require|prefer)\s*\(?\s*["']([^"'\n]+)["']""", below)
        return match[1] if match else None

    def _force_of(self, requirement: Requirement) -> str:
        span = requirement.span
        lines = self._files.lines(span.path)
        own = lines.slice(span.line, span.end_line)
        below = lines.slice(span.line, span.end_line + _NEXT_LINES)
        if _STRICT.search(own) or re.search(r"\{\s*(?:version\s*\{\s*)?strictly\b", below):
            return "strictly"
        if platform := _PLATFORM.search(own):
            return "enforcedPlatform" if platform[1] == "enforcedPlatform" else "platform"
        if requirement.alias is None and span.path.endswith((".gradle", ".gradle.kts")):
            names = self._names_around(span)
            if _FORCED.search(own) or "resolutionStrategy" in names or "force" in names:
                return "force"
            if "constraints" in names:
                return "constraint"
        return ""

    def _names_around(self, span: Span) -> set[str]:
        return {
            name
            for block in self._blocks.of(span.path)
            if block.line <= span.line <= block.end_line
            for name in block.path
        }


def _by_span(found: list[DeclaredVersion]) -> tuple[DeclaredVersion, ...]:
    distinct: dict[Span, DeclaredVersion] = {}
    for one in found:
        distinct.setdefault(one.span, one)
    return tuple(distinct.values())


def newest(declared: Iterator[DeclaredVersion] | tuple[DeclaredVersion, ...]) -> DeclaredVersion | None:
    """Return the declaration with the highest version; None where none names one."""
    named = [one for one in declared if one.version]
    return max(named, key=lambda one: version_order(one.version or ""), default=None)
