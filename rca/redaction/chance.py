"""Strings made by chance, told from names and hashes: for tokens of vendors whose form nobody has listed."""

from __future__ import annotations

import re
from itertools import pairwise

from rca.redaction.lines import MASK

_RUN = re.compile(
    # Prefix, separator, and the rest: `glsa_…`, `sk-live-…`. What ends in `=` is base64, as of images.
    r"(?<![A-Za-z0-9_$~-])(?=[A-Za-z_-]*\d)((?:[A-Za-z][A-Za-z0-9]{0,11}[_-]){1,3}?)"
    r"([A-Za-z0-9][\w-]{19,400}+)(?![=$\w]|\.[a-z]{1,5}\b)"
)
_HASH_NAME = re.compile(r"(?:sha|md|crc|blake|git|build|commit|rev|hash|id)\d*[_-]", re.IGNORECASE)
_HEX = re.compile(r"[0-9a-f]+|[0-9A-F]+")
_DIGITS = re.compile(r"\d+")

_LONG_HEX, _HEX_KEY = 16, 32
_MIXED = 20
"""From this length on letters of both cases with digits among them can be told from names."""

_ONE_CASE = 28
"""The same for letters of one case."""

_CHANGES = 0.42
"""How often the class of a character changes: .62 on average by chance, a third in `camelCase9`."""


def made_by_chance(text: str) -> bool:
    """Tell whether letters and digits are mixed as only chance mixes them; hashes in hex are not."""
    plain = text.replace("-", "").replace("_", "")
    digits = sum(map(str.isdigit, plain))
    if len(plain) < _MIXED or digits < 2 or _HEX.fullmatch(plain):
        return False
    upper = sum(map(str.isupper, plain))
    lower = len(plain) - digits - upper
    if min(upper, lower) >= 3:
        changes = sum(_kind(one) != _kind(two) for one, two in pairwise(plain))
        return changes / (len(plain) - 1) >= _CHANGES
    groups = len(_DIGITS.findall(plain))
    return len(plain) >= _ONE_CASE and groups >= 5 and 0.12 <= digits / len(plain) <= 0.6


def mask_by_chance(text: str) -> str:
    """Mask what a vendor's prefix and a long string made by chance make up."""
    return _RUN.sub(lambda found: MASK.format("token") if _is_token(found[1], found[2]) else found[0], text)


def _is_token(prefix: str, rest: str) -> bool:
    # Vendors write hex after an underscore; after a hyphen it is the hash of a file, a map or a commit.
    name, *parts = f"{prefix}{rest}".split("_")
    for part in parts:
        if len(part) >= _HEX_KEY and _HEX.fullmatch(part):
            return _HASH_NAME.fullmatch(f"{name.rpartition('-')[2]}-") is None
        name = part
    names = [part for part in re.split("[_-]", rest) if len(part) < _LONG_HEX or not _HEX.fullmatch(part)]
    return _HASH_NAME.fullmatch(prefix) is None and made_by_chance("".join(names))


def _kind(character: str) -> int:
    return 0 if character.isdigit() else 1 if character.isupper() else 2
