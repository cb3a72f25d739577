"""Frames of Python and JavaScript files → lines of the workspace.

Their functions are not read, so only the line itself is known. A debugger of such a language, or a tool that
prints its frames in the JVM's form, brings them.
"""

from __future__ import annotations

from models.code import ProjectFrame
from models.error_report import Frame
from rca.error_text.stack_frame import SCRIPT_FILES
from rca.text.line_index import Lines
from rca.workspace import Snapshot

_NOTE = "of code in another language only the line is known"


def find_script_place(frame: Frame, snapshot: Snapshot) -> ProjectFrame | None:
    """Return the line of the one script that has the name of a frame's file.

    None where the frame has no such file or no line, where not exactly one file has its name, or where the
    line is past the file's end.
    """
    if frame.file is None or frame.line is None or not frame.file.endswith(SCRIPT_FILES):
        return None
    name = frame.file.rpartition("/")[2]
    found = [path for path in snapshot.files(name) if path.rpartition("/")[2] == name]
    text = snapshot.text(found[0]) if len(found) == 1 else None
    lines = Lines(text or "")
    if frame.line > lines.count:
        return None
    return ProjectFrame(
        file_path=found[0],
        line=frame.line,
        class_name=None,
        method=frame.method,
        text=frame.text,
        code=lines.line(frame.line).strip(),
        note=_NOTE,
    )
