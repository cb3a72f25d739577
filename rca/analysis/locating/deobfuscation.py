"""Retracing of a release build's names, before any other analysis sees the error."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from models.envelope import RETRACED_WITH
from models.error_codes import ErrorCode
from models.error_report import ErrorReport
from rca.analysis.locating.mapping_files import (
    MappingFile,
    belongs,
    differs,
    find_mapping_files,
    read_mapping_file,
)
from rca.error_text.retrace import read_mapping, retrace
from rca.error_text.retrace.build_identity import BuildIdentity, find_build_identity
from rca.tool_failure import Failure
from rca.workspace import Snapshot

MOST_BYTES = 1024 * 1024 * 1024
"""Larger than any mapping seen; a file beyond it is not one."""

_DOUBT = "the mapping may be of another build"
_MOST_LISTED = 5
"""Mapping files that a note names."""


@dataclass(frozen=True, slots=True)
class Deobfuscation:
    """A report as far as its renaming could be undone.

    Attributes:
        report: the report, in the names of the source where a mapping was used.
        gaps: what could not be undone or is not certain, and what to do about it.
        used: which mapping was used, where it was chosen here.
        doubt: why what was found in the report is not certain, or None.
    """

    report: ErrorReport
    gaps: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    doubt: str | None = None


def deobfuscate(
    report: ErrorReport,
    text: str,
    snapshot: Snapshot,
    mapping_file: str | None,
    app_packages: Sequence[str],
) -> Deobfuscation:
    """Return a report with source names.

    Uses the given mapping unless the text names another build; otherwise the workspace's mapping with the
    text's map id or, failing that, its version code. A mapping known to be of another build is never used.

    Args:
        report: as parsed from `text`.
        text: the error text, which may identify its build.
        snapshot: the workspace.
        mapping_file: a path in the workspace, or None.
        app_packages: packages of the app.

    Raises:
        Failure: what `Snapshot.resolve` raises, FILE_NOT_FOUND, PERMISSION_DENIED, INVALID_PATH,
            TOO_LARGE.
    """
    given = None if mapping_file is None else _read_given(mapping_file, snapshot)
    is_obfuscated = any(one.obfuscated for one in (report, *report.others))
    if not is_obfuscated and (given is None or not any(one.exceptions for one in (report, *report.others))):
        return Deobfuscation(report)
    build = find_build_identity(text, report)
    if given is not None and not differs(given, build):
        undone = _undo(report, given, app_packages, build)
        if is_obfuscated or undone.report != report:
            return undone
    if not is_obfuscated:
        return Deobfuscation(report)
    found = find_mapping_files(snapshot)
    fitting = [file for file in found.files if belongs(file, build)]
    if len({file.map_ids or file.path for file in fitting}) == 1:
        chosen = fitting[0]
        instead = "" if given is None else f"; the given {given.label} is of another build"
        used = f"{RETRACED_WITH}{chosen.label}: the trace is of {_name(build)}{instead}"
        undone = _undo(report, chosen, app_packages, build)
        return replace(undone, gaps=(*found.problems, *undone.gaps), used=(used,))
    if given is not None:
        first = (
            f"{given.label} is of another build, the trace is of {_name(build)}: names are left as they are"
        )
    else:
        first = "names are obfuscated: to undo it, give the build's mapping.txt as mappingFile (or set it)"
    return Deobfuscation(report, (f"{first}{_candidates(fitting or found.files, build)}", *found.problems))


def _undo(
    report: ErrorReport, file: MappingFile, app_packages: Sequence[str], build: BuildIdentity
) -> Deobfuscation:
    text = _read_text(file)
    mapping = read_mapping(text)
    outcome = retrace(report, mapping, app_packages)
    notes = list(outcome.notes)
    doubt = _DOUBT if outcome.misfits and not belongs(file, build) else None
    if build.map_ids and not file.map_ids:
        doubt = _DOUBT
        notes.insert(0, f"{file.path} names no map id, and the trace needs {_name(build)}: {_DOUBT}")
    if mapping.unread_lines:
        lines = "1 line" if mapping.unread_lines == 1 else f"{mapping.unread_lines} lines"
        notes.append(f"{file.path}: {lines} of the classes in this trace could not be read")
    if mapping.unread_classes:
        classes = "1 class" if mapping.unread_classes == 1 else f"{mapping.unread_classes} classes"
        notes.append(
            f"{file.path}: the first line of {classes} could not be read, their names are not undone"
        )
    if text and not text.endswith("\n"):  # R8 and ProGuard end each line
        notes.append(f"{file.path} ends inside a line: names that stood behind it are not undone")
    return Deobfuscation(outcome.report, tuple(notes), doubt=doubt)


def _name(build: BuildIdentity) -> str:
    """Return how a text identifies its build, the most reliable identification first."""
    if build.map_ids:
        return f"map id {', '.join(sorted(build.map_ids))}"
    if build.version_codes:
        return f"version code {', '.join(map(str, sorted(build.version_codes)))}"
    return f"application {', '.join(sorted(build.applications))}"


def _candidates(files: Sequence[MappingFile], build: BuildIdentity) -> str:
    """Return the end of a sentence that lists the mapping files found."""
    if not files:
        return ""
    listed = ", ".join(file.label for file in files[:_MOST_LISTED])
    more = f" and {len(files) - _MOST_LISTED} more" if len(files) > _MOST_LISTED else ""
    if not (build.map_ids or build.version_codes):
        return f". The trace does not say of which build it is; the workspace has {listed}{more}"
    if any(belongs(file, build) for file in files):
        return f". Several of the workspace are of {_name(build)}, give the right one: {listed}{more}"
    return f". None of the workspace is known to be of {_name(build)}: {listed}{more}"


def _read_given(mapping_file: str, snapshot: Snapshot) -> MappingFile:
    file = snapshot.resolve(mapping_file)
    try:
        return read_mapping_file(file)
    except OSError as problem:
        raise _unreadable(mapping_file, problem) from None


def _read_text(file: MappingFile) -> str:
    try:
        if file.absolute.stat().st_size > MOST_BYTES:
            raise Failure(
                ErrorCode.TOO_LARGE,
                f"'{file.path}' is larger than {MOST_BYTES // 1024**2} MB: it is no mapping file",
                "Give the mapping.txt that R8 or ProGuard wrote for this build.",
            )
        return file.absolute.read_text(encoding="utf-8", errors="replace")
    except OSError as problem:
        raise _unreadable(file.path, problem) from None


def _unreadable(path: str, problem: OSError) -> Failure:
    return Failure(
        _code_of(problem),
        f"The mapping file '{path}' cannot be read: {problem.strerror or type(problem).__name__}",
        "Check the file, or leave mappingFile out to see the renamed trace.",
    )


def _code_of(problem: OSError) -> ErrorCode:
    if isinstance(problem, FileNotFoundError):
        return ErrorCode.FILE_NOT_FOUND
    return ErrorCode.PERMISSION_DENIED if isinstance(problem, PermissionError) else ErrorCode.INVALID_PATH
