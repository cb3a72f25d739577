"""Secrets in HTTP headers: authentication schemes and cookies."""

from __future__ import annotations

import base64
import binascii
import re

from rca.redaction.line_filter import MASK, on_lines
from rca.redaction.randomness import opaque
from rca.redaction.secret_names import HARMLESS_KEY
from rca.text.lazy_regex import lazy_regex

_NAME = (
    r"((?:proxy-)?authorization|x-api-key|x-auth-token|x-amz-security-token|(?:set-)?cookie|"
    r"[\w-]{0,40}-(?:api-?key|access-?key|auth-?key|key|auth-?token|access-?token|csrf-token|"
    r"xsrf-token|session-?token)(?=\s?:))"
)
_HEADER = lazy_regex(
    _NAME + r"(\\?[\"']?\s{0,3}(?:[:=]|,\s{0,3}(?=\\?[\"']))\s{0,3}\\?[\[\"']?)([^\r\n\"'\]<>{}]{4,})",
    re.IGNORECASE,
)
_PARAMETERS = lazy_regex(
    # Digest, Hawk, OAuth and AWS write `name="value"` after the scheme, one after another.
    r"(authorization[\"']?\s{0,3}[:=]\s{0,3})"
    r"([\w-]{3,24}[ ]{1,3}(?:[\w-]{1,40}=(?:\"[^\"\r\n]{0,400}\"|"
    r"(?:<redacted \w{1,20}>)?[^\s,\"'<]{1,400})(?:,\s{0,3})?){2,20})",
    re.IGNORECASE,
)
_PAIR = lazy_regex(r"[\w!#$%&*+.^`|~-]+=[^\s;]")
_TYPE = lazy_regex(r"[A-Z][A-Za-z]*\??(?:\s*[,)=].*)?")
_WORDS = (
    "auth",
    "cookie",
    "-key",
    "token",
    "bearer",
    "basic",
    "apikey",
    "digest",
    "ssws",
    "geniekey",
    "negotiate",
)
_SCHEMES = r"Bearer|Basic|Token|ApiKey|SSWS|GenieKey|Negotiate|AUTH\s{1,3}(?:LOGIN|PLAIN)"
_NO_CREDENTIAL = lazy_regex(rf"(?:{_SCHEMES})?\s*(?:[$%].*|\*+|\.\.\.|null|none)?", re.IGNORECASE)
_SCHEME = lazy_regex(rf"\b({_SCHEMES})(\s{{1,3}}|%20)([\w+/=.~%-]{{8,}}+)", re.IGNORECASE)
_DOTTED_NAME = lazy_regex(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+")


def mask_headers(text: str) -> str:
    """Mask the values of authentication headers and cookies, and credentials after a scheme's name."""
    return on_lines(text, _WORDS, _mask_line)


def is_basic(value: str) -> bool:
    """Return whether a text is user:password in base64, padded or not."""
    missing = -len(value) % 4
    try:
        decoded = base64.b64decode(value + "=" * missing, validate=True)
    except (binascii.Error, ValueError):
        return False
    # Unpadded any word is base64, and by chance one in thirty would hold a colon.
    is_text = not missing or (decoded.isascii() and decoded.decode().isprintable())
    return b":" in decoded and len(value) >= 8 and is_text


def _mask_line(line: str) -> str:
    mask = MASK.format("header")
    line = _PARAMETERS.sub(lambda found: f"{found[1]}{mask}", line)
    line = _HEADER.sub(
        lambda found: found[0] if _is_code(found[1], found[2], found[3]) else f"{found[1]}{found[2]}{mask}",
        line,
    )
    return _SCHEME.sub(
        lambda found: f"{found[1]}{found[2]}{mask}" if _credential(found[1], found[3]) else found[0], line
    )


def _is_code(name: str, sign: str, value: str) -> bool:
    """Return whether it is code (`val cookie = parse(…)`, `authorization: String`) or a scheme alone."""
    if _NO_CREDENTIAL.fullmatch(value):
        return True
    if name.lower().endswith("cookie"):
        return _PAIR.match(value) is None
    if not name.lower().endswith("authorization") and "-" in name and name.lower() not in _ALWAYS:
        return not opaque(value.strip()) or HARMLESS_KEY.search(name[: -len("key")]) is not None
    quoted = sign.rstrip("\\")[-1:] in {'"', "'", "["}
    return not quoted and (_TYPE.fullmatch(value) is not None or "(" in value)


_ALWAYS = frozenset({"x-api-key", "x-auth-token", "x-amz-security-token", "proxy-authorization"})


def _credential(scheme: str, value: str) -> bool:
    if scheme.lower().startswith(("basic", "auth")):
        return is_basic(value)
    return any(map(str.isdigit, value)) and _DOTTED_NAME.fullmatch(value) is None
