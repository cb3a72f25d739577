"""Frames of compiler-generated code that only calls the next frame: never the culprit.

Sources: D8's and R8's synthetic classes (`$$ExternalSyntheticLambda0`, `$$Nest`), Kotlin's accessors
(`access$total`) and stubs for default arguments (`total$default`), and the bridges of both languages,
which have the name of what they call and the line of their class.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from models.error_report import Frame

_CLASS = re.compile(
    r"\$\$(?:ExternalSynthetic|InternalSynthetic|Nest\$|TwinSynthetic)|-\$\$(?:Nest|Lambda)\$"
)
_METHOD = re.compile(r"access\$|\$r8\$lambda\$|-\$\$Nest\$")
_FILE = re.compile(r"(?:D8|R8)\$\$\w+")
_DEFAULT = "$default"


def written_frames(frames: Sequence[Frame], heads_a_class: Callable[[Frame], bool]) -> Iterator[Frame]:
    """Yield the frames of code that a person wrote, of a stack whose innermost frame comes first.

    Args:
        frames: the stack.
        heads_a_class: whether a frame's line is where its class is declared, outside of all functions.
    """
    inner: Frame | None = None
    for frame in frames:
        if not (is_synthetic(frame) or _is_stub(frame, inner) or _is_bridge(frame, inner, heads_a_class)):
            yield frame
        inner = frame


def is_synthetic(frame: Frame) -> bool:
    """Return whether a frame's names alone tell that a compiler made its code."""
    return bool(
        _CLASS.search(frame.class_name or "")
        or _METHOD.match(frame.method or "")
        or _FILE.fullmatch(frame.file or "")
    )


def _is_stub(frame: Frame, inner: Frame | None) -> bool:
    """Return whether a frame only fills in default arguments of the function that it calls."""
    method = frame.method or ""
    return inner is not None and method.endswith(_DEFAULT) and inner.method == method.removesuffix(_DEFAULT)


def _is_bridge(frame: Frame, inner: Frame | None, heads_a_class: Callable[[Frame], bool]) -> bool:
    return (
        inner is not None
        and (frame.class_name, frame.method) == (inner.class_name, inner.method)
        and frame.line != inner.line
        and heads_a_class(frame)
    )
