"""Variables that a coroutine has set to null, as it reads them no more."""

from __future__ import annotations

from models.captured_state import CapturedFrame
from rca.causes.origins.syntax_file import SyntaxFile


def without_dead(frame: CapturedFrame, file: SyntaxFile | None) -> CapturedFrame:
    """Return a Kotlin frame without variables that are null and not read at its line or after it.

    The compiler clears what a coroutine needs no more: such a null is none of the program's.

    Args:
        frame: the frame.
        file: its file.
    """
    if file is None or file.is_java or frame.line is None or not 1 <= frame.line <= file.line_count:
        return frame
    if all(one.text != "null" for one in frame.locals):
        return frame
    start, end = file.line_range(frame.line)
    root = file.root_at(start + len(file.text[start:end]) - len(file.text[start:end].lstrip()))
    read = {one.name for one in root.walk() if one.kind == "name" and one.start >= start} if root else set()
    kept = tuple(one for one in frame.locals if one.text != "null" or one.name in read or one.name[:1] == "$")
    return frame if len(kept) == len(frame.locals) else frame.model_copy(update={"locals": kept})
