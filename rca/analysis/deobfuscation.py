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

    Errors: what `Snapshot.resolve` raises, PERMISSION_DENIED, TOO_LARGE.
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
            ErrorCode.PERMISSION_DENIED,
            f"The mapping file '{mapping_file}' cannot be read: {problem.strerror}",
            "Check the file's permissions, or leave mappingFile out to see the renamed trace.",
        ) from None
    outcome = retrace(report, read_mapping(text), app_packages)
    return outcome.report, outcome.notes
