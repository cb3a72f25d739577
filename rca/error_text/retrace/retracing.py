"""A report with renamed frames → the same report in the names of the source."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from models.error_report import ErrorReport, Frame, ReportedException
from rca.error_text.frame import is_renamed
from rca.error_text.jvm import choose_culprit
from rca.error_text.language import language_of
from rca.error_text.origin import origin_of
from rca.error_text.retrace.mapping import MappedClass, Mapping, Position
from rca.error_text.threads import choose_hang_culprit
from rca.text.expression import expression

_MAP_ID = expression(r"(?:r8|pg)-map-id-(?P<id>\w+)$")
_PLACEHOLDERS = ("SourceFile", "PG", "Unknown Source", "D8$$SyntheticClass", "R8$$SyntheticClass")
_AT_ZERO = expression(r":0\)$")


@dataclass(frozen=True, slots=True)
class RetraceOutcome:
    """The retraced report, and what a reader should know of it: another build's map, ambiguous frames."""

    report: ErrorReport
    notes: tuple[str, ...]


def retrace(report: ErrorReport, mapping: Mapping, app_packages: Sequence[str]) -> RetraceOutcome:
    """Put the names and lines of the source in the place of renamed ones, in the further errors too.

    Inlined frames are unfolded, so there may be more frames than before; frames of outlines and
    bridges that R8 made go. Where several methods fit, the first is the frame and the others are its
    `alternatives`. A retraced frame's `text` is written anew. Nothing is changed, and a note says so,
    where the trace names the map that it needs and this is another one.
    """
    other = _other_map(report, mapping)
    if other is not None:
        return RetraceOutcome(report, (other,))
    retracer = _Retracer(mapping, app_packages)
    return RetraceOutcome(retracer.report(report), retracer.notes())


def _other_map(report: ErrorReport, mapping: Mapping) -> str | None:
    for exception in report.exceptions:
        for frame in exception.frames:
            found = _MAP_ID.match(frame.file or "")
            if found is None or not mapping.ids:
                continue
            needed = found["id"].lower()
            if not any(
                needed.startswith(own.lower()) or own.lower().startswith(needed) for own in mapping.ids
            ):
                return (
                    f"The mapping is of another build: the trace needs map id {needed}, "
                    f"this file is {mapping.ids[0]}. Names are left as they are."
                )
    return None


class _Retracer:
    def __init__(self, mapping: Mapping, app_packages: Sequence[str]) -> None:
        self._mapping = mapping
        self._app_packages = tuple(app_packages)
        self._changed = 0
        self._ambiguous = 0

    def notes(self) -> tuple[str, ...]:
        notes: list[str] = []
        if not self._changed:
            notes.append("The mapping knows no class of this trace.")
        if self._ambiguous:
            plural = "frame fits" if self._ambiguous == 1 else "frames fit"
            notes.append(f"{self._ambiguous} {plural} more than one method; each lists its alternatives.")
        return tuple(notes)

    def report(self, report: ErrorReport) -> ErrorReport:
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
                "others": tuple(self.report(other) for other in report.others),
            }
        )

    def _exception(self, exception: ReportedException) -> ReportedException:
        mapped = self._mapping.of_renamed(exception.type)
        type_name = mapped.original if mapped is not None else exception.type
        frames: list[Frame] = []
        outline: int | None = None
        for number, frame in enumerate(exception.frames):
            line = frame.line if frame.line is not None else 0 if _AT_ZERO.search(frame.text) else None
            groups, line = self._groups(frame, line, outline)
            if groups and groups[0][-1].is_outline:
                outline = line
                self._changed += 1
                continue
            outline = None
            frames += self._frames(frame, line, groups, type_name if number == 0 else None)
        return exception.model_copy(update={"type": type_name, "frames": tuple(frames)})

    def _groups(
        self, frame: Frame, line: int | None, outline: int | None
    ) -> tuple[list[list[Position]], int | None]:
        """Find the positions that fit a frame, inlined ones together, and the line to look them up by.

        `outline` is the line in the outline that the frame called, where it called one: R8 moved code
        there, and the call's position says which line of the frame the moved code stood on.
        """
        mapped = self._mapping.of_renamed(frame.class_name or "")
        groups = mapped.methods.get(frame.method or "", []) if mapped is not None else []
        if line is None:
            return _distinct(groups), None
        fitting = [group for group in groups if group[0].holds(line)]
        moved = [group[-1].outline_callsite.get(outline) for group in fitting] if outline is not None else []
        if moved and moved[0] is not None:
            line = moved[0]
            fitting = [group for group in groups if group[0].holds(line)]
        without_range = [group for group in groups if group[0].first is None]
        return fitting or without_range or _distinct(groups), line

    def _frames(
        self, frame: Frame, line: int | None, groups: Sequence[Sequence[Position]], thrown: str | None
    ) -> list[Frame]:
        mapped = self._mapping.of_renamed(frame.class_name or "")
        if mapped is None:
            return [frame]
        self._changed += 1
        if not groups:
            return [self._frame(frame, mapped, mapped.original, frame.method or "", frame.line)]
        unfolded = [self._unfolded(frame, mapped, group, line, thrown) for group in groups]
        first, *others = [frames for frames in unfolded if frames] or [[]]
        distinct = [other for other in others if other[0] != first[0]]
        if distinct:
            self._ambiguous += 1
            alternatives = tuple(dict.fromkeys(other[0] for other in distinct))
            first = [first[0].model_copy(update={"alternatives": alternatives}), *first[1:]]
        return first

    def _unfolded(
        self,
        frame: Frame,
        mapped: MappedClass,
        group: Sequence[Position],
        line: int | None,
        thrown: str | None,
    ) -> list[Frame]:
        positions = list(group)
        rewritten = positions[-1]
        if thrown is not None and thrown in rewritten.thrown:
            positions = positions[min(rewritten.remove_inner, len(positions) - 1) :]
        kept = [position for position in positions if not position.is_synthesized] or positions[:1]
        made = [
            self._frame(
                frame,
                mapped if position.class_name == mapped.original else None,
                position.class_name,
                position.method,
                position.original_line(line),
            )
            for position in kept
        ]
        if positions[0].is_synthesized and len(kept) == 1:
            return [made[0].model_copy(update={"origin": "generated"})] if made[0].origin == "app" else made
        return made

    def _frame(
        self, frame: Frame, mapped: MappedClass | None, class_name: str, method: str, line: int | None
    ) -> Frame:
        file = self._file(frame, mapped, class_name)
        # Not `Unknown Source:42`, which Android prints for a count of bytecode: this is a line.
        place = f"{file or ''}:{line}" if line else file or "Unknown Source"
        return Frame(
            class_name=class_name,
            method=method,
            file=file,
            line=line or None,
            origin=origin_of(class_name, self._app_packages),
            text=f"at {class_name}.{method}({place})",
        )

    def _file(self, frame: Frame, mapped: MappedClass | None, class_name: str) -> str | None:
        """Tell the source file: as the map says, as the trace says, or as Kotlin's `FooKt` gives away."""
        outer = class_name.partition("$")[0]
        known = mapped or self._mapping.of_original(class_name) or self._mapping.of_original(outer)
        if known is not None and known.source_file is not None:
            return known.source_file
        kept = frame.file is not None and frame.file not in _PLACEHOLDERS and not _MAP_ID.match(frame.file)
        if mapped is not None and kept:
            return frame.file
        simple = outer.rpartition(".")[2]
        return f"{simple[:-2]}.kt" if len(simple) > 2 and simple.endswith("Kt") else None


def _distinct(groups: Sequence[list[Position]]) -> list[list[Position]]:
    """Reduce groups to the methods that they are in, each once: without a line nothing more is known."""
    methods: dict[tuple[str, str], Position] = {}
    for group in groups:
        outermost = group[-1]
        methods.setdefault((outermost.class_name, outermost.method), outermost)
    return [[position] for position in methods.values()]
