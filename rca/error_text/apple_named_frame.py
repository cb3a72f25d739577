"""Frames of Apple's systems without addresses, as consoles of crash services write them.

`3  CoreFoundation  -[NSArray count] + 12`, `/usr/lib/libobjc.A.dylib objc_msgSend`,
`Sources/Cart.m:12:5 -[Cart add:]`, `Cart.add(_:) + 8 (Cart.swift:12)`. Text of other kinds looks alike: what
stands above says whether these are frames.
"""

from __future__ import annotations

from models.error_report import NativeFrame
from rca.text.lazy_regex import lazy_regex

_LONGEST = 8192
_SOURCE = r"(?P<file>[^\s():][^():]{0,300}\.\w{1,5}):(?P<line>\d{1,7})(?::\d{1,7})?"
_NUMBERED = lazy_regex(
    r"(?P<index>\d{1,4})(?:\s+(?P<library>\S{1,200}|\S.{0,98}\S(?=\t|  ))\s+)(?P<function>[^\s\d].*?)"
    rf"(?: \+ (?P<offset>\d{{1,12}}))?(?:\s+\({_SOURCE}\))?$"
)
_LIBRARY = lazy_regex(
    r"(?P<library>(?:/usr/lib/|/System/|(?:\S+/)?[\w.+\-]{1,120}\.framework/)[^\s()]{1,400})"
    r"\s+(?P<function>[^\s\d(].*)$"
)
_FILE = lazy_regex(
    r"(?P<file>(?:[^\s():]{1,400}/)?[\w.+\-]{1,120}\.(?:mm?|swift|cc?|cpp|kt)):(?P<line>\d{1,7})(?::\d{1,7})?"
    r"\s+(?P<function>[^\s\d].*)$"
)
_APP = lazy_regex(
    r"(?P<library>\w[\w.\- ]{0,60}?)\s+(?P<function>[-+]\[[^\[\]]+\]|_{0,3}[A-Za-z]\w*|\S*::\S.*)$"
)
_SYMBOL = lazy_regex(
    rf"(?P<function>[A-Za-z_$@\-+\[~][^=;{{}}\"]{{1,2000}}?) \+ (?P<offset>\d{{1,12}})(?:\s+\({_SOURCE}\))?$"
)
_PLACED = lazy_regex(rf"\+ \d{{1,12}}$|\({_SOURCE}\)$")


def read_bare_apple_frame(line: str) -> NativeFrame | None:
    """Read a numbered frame without an address."""
    text = line.strip().rstrip(" `")
    if len(line) > _LONGEST or not text[:1].isdigit():
        return None
    found = _NUMBERED.match(text)
    if found is None:
        return None
    is_method = found["function"].startswith(("-[", "+["))
    if not is_method and _PLACED.search(text) is None:
        return None
    return _frame(int(found["index"]), found["library"].rstrip(), found["function"], text, found.groupdict())


def is_path_frame(line: str) -> bool:
    """Return whether a line is a frame that begins with the path of a library of the system."""
    return len(line) <= _LONGEST and _LIBRARY.match(line.strip()) is not None


def read_path_frame(line: str, index: int) -> NativeFrame | None:
    """Read a frame that begins with the path of its library, with its source, or with the app's name."""
    text = line.strip()
    if not line[:1].isspace() or len(line) > _LONGEST:
        return None
    found = _LIBRARY.match(text) or _FILE.match(text) or _APP.match(text)
    if found is None:
        return None
    groups = found.groupdict()
    return _frame(index, groups.get("library"), found["function"].rstrip(), text, groups)


def read_symbol_frame(line: str, index: int) -> NativeFrame | None:
    """Read a frame that is its function alone, with the offset into it."""
    text = line.strip()
    found = _SYMBOL.match(text) if " + " in text and len(line) <= _LONGEST else None
    return _frame(index, None, found["function"], text, found.groupdict()) if found is not None else None


def _frame(
    index: int, library: str | None, function: str, text: str, groups: dict[str, str | None]
) -> NativeFrame:
    line = int(groups.get("line") or 0)
    offset = groups.get("offset")
    return NativeFrame(
        index=index,
        pc=None,
        library=library,
        function=None if function in ("<redacted>", "(Missing)") else function,
        offset=int(offset) if offset else None,
        build_id=None,
        text=text,
        file=groups.get("file") if line else None,
        line=line or None,
    )
