"""Which class and function a frame of a debug adapter stands for, as a stack trace names them."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from models.debug_stop import DebugFrame
from rca.resolve.java_interop import facade_of
from rca.workspace import Snapshot

JVM_FILES = (".kt", ".java", ".kts", ".groovy", ".scala")
_NAME = re.compile(
    r"(?:(?P<owner>[\w.$<>]+?)\.)?(?P<method>[\w$<>\-]+)(?:\(.*\))?(?:\[native method\])?", re.DOTALL
)


class FrameNames:
    """Names frames against one snapshot."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot

    def names(self, frame: DebugFrame) -> tuple[str, str]:
        """Return class and function. Adapters leave out packages, some the class too: the source has them."""
        found = _NAME.fullmatch(frame.name.strip())
        owner, method = (found["owner"] or "", found["method"]) if found else ("", frame.name.strip() or "?")
        path = frame.file_path if frame.in_workspace else None
        if not owner:
            owner = self._class_of(frame)
        if path is None or not is_jvm_file(path):
            return owner or "?", method
        package = self._package(path)
        if package and owner and not owner.startswith(f"{package}."):
            owner = f"{package}.{owner}"
        return owner or "?", method

    def _class_of(self, frame: DebugFrame) -> str:
        """Return the class around a frame's line as the JVM names it, else what its file is called."""
        path, line = frame.file_path, frame.line
        if path is None:
            return ""
        stem = PurePosixPath(path.replace("\\", "/")).stem
        if not frame.in_workspace or line is None or not is_jvm_file(path):
            return stem
        symbol = self._snapshot.index.enclosing_function(path, line)
        if symbol is None:
            return stem
        return "$".join(symbol.class_path) or facade_of(symbol) or stem

    def _package(self, path: str) -> str:
        facts = self._snapshot.index.facts(path)
        return facts.package if facts is not None else ""


def is_jvm_file(path: str) -> bool:
    """Return whether a source file is of a language of the JVM."""
    return path.endswith(JVM_FILES)


def file_name(frame: DebugFrame) -> str | None:
    """Return a frame's file without its folder."""
    return None if frame.file_path is None else frame.file_path.replace("\\", "/").rpartition("/")[2]
