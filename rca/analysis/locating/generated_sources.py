"""Generated classes (Room, Dagger, Hilt, Moshi, AutoValue, Navigation, view binding) → their sources.

The generators' documented names are all there is to go by: what they write is not in the repository.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from models.error_report import Frame
from rca.resolve.symbol import Symbol
from rca.workspace import Snapshot

_NAMES = tuple(
    re.compile(spelled)
    for spelled in (
        r"(?P<source>\w+)_Impl",
        r"(?P<source>\w+)_(?:Factory|MembersInjector|AssistedFactory|HiltModules\w*|GeneratedInjector)",
        r"(?P<source>\w+?)_(?P<method>[A-Za-z]\w*?)Factory",
        r"Hilt_(?P<source>\w+)",
        r"\$*AutoValue_(?P<source>\w+)",
        r"(?P<source>\w+)JsonAdapter",
        r"(?P<source>\w+)(?:Args|Directions)",
    )
)
_BINDING = re.compile(r"(?P<layout>[A-Z]\w*?)Binding(?:Impl)?")


class GeneratedSource(NamedTuple):
    """The source of generated code: a declaration, or the layout at a path."""

    path: str
    symbol: Symbol | None


def source_of(frame: Frame, snapshot: Snapshot) -> GeneratedSource | None:
    """Return the source of a frame's generated code; None if it is not in the project.

    Returns a function if the frame's method or the generated name determines one, else the class.
    """
    package, _, binary = (frame.class_name or "").rpartition(".")
    outermost = re.split(r"(?<=\w)\$", binary, maxsplit=1)[0]
    for pattern in _NAMES:
        match = pattern.fullmatch(outermost)
        if match is None:
            continue
        # A nested class's generated code has its name joined with underscores.
        for name in dict.fromkeys((match["source"], match["source"].replace("_", "."))):
            found = snapshot.index.find_classes(f"{package}.{name}" if package else name)
            if found:
                return _member(found[0], _methods(frame, match), snapshot)
    binding = _BINDING.fullmatch(outermost)
    return None if binding is None else _layout(binding["layout"], snapshot)


def _methods(frame: Frame, match: re.Match[str]) -> Iterator[str]:
    method = match.groupdict().get("method")
    if method:
        yield method[0].lower() + method[1:]
    elif frame.method:
        yield frame.method.partition("$")[0]


def _member(symbol: Symbol, methods: Iterator[str], snapshot: Snapshot) -> GeneratedSource:
    for method in methods:
        for function in snapshot.index.functions(symbol.path, method, symbol.qualified_name):
            return GeneratedSource(symbol.path, function)
    return GeneratedSource(symbol.path, symbol)


def _layout(name: str, snapshot: Snapshot) -> GeneratedSource | None:
    base = re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
    folder = re.compile(rf"/res/layout(?:-[\w+-]+)*/{base}\.xml$")
    found = sorted(path for path in snapshot.files(f"{base}.xml") if folder.search(f"/{path}"))
    return GeneratedSource(found[0], None) if found else None
