"""Undo the renaming of a release build before anything else looks at the error."""

from __future__ import annotations

from collections.abc import Sequence

from models.error_report import ErrorReport
from models.errors import ErrorCode
from rca.error_text.retrace import read_mapping, retrace
from rca.failure import Failure
from rca.workspace import Snapshot

MOST_BYTES = 1024 * 1024 * 1024
"""Larger than any mapping seen; a file beyond it is not one."""


def deobfuscate(
    report: ErrorReport, snapshot: Snapshot, mapping_file: str | None, app_packages: Sequence[str]
) -> tuple[ErrorReport, tuple[str, ...]]:
    """Give the report in the names of the source, and what a reader should know of that.

    Errors: what `Snapshot.resolve` raises, FILE_NOT_FOUND, PERMISSION_DENIED, INVALID_PATH, TOO_LARGE.
    """
    if mapping_file is None:
        if report.obfuscated:
            return report, (
                "names are obfuscated: to undo it, give the build's mapping.txt as mappingFile (or set it)",
            )
        return report, ()
    file = snapshot.resolve(mapping_file)
    try:
        if file.absolute.stat().st_size > MOST_BYTES:
            raise Failure(
                ErrorCode.TOO_LARGE,
                f"'{mapping_file}' is larger than {MOST_BYTES // 1024**2} MB: it is no mapping file",
                "Give the mapping.txt that R8 or ProGuard wrote for this build.",
            )
        text = file.absolute.read_text(encoding="utf-8", errors="replace")
    except OSError as problem:
        raise Failure(
            _code_of(problem),
            f"The mapping file '{mapping_file}' cannot be read: {problem.strerror or type(problem).__name__}",
            "Check the file, or leave mappingFile out to see the renamed trace.",
        ) from None
    mapping = read_mapping(text)
    outcome = retrace(report, mapping, app_packages)
    notes = outcome.notes
    if mapping.unread_lines:
        lines = "1 line" if mapping.unread_lines == 1 else f"{mapping.unread_lines} lines"
        notes = (*notes, f"{file.path}: {lines} of the classes in this trace could not be read")
    if text and not text.endswith("\n"):  # R8 and ProGuard end each line
        notes = (*notes, f"{file.path} ends inside a line: names that stood behind it are not undone")
    return outcome.report, notes


def _code_of(problem: OSError) -> ErrorCode:
    if isinstance(problem, FileNotFoundError):
        return ErrorCode.FILE_NOT_FOUND
    return ErrorCode.PERMISSION_DENIED if isinstance(problem, PermissionError) else ErrorCode.INVALID_PATH
