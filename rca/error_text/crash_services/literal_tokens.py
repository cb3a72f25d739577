"""Tokens of the objects that source code of any language writes as literals."""

from __future__ import annotations

import re

from rca.text.lazy_regex import lazy_regex

TOKEN = lazy_regex(
    r"""
      (?P<fence>```+\w*)
    | (?P<long>[rRbBuUfF]{0,2}(?:\"{3}(?P<double>(?:[^"\\]++|\\.|"(?!""))*+)(?:\"{3}|\Z)
        | '{3}(?P<single>(?:[^'\\]++|\\.|'(?!''))*+)(?:'{3}|\Z)))
    | (?P<raw>r?\#{1,3}"(?P<inside>(?:[^"]++|"(?!\#))*+)(?:"\#{1,3}|\Z))
    | (?P<escape>\\.)
    | (?P<text>(?<!\w)[rRbBuUfFlL@$]{0,2}(?:"(?P<a>(?:[^"\\\n]++|\\.)*+)"|'(?P<b>(?:[^'\\\n]++|\\.)*+)'))
    | (?P<tick>`(?P<c>(?:[^`\\]++|\\.)*+)`)
    | (?P<comment>(?<!:)//[^\n]*+|\#[^\n]*+|/\*[^*\n]{0,400}\*/)
    | (?P<generic><[\w\s,.<>?\[\]|]{1,80}>(?=\s{0,4}[\[{(]))
    | (?P<number>-?(?:0[xX][0-9a-fA-F][0-9a-fA-F_]*+|\d[\d_]*+(?:\.\d[\d_]*+)?(?:[eE][+\-]?\d{1,4})?)
        (?:[uU]?[lLnNfFdD])?\b)
    | (?P<word>[^\W\d][\w$]*+(?:(?:\??\.|::)[^\W\d][\w$]*+)*+)
    | (?P<open>[\[({])
    | (?P<close>[\])}])
    | (?P<mark>=>|:=|:(?!:)|(?<![=!<>])=(?!=))
    | (?P<end>[,;])
    | (?P<operator>[*?%/.\-&|+])
    """,
    re.VERBOSE | re.DOTALL,
)
"""One token; what lies between two has no meaning. The quote of an escape outside text opens none."""

_ESCAPE = lazy_regex(
    r"\\(?:u\{?(?P<wide>[0-9a-fA-F]{4,6})\}?|x(?P<narrow>[0-9a-fA-F]{2})|(?P<end>\r?\n)|(?P<one>.))",
    re.DOTALL,
)
_INSIDES = ("double", "single", "a", "b", "c", "inside")
_BARE = lazy_regex(r"\s*[\[{]\s*(?:[\[{]\s*)?\"")
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "0": "\0"}
_LONGEST_NUMBER = 40


def read_text(found: re.Match[str]) -> str:
    """Return what a token of text stands for."""
    if found["raw"] is not None:
        return str(found["inside"])
    inside = next((found[name] for name in _INSIDES if found[name] is not None), "")
    return _ESCAPE.sub(_unescaped, inside) if "\\" in inside else str(inside)


def read_document(found: re.Match[str]) -> str | None:
    """Return a document of JSON that a token of text holds; its own escapes stay where it has bare quotes."""
    inside = next((found[name] for name in _INSIDES if found[name] is not None), None)
    if inside is not None and _BARE.match(inside) is not None:
        return str(inside).replace("\\'", "'") if found["b"] is not None else str(inside)
    told = read_text(found)
    return told if told.lstrip()[:1] in ("{", "[") else None


def read_number(text: str) -> int | float | None:
    """Return a number, or None for one that is too long."""
    digits = text.replace("_", "")
    if len(digits) > _LONGEST_NUMBER:
        return None
    if digits.lstrip("-")[:2].lower() == "0x":
        return int(digits.rstrip("lLnNuU"), 16)
    digits = digits.rstrip("lLnNfFdDuU")
    return float(digits) if any(one in digits for one in ".eE") else int(digits)


def _unescaped(found: re.Match[str]) -> str:
    code = found["wide"] or found["narrow"]
    if code is not None:
        number = int(code, 16)
        return chr(number) if number <= 0x10FFFF and not 0xD800 <= number < 0xE000 else "\ufffd"
    return "" if found["end"] is not None else _ESCAPED.get(found["one"], found["one"])
