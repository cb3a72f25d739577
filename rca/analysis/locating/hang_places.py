"""The project's code as wait-for graphs ask for it."""

from __future__ import annotations

from collections.abc import Sequence

from models.code import ProjectFrame
from models.error_report import Frame, FrameOrigin
from rca.analysis.locating.frame_locator import FrameLocator
from rca.hangs.hang_code import CodePlace
from rca.tool_failure import Failure
from rca.workspace import Snapshot

_PLATFORM: FrameOrigin = "platform"


class WorkspaceCode:
    """Frames and lines of one snapshot; each is looked up once."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._locator = FrameLocator(snapshot)
        self._frames: dict[str, ProjectFrame] = {}
        self._places: dict[str, CodePlace | None] = {}
        self._lines: dict[str, tuple[str, ...]] = {}

    def place(self, frame: Frame) -> CodePlace | None:
        """Return the place of a frame; None where it is not the project's."""
        if frame.origin == _PLATFORM:
            return None
        if frame.text not in self._places:
            self._places[frame.text] = self._find(frame)
        return self._places[frame.text]

    def project_frame(self, text: str) -> ProjectFrame | None:
        """Return a frame that was placed, as reports show it."""
        return self._frames.get(text)

    def lines(self, path: str) -> Sequence[str]:
        """Return the lines of a file; none where it cannot be read."""
        if path not in self._lines:
            try:
                self._lines[path] = tuple(self._snapshot.read(path).text.split("\n"))
            except Failure:
                self._lines[path] = ()
        return self._lines[path]

    def functions(self, name: str) -> Sequence[CodePlace]:
        """Return the project's functions of a name."""
        return tuple(
            CodePlace(symbol.path, symbol.line, symbol.name, symbol.line, symbol.end_line)
            for path in self._snapshot.index.declaring(name, "callable")
            for symbol in self._snapshot.index.functions(path, name)
            if symbol.name == name and symbol.declaration.kind == "function"
        )

    def _find(self, frame: Frame) -> CodePlace | None:
        located = self._locator.frame(frame)
        if located is None:
            return None
        self._frames[frame.text] = located
        function = located.function
        is_past = frame.line is not None and frame.line > len(self.lines(located.file_path))
        return CodePlace(
            located.file_path,
            None if is_past else located.line,
            function.name if function is not None else None,
            function.start_line if function is not None else None,
            function.end_line if function is not None else None,
        )
