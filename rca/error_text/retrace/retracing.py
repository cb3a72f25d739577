"""An error report with obfuscated frames → the same report with source names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from models.error_report import ErrorReport, Frame, OuterFrame, ReportedException
from rca.error_text.frame_origin import origin_of
from rca.error_text.jvm import choose_culprit
from rca.error_text.language import language_of
from rca.error_text.retrace.build_identity import find_needed_map_ids, is_map_id, is_same_map
from rca.error_text.retrace.frame_lookup import (
    MOST_ALTERNATIVES,
    NO_LINE,
    OriginalFrame,
    TraceContext,
    find_frames,
)
from rca.error_text.retrace.mapped_class import MappedClass
from rca.error_text.retrace.mapping import Mapping
from rca.error_text.retrace.mapping_comments import NEWEST_KNOWN
from rca.error_text.stack_frame import is_renamed
from rca.error_text.thread_dump import choose_hang_culprit
from rca.text.lazy_regex import lazy_regex

_PLACEHOLDERS = ("SourceFile", "PG", "Unknown Source", "D8$$SyntheticClass", "R8$$SyntheticClass")
_AT_ZERO = lazy_regex(r":0\)$")


@dataclass(frozen=True, slots=True)
class RetraceOutcome:
    """The retraced report, with notes on ambiguous frames or a map of another build.

    `misfits` counts the frames whose line is in no range of the mapping.
    """

    report: ErrorReport
    notes: tuple[str, ...]
    misfits: int = 0


def retrace(report: ErrorReport, mapping: Mapping, app_packages: Sequence[str]) -> RetraceOutcome:
    """Replace obfuscated names and lines by those of the source, in the further errors too.

    Inlined frames are expanded, so there may be more frames than before; frames of outlines, bridges and
    lambdas that R8 generated are removed. If several positions match, the first in R8's order is the frame
    and the others are its `alternatives`, each with the frames that it was inlined into. The `text` of a
    retraced frame is rewritten. An error that names another map stays unchanged, with a note.
    """
    retracer = _Retracer(mapping, app_packages)
    retraced = retracer.report(report)
    return RetraceOutcome(retraced, retracer.notes(), retracer.misfits)


class _Retracer:
    def __init__(self, mapping: Mapping, app_packages: Sequence[str]) -> None:
        self._mapping = mapping
        self._app_packages = tuple(app_packages)
        self._changed = 0
        self._ambiguous = 0
        self.misfits = 0
        """Frames of a method that the mapping has, at a line that it has no range for."""
        self._cut = 0
        self._needed: dict[str, None] = {}

    def notes(self) -> tuple[str, ...]:
        """Return notes for the reader of the outcome."""
        notes = [
            f"The mapping is of another build: the trace needs map id {needed}, "
            f"this file is {self._mapping.ids[0]}. Names are left as they are."
            for needed in self._needed
        ]
        if not self._changed and not notes:
            notes.append("The mapping knows no class of this trace.")
        if self._ambiguous:
            plural = "frame fits" if self._ambiguous == 1 else "frames fit"
            notes.append(f"{self._ambiguous} {plural} more than one method; each lists its alternatives.")
        if self._cut:
            notes.append(
                f"Of {_count(self._cut)} only the first {MOST_ALTERNATIVES} alternatives are listed."
            )
        if self.misfits:
            notes.append(
                f"The mapping has no range for the line of {_count(self.misfits)}: the method's new name "
                "stays. It may be the mapping of another build."
            )
        if self._mapping.newer_version is not None:
            notes.append(
                f"The mapping has version {self._mapping.newer_version} of the format; what came after "
                f"{NEWEST_KNOWN[0]}.{NEWEST_KNOWN[1]} is not read."
            )
        return tuple(notes)

    def report(self, report: ErrorReport) -> ErrorReport:
        """Return the report with source names, unless it is of another build."""
        others = tuple(self.report(other) for other in report.others)
        needed = self._other_map(report)
        if needed is not None:
            self._needed[needed] = None
            return report.model_copy(update={"others": others})
        exceptions = tuple(self._exception(exception) for exception in report.exceptions)
        frames = [frame for exception in exceptions for frame in exception.frames]
        choose = choose_hang_culprit if report.kind == "anr" else choose_culprit
        culprit = choose(exceptions)
        return report.model_copy(
            update={
                "exceptions": exceptions,
                "frame_count": len(frames) if report.kind != "anr" else report.frame_count,
                "culprit": culprit,
                "language": language_of(frames, culprit) or report.language,
                "obfuscated": is_renamed(frames),
                "others": others,
            }
        )

    def _other_map(self, report: ErrorReport) -> str | None:
        """Return the id of the required map if this is another one, else None."""
        ids = self._mapping.ids
        return next((one for one in find_needed_map_ids(report) if ids and not is_same_map(one, ids)), None)

    def _exception(self, exception: ReportedException) -> ReportedException:
        mapped = self._mapping.of_renamed(exception.type)
        frames: list[Frame] = []
        context = TraceContext(thrown=exception.type)
        for frame in exception.frames:
            found, context = self._frames(frame, context)
            frames += found
        type_name = mapped.original if mapped is not None else exception.type
        return exception.model_copy(update={"type": type_name, "frames": tuple(frames)})

    def _frames(self, frame: Frame, context: TraceContext) -> tuple[list[Frame], TraceContext]:
        """Return the source frames of a frame, and the context for the next."""
        mapped = self._mapping.of_renamed(frame.class_name or "")
        if mapped is None:
            return [frame], context
        self._changed += 1
        found = find_frames(mapped, frame.method or "", _line(frame), context)
        self.misfits += int(not found.is_known and frame.method in mapped.methods)
        self._cut += int(found.is_cut)
        if not found.groups:
            return [], found.context
        first, *others = (
            [self._frame(frame, mapped, one, is_known=found.is_known) for one in group]
            for group in found.groups
        )
        if others:
            self._ambiguous += 1
            alternatives = tuple(
                innermost.model_copy(update={"inlined_into": tuple(map(_outer, outer))})
                for innermost, *outer in others
            )
            first[0] = first[0].model_copy(update={"alternatives": alternatives})
        return first, found.context

    def _frame(self, frame: Frame, mapped: MappedClass, original: OriginalFrame, *, is_known: bool) -> Frame:
        own = mapped if original.class_name == mapped.original else None
        file = self._file(frame, own, original.class_name)
        line = original.line
        # `Unknown Source:42` is what Android prints for a position that is no line of a file.
        unnamed = "" if is_known else "Unknown Source"
        place = f"{file or unnamed}:{line}" if line else file or "Unknown Source"
        return Frame(
            class_name=original.class_name,
            method=original.method,
            file=file,
            line=line,
            origin=origin_of(original.class_name, self._app_packages),
            text=f"at {original.class_name}.{original.method}({place})",
        )

    def _file(self, frame: Frame, mapped: MappedClass | None, class_name: str) -> str | None:
        """Return the source file: from the map, from the trace, or derived from Kotlin's `FooKt`."""
        outer = class_name.partition("$")[0]
        known = mapped or self._mapping.of_original(class_name) or self._mapping.of_original(outer)
        if known is not None and known.source_file is not None:
            return known.source_file
        kept = frame.file is not None and frame.file not in _PLACEHOLDERS and not is_map_id(frame.file)
        if mapped is not None and kept:
            return frame.file
        simple = outer.rpartition(".")[2]
        return f"{simple[:-2]}.kt" if len(simple) > 2 and simple.endswith("Kt") else None


def _line(frame: Frame) -> int:
    """Return the frame's line in the obfuscated code; 0 means code without a position."""
    if frame.line is not None:
        return frame.line
    return 0 if _AT_ZERO.search(frame.text) else NO_LINE


def _count(number: int) -> str:
    return "1 frame" if number == 1 else f"{number} frames"


def _outer(frame: Frame) -> OuterFrame:
    return OuterFrame(
        class_name=frame.class_name or "", method=frame.method or "", file=frame.file, line=frame.line
    )
