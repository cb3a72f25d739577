"""Attributes without which Android refuses an element of a resource, and where in the element they belong."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from rca.causes.configuration.configuration_cause import Span
from rca.causes.configuration.project_files import ProjectFiles
from rca.languages.android.xml import Element

_DRAWABLES: Final[dict[str, tuple[str, ...]]] = {
    "vector": ("width", "height", "viewportWidth", "viewportHeight"),
    "animated-vector": ("drawable",),
    "animated-image": ("src",),
    "bitmap": ("src",),
    "nine-patch": ("src",),
}
"""Attributes of a root or element of a drawable, in the order in which they are usually written."""
_WITH_DRAWABLE: Final = frozenset(("inset", "clip", "scale", "rotate", "animated-rotate"))
"""Drawables that wrap another: by an attribute, or by a child."""
_LISTS: Final = frozenset(("selector", "layer-list", "level-list", "transition", "animation-list", "ripple"))
_LAYOUTS: Final[dict[str, tuple[str, ...]]] = {"include": ("layout",), "view": ("class",)}
_KINDS: Final = {
    "drawable": _DRAWABLES,
    "mipmap": _DRAWABLES,
    "layout": _LAYOUTS,
}


@dataclass(frozen=True, slots=True)
class Lack:
    """What an element lacks: attributes by their names in XML, and the line after which they belong."""

    tag: str
    attributes: tuple[str, ...]
    span: Span

    @property
    def named(self) -> str:
        """Return the attributes as a sentence names them."""
        return " and ".join(f"`{name}`" for name in self.attributes)

    @property
    def text(self) -> str:
        """Return the text to add."""
        return " ".join(f'{name}="…"' for name in self.attributes)


def find_lack(files: ProjectFiles, kind: str, path: str) -> Lack | None:
    """Return the first element of a resource file that lacks what Android requires of its kind."""
    elements = files.xml(path).elements
    for index, element in enumerate(elements):
        required = _KINDS.get(kind, {}).get(element.tag, ())
        if not required and kind in ("drawable", "mipmap"):
            required = _drawable_of(index, elements)
        missing = tuple(name for name in required if not element.get(name))
        if missing:
            prefix = "" if element.tag in ("include", "view") else "android:"
            before = [name for name in required[: required.index(missing[0])] if element.get(name)]
            span = _line_of(files, path, element, before[-1] if before else None)
            return Lack(element.tag, tuple(f"{prefix}{name}" for name in missing), span)
    return None


def attribute_span(files: ProjectFiles, path: str, element: Element, name: str) -> Span:
    """Return the line of an attribute, by its name without prefix; the start tag's first where it is not."""
    return _line_of(files, path, element, name)


def _drawable_of(index: int, elements: list[Element]) -> tuple[str, ...]:
    """Return `drawable` for an element that needs it and has no child in its place."""
    element = elements[index]
    is_item = element.tag == "item" and element.parent >= 0 and elements[element.parent].tag in _LISTS
    if not is_item and element.tag not in _WITH_DRAWABLE:
        return ()
    has_child = any(other.parent == index for other in elements)
    return () if has_child else ("drawable",)


def _line_of(files: ProjectFiles, path: str, element: Element, name: str | None) -> Span:
    lines = files.lines(path)
    line = lines.line_of(element.start)
    if name is not None:
        last = lines.line_of(max(element.start, element.header_end - 1))
        written = re.compile(rf"(?<![\w-]){re.escape(name)}\s*=")
        line = next((one for one in range(line, last + 1) if written.search(lines.line(one))), line)
    return Span(path, line, line)
