"""Patterns of `.editorconfig` sections (https://spec.editorconfig.org), matched in linear time."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from rca.files.regex_engine import Pattern, compiled

_TOKEN = re.compile(
    r"/\*\*/|\*\*|\*|\?|\[!?(?:\\.|[^\\\]/])+\]|\{(?P<low>-?\d{1,9})\.\.(?P<high>-?\d{1,9})\}|[{},]|\\.|[^*?\[{},\\/]+|.",
    re.DOTALL,
)
_WILD = {"/**/": "/(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}


def matches(glob: str, path: str) -> bool:
    """Return whether a section's pattern fits a path relative to the folder of its file.

    Raises:
        Invalid: it is no pattern.
    """
    return _compiled(glob).fullmatch(f"/{path}".encode("utf-8", "replace")) is not None


@lru_cache(maxsize=256)
def _compiled(glob: str) -> Pattern:
    rooted = f"/{glob.removeprefix('/')}" if "/" in glob else f"/**/{glob}"
    tokens = list(_TOKEN.finditer(rooted))
    roles = _choices([token[0] for token in tokens])
    parts = []
    for token, role in zip(tokens, roles, strict=True):
        text = token[0]
        if role is not None:
            parts.append(role)
        elif token["low"] is not None:
            low, high = sorted((int(token["low"]), int(token["high"])))
            parts.append(f"(?:{'|'.join(_integers(low, high))})")
        elif text in _WILD:
            parts.append(_WILD[text])
        elif text[0] == "[" and len(text) > 1:
            parts.append(_character_class(text[1:-1]))
        else:
            parts.append(re.escape(text[1:] if len(text) == 2 and text[0] == "\\" else text))
    return compiled("".join(parts))


def _choices(tokens: Sequence[str]) -> list[str | None]:
    """Return what braces and commas stand for; None where they are only text: `{one}`, `{`, `a,b`."""
    roles: list[str | None] = [None] * len(tokens)
    open_braces: list[tuple[int, list[int]]] = []
    for place, text in enumerate(tokens):
        if text == "{":
            open_braces.append((place, []))
        elif text == "," and open_braces:
            open_braces[-1][1].append(place)
        elif text == "}" and open_braces:
            begin, commas = open_braces.pop()
            if commas:
                roles[begin], roles[place] = "(?:", ")"
                for comma in commas:
                    roles[comma] = "|"
    return roles


def _character_class(inside: str) -> str:
    negated, inside = inside.startswith("!"), inside.removeprefix("!")
    plain = re.sub(r"\\(.)", r"\1", inside)
    return f"[{'^/' if negated else ''}{''.join(one if one == '-' else re.escape(one) for one in plain)}]"


def _integers(low: int, high: int) -> Iterator[str]:
    """Return expressions for the integers from low to high, without leading zeros."""
    if low < 0:
        yield from (f"-{one}" for one in _integers(max(1, -high), -low))
        low = 0
    for length in range(len(str(low)), len(str(high)) + 1):
        begin = max(low, 10 ** (length - 1) if length > 1 else 0)
        end = min(high, 10**length - 1)
        if begin <= end:
            yield _digits(str(begin), str(end))


def _digits(low: str, high: str) -> str:
    """Return an expression for the numbers between two of as many digits."""
    if low == high:
        return low
    if low[0] == high[0]:
        return low[0] + _digits(low[1:], high[1:])
    rest = len(low) - 1
    if not rest:
        return f"[{low}-{high}]"
    parts = [low[0] + _digits(low[1:], "9" * rest), high[0] + _digits("0" * rest, high[1:])]
    if int(high[0]) - int(low[0]) > 1:
        parts.append(f"[{int(low[0]) + 1}-{int(high[0]) - 1}][0-9]{{{rest}}}")
    return f"(?:{'|'.join(parts)})"
