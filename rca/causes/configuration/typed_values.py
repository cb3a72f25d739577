"""Types of Android's resource values by their numbers (`TypedValue`), and the calls that read them."""

from __future__ import annotations

import re
from typing import Final

ATTRIBUTE: Final = 0x02
REFERENCE: Final = 0x01
_STRING, _FLOAT, _DIMENSION, _FRACTION = 0x03, 0x04, 0x05, 0x06
_WHOLE: Final = frozenset((0x10, 0x11))
_BOOLEAN: Final = frozenset((0x12,))
_COLORS: Final = frozenset(range(0x1C, 0x20))
_NUMBERS: Final = frozenset(range(0x10, 0x20))

TYPE_NAMES: Final = {
    0x00: "nothing (`@null` or empty)",
    REFERENCE: "a reference that leads nowhere, such as `@null`",
    ATTRIBUTE: "an attribute of the theme (`?attr/…`)",
    _STRING: "a text or the path of a file",
    _FLOAT: "a floating-point number",
    _DIMENSION: "a dimension",
    _FRACTION: "a fraction",
    0x07: "a reference into a shared library",
    0x08: "an attribute of a shared library's theme",
    0x10: "a whole number",
    0x11: "a whole number in hexadecimal",
    0x12: "a boolean",
    0x1C: "a color (#AARRGGBB)",
    0x1D: "a color (#RRGGBB)",
    0x1E: "a color (#ARGB)",
    0x1F: "a color (#RGB)",
}
"""Constants of `android.util.TypedValue`."""

READ_TYPES: Final = {
    "getDimension": frozenset((_DIMENSION,)),
    "getDimensionPixelSize": frozenset((_DIMENSION,)),
    "getDimensionPixelOffset": frozenset((_DIMENSION,)),
    "getInteger": _NUMBERS,
    "getBoolean": _NUMBERS,
    "getFraction": frozenset((_FRACTION,)),
    "getFloat": frozenset((_FLOAT,)),
    "getColor": _NUMBERS | {_STRING},
    "getColorStateList": _NUMBERS | {_STRING},
}
"""Calls of `Resources` and `ContextCompat` with the types that they take; they resolve no attributes."""

KIND_TYPES: Final = {
    "string": frozenset((_STRING,)),
    "dimen": frozenset((_DIMENSION, _FLOAT, _FRACTION)),
    "integer": _WHOLE,
    "bool": _BOOLEAN,
    "color": _COLORS | {_STRING},
    "fraction": frozenset((_FRACTION,)),
    "drawable": _COLORS | {_STRING},
}
"""Types that the values of a kind have."""

_FORMS: Final = (
    (re.compile(r"\?[\w:./*]+"), frozenset((ATTRIBUTE,))),
    (re.compile(r"@null|@empty"), frozenset((REFERENCE, 0x00))),
    (re.compile(r"-?\d*\.?\d+(?:dp|dip|sp|px|pt|in|mm)"), frozenset((_DIMENSION,))),
    (re.compile(r"-?\d*\.?\d+%p?"), frozenset((_FRACTION,))),
    (re.compile(r"-?\d+"), frozenset((0x10,))),
    (re.compile(r"0x[0-9a-fA-F]+"), frozenset((0x11,))),
    (re.compile(r"-?\d*\.\d+"), frozenset((_FLOAT,))),
    (re.compile(r"true|false", re.IGNORECASE), _BOOLEAN),
    (re.compile(r"#[0-9a-fA-F]{8}"), frozenset((0x1C,))),
    (re.compile(r"#[0-9a-fA-F]{6}"), frozenset((0x1D,))),
    (re.compile(r"#[0-9a-fA-F]{4}"), frozenset((0x1E,))),
    (re.compile(r"#[0-9a-fA-F]{3}"), frozenset((0x1F,))),
)


def types_of_literal(value: str) -> frozenset[int]:
    """Return the types that a value in XML may have; empty for a reference to another resource."""
    plain = value.strip()
    for form, types in _FORMS:
        if form.fullmatch(plain):
            return types
    return frozenset() if plain.startswith("@") else frozenset((_STRING,))
