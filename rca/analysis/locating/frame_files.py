"""A frame's class and source file → the workspace files that may hold its code."""

from __future__ import annotations

import re

from models.error_report import Frame
from rca.analysis.locating.path_mapping import PathMapping
from rca.error_text.frame_origin import is_known_library
from rca.error_text.kotlin_js_frame import is_script
from rca.navigation.jvm_names import method_names
from rca.workspace import Snapshot

_SOURCE = re.compile(r"[\w$-]+\.(?:kt|kts|java)$")
_MASK = re.compile(r"\*+|…|\.{3}|[xX]{2,}")
"""What people write in place of a part of a package that they do not want to show."""
_SHORTENED = 2
"""Letters of a part of a package that a log's layout shortened (`c.e.shop.Cart`)."""


class FrameFiles:
    """Finds files by the names in frames, in one snapshot."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._index = snapshot.index
        self._paths = PathMapping(snapshot)

    def find(self, frame: Frame) -> list[str]:
        """Return the files that may hold the frame's code; none if it is not the workspace's."""
        name, file = frame.class_name, frame.file
        if file is not None and "/" in file and _SOURCE.match(file.rpartition("/")[2]):
            return list(self._paths.find(file))
        named = file if file is not None and _SOURCE.match(file) else None
        # Gradle's console tells where a test failed without a method, and without the class's package.
        in_full = name is not None and ("." in name or frame.method is not None)
        paths: dict[str, None] = {}
        if name is not None:
            for symbol in self._index.find_classes(name) if "." in name or not in_full else ():
                paths[symbol.path] = None
            for path in self._index.jvm_owner_files(name):
                paths[path] = None
        if paths and named is not None:
            same = [path for path in paths if path.rpartition("/")[2] == named]
            if same:
                return same
        if not paths and named is not None:
            package = name.rpartition(".")[0] if name is not None and in_full else None
            for path in self._index.files_named(named):
                facts = self._index.facts(path)
                if package is None or (facts is not None and facts.package == package):
                    paths[path] = None
        if not paths and is_script(frame):
            return self._of_script(frame)
        return list(paths) or self.find_partial(frame)

    def find_partial(self, frame: Frame) -> list[str]:
        """Return the files that declare a class whose package is missing, masked or shortened in the text.

        The file must have the frame's file name or declare a function of the frame's name, as any library may
        have a class of that simple name.
        """
        package, _, binary = (frame.class_name or "").rpartition(".")
        if not binary or (package and not is_partial(package)) or is_known_library(f"{package}.{binary}"):
            return []
        declared = [
            symbol.path
            for symbol in self._index.find_classes(binary)
            if _fits(package, symbol.facts.package) and self._has_place(symbol.path, frame)
        ]
        facades = [
            path
            for path in self._index.jvm_owner_files(binary)
            if (facts := self._index.facts(path)) is not None
            and _fits(package, facts.package)
            and self._has_place(path, frame)
        ]
        return list(dict.fromkeys((*declared, *facades)))

    def _has_place(self, path: str, frame: Frame) -> bool:
        if frame.file is not None and _SOURCE.match(frame.file):
            name = path.rpartition("/")[2]
            if name == frame.file or name.rpartition(".")[0] != frame.file.rpartition(".")[0]:
                return name == frame.file
            # Crashlytics names Kotlin's files `.java`: the function tells whether this one is meant.
        return any(self._index.functions(path, name) for name in method_names(frame))

    def _of_script(self, frame: Frame) -> list[str]:
        """Return the files of a script's frame: a class without package, or a package and a function."""
        name = frame.class_name
        if name is None:
            return []
        if "." not in name:
            return [symbol.path for symbol in self._index.find_classes(name)]
        return [
            path
            for method in method_names(frame)[:1]
            for path, package in self._index.places(method, "callable")
            if package == name
        ]


def is_partial(package: str) -> bool:
    """Return whether a part of a package is missing, masked or shortened in the text."""
    parts = _parts(package)
    return not package or any(_MASK.fullmatch(part) or len(part) <= 1 for part in parts)


def _parts(package: str) -> list[str]:
    return [part for part in re.split(r"(?<!\.)\.(?!\.)|(?<=\.{3})(?=\w)", package) if part]


def _fits(printed: str, package: str) -> bool:
    """Return whether a package matches its form in the text, which may be masked or shortened."""
    if not printed:
        return True
    patterns = [
        r"[^.]+(?:\.[^.]+)*"
        if _MASK.fullmatch(part)
        else re.escape(part) + (r"[^.]*" if len(part) <= _SHORTENED else "")
        for part in _parts(printed)
    ]
    return re.fullmatch(rf"(?:.+\.)?{r'[.]'.join(patterns)}", package) is not None
