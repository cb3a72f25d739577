"""An obfuscated frame → the source frames that it may stand for.

Follows R8's retrace (`com.android.tools.r8.retrace.internal`) in what it finds and in its order; where it
differs on purpose, `docs/design/retrace.md` says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from rca.error_text.retrace.mapped_class import MappedClass, MappedRange, Member, Overload, Signature

NO_LINE = -1
"""The line of a frame that has none."""

MOST_ALTERNATIVES = 200
"""Lines of the source that are listed for one line of the renamed code."""


@dataclass(frozen=True, slots=True)
class TraceContext:
    """What the lines above determine for the next frame.

    Attributes:
        thrown: the obfuscated class of the exception above; None if no exception precedes.
        outline_line: the line in the outline that the frame called, or None.
    """

    thrown: str | None = None
    outline_line: int | None = None


@dataclass(frozen=True, slots=True)
class OriginalFrame:
    """A source frame; `line` is None if not known."""

    class_name: str
    method: str
    line: int | None


Group = tuple[OriginalFrame, ...]
"""The frames that one frame stands for, what was inlined first."""


@dataclass(frozen=True, slots=True)
class FrameResult:
    """The source frames that a frame may stand for.

    Attributes:
        groups: one if certain, several if the map is ambiguous, none if the frame is only the compiler's.
        context: context for the next frame.
        is_known: False if the map has no method of the name, or no range for the line.
        is_cut: whether there are more groups than are listed.
    """

    groups: tuple[Group, ...]
    context: TraceContext
    is_known: bool = True
    is_cut: bool = False


@dataclass(frozen=True, slots=True)
class _Match:
    """The matching overloads, each with its matching ranges, and the line by which they were found."""

    overloads: tuple[tuple[Member, tuple[MappedRange, ...]], ...]
    line: int

    @property
    def is_ambiguous(self) -> bool:
        if len(self.overloads) != 1:
            return len(self.overloads) > 1
        ranges = self.overloads[0][1]
        return any(
            candidate.is_ambiguous
            or (
                candidate is not ranges[0] and (candidate.lines is None or candidate.lines != ranges[0].lines)
            )
            for candidate in ranges
        )


def find_frames(mapped: MappedClass, method: str, line: int, context: TraceContext) -> FrameResult:
    """Return the source frames that an obfuscated frame may stand for.

    Args:
        mapped: the frame's class.
        method: its method's obfuscated name.
        line: its line in the obfuscated code; NO_LINE if it has none.
        context: from the lines above.
    """
    overloads = mapped.methods.get(method, ())
    match = _match(overloads, line, context)
    if match is None or not match.overloads:
        known = OriginalFrame(mapped.original, method, line if line > 0 else None)
        return FrameResult(((known,),), context, is_known=False)
    ambiguous = match.is_ambiguous
    found: dict[tuple[object, ...], tuple[tuple[object, ...], Group, TraceContext]] = {}
    last = TraceContext()
    cut = False
    for member, ranges in match.overloads:
        for position in _positions(ranges, ambiguous=ambiguous) if ranges else [None]:
            last = TraceContext(outline_line=match.line) if member.is_outline and ranges else TraceContext()
            if len(found) >= MOST_ALTERNATIVES:
                cut = True
                break
            kept, frames = _keep(mapped, member, position, match.line, context, ambiguous=ambiguous)
            if not frames:
                continue
            shown = tuple(_shown(frame, line, ambiguous=ambiguous) for frame in frames)
            key = (frames[0].class_name, frames[0].method, frames[0].line if line > 0 else None)
            order = (
                frames[0].class_name,
                frames[0].method,
                kept.return_type,
                kept.arguments,
                frames[0].line or -1,
            )
            found.setdefault(key, (order, shown, last))
    if not found:
        return FrameResult((), last)
    ordered = sorted(found.values(), key=lambda entry: entry[0])
    after = ordered[0][2] if len(ordered) == 1 else TraceContext()
    return FrameResult(tuple(group for _order, group, _context in ordered), after, is_cut=cut)


def _match(overloads: Sequence[Overload], line: int, context: TraceContext) -> _Match | None:
    """Return the ranges that match a line; None if the map has none."""
    if not overloads:
        return None
    if line > 0:
        found = _select(overloads, lambda one: one.at_line(line), line, context)
        return found or _select(overloads, Overload.without_lines, line, context)
    found = _select(overloads, lambda one: one.at_line(0, or_anywhere=True), line, context)
    if found is not None:
        return found
    return _Match(
        tuple((one.member, one.ranges if one.holds_everywhere else ()) for one in overloads),
        line,
    )


def _select(
    overloads: Sequence[Overload],
    choose: Callable[[Overload], tuple[MappedRange, ...]],
    line: int,
    context: TraceContext,
) -> _Match | None:
    chosen: list[tuple[Member, tuple[MappedRange, ...]]] = []
    for overload in overloads:
        ranges = choose(overload)
        if not ranges:
            continue
        callsite = ranges[-1].callsite if context.outline_line is not None else None
        if callsite is not None and context.outline_line is not None:
            moved = callsite.get(context.outline_line, context.outline_line)
            return _select(
                overloads,
                lambda one, moved=moved: one.at_line(moved),  # type: ignore[misc]
                moved,
                replace(context, outline_line=None),
            )
        chosen.append((overload.member, ranges))
    return _Match(tuple(chosen), line) if chosen else None


def _positions(
    ranges: Sequence[MappedRange], *, ambiguous: bool
) -> Iterator[list[tuple[MappedRange, int | None]]]:
    """Return the ranges position by position, each with its source line if only one is possible.

    If one obfuscated line may be several source lines, each of these is a position.
    """
    for _key, group in _grouped(ranges):
        first = group[0]
        outer = [(one, _only_line(one)) for one in group[1:]]
        if not ambiguous or not first.is_ambiguous or first.original is None:
            yield [(first, _only_line(first)), *outer]
            continue
        # One more than is listed, so that the reader knows that there are more.
        last = min(first.original.last, first.original.first + MOST_ALTERNATIVES)
        for line in range(first.original.first, last + 1):
            yield [(first, line), *outer]


def _grouped(ranges: Sequence[MappedRange]) -> Iterator[tuple[object, list[MappedRange]]]:
    keyed = ((index if one.lines is None else one.lines, one) for index, one in enumerate(ranges))
    for key, group in groupby(keyed, key=lambda entry: entry[0]):
        yield key, [one for _key, one in group]


def _only_line(candidate: MappedRange) -> int | None:
    original = candidate.original
    return original.first if original is not None and original.span == 1 else None


def _keep(  # noqa: PLR0913 - what R8's rules for one position ask about
    mapped: MappedClass,
    member: Member,
    position: list[tuple[MappedRange, int | None]] | None,
    line: int,
    context: TraceContext,
    *,
    ambiguous: bool,
) -> tuple[Signature, list[OriginalFrame]]:
    """Return the frames of a position without those of the compiler, and the first one's signature."""
    if position is None:
        frames = [] if member.is_compilers else [_original(mapped, member.signature, None)]
        return member.signature, frames
    frames = [
        _original(mapped, candidate.signature, _line(candidate, only, line, ambiguous=ambiguous))
        for candidate, only in position
    ]
    removed = sum(
        rewrite.removed
        for candidate, _only in position
        for rewrite in candidate.rewrites
        if all(thrown == context.thrown for thrown in rewrite.thrown)
    )
    if removed > len(frames):
        removed = 0
    kept = frames[removed : len(frames) - 1] if member.is_compilers else frames[removed:]
    return position[min(removed, len(position) - 1)][0].signature, kept


def _line(candidate: MappedRange, only: int | None, line: int, *, ambiguous: bool) -> int | None:
    if only is not None:
        return only
    if not ambiguous and (candidate.lines is None or line == NO_LINE):
        if candidate.original is not None:
            return candidate.original.first or None
        return (candidate.lines.first if candidate.lines is not None else 0) or None
    if candidate.lines is None or not candidate.lines.holds(line):
        return None
    return candidate.original_line(line)


def _shown(frame: OriginalFrame, line: int, *, ambiguous: bool) -> OriginalFrame:
    """Return the frame with its certain line: the map's, else the trace's."""
    if line == NO_LINE and ambiguous:
        return replace(frame, line=None)
    shown = line if frame.line is None else frame.line
    return replace(frame, line=shown if shown > 0 else None)


def _original(mapped: MappedClass, signature: Signature, line: int | None) -> OriginalFrame:
    owner, _, method = signature.name.rpartition(".")
    return OriginalFrame(owner or mapped.original, method, line)
