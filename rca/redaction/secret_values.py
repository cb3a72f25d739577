"""Classification of a value: a secret, a reference to one, a type, or a word of a sentence."""

from __future__ import annotations

import re

from rca.redaction.randomness import opaque, surprise
from rca.text.lazy_regex import lazy_regex

_NEVER_SECRET = lazy_regex(
    r"null|true|false|none|nil|undefined|empty|required|invalid|missing|expired|redacted|unknown|"
    r"![a-z]{1,20}|"
    r"\d+(?:\.\d+){1,4}(?:-[\w.]+)?|"  # a version, after a name such as `auth-token`
    r"[\w.-]+:\d+(?:\.\d+)+[\w.+-]*|"  # the rest of a Maven coordinate
    r"[x*•.]+|(?:[\w.]+=)?\$.*|(?:\\u[0-9a-f]{4}|\\.)+|%.*|@.*|[\w.$]+@[0-9a-f]+|#[0-9a-f]{3,8}|"
    r""
    r"your[a-z_-]*|(?:my|enter|insert|example|dummy|fake|placeholder)[_-][a-z_-]+",
    re.IGNORECASE,
)
_ALGORITHM = lazy_regex(
    r"(?:(?:[a-z]{1,12}-|hmac|with)?(?:base|sha|md|utf|aes|des|rsa|oauth|pbkdf|hmac|argon|bcrypt|"
    r"http|tls|ssl|ecdsa|crc|ascii)|[rhep]s)"
    r"[-_/]?\d+[\w/-]*",
    re.IGNORECASE,
)
_MARK = lazy_regex(r"[!#$%^&*+@?]")
_INSIDE = lazy_regex(r"(?<=[a-z])\d+(?=[a-z])")
_WORDS_IN_A_ROW = lazy_regex(r"[a-z]{4} [a-z]{4} [a-z]{4} [a-z]{4}")
IDENTIFIER = lazy_regex(r"[A-Za-z_]\w*(?:(?:\?|!!)?(?:\.|::)[A-Za-z_]\w*)*\??[!?]*")
_SURE = 6.0
"""Nats from which a short value with a digit is no name: 1 name in 100 of eight letters reaches it."""


def literal(value: str) -> bool:
    """Return whether a value may be a secret: not a reference, a placeholder or a sentence."""
    return _NEVER_SECRET.fullmatch(value) is None and " " not in value


def app_password(value: str) -> bool:
    """Return whether it is an app password of a mail provider."""
    return _WORDS_IN_A_ROW.fullmatch(value) is not None


def like_password(value: str) -> bool:
    """Return whether a value in a sentence looks like a password: letters with digits or punctuation."""
    if not 6 <= len(value) <= 80 or not literal(value) or _ALGORITHM.fullmatch(value):
        return False
    letters = sum(map(str.isalpha, value))
    digits = sum(map(str.isdigit, value))
    if not letters or any(mark in value for mark in ("(", ")", "{", "/", "::", "..", ".kt:", ".java:")):
        return False
    return digits >= 2 or bool(digits and _MARK.search(value)) or (digits > 0 and surprise(value) >= _SURE)


def like_key(value: str) -> bool:
    """Return whether a value in a sentence is meaningless, as keys are."""
    return literal(value) and (
        opaque(value) or (len(value) >= 12 and surprise(value) >= _SURE and _digit(value))
    )


def strange(value: str) -> bool:
    """Return whether a value of a name's shape is no name: `cs9wq.AcUC7`."""
    return _digit(value) and (_INSIDE.search(value) is not None or surprise(value) >= _SURE)


def _digit(value: str) -> bool:
    return any(map(str.isdigit, value))
