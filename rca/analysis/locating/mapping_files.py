"""Mapping files of a workspace, and the build that each belongs to.

A build writes `build/outputs/mapping/<variant>/mapping.txt` into each app module, where ignore files hide it,
and the version beside its package: `output-metadata.json` with the same `variantName`. Copies that a
team keeps lie anywhere, as `mapping.txt`, `1.4-mapping.txt` or the like.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from rca.error_text.retrace.build_identity import BuildIdentity, is_same_map
from rca.error_text.retrace.mapping_comments import find_map_ids
from rca.tool_failure import Failure
from rca.workspace import Snapshot, WorkspaceFile

MOST_FILES = 100
"""Mapping files that are looked at."""

_NAME = "mapping.txt"
_OUTPUTS = "build/outputs/mapping"
_HEAD_BYTES = 16 * 1024
_METADATA = "output-metadata.json"
_MOST_METADATA_BYTES = 1024 * 1024
_SCRIPTS = (".gradle", ".gradle.kts")


@dataclass(frozen=True, slots=True)
class MappingFile:
    """A mapping file and its build.

    Attributes:
        path: the path as the workspace names it.
        absolute: the absolute path.
        map_ids: the map's id and hash; none in files of ProGuard itself.
        version_codes: those of the build's packages, one per split; empty if not known.
        application: the application id, or None.
    """

    path: str
    absolute: Path
    map_ids: tuple[str, ...] = ()
    version_codes: frozenset[int] = frozenset()
    application: str | None = None

    @property
    def label(self) -> str:
        """Return the path with the identification of the build."""
        known = [f"map id {self.map_ids[0]}"] if self.map_ids else []
        if self.version_codes:
            known.append(f"version code {_list_codes(self.version_codes)}")
        return f"{self.path} ({', '.join(known)})" if known else self.path


@dataclass(frozen=True, slots=True)
class FoundMappings:
    """The mapping files of a workspace, newest first; `problems` say what was not examined."""

    files: tuple[MappingFile, ...]
    problems: tuple[str, ...]


def find_mapping_files(snapshot: Snapshot) -> FoundMappings:
    """Find the mapping files in the workspace."""
    problems: list[str] = []
    paths = list(dict.fromkeys([*_built(snapshot, problems), *snapshot.files(_NAME)]))
    found: list[tuple[int, MappingFile]] = []
    for path in paths[:MOST_FILES]:
        try:
            file = read_mapping_file(snapshot.resolve(path))
            found.append((file.absolute.stat().st_mtime_ns, file))
        except Failure as failure:
            problems.append(failure.error.message)
        except OSError as problem:
            problems.append(_unreadable(path, problem))
    if len(paths) > MOST_FILES:
        problems.append(f"only {MOST_FILES} of {len(paths)} mapping files of the workspace were looked at")
    found.sort(key=lambda entry: (-entry[0], entry[1].path))
    return FoundMappings(tuple(file for _time, file in found), tuple(problems))


def read_mapping_file(place: WorkspaceFile) -> MappingFile:
    """Read the head of a mapping file and the build's metadata.

    Raises:
        OSError: the file cannot be read.
    """
    with place.absolute.open("rb") as file:
        head = file.read(_HEAD_BYTES).decode("utf-8", "replace")
    codes, application = _read_versions(place.absolute)
    return MappingFile(place.path, place.absolute, find_map_ids(head), codes, application)


def differs(file: MappingFile, build: BuildIdentity) -> bool:
    """Return whether a mapping is known to be of another build than the error."""
    if build.map_ids and file.map_ids:
        return not any(is_same_map(needed, file.map_ids) for needed in build.map_ids)
    if build.version_codes and file.version_codes and not build.version_codes & file.version_codes:
        return True
    return (
        bool(build.applications)
        and file.application is not None
        and (file.application not in build.applications)
    )


def belongs(file: MappingFile, build: BuildIdentity) -> bool:
    """Return whether a mapping is known to be of the build that an error comes from."""
    if build.map_ids:
        return any(is_same_map(needed, file.map_ids) for needed in build.map_ids)
    return bool(build.version_codes & file.version_codes) and not differs(file, build)


def _built(snapshot: Snapshot, problems: list[str]) -> Iterator[str]:
    """Yield mapping files in build folders, which no listing includes; collect what cannot be read."""
    modules = [root.wire(".") for root in snapshot.folders]
    modules += [path.rpartition("/")[0] or "." for path in snapshot.files(*_SCRIPTS)]
    for module in dict.fromkeys(modules):
        try:
            outputs = snapshot.resolve_directory(f"{module}/{_OUTPUTS}")
        except Failure:
            continue  # a module that no build made smaller
        try:
            variants = sorted(outputs.absolute.iterdir())
        except OSError as problem:
            problems.append(_unreadable(outputs.path, problem))
            continue
        for variant in variants:
            path = f"{outputs.path}/{variant.name}/{_NAME}"
            try:
                if (variant / _NAME).is_file():
                    yield path
            except OSError as problem:
                problems.append(_unreadable(path, problem))


def _unreadable(path: str, problem: OSError) -> str:
    return f"'{path}' cannot be read: {problem.strerror or type(problem).__name__}"


def _listed(folder: Path, pattern: str) -> list[Path]:
    try:
        return sorted(folder.glob(pattern))
    except OSError:
        return []  # a folder that went away or may not be entered: it has no mapping to offer


def _read_versions(mapping: Path) -> tuple[frozenset[int], str | None]:
    """Return version codes and application id of the packages built with a mapping.

    Metadata older than the mapping is of an earlier build, unless both were stored in the same folder.
    """
    beside = mapping.parent / _METADATA
    if beside.is_file():
        return _read_metadata(beside, None)
    variant, outputs = mapping.parent.name, mapping.parent.parent.parent
    if outputs.name != "outputs":
        return frozenset(), None
    written = mapping.stat().st_mtime_ns
    candidates = [
        *_listed(outputs, f"apk/*/{_METADATA}"),
        *_listed(outputs, f"apk/*/*/{_METADATA}"),
        *_listed(outputs.parent.parent, f"{variant}/{_METADATA}"),
    ]
    for metadata in candidates:
        try:
            is_current = metadata.stat().st_mtime_ns >= written
        except OSError:
            continue
        if is_current and (known := _read_metadata(metadata, variant)) != (frozenset(), None):
            return known
    return frozenset(), None


def _read_metadata(path: Path, variant: str | None) -> tuple[frozenset[int], str | None]:
    try:
        if path.stat().st_size > _MOST_METADATA_BYTES:
            return frozenset(), None
        content = json.loads(path.read_text(encoding="utf-8", errors="replace"))
    except (OSError, ValueError, RecursionError):
        return frozenset(), None  # without it nothing is known of the version, as without the file
    if not isinstance(content, dict) or (variant is not None and content.get("variantName") != variant):
        return frozenset(), None
    elements = content.get("elements")
    codes = (
        (one.get("versionCode") for one in elements if isinstance(one, dict))
        if isinstance(elements, list)
        else ()
    )
    application = content.get("applicationId")
    return (
        frozenset(code for code in codes if isinstance(code, int)),
        application if isinstance(application, str) else None,
    )


def _list_codes(codes: Iterable[int]) -> str:
    return ", ".join(map(str, sorted(codes)))
