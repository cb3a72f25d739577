"""Which class and function a frame of a debug adapter stands for, as a stack trace names them."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from models.debug_stop import DebugFrame
from rca.workspace import Snapshot

JVM_FILES = (".kt", ".java", ".kts", ".groovy", ".scala")
_PACKAGE = re.compile(r"^[ \t]*package[ \t]+(?P<name>[\w.`]+)", re.MULTILINE)
_NAME = re.compile(
    r"(?:(?P<owner>[\w.$<>]+?)\.)?(?P<method>[\w$<>\-]+)(?:\(.*\))?(?:\[native method\])?", re.DOTALL
)
_HEAD = 20_000
"""Letters of a file in which its package is looked for: a licence may stand before it."""


class FrameNames:
    """Names frames against one snapshot."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._packages: dict[str, str] = {}

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
        names: list[str] = []
        around = symbol.parent if symbol is not None else None
        while around is not None:
            if not around.is_callable:
                names.insert(0, around.name)
            around = around.parent
        if names:
            return "$".join(names)
        facade = f"{stem[:1].upper()}{stem[1:]}"
        return f"{facade}Kt" if path.endswith(".kt") else facade

    def _package(self, path: str) -> str:
        if path not in self._packages:
            found = _PACKAGE.search((self._snapshot.text(path) or "")[:_HEAD])
            self._packages[path] = found["name"].replace("`", "") if found else ""
        return self._packages[path]


def is_jvm_file(path: str) -> bool:
    """Return whether a source file is of a language of the JVM."""
    return path.endswith(JVM_FILES)


def file_name(frame: DebugFrame) -> str | None:
    """Return a frame's file without its folder."""
    return None if frame.file_path is None else frame.file_path.replace("\\", "/").rpartition("/")[2]
