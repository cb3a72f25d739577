"""Linkage errors: which declarations provide the calling code and the code that lacks the member."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rca.causes.configuration.cause_searcher import CauseSearcher, SearchContext
from rca.causes.configuration.configuration_cause import ConfigurationCause, Span
from rca.causes.configuration.error_symptoms import class_names
from rca.causes.configuration.library_match import rank_requirements
from rca.causes.configuration.package_libraries import requirements_of_package
from rca.causes.configuration.versions.cached_metadata import CachedMetadata
from rca.causes.configuration.versions.declared_versions import DeclaredVersion
from rca.libraries.coordinates import version_order

_LINKAGE = (
    "NoSuchMethodError", "NoSuchFieldError", "AbstractMethodError", "IncompatibleClassChangeError",
    "NoClassDefFoundError", "IllegalAccessError", "VerifyError",
)  # fmt: skip
_OF_DEVICE = re.compile(
    r"(?:No (?:\w+ )?(?:method|field) (?P<member>[\w$<>]+).{0,300}?) in class L(?P<class>[\w/$]+);.{0,80}?"
    r"\(declaration of '[\w.$]+' appears in /(?:system|apex)/"
)
_MIN_SDK = re.compile(r"(?im)^[^\n/#]*min_?-?Sdk\w*.*\d.*$")
_BUNDLED = re.compile(r"^(?:okio|okhttp3|com\.android\.okhttp|org\.apache\.http)\b")
_MOST_SPANS = 4


class LinkageConflictCauses(CauseSearcher):
    """Searches the declarations of caller and callee of what could not be linked."""

    def __init__(self, context: SearchContext) -> None:
        super().__init__(context)
        self._metadata = CachedMetadata(self._files.deadline)

    def find(self) -> Iterator[ConfigurationCause]:
        """Yield a cause where both sides of the link are known."""
        if not self._symptoms.has_type(*_LINKAGE):
            return
        device = _OF_DEVICE.search(self._symptoms.flat)
        if device is not None:
            yield from self._missing_on_device(device["class"].replace("/", "."), device["member"])
            return
        callee, caller = self._callee(), self._caller()
        if callee is None or caller is None:
            return
        lacking, calling = self._library(callee), self._library(caller)
        if calling is None:
            yield from self._bundled_caller(callee, caller, lacking)
            return
        if lacking is None or lacking.module == calling.module:
            return
        yield from self._asked_version(callee, caller, lacking, calling)
        yield from self._one_family(callee, caller, lacking, calling)

    def _callee(self) -> str | None:
        """Return the class of a library that lacks what is called."""
        for exception in self._symptoms.exceptions:
            if exception.type.rpartition(".")[2] in _LINKAGE and exception.message:
                for name in class_names(exception.message):
                    if not self._files.classes(name) and not self._files.is_platform(name):
                        return name
                plain = re.match(r"L?([\w/$]+(?:/[\w$]+)+);?$", exception.message.strip())
                if plain is not None:
                    return plain[1].replace("/", ".")
        return None

    def _caller(self) -> str | None:
        """Return the class of a library whose frame is the innermost."""
        frame = next(iter(self._symptoms.stack), None)
        name = frame.class_name if frame is not None else None
        if name is None or self._files.classes(name) or self._files.is_platform(name):
            return None
        return name

    def _library(self, class_name: str) -> DeclaredVersion | None:
        known = self._files.library_of(class_name)
        ranked = rank_requirements(class_name, self._requirements.all, known)
        for _, requirement in ranked[:1]:
            found = self._declared.of_module(requirement.module)
            return found[0] if found else None
        return None

    def _bundled_caller(
        self, callee: str, caller: str, lacking: DeclaredVersion | None
    ) -> Iterator[ConfigurationCause]:
        """Yield what brings the calling class where its coordinates share no word with it."""
        brought = requirements_of_package(caller, self._requirements.all)
        modules = dict.fromkeys(one.module for one in brought)
        bringing = [found[0] for module in modules if (found := self._declared.of_module(module))]
        if not bringing:
            return
        versioned = [_versioned(one) for one in bringing]
        spans = [one.span for one in bringing]
        other = f" {_versioned(lacking)}, declared at {lacking.place}," if lacking is not None else ""
        yield ConfigurationCause(
            "linkage_caller",
            f"`{_simple(caller)}` calls what `{_simple(callee)}` of{other or ' the build'} does not have; "
            f"{' or '.join(versioned)} brings `{_simple(caller)}`.",
            tuple(dict.fromkeys([*spans, *((lacking.span,) if lacking is not None else ())]))[:_MOST_SPANS],
            (
                f"the frame of `{_simple(caller)}` calls, and the message names `{_simple(callee)}`",
                f"{bringing[0].place} asks for {versioned[0]}",
            ),
            "Take a version of it that was made for "
            f"{_versioned(lacking) if lacking else 'what is resolved'}, or align the two.",
        )

    def _asked_version(
        self, callee: str, caller: str, lacking: DeclaredVersion, calling: DeclaredVersion
    ) -> Iterator[ConfigurationCause]:
        """Yield the two declarations where the caller's own metadata asks for another version."""
        if not calling.version or not lacking.version:
            return
        locked = self._declared.locked_of(lacking.module)
        chosen = locked[0].version if locked else lacking.version
        asked = self._metadata.asked_version(lacking.module, calling.module, calling.version)
        if asked is None or asked == chosen:
            return
        is_older = version_order(chosen) < version_order(asked)
        relation = "older than" if is_older else "newer than"
        why = "a lock file fixes it" if locked else f"{lacking.place} asks for it"
        yield ConfigurationCause(
            "linkage_asked_version",
            f"`{_simple(caller)}` of `{calling.module}` {calling.version} was made for `{lacking.module}` "
            f"{asked}; the "
            f"build takes {chosen}, which is {relation} that and has no such member in `{_simple(callee)}`.",
            _both(lacking, calling),
            (
                f"the metadata of `{calling.module}:{calling.version}` in the build's cache asks for {asked}",
                f"{chosen} is taken: {why}",
            ),
            f"Let `dependencyInsight --dependency {lacking.module}` say why {chosen} is taken, and align the "
            "two.",
            replaces="linkage",
        )

    def _one_family(
        self, callee: str, caller: str, lacking: DeclaredVersion, calling: DeclaredVersion
    ) -> Iterator[ConfigurationCause]:
        """Yield the two declarations where libraries of one group have different versions."""
        group = lacking.module.partition(":")[0]
        if calling.module.partition(":")[0] != group or not lacking.version or not calling.version:
            return
        if lacking.version == calling.version:
            return
        yield ConfigurationCause(
            "linkage_family",
            f"`{_simple(caller)}` of `{calling.module}` {calling.version} calls what `{_simple(callee)}` of "
            f"`{lacking.module}` {lacking.version} does not have: two libraries of `{group}` in different "
            "versions.",
            _both(lacking, calling),
            (
                f"{lacking.place} asks for {lacking.version}, {calling.place} for {calling.version}",
                f"the frame of `{_simple(caller)}` calls, and the message names `{_simple(callee)}`",
            ),
            f"Give all libraries of `{group}` one version, by its platform if it has one.",
            replaces="linkage",
        )

    def _missing_on_device(self, class_name: str, member: str) -> Iterator[ConfigurationCause]:
        """Yield the call and `minSdk` where a class of the device itself lacks a member."""
        levels = self._requirements.version_lines(_MIN_SDK)
        frame = next((one for one in self._symptoms.frames if one.line is not None), None)
        spans = [Span(frame.file_path, frame.line or 1, frame.line or 1, "failure_site")] if frame else []
        bundled = _BUNDLED.match(class_name)
        if bundled is not None:
            return  # a library of the app that a class of the device hides: not a question of levels
        spans += levels[:2]
        if spans:
            yield ConfigurationCause(
                "api_of_newer_device",
                f"`{_simple(class_name)}` is a class of the device itself, and on this one it has no "
                f"`{member}`: the "
                "method came with a later Android version, and `minSdk` lets the app run on earlier ones.",
                tuple(dict.fromkeys(spans)),
                (f"the error says that the device declares `{class_name}`",),
                f"Look up the level that brought `{member}`; guard the call by `Build.VERSION.SDK_INT`, take "
                "the "
                "compatibility library's form, or raise `minSdk`.",
            )


def _both(lacking: DeclaredVersion, calling: DeclaredVersion) -> tuple[Span, ...]:
    spans = (lacking.span, calling.span, lacking.declaration, calling.declaration)
    return tuple(dict.fromkeys(spans))


def _versioned(declared: DeclaredVersion) -> str:
    return f"`{declared.module}`" + (f" {declared.version}" if declared.version else "")


def _simple(class_name: str) -> str:
    return class_name.rpartition(".")[2].replace("$", ".")
