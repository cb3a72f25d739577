"""Randomness test: tells random strings from names by character bigrams."""

from __future__ import annotations

import math
import re
import string
from functools import cache
from itertools import pairwise
from pathlib import Path

from rca.text.lazy_regex import lazy_regex

SYMBOLS = string.ascii_letters + "0"
"""What is told apart: letters of both cases; all digits are one."""

PAIRS = Path(__file__).with_name("pairs.txt")
"""A row a symbol: the cost of each symbol after it in names, in units; made by `scripts.identifier_pairs`."""

UNIT = 0.25
"""Nats a step of a character in `PAIRS`."""

_PART = lazy_regex(r"[A-Za-z0-9]+")
_TEN = math.log(10)
_HEX = lazy_regex(r"[0-9a-f]+|[0-9A-F]+")
_UUID = lazy_regex(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.IGNORECASE)
_DIGIT = lazy_regex(r"[0-9]")
_HEX_KEY, _HASH = 16, 7

_CERTAIN = 11.0
"""Nats from which a string is taken for chance: 1 name in 1,000 of 16 letters and more reaches it."""


def folded(text: str) -> str:
    """Return the text with every digit as `0`."""
    return _DIGIT.sub("0", text)


@cache
def _costs() -> dict[tuple[str, str], float]:
    rows = PAIRS.read_text(encoding="ascii").splitlines()
    return {
        (one, two): (ord(cost) - 48) * UNIT
        for one, row in zip(SYMBOLS, rows, strict=True)
        for two, cost in zip(SYMBOLS, row, strict=True)
    }


def surprise(text: str) -> float:
    """Return the log likelihood ratio of random text to a name, in nats, over letters and digits.

    Random text draws from the character classes in the text. Punctuation separates; non-ASCII characters
    count as such.
    """
    parts = _PART.findall(text)
    whole = "".join(parts)
    digits = sum(map(str.isdigit, whole))
    size = 26 * (whole != whole.upper()) + 26 * (whole != whole.lower()) + 10 * (digits > 0)
    costs = _costs()
    total = 0.0
    for part in parts:
        # A constant's name is told by its letters, as any other.
        plain = folded(part.lower() if part.isupper() else part)
        total += sum(costs[pair] for pair in pairwise(plain))
        # A digit stands for ten.
        total += plain[1:].count("0") * _TEN - (len(plain) - 1) * math.log(size or 1)
    return total


def made_by_chance(text: str) -> bool:
    """Return whether no name looks like this; hex hashes and strings below 16 characters do not count."""
    parts = [part for part in _PART.findall(text) if len(part) < _HASH or _HEX.fullmatch(part) is None]
    rest = "-".join(parts)
    return len(rest) >= 16 and _HEX.fullmatch("".join(parts)) is None and surprise(rest) >= _CERTAIN


def opaque(text: str) -> bool:
    """Return whether a value has no meaning: random, a UUID, or hex of a key's length."""
    hexadecimal = len(text) >= _HEX_KEY and _HEX.fullmatch(text) is not None and _DIGIT.search(text)
    return bool(hexadecimal) or _UUID.fullmatch(text) is not None or made_by_chance(text)
