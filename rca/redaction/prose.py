"""Secrets in sentences: `the password for staging is …`, `use token …`, `passwd … rejected`."""

from __future__ import annotations

import re

from rca.redaction.line_filter import MASK, on_lines
from rca.redaction.randomness import made_by_chance
from rca.redaction.secret_names import CHOSEN, KEY, WORDS, is_password
from rca.redaction.secret_values import like_key, like_password, literal
from rca.text.lazy_regex import lazy_regex

_QUOTE = "\"'`*“”(«"
_KEY = KEY.replace("[_.-]?", "[_. -]?")
_SAID = lazy_regex(
    rf"(?:(?<![A-Za-z.])|(?-i:(?<=[a-z])(?=[A-Z])))((?:{CHOSEN}|{_KEY}|"
    rf"(?<![A-Za-z])key))s?\b(?=[ ,)\"'`*:])"
    # What it is for, and the verb.
    r"((?:[ ](?:for|of|on|in|to)(?:[ ][\w-]{1,20}){1,4})?"
    r"(?:[ ,]{1,2}(?:is|was|were|are|to|from|with|now|changed|set|again|:|=|→|->|value|of|entered|"
    r"typed|used|field)|:)*[ ]{1,2}"
    rf"[{_QUOTE}]{{0,3}})([^\s{_QUOTE}<>]{{6,400}})",
    re.IGNORECASE,
)
_AGAIN = lazy_regex(
    rf"({MASK.format('password')}[{_QUOTE}]{{0,2}}[ ](?:to|and|"
    rf"or)[ ][{_QUOTE}]{{0,3}})([^\s{_QUOTE}<>]{{6,80}})"
)
_PAIR = lazy_regex(
    r"(\b(?:credentials?|login|account|"
    r"user)\b[^\r\n:]{0,24}[ ][\w.@-]{2,40}[:/])([^\s:/<>\"']{6,80})(?=[\s.,;)\"']|$)",
    re.IGNORECASE,
)
_SAYS = lazy_regex(r"\b(?:is|was|were|to|from|with)\b|[:=→]|->")
_END = ".,;:!?)»*"
_MASK = MASK.format("password")


def mask_sentences(text: str) -> str:
    """Mask what a sentence calls a password, a key or a token, if it looks like one."""
    return on_lines(text, WORDS, _mask_line)


def _mask_line(line: str) -> str:
    line = _SAID.sub(_masked, line)
    line = _AGAIN.sub(lambda found: _with(found, like_password(found[2].rstrip(_END))), line)
    return _PAIR.sub(lambda found: _with(found, like_password(found[2].rstrip(_END))), line)


def _masked(found: re.Match[str]) -> str:
    name, between, value = found[1], found[2], found[3].rstrip(_END)
    if name.lower() == "key":
        return _with3(found, made_by_chance(value))  # a cache has keys too, hashes and UUIDs
    if not is_password(name):
        return _with3(found, like_key(value) or (name.lower() == "secret" and like_password(value)))
    quoted = any(mark in between for mark in "\"'`*“") and _SAYS.search(between) is not None
    return _with3(
        found, like_password(value) or (quoted and literal(value) and value.isascii() and value.islower())
    )


def _with(found: re.Match[str], secret: bool) -> str:
    value = found[2].rstrip(_END)
    return f"{found[1]}{_MASK}{found[2][len(value) :]}" if secret else found[0]


def _with3(found: re.Match[str], secret: bool) -> str:
    value = found[3].rstrip(_END)
    whole = found[0]
    return f"{whole[: len(whole) - len(found[3])]}{_MASK}{found[3][len(value) :]}" if secret else whole
