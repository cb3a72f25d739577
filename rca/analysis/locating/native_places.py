"""Native frames with a source file → places in the workspace."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from models.code import ProjectFrame
from models.error_report import Diagnostic, NativeFrame
from rca.symbols.function_names import short_name

_INLINED = "the function was inlined into the next frame"


def find_native_places(
    frames: Iterable[NativeFrame], find: Callable[[Diagnostic], ProjectFrame | None]
) -> Iterator[ProjectFrame]:
    """Yield the places of frames whose file and line are known, innermost first.

    Args:
        frames: of the crashed thread.
        find: returns the place of a message with a file and a line, or None where it is not the project's.
    """
    for frame in frames:
        if frame.file is None or frame.line is None:
            continue
        message = Diagnostic(
            severity="error", file=frame.file, line=frame.line, column=None, message=frame.text
        )
        place = find(message)
        if place is not None:
            notes = (_INLINED if frame.inlined else None, place.note)
            update = {
                "method": short_name(frame.function) if frame.function else None,
                "note": "; ".join(note for note in notes if note) or None,
            }
            yield place.model_copy(update=update)
