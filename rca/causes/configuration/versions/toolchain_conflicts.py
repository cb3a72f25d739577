"""Tools in conflict: Kotlin, Compose, KSP, the Android plugin, API levels and JVM targets."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rca.causes.configuration.cause_searcher import CauseSearcher
from rca.causes.configuration.configuration_cause import ConfigurationCause, Span
from rca.causes.configuration.versions.conflict_messages import (
    TooOldFor,
    read_needed_api,
    read_needed_plugin,
)
from rca.causes.configuration.versions.declared_versions import DeclaredVersion, newest
from rca.causes.configuration.versions.toolchain_messages import (
    JvmTargets,
    MetadataTooNew,
    PluginTooOld,
    ToolMismatch,
    read_compose,
    read_jvm_targets,
    read_ksp,
    read_metadata,
    read_plugin_too_old,
)
from rca.libraries.coordinates import version_order

_COMPOSE_VERSION = re.compile(r"(?m)^[^\n/]*(?:kotlinCompilerExtensionVersion|kotlinCompilerPlugin)\b.*$")
_COMPOSE_ARTIFACTS = ("androidx.compose.compiler:compiler", "org.jetbrains.compose.compiler:compiler")
_COMPILE_SDK = re.compile(r"(?im)^[^\n/#]*compile_?-?Sdk\w*.*$")
_JAVA_TARGET = re.compile(r"(?m)^[^\n/]*\b(?:sourceCompatibility|targetCompatibility)\b.*$")
_KOTLIN_TARGET = re.compile(r"(?m)^[^\n/]*\bjvmTarget\b.*$")
_TOOLCHAIN = re.compile(r"(?m)^[^\n/]*\b(?:jvmToolchain|languageVersion)\b.*$")
_TOOL_OF_BUILD = re.compile(r"buildSrc|build-logic|:buildSrc:|compilePluginsBlocks|settings\.gradle")
_ARCHIVE = re.compile(
    r"(?:jetified-)?(?P<name>[A-Za-z][\w.-]*?)-(?P<version>\d[\w.]*(?:-(?:alpha|beta|rc|RC|M)[\w.]*)?)(?:-[a-z]+)*$"
)
_MOST_SPANS = 5
_PARTS = 2


class ToolConflictCauses(CauseSearcher):
    """Searches the lines that set versions of tools which a message says do not fit each other."""

    def find(self) -> Iterator[ConfigurationCause]:
        """Yield causes, one for each message."""
        flat = self._symptoms.flat
        if compose := read_compose(flat):
            yield from self._compose(compose)
        if ksp := read_ksp(flat):
            yield from self._ksp(ksp)
        for metadata in read_metadata(flat)[:1]:
            yield from self._metadata(metadata)
        if targets := read_jvm_targets(flat):
            yield from self._jvm_targets(targets)
        for plugin in read_plugin_too_old(flat):
            yield from self._plugin_too_old(plugin)
        yield from self._needed_api(read_needed_api(flat), flat)
        yield from self._needed_plugin(read_needed_plugin(flat))

    def _compose(self, mismatch: ToolMismatch) -> Iterator[ConfigurationCause]:
        written = self._requirements.version_lines(_COMPOSE_VERSION)
        artifacts = [one for name in _COMPOSE_ARTIFACTS for one in self._declared.of_module(name)]
        by_value = self._lines_with(mismatch.version)
        exact = [one for one in written if mismatch.version in self._files.lines(one.path).line(one.line)]
        spans = [*exact, *(one.span for one in artifacts), *by_value, *written]
        kotlin = self._kotlin(mismatch.used)
        if not spans and not kotlin:
            return
        facts = ["the error names both versions", *self._kotlin_facts(kotlin, mismatch.used)]
        if not spans:
            facts.append("no line sets the Compose compiler's version: it is the Android plugin's default")
        yield ConfigurationCause(
            "compose_compiler",
            f"The Compose compiler {mismatch.version} is made for Kotlin {mismatch.needed} alone, and the "
            "build "
            f"compiles with Kotlin {mismatch.used}.",
            _limited([*spans, *(one.span for one in kotlin)]),
            tuple(facts),
            f"Set `kotlinCompilerExtensionVersion` to the version for Kotlin {mismatch.used}, or Kotlin to "
            f"{mismatch.needed}; from Kotlin 2.0 on the plugin `org.jetbrains.kotlin.plugin.compose` takes "
            "its place.",
        )

    def _ksp(self, mismatch: ToolMismatch) -> Iterator[ConfigurationCause]:
        ksp = [
            *self._declared.of_plugins("com.google.devtools.ksp"),
            *self._declared.of_module("com.google.devtools.ksp:symbol-processing-gradle-plugin"),
        ]
        kotlin = self._kotlin(mismatch.used)
        if not ksp and not kotlin:
            return
        spans = [*(one.span for one in ksp), *(one.span for one in kotlin)]
        elsewhere = ""
        if ksp and all(one.version != mismatch.version for one in ksp):
            elsewhere = (
                f" {ksp[0].place} asks for KSP {ksp[0].version}: another plugin of the build brings "
                f"{mismatch.version}, and nothing offline says which."
            )
            spans = [*self._blocks.named(None, "plugins"), *spans]
        yield ConfigurationCause(
            "ksp_version",
            f"KSP {mismatch.version} is made for Kotlin {mismatch.needed}, and the build compiles with "
            f"Kotlin {mismatch.used}.{elsewhere}",
            _limited(spans),
            ("the error names both versions", *self._kotlin_facts(kotlin, mismatch.used)),
            f"Take a KSP version that begins with {mismatch.used}, or Kotlin {mismatch.needed}.",
        )

    def _metadata(self, metadata: MetadataTooNew) -> Iterator[ConfigurationCause]:
        kotlin = self._kotlin(metadata.compiler)
        library = self._libraries_of(metadata.subject)
        subject = f"`{metadata.subject}`" if metadata.subject else "A library"
        used = newest(tuple(kotlin))
        facts = [
            f"the error says metadata {metadata.found}, and that the compiler reads up to {metadata.limit}"
        ]
        facts += [f"{one.place} asks for `{one.module}` {one.version or ''}".rstrip() for one in library[:1]]
        in_build = _TOOL_OF_BUILD.search(self._symptoms.flat)
        spans = [*(one.span for one in kotlin), *(one.span for one in library)]
        release = _release(metadata.found)
        lead = f"{subject} was compiled by Kotlin {release}, and the compiler that reads it is older."
        if used is not None and version_order(used.version or "") >= version_order(release):
            # The declared compiler could read it: another one does not, that of Gradle itself or of a lock.
            spans = [*self._wrapper(), *(one.span for one in library), *(one.span for one in kotlin)]
            lead += (
                f" The build declares Kotlin {used.version} ({used.place}), which could read it: it is "
                "another "
                "compiler that fails, such as the one that Gradle brings for its scripts and `buildSrc`."
            )
        elif used is not None:
            lead += f" The build declares Kotlin {used.version} in {used.place}."
        if in_build:
            facts.append("the failing task compiles the build itself")
        if not spans:
            return
        yield ConfigurationCause(
            "kotlin_version",
            lead,
            _limited(spans),
            tuple(facts),
            f"Raise Kotlin to {release} or later, or take an older version of the library.",
            replaces="nearest_name",  # names that the compiler could not read are not missing
        )

    def _libraries_of(self, subject: str) -> list[DeclaredVersion]:
        """Return the declarations of the library that an archive's name or a class's package points at."""
        match = _ARCHIVE.match(subject)
        if match is None:
            return []
        name = match["name"]
        modules = {one.module for one in self._requirements.all if one.kind == "library" and one.name == name}
        return [one for module in sorted(modules) for one in self._declared.of_module(module)]

    def _jvm_targets(self, targets: JvmTargets) -> Iterator[ConfigurationCause]:
        folders = self._files.module_folders(self._symptoms)[:1]
        own = tuple(path for folder in folders for path in self._files.scripts_of(folder))
        java, kotlin = self._lines(own, _JAVA_TARGET), self._lines(own, _KOTLIN_TARGET)
        toolchain = self._lines(own, _TOOLCHAIN)
        where = "the module's own script"
        if not java and not kotlin and not toolchain:
            shared = (
                *(path for path in self._files.scripts if self._is_shared(path)),
                *self._files.build_logic,
            )
            java, kotlin = self._lines(shared, _JAVA_TARGET), self._lines(shared, _KOTLIN_TARGET)
            toolchain = self._lines(shared, _TOOLCHAIN)
            where = "scripts that modules share"
        facts = [f"the error gives the targets {targets.java} and {targets.kotlin}"]
        facts += [f"the Java target stands in {_at(java)}"] if java else []
        facts += [f"the Kotlin target stands in {_at(kotlin)}"] if kotlin else []
        facts += [f"a toolchain is set in {_at(toolchain)}"] if toolchain else []
        spans = [*kotlin, *java, *toolchain]
        lacking = ""
        if not java and not kotlin and not toolchain:
            lacking = (
                " The module sets neither: both are defaults, Kotlin's that of the JDK which runs the build."
            )
        elif not kotlin and not toolchain:
            lacking = (
                f" Nothing sets Kotlin's target in {where}: it is that of the JDK which runs the build, "
                f"{targets.kotlin}."
            )
        elif not java and not toolchain:
            lacking = f" Nothing sets Java's target in {where}: {targets.java} is its default."
        if not spans:
            spans = [
                span
                for folder in folders
                for span in self._blocks.named(
                    folder, "kotlinOptions", "compileOptions", "android", "java", "kotlin"
                )
            ]
        if not spans:
            return
        yield ConfigurationCause(
            "jvm_target",
            f"`{targets.java_task}` compiles for JVM {targets.java}, and `{targets.kotlin_task}` for "
            f"{targets.kotlin}.{lacking}",
            _limited(spans),
            tuple(facts),
            "Set both to one version, or `kotlin { jvmToolchain(…) }`, which sets both.",
        )

    def _plugin_too_old(self, plugin: PluginTooOld) -> Iterator[ConfigurationCause]:
        folder = self._files.folder_of_project(plugin.project)
        declared = [*self._declared.of_module(plugin.module), *self._declared.kotlin]
        declared.sort(
            key=lambda one: (
                folder is None or not one.span.path.startswith(folder),
                one.version != plugin.found,
            )
        )
        if not declared:
            return
        outside = (
            ""
            if any(one.version == plugin.found for one in declared)
            else (
                f" No build file of this workspace names {plugin.found}: `{plugin.project}` sets it in a "
                "script of its own."
            )
        )
        yield ConfigurationCause(
            "plugin_too_old",
            f"`{plugin.project}` brings `{plugin.module}` {plugin.found}, and the Android plugin takes "
            f"{plugin.needed} or later.{outside}",
            _limited([one.span for one in declared]),
            ("the error names project, plugin and both versions",),
            f"Raise the version that `{plugin.project}` puts on its class path to {plugin.needed}.",
        )

    def _needed_api(self, needs: tuple[TooOldFor, ...], flat: str) -> Iterator[ConfigurationCause]:
        if not needs:
            return
        highest = max(needs, key=lambda one: version_order(one.needed))
        folder = self._files.folder_of_project(highest.project) if highest.project else None
        own = () if folder is None else self._files.scripts_of(folder)
        levels = self._lines(own, _COMPILE_SDK) or list(self._requirements.version_lines(_COMPILE_SDK))
        asked = [one for need in needs for one in self._declared.of_module(need.module)]
        limit = re.search(
            r"maximum (?:recommended )?compile SDK version for Android Gradle plugin ([\d.]*\d) is (\d+)",
            flat,
        )
        spans = [*levels[:2], *(one.span for one in asked)]
        if limit:
            spans = [*levels[:2], *(one.span for one in self._declared.android), *(one.span for one in asked)]
        if not spans:
            return
        more = f" and {len(needs) - 1} more ask" if len(needs) > 1 else " asks"
        by_others = "" if asked else "; no build file asks for it itself, other libraries bring it"
        facts = [f"`{highest.module}:{highest.version}`{more} for API level {highest.needed}{by_others}"]
        if limit:
            facts.append(
                f"the Android plugin {limit[1]} knows levels up to {limit[2]}: it has to be raised first"
            )
        yield ConfigurationCause(
            "sdk_level",
            f"`{highest.module}:{highest.version}` has to be compiled against API level {highest.needed} or "
            "later, and "
            f"{highest.project or 'the module'} compiles against {highest.current}.",
            _limited(spans),
            tuple(facts),
            f"Raise `compileSdk` to {highest.needed}, or lower the library where it is asked for.",
        )

    def _needed_plugin(self, needs: tuple[TooOldFor, ...]) -> Iterator[ConfigurationCause]:
        if not needs:
            return
        highest = max(needs, key=lambda one: version_order(one.needed))
        asked = [one for need in needs for one in self._declared.of_module(need.module)]
        spans = [
            *(one.span for one in self._declared.android),
            *(one.span for one in asked),
            *self._wrapper(),
        ]
        if not spans:
            return
        yield ConfigurationCause(
            "android_plugin_version",
            f"`{highest.module}:{highest.version}` needs the Android Gradle plugin {highest.needed} or "
            "later, and the "
            f"build uses {highest.current}.",
            _limited(spans),
            (f"the error names {len(needs)} such librar{'y' if len(needs) == 1 else 'ies'}",),
            f"Raise the Android plugin to {highest.needed} (it may need a newer Gradle), or lower the "
            "library.",
        )

    def _is_shared(self, path: str) -> bool:
        """Return whether a script is none of a module's own: the root's, or one that others apply."""
        folder = self._files.module_folder(path)
        return not folder or path not in self._files.scripts_of(folder)

    def _kotlin(self, value: str) -> list[DeclaredVersion]:
        """Return where Kotlin's version is set, the lines with the value that the error names first."""
        return sorted(self._declared.kotlin, key=lambda one: one.version != value)

    def _kotlin_facts(self, kotlin: list[DeclaredVersion], used: str) -> Iterator[str]:
        if not kotlin:
            yield "no build file of the workspace sets Kotlin's version"
        elif kotlin[0].version == used:
            yield f"Kotlin {used} is set in {kotlin[0].place}"
        else:
            yield (
                f"{kotlin[0].place} sets Kotlin {kotlin[0].version}, and the error says {used}: another "
                "plugin on the "
                "class path raises or lowers it"
            )

    def _lines_with(self, version: str) -> list[Span]:
        named = re.compile(rf"""(?im)^[^\n/#]*compose[^\n]*["']{re.escape(version)}["'].*$""")
        return list(self._requirements.version_lines(named))

    def _lines(self, paths: tuple[str, ...], pattern: re.Pattern[str]) -> list[Span]:
        found = []
        for path in paths:
            lines = self._files.lines(path)
            for match in pattern.finditer(lines.text):
                line = lines.line_of(match.start())
                found.append(Span(path, line, line))
        return found

    def _wrapper(self) -> list[Span]:
        return self._lines(self._files.wrappers[:1], re.compile(r"(?m)^distributionUrl.*$"))


def _limited(spans: list[Span]) -> tuple[Span, ...]:
    return tuple(dict.fromkeys(spans))[:_MOST_SPANS]


def _at(spans: list[Span]) -> str:
    return f"`{spans[0].path}:{spans[0].line}`"


def _minor(version: str) -> list[str]:
    return version.split(".")[:_PARTS]


def _release(metadata: str) -> str:
    """Return the Kotlin release that writes a version of metadata: they share major and minor number."""
    return ".".join(_minor(metadata))
