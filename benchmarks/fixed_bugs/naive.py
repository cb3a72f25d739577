"""Baseline: project frames in text order, found by class and file name.

It is given what the product is not: the app's packages. It reads nothing but the text and the list of files.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchmarks.fixed_bugs.score import Place

_CLASS = r"(?:[A-Za-z_$][\w$\-]*\.)*[A-Za-z_$][\w$\-]*"
_FRAME = re.compile(
    rf"(?<![\w$.])(?P<class>{_CLASS})\.(?P<method>[\w$<>\-]+(?: [\w ]+)??)"
    r"\s?(?:\+ \d+ ?)?\((?P<source>[^()]{0,120})\)"
)
_WITHOUT_SOURCE = re.compile(
    r"(?:^|[\s(])at\s+(?P<class>(?:[A-Za-z_$][\w$\-]*\.)+[A-Za-z_$][\w$\-]*)\.(?P<method>[\w$<>\-]+)\s*$"
)
_COMPILER = re.compile(r"(?:^|[\s/])(?P<file>[\w\-./]*?[\w\-]+\.(?:kts?|java)):(?P<line>\d+)(?::\d+)?")
_SCRIPT = re.compile(r"'[^']*?(?P<file>[\w.\-]+\.gradle(?:\.kts)?)'?: line:? (?P<line>\d+)")
_SOURCE = re.compile(r"^\s*[^()]*?(?P<file>[\w\-$]+\.(?:kts?|java))(?::\s?(?P<line>\d+))?\s*$")
_NO_SOURCE = re.compile(
    r"Unknown Source|Native Method|SourceFile|D8\$|R8\$|lambda|retraceme|^:\d+$|^[\w$]+:\d+$"
)
_WRAPPED_AT = re.compile(r"(^|\n)([ \t]*at)[ \t]*\n[ \t]*(?=[A-Za-z_$][\w$.\-<>]*\s?\()")
_GENERATED = tuple(
    re.compile(pattern)
    for pattern in (
        r"^lambda\$(\w+?)\$\d+.*$",
        r"^(\w+?)\$lambda[\-$\d].*$",
        r"^access\$(\w+)$",
        r"^(\w+)\$default$",
        r"^(\w+)\$suspendImpl$",
        r"^(\w+?)-[\w\-]{5,}$",
    )
)
_LAMBDA_METHODS = frozenset(
    (
        "invoke",
        "invokeSuspend",
        "emit",
        "run",
        "onClick",
        "apply",
        "accept",
        "call",
        "collect",
        "get",
        "test",
    )
)
_TEST_FOLDERS = ("/test/", "/androidTest/")


@dataclass(frozen=True, slots=True)
class TextFrame:
    """A frame or a compiler's position as the text has it; `section` counts the `Caused by` lines above."""

    class_name: str | None
    method: str | None
    file: str | None
    line: int | None
    section: int


class FileList:
    """The files of a tree by their name."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._by_name: dict[str, list[str]] = defaultdict(list)
        for path in paths:
            self._by_name[path.rpartition("/")[2]].append(path)

    def find(self, frame: TextFrame) -> str | None:
        """Return the file that a frame lies in, or None where the tree has none that fits."""
        if frame.class_name is None:
            return self._find_tail(frame.file or "")
        package, _, simple = frame.class_name.rpartition(".")
        outer = simple.split("$")[0]
        names = [frame.file] if frame.file else []
        names += [f"{outer}.kt", f"{outer}.java"]
        if outer.endswith("Kt"):
            names += [f"{outer[:-2]}.kt", f"{outer[0].lower()}{outer[1:-2]}.kt"]
        return self._find_in_package(names, package) or self._find_only(names)

    def _find_tail(self, path: str) -> str | None:
        parts = path.lstrip("/").split("/")
        for start in range(len(parts)):
            tail = "/".join(parts[start:])
            fits = [other for other in self._by_name.get(parts[-1], []) if f"/{other}".endswith(f"/{tail}")]
            if fits:
                return min(fits, key=len)
        return None

    def _find_in_package(self, names: Sequence[str], package: str) -> str | None:
        folder = f"/{package.replace('.', '/')}" if package else ""
        for name in names:
            fits = [
                path for path in self._by_name.get(name, []) if f"/{path}".rpartition("/")[0].endswith(folder)
            ]
            if fits:
                return min(fits, key=lambda path: (any(part in path for part in _TEST_FOLDERS), len(path)))
        return None

    def _find_only(self, names: Sequence[str]) -> str | None:
        return next((self._by_name[name][0] for name in names if len(self._by_name.get(name, [])) == 1), None)


def read_frames(text: str) -> list[TextFrame]:
    """Return the frames of a text in its order."""
    if "\\n" in text and text.count("\n") < 3:  # a trace pasted as one escaped string
        text = text.replace("\\n", "\n").replace("\\t", "\t")
    frames: list[TextFrame] = []
    section = 0
    for line in _WRAPPED_AT.sub(r"\1\2 ", text).split("\n"):
        section += "Caused by" in line
        frames += _frames_of_line(line, section)
    return frames


def _frames_of_line(line: str, section: int) -> list[TextFrame]:
    frames = []
    for match in _FRAME.finditer(line):
        source = _SOURCE.match(match["source"])
        if source:
            number = int(source["line"]) if source["line"] else None
            frames.append(TextFrame(match["class"], match["method"], source["file"], number, section))
        elif _NO_SOURCE.search(match["source"]):
            frames.append(TextFrame(match["class"], match["method"], None, None, section))
    if frames:
        return frames
    if bare := _WITHOUT_SOURCE.search(line):
        return [TextFrame(bare["class"], bare["method"], None, None, section)]
    if position := _SCRIPT.search(line) or _COMPILER.search(line):
        return [TextFrame(None, None, position["file"], int(position["line"]), section)]
    return []


def source_names(class_name: str, method: str) -> tuple[str, ...]:
    """Return the names that the source may have for a frame's function."""
    plain = next((match[1] for match in (pattern.match(method) for pattern in _GENERATED) if match), method)
    outer, *inner = class_name.rpartition(".")[2].split("$")
    names = [part for part in inner if re.match(r"^[a-z]\w*$", part)][:1] if plain in _LAMBDA_METHODS else []
    names.append(plain)
    prefix = next(
        (p for p in ("get", "set", "is") if plain.startswith(p) and plain[len(p) :][:1].isupper()), ""
    )
    if prefix:
        names.append(plain[len(prefix)].lower() + plain[len(prefix) + 1 :])
    if plain in {"<init>", "<clinit>"}:
        names.append(inner[-1] if inner and inner[-1][:1].isupper() else outer)
    return tuple(dict.fromkeys(names))


def is_app_frame(frame: TextFrame, packages: Sequence[str]) -> bool:
    """Return whether a frame is the app's; one without a package counts, as the reporter left it out."""
    if frame.class_name is None or "." not in frame.class_name:
        return True
    return any(f"{frame.class_name}.".startswith(f"{package}.") for package in packages)


def rank(text: str, packages: Sequence[str], files: FileList) -> list[Place]:
    """Return the places of the app's frames, topmost first."""
    return [place for _frame, place in app_places(text, packages, files)]


def app_places(text: str, packages: Sequence[str], files: FileList) -> list[tuple[TextFrame, Place]]:
    """Return the app's frames with their places, in the order of the text."""
    places: dict[Place, TextFrame] = {}
    for frame in read_frames(text):
        path = files.find(frame) if is_app_frame(frame, packages) else None
        if path is None:
            continue
        names = source_names(frame.class_name, frame.method or "") if frame.class_name else ()
        places.setdefault(Place(path, frame.line, None, names), frame)
    return [(frame, place) for place, frame in places.items()]
