"""The app's packages, derived from the error text alone."""

from __future__ import annotations

from collections.abc import Sequence

from models.error_report import Frame
from rca.error_text.frame_origin import in_packages, is_known_library
from rca.text.lazy_regex import lazy_regex

_NAMED = lazy_regex(
    r"(?:Process: |ANR in |Cmd ?line: |>>> |ComponentInfo\{|Package: |Start proc \d{1,9}:)"
    r"(?P<name>[a-zA-Z][\w]*(?:\.[a-zA-Z]\w*)+)"
)
_HINTS = ("Process: ", "ANR in ", "ine: ", ">>> ", "ComponentInfo{", "Package: ", "Start proc ")
_VARIANTS = (
    "debug",
    "dev",
    "beta",
    "alpha",
    "staging",
    "release",
    "qa",
    "internal",
    "nightly",
    "prod",
    "test",
    "demo",
)
_SYSTEM = ("com.android.", "com.google.android.", "android.")


def named_packages(lines: Sequence[str]) -> tuple[str, ...]:
    """Return the app processes and components that the lines name, each once, in order."""
    names: dict[str, None] = {}
    text = "\n".join(lines)
    hints = [hint for hint in _HINTS if hint in text]
    for line in lines if hints else ():
        if any(hint in line for hint in hints):
            for found in _NAMED.finditer(line[:2000]):
                if not found["name"].startswith(_SYSTEM):
                    names[found["name"]] = None
    return tuple(names)


def app_packages_of(names: Sequence[str], frames: Sequence[Frame]) -> tuple[str, ...]:
    """Return those of the named packages that contain frames.

    An application id may end in its build variant (`.debug`) or name only a part of the code, so shorter
    forms are tried in turn, down to two segments.
    """
    classes = {frame.class_name for frame in frames if frame.class_name is not None}
    for shorten in (0, 1, 2):
        packages = dict.fromkeys(package for name in names if (package := _shortened(name, shorten)))
        fitting = tuple(
            package for package in packages if any(in_packages(name, (package,)) for name in classes)
        )
        if fitting:
            return fitting
    return ()


def _shortened(name: str, by: int) -> str | None:
    segments = name.split(".")
    while len(segments) > 2 and segments[-1].lower() in _VARIANTS:
        segments.pop()
    if by:
        segments = segments[: max(2, len(segments) - by)]
    package = ".".join(segments)
    if by and (is_known_library(package + ".") or package in ("com.google", "com.android")):
        return None
    return package
