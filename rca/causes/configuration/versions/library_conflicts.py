"""Libraries in conflict: constraints, duplicate classes, capabilities, transitive libraries not found."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rca.causes.configuration.cause_searcher import CauseSearcher, SearchContext
from rca.causes.configuration.configuration_cause import ConfigurationCause, Span
from rca.causes.configuration.versions.cached_metadata import CachedMetadata
from rca.causes.configuration.versions.conflict_messages import (
    Archive,
    Demand,
    DuplicateClasses,
    RequiredModule,
    UnsatisfiedConstraints,
    module_of,
    read_capability_conflicts,
    read_duplicates,
    read_required,
    read_unsatisfied,
)
from rca.causes.configuration.versions.declared_versions import DeclaredVersion

_TABLE = Path(__file__).parent / "data" / "shared_classes.toml"
_MOST_SPANS = 5
_MOST_CONFLICTS = 2
_MOST_SAID = 4
_OFFLINE = "no lock file and no cached metadata of this machine says which library brings it"


@dataclass(frozen=True, slots=True)
class _Source:
    """A place that brings a library, and a sentence on it."""

    span: Span
    said: str
    has_version: bool


class LibraryConflictCauses(CauseSearcher):
    """Searches the declarations behind the libraries that a message says do not go together."""

    def __init__(self, context: SearchContext) -> None:
        super().__init__(context)
        self._metadata = CachedMetadata(self._files.deadline)

    def find(self) -> Iterator[ConfigurationCause]:
        """Yield a cause for each conflict that the text states."""
        flat = self._symptoms.flat
        for unsatisfied in list(read_unsatisfied(flat))[:_MOST_CONFLICTS]:
            yield from self._unsatisfied(unsatisfied)
        for duplicate in read_duplicates(flat)[:_MOST_CONFLICTS]:
            yield from self._duplicate(duplicate)
        required = read_required(flat)
        for conflict in read_capability_conflicts(flat)[:_MOST_CONFLICTS]:
            yield from self._capability(conflict.capability, conflict.modules, required)
        for missing in required[:_MOST_CONFLICTS]:
            yield from self._brought(missing)

    def _unsatisfied(self, conflict: UnsatisfiedConstraints) -> Iterator[ConfigurationCause]:
        module = conflict.module
        strict = [one for one in conflict.demands if one.is_strict]
        others = [one for one in conflict.demands if not one.is_strict]
        own = self._declared.of_module(module)
        forced = [one for one in own if one.force in {"strictly", "force", "enforcedPlatform"}]
        direct = [one for one in own if one not in forced]
        brought = [
            one
            for demand in conflict.demands
            if demand.direct
            for one in self._declared.of_module(demand.direct)
        ]
        spans = _spans([*forced, *direct, *brought, *self._enforced_platforms()])
        if not spans:
            return
        said = "; ".join(_said(one) for one in _distinct([*strict, *others])[:_MOST_SAID])
        why = (
            "A strict version can be neither raised nor lowered by another request, so Gradle chooses none."
            if strict
            else "No version fits all of these."
        )
        first = (forced or direct or brought or self._enforced_platforms())[0]
        yield ConfigurationCause(
            "unsatisfied_constraints",
            f"`{module}` is asked for in versions that exclude each other: {said}. {why}",
            spans,
            (
                f"the error lists {len(conflict.demands)} requests for `{module}`",
                _as_said(first),
            ),
            "Make the requests agree where they stand in the build; `dependencyInsight --dependency "
            f"{module}` "
            "lists all of them.",
        )

    def _enforced_platforms(self) -> list[DeclaredVersion]:
        return [one for one in self._declared.platforms() if one.force == "enforcedPlatform"]

    def _duplicate(self, duplicate: DuplicateClasses) -> Iterator[ConfigurationCause]:
        sides = [(one, self._sources_of(one)) for one in duplicate.archives]
        sources = [source for _, found in sides for source in found]
        spans = [one.span for one in sorted(sources, key=lambda one: not one.has_version)]
        local = [one for one in duplicate.archives if not one.group]
        spans += [span for one in local for span in self._local(one.name)]
        left, right = duplicate.archives[:2]
        reason = _why_shared(left, right)
        versions = {one.version for one in duplicate.archives}
        if reason is None and left.module == right.module and len(versions) > 1:
            reason = f"Both are `{left.module}`, once from a file and once from a repository."
        if not spans:
            spans = [
                block
                for folder in self._app_folders()
                for block in [self._blocks.dependencies(folder)]
                if block
            ]
            strength = 0.5
        else:
            strength = 1.0
        if not spans:
            return
        number = f" and {duplicate.count - 1} more" if duplicate.count > 1 else ""
        yield ConfigurationCause(
            "duplicate_class",
            f"`{_shown(left)}` and `{_shown(right)}` both bring "
            f"`{duplicate.class_name.rpartition('.')[2]}`{number}, "
            f"and an app may hold a class once. {reason or ''}".strip(),
            tuple(dict.fromkeys(spans))[:_MOST_SPANS],
            tuple(self._duplicate_facts(sides)),
            "Keep one of the two: raise or exclude the other where it is asked for, or align both by a "
            "platform; "
            f"`dependencyInsight --dependency {right.module}` says who asks.",
            strength=strength,
        )

    def _duplicate_facts(self, sides: Sequence[tuple[Archive, list[_Source]]]) -> Iterator[str]:
        yield "the error names both with the class"
        for archive, sources in sides:
            if sources:
                yield f"`{_shown(archive)}`: {sources[0].said}"
            elif archive.group:
                yield f"`{_shown(archive)}` is declared nowhere; {_OFFLINE}"

    def _sources_of(self, archive: Archive) -> list[_Source]:
        """Return the places that bring a library: its declarations, else what a cache says brings it."""
        found = []
        for one in self._declared.of_module(archive.module):
            wins = ""
            if one.version and archive.version and one.version != archive.version:
                wins = f", and another request raises it to {archive.version}"
            found.append(_Source(one.span, f"{_as_said(one)}{wins}", bool(one.version)))
        locked = self._declared.locked_of(archive.module)
        if not found and archive.group:
            found += self._brought_by(archive.module)
        if locked:
            said = f"a lock file fixes {locked[0].version}"
            found.append(_Source(locked[0].span, said, has_version=True))
        return found

    def _brought_by(self, module: str) -> list[_Source]:
        """Return the declaration whose library brings a module, told by cached metadata."""
        declared = [
            self._declared.of(one) for one in self._requirements.all if one.kind == "library" and one.group
        ]
        named = [one for one in declared if one.version]
        chain = self._metadata.chain_to(module, [(one.module, one.version or "") for one in named])
        if not chain:
            return []
        root = next(one for one in named if one.module == module_of(chain[0]))
        said = "brought by " + " → ".join(f"`{node}`" for node in chain[:-1])
        return [_Source(root.span, said, has_version=True)]

    def _local(self, name: str) -> Iterator[Span]:
        """Yield where a module of the project, or an archive in it, is asked for."""
        for path in self._files.scripts:
            lines = self._files.lines(path)
            for number, line in enumerate(lines.text.splitlines(), 1):
                if any(
                    f"{mark}{name}{end}" in line for mark in ":/\"'" for end in ("'", '"', ".aar", ".jar")
                ):
                    yield Span(path, number, number)

    def _app_folders(self) -> tuple[str, ...]:
        return self._files.module_folders(self._symptoms)[:1]

    def _capability(
        self, capability: str, modules: Sequence[str], required: Sequence[RequiredModule]
    ) -> Iterator[ConfigurationCause]:
        chains = {one.module: one.chains for one in required}
        declared = [one for module in modules for one in self._declared.of_module(module)]
        roots = [
            one
            for module in modules
            for chain in chains.get(module, ())
            if len(chain) > 1
            for one in self._declared.of_module(module_of(chain[1]))
        ]
        spans = _spans([*declared, *roots])
        if not spans:
            return
        names = " and ".join(f"`{one}`" for one in modules)
        facts = [f"the error says that {names} provide `{capability}`"]
        facts += [
            f"`{module}` comes {_through(chain)}"
            for module in modules
            for chain in chains.get(module, ())[:1]
        ]
        yield ConfigurationCause(
            "capability_conflict",
            f"{names} offer the same capability `{capability.rpartition(':')[0]}`; a build may have one of "
            "them, and "
            "nothing says which.",
            spans,
            tuple(facts[:_MOST_SAID]),
            "Choose one in `resolutionStrategy.capabilitiesResolution`, or exclude the other where it is "
            "asked for.",
        )

    def _brought(self, missing: RequiredModule) -> Iterator[ConfigurationCause]:
        """Yield the declaration whose library asks for a module that was not found."""
        if self._declared.of_module(missing.module):
            return
        for chain in missing.chains:
            if len(chain) < 2:  # the project asks for it itself
                continue
            roots = self._declared.of_module(module_of(chain[1]))
            if roots:
                shown = f"{missing.module}:{missing.version}" if missing.version else missing.module
                yield ConfigurationCause(
                    "missing_transitive",
                    f"No build file asks for `{shown}`, which was not resolved: it comes {_through(chain)}.",
                    _spans(roots),
                    (f"the error gives the chain {' > '.join(chain)}", _as_said(roots[0])),
                    f"Look for a version of `{module_of(chain[1])}` whose dependencies its repositories "
                    "have, or "
                    f"exclude `{missing.module}` there.",
                )
                return


def _said(demand: Demand) -> str:
    how = "strictly " if demand.is_strict else ""
    if demand.reason:
        return f"{how}{demand.version} ({demand.reason})"
    return f"{how}{demand.version} {_through(demand.chain)}"


def _through(chain: Sequence[str]) -> str:
    libraries = [node for node in chain[1:] if ":" in node]
    if not libraries:
        return "by the project itself"
    return "through " + " → ".join(f"`{one}`" for one in libraries)


def _distinct(demands: Iterable[Demand]) -> list[Demand]:
    """Return the demands, of those for one version the shortest chain alone."""
    best: dict[tuple[str, bool], Demand] = {}
    for one in demands:
        known = best.get((one.version, one.is_strict))
        if known is None or len(one.chain) < len(known.chain):
            best[one.version, one.is_strict] = one
    return list(best.values())


def _spans(declared: Iterable[DeclaredVersion]) -> tuple[Span, ...]:
    found = list(declared)
    both = [span for one in found for span in (one.span, one.declaration)]
    firsts = [one.span for one in found]
    return tuple(dict.fromkeys([*firsts, *both]))[:_MOST_SPANS]


def _as_said(one: DeclaredVersion) -> str:
    version = f" {one.version}" if one.version else " without a version"
    force = f" by `{one.force}`" if one.force else ""
    return f"`{one.span.path}:{one.span.line}` asks for `{one.module}`{version}{force}"


def _shown(archive: Archive) -> str:
    return f"{archive.module}:{archive.version}" if archive.version else archive.module


@cache
def _shared_classes() -> tuple[tuple[str, str, str], ...]:
    rows = tomllib.loads(_TABLE.read_text("utf-8"))["pairs"]
    return tuple((row["newer"], row["older"], row["reason"]) for row in rows)


def _why_shared(left: Archive, right: Archive) -> str | None:
    """Return why two libraries are known to hold the same classes."""
    for newer, older, reason in _shared_classes():
        for one, other in ((left, right), (right, left)):
            if _fits(one.module, newer) and _fits(other.module, older):
                return reason.format(newer=one.version, older=other.version)
    return None


def _fits(module: str, pattern: str) -> bool:
    return module.startswith(pattern[:-1]) if pattern.endswith("*") else module == pattern
