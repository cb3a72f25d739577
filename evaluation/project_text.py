"""Small projects written as one text, with places in them: the form that all tests share.

    // file: shop/Cart.kt
    class Cart { fun <|total|>() = 0 }
    // file: shop/Use.kt
    fun use(cart: Cart) = cart.<|>total()

A line `// file: PATH` begins a file, whatever its language; what stands before the first such line is
the file `Main.kt`. `<|>` marks a place and `<|…|>` a range, which may have a name: `<|use:total|>`. A text
whose first line is indented loses that indentation, so that it may stand inside the code of a test.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

DEFAULT_FILE = "Main.kt"
CURSOR = "<|>"
_HEADER = re.compile(r"^// file: (?P<path>\S.*?)[ \t]*$", re.MULTILINE)
_MARK = re.compile(r"<\|(?:>|(?:(?P<name>\w+):)?(?P<text>.*?)\|>)", re.DOTALL)


@dataclass(frozen=True)
class Mark:
    """A marked place or range: its file, and its offsets in the file's text without marks."""

    path: str
    start: int
    end: int
    name: str | None = None


@dataclass
class ProjectText:
    """The files of a text, without the marks, and the marks in their order."""

    files: dict[str, str] = field(default_factory=dict)
    marks: list[Mark] = field(default_factory=list)

    @property
    def cursor(self) -> Mark:
        """Return the one marked place.

        Raises:
            ValueError: none is marked, or several are.
        """
        (cursor,) = (mark for mark in self.marks if mark.start == mark.end and mark.name is None)
        return cursor

    def named(self, name: str) -> Mark:
        """Return the range of a name; exactly one has it."""
        (mark,) = (mark for mark in self.marks if mark.name == name)
        return mark


def parse_project(text: str) -> ProjectText:
    """Return the files and marks of a text.

    Raises:
        ValueError: a path or the name of a mark occurs twice, or a mark does not end.
    """
    project = ProjectText()
    text = text.removeprefix("\n")
    if text.startswith((" ", "\t")):
        text = textwrap.dedent(text)
    headers = list(_HEADER.finditer(text))
    head = text[: headers[0].start()] if headers else text
    if head.strip():
        _add(project, DEFAULT_FILE, head)
    for header, following in zip_longest(headers, headers[1:]):
        end = following.start() if following else len(text)
        _add(project, header["path"], text[header.end() + 1 : end])
    return project


def project_files(text: str) -> dict[str, str]:
    """Return the files of a text without marks, by their paths."""
    return parse_project(text).files


def write_project(folder: Path, files: str | Mapping[str, str]) -> ProjectText:
    """Write the files of a text below a folder, and return them; a mapping is for texts that are computed."""
    project = parse_project(files) if isinstance(files, str) else ProjectText(dict(files))
    for path, content in project.files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode())
    return project


def split_cursor(text: str) -> tuple[str, str]:
    """Return what stands before and after the one cursor of a text."""
    before, after = text.split(CURSOR)
    return before, after


def _add(project: ProjectText, path: str, marked: str) -> None:
    if path in project.files:
        message = f"{path} is there twice"
        raise ValueError(message)
    parts: list[str] = []
    size = last = 0
    for match in _MARK.finditer(marked):
        parts += [marked[last : match.start()], match["text"] or ""]
        start = size + match.start() - last
        size = start + len(match["text"] or "")
        project.marks.append(Mark(path, start, size, match["name"]))
        last = match.end()
    content = "".join((*parts, marked[last:]))
    names = [mark.name for mark in project.marks if mark.name is not None]
    if len(names) != len(set(names)) or "<|" in content or "|>" in content:
        message = f"{path}: a mark does not end, or its name is there twice"
        raise ValueError(message)
    project.files[path] = content
