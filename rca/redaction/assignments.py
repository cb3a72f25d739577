"""Secrets assigned to a telling name: `storePassword=…`, `"token": "…"`, `--password …`."""

from __future__ import annotations

import re

from rca.redaction.http_headers import is_basic
from rca.redaction.line_filter import MASK, on_lines
from rca.redaction.randomness import opaque
from rca.redaction.secret_names import HARMLESS_KEY, NAME, WEAK, WORDS, is_password
from rca.redaction.secret_values import IDENTIFIER, app_password, like_key, like_password, literal, strange
from rca.text.lazy_regex import lazy_regex

_SIGN = r"=>|:=|==?|:|,|->|→|\bto\b|%3D|(?::\s{0,2})?\b(?:String|ByteArray|CharArray)\??\s{0,2}="
_QUOTED = lazy_regex(
    # name = "value", "name": "value", "name", "value" (a call), \"name\":\"value\", name "value" (Groovy),
    # setName("value"), name.set("value"), getenv("NAME") ?: "value"
    NAME
    + r"([\"'\\\])]{0,4}\s{0,3}(?:"
    + _SIGN
    + r"|\?:|\?\?|\|\||(?:\.(?:set|value|convention)|\sby\s\w{1,20})?\(|\s(?=[\"']))"
    r"\s{0,3}\\{0,3}([\"'])(?:\\{1,3}[\"'])?)"
    # What is followed by a colon is the next name.
    r"((?:(?!\3|\\{1,3}\3)[^\r\n]){3,400}?)(?=\\{0,3}\3)(?!\\{0,3}[\"']\s{0,2}:)",
    re.IGNORECASE,
)
_WEAK = lazy_regex(
    rf"((?:{WEAK}))" + r"([\"'\\\])]{0,4}\s{0,3}(?:=>|:=|==?|:|->|→|,\s?(?=\\?[\"'])|"
    r"(?::\s{0,2})?\bString\??\s{0,2}=)\s{0,3}\\{0,3}[\"']?(?:sha\d{1,3}=)?)"
    r"([\w+/=.~%|-]{8,400}+)",
    re.IGNORECASE,
)
_APP_PASSWORD = lazy_regex(NAME + r"(\s{0,3}[:=]\s{0,3})([a-z]{4}(?: [a-z]{4}){3})\b", re.IGNORECASE)
_STRETCHED = lazy_regex(
    # SECRET_KEY_BASE, tokenForUploads: more than a name of a secret, and a value that says nothing.
    NAME + r"([A-Za-z_.-]{1,24}[\"']?\s{0,3}[:=]\s{0,3}[\"']?)([\w+/=.~!*$-]{6,400}+)",
    re.IGNORECASE,
)
_ABOUT = lazy_regex(
    r"hash|id|version|name|type|length|size|count|alias|file|path|ur[il]|print|digest|expir|ttl|sha|"
    r"sum|class|task",
    re.IGNORECASE,
)
_LITERAL = lazy_regex(  # keyPassword = getenv("K") ?: "value", key: ByteArray = decode("value")
    NAME + r"(\s{0,3}[:=][^;\r\n]{0,80}?[\"'])([^\s\"'\\]{6,400}+)(?=[\"'])", re.IGNORECASE
)
_BARE = lazy_regex(
    NAME + r"(\\?[\"']?\s{0,3}(?:=>|:=|==?|:|%3D)\s{0,3})(?!:)([^\s\"'<>{},;&()\[\]\\]{3,400}+)(?!\()",
    re.IGNORECASE,
)
_XML = lazy_regex(
    NAME + r"((?![A-Za-z])[^<>\r\n]{0,80}>\s{0,3}(?:<value>)?)([^<>\s][^<>\r\n]{2,400})(?=<)", re.IGNORECASE
)
_BRACED = lazy_regex(NAME + r"(\s{0,2}=\s{0,2}\{)([^{}\s]{6,400})(?=\})", re.IGNORECASE)
_NEAR = lazy_regex(  # onNode("password").input("value"), when (password) { "value"
    NAME + r"([\"')\]]{1,4}[\s{.\w(]{1,40}[\"'])([^\"'\s]{6,80})(?=[\"'])", re.IGNORECASE
)
_NAME_THEN_VALUE = lazy_regex(  # name: DB_PASSWORD, and value: on the next line; JSON, YAML, adb's --bind
    r"(\bname\W{1,6}(?:s:)?[\w.-]{0,60}?" + NAME + r"[\"']?\W{1,24}(?:--bind\s)?value\W{1,5}(?:s:)?)"
    r"([^\s\"'{}$][^\s\"'{}]{3,400})",
    re.IGNORECASE,
)
_ANY_NAME = lazy_regex(NAME, re.IGNORECASE)
_PLIST = lazy_regex(
    rf"(<key>[^<>\r\n]{{0,80}}?{NAME}</key>\s{{0,40}}<string>)([^<>\r\n]{{3,400}})", re.IGNORECASE
)
_ATTRIBUTE = lazy_regex(  # name="com.maps.API_KEY" android:value="x"
    r"((?:name|key)\s{0,2}=\s{0,2}[\"'][\w.:-]{0,80}?"
    + NAME
    + r"[\"']\s{1,40}(?:\w{1,20}:)?value\s{0,2}=\s{0,2}[\"'])"
    r"([^\"'\r\n]{3,400})(?=[\"'])",
    re.IGNORECASE,
)
_QUERY = lazy_regex(
    r"([?&#](?:key|sig|auth|apikey|appid|code|state|sid|[\w-]{0,20}signature)=|"
    r"(?<![\w])_auth\s{0,2}=\s{0,2})"
    r"([\w%+/.~-]{8,400}+)",
    re.IGNORECASE,
)
_LOWER_CASE_WORD = lazy_regex(r"[a-z]{6,}")
_NAME_PART = lazy_regex(r"[\w. -]{0,24}$")
_MASK = MASK.format("password")
_NAMES_A_SECRET = lazy_regex(rf"[A-Za-z_.-]{{0,40}}{NAME}[A-Za-z_.-]{{0,40}}", re.IGNORECASE)
_COMPOUND = lazy_regex(r"_|[a-z][A-Z]")
_SHORT_NAMES = frozenset({"pass", "pw", "psk", "jwt"})
_LONG = 8
_LONG_HEX = 17
"""Short hex beside a session is its number."""


def mask_assignments(text: str) -> str:
    """Mask values assigned to a password, key, token or secret; types and references stay."""
    if "<key>" in text:
        text = _PLIST.sub(lambda found: f"{found[1]}{_MASK}" if literal(found[3]) else found[0], text)
    if "value" in text:
        text = _NAME_THEN_VALUE.sub(
            lambda found: f"{found[1]}{_MASK}" if like_password(found[3]) or like_key(found[3]) else found[0],
            text,
        )
    return on_lines(text, WORDS, _mask_line)


def _mask_line(line: str) -> str:
    quoted = '"' in line or "'" in line
    assigned = "=" in line or ":" in line or "%3" in line
    if not (quoted or assigned or "<" in line):
        return line
    if _ANY_NAME.search(line):
        line = _mask_named(line, quoted=quoted, assigned=assigned)
    line = _WEAK.sub(_masked_weak, line)
    return _QUERY.sub(
        lambda found: f"{found[1]}{_MASK}" if any(map(str.isdigit, found[2])) else found[0], line
    )


def _mask_named(line: str, *, quoted: bool, assigned: bool) -> str:
    """Apply the patterns whose punctuation the line has: a search for a name costs more."""
    if quoted:
        line = _QUOTED.sub(
            lambda found: f"{found[1]}{found[2]}{_MASK}" if _quoted_secret(found) else found[0], line
        )
        if "value" in line:
            line = _ATTRIBUTE.sub(lambda found: f"{found[1]}{_MASK}" if literal(found[3]) else found[0], line)
        line = _NEAR.sub(_masked_unnamed, line)
    if assigned:
        line = _LITERAL.sub(_masked_unnamed, line) if quoted else line
        line = _BARE.sub(_masked_bare, line)
        line = _BRACED.sub(_masked_unnamed, line) if "{" in line else line
        line = _APP_PASSWORD.sub(lambda found: f"{found[1]}{found[2]}{_MASK}", line)
        line = _STRETCHED.sub(_masked_stretched, line)
    return _XML.sub(_masked_element, line) if "<" in line else line


def _masked_unnamed(found: re.Match[str]) -> str:
    return f"{found[1]}{found[2]}{_MASK}" if _unnamed(found) else found[0]


def _masked_stretched(found: re.Match[str]) -> str:
    sure = "=" in found[2] or opaque(found[3])
    return _masked_unnamed(found) if sure and not _ABOUT.search(found[2]) else found[0]


def _unnamed(found: re.Match[str]) -> bool:
    """Decide on a value near a name, but not right after it."""
    value = found[3]
    if is_password(found[1]) and like_password(value):
        return True
    return len(value) >= _LONG_HEX - 1 and opaque(value)


def _quoted_secret(found: re.Match[str]) -> bool:
    """Decide on a quoted text: several words are a message, unless a password with a digit.

    `storePassword 'x'` sets one, in Groovy; `Unexpected token 'x'` is a message.
    """
    name, before, value = found[1], found[2].lstrip("\"'\\])"), found[4]
    password = is_password(name)
    digits = sum(map(str.isdigit, value))
    if " " in value:
        return password and len(value) <= 40 and (digits > 0 or app_password(value))
    if before[:1].isspace() and before.strip() == found[3] and not password:
        return like_key(value)
    if before.startswith(("(", ".")) and not password:
        return like_password(value) or like_key(value)
    if not password and ("," in before or "to" in before) and not (like_password(value) or like_key(value)):
        return False
    names = _NAMES_A_SECRET.fullmatch(value) is not None and (not password or _COMPOUND.search(value))
    return literal(value) and not names


def _masked_element(found: re.Match[str]) -> str:
    value = found[3].strip()
    if not literal(value) or value.lower() in found[1].lower() or not value.isascii():
        return found[0]
    before = found.string[max(0, found.start() - 80) : found.start()]
    if "name=" in before and not any(map(str.isdigit, value)):
        return found[0]  # a label of the user interface
    return f"{found[1]}{found[2]}{_MASK}"


def _masked_weak(found: re.Match[str]) -> str:
    name, sign, value = found[1], found[2], found[3]
    before = _NAME_PART.search(found.string, max(0, found.start() - 24), found.start())
    if name.lower() == "key" and before is not None and HARMLESS_KEY.search(before[0]):
        return found[0]
    if "sign" in name.lower() and not (before and before[0].lower().startswith(("x-", "cb-"))):
        return found[0]  # what signs a file tells nothing
    kept = value.rstrip(".")
    if len(kept) < _LONG_HEX or not literal(kept) or not (opaque(kept) or is_basic(kept)):
        return found[0]
    return f"{name}{sign}{_MASK}{value[len(kept) :]}"


def _masked_bare(found: re.Match[str]) -> str:
    name, sign, value = found[1], found[2], found[3]
    if sign.endswith("%3D"):
        value = value.partition("%26")[0]
    kept = value.rstrip(".!?") if value[-1:] in ".!?" else value
    if not literal(kept) or (name.lower() == "pwd" and kept[:1] in "/~"):
        return found[0]
    if name.lower() in _SHORT_NAMES and not like_password(kept) and len(kept) < _LONG:
        return found[0]
    if IDENTIFIER.fullmatch(kept) and not _word_is_secret(found, name, sign, kept):
        return found[0]
    return f"{name}{sign}{_MASK}{found[3][len(kept) :]}"


def _word_is_secret(found: re.Match[str], name: str, sign: str, value: str) -> bool:
    """Decide on a value that may also be a type, a variable or a word of a sentence.

    `password: String`, `token = session.token` and `token: END_OBJECT` are code and messages;
    `storePassword=android` and `apiKey=a8f3c2e1b7d94f60` are secrets.
    """
    digits = sum(map(str.isdigit, value))
    if opaque(value):
        return True
    is_mere_token = name.lower() == "token" and sign != "="  # lexers and tokenizers write `token: IDENT_12`
    password = is_password(name)
    if "." in value:
        return password and sign == "=" and strange(value)
    if len(value) >= (12 if is_mere_token else _LONG) and (digits > 1 or strange(value)):
        return True
    if sign == "=":
        return password or (len(value) >= 16 and name.lower() != "token")
    at_end = found.string[found.end() : found.end() + 1] in ("", "\n", "\r")
    is_word = _LOWER_CASE_WORD.fullmatch(value) is not None or digits > 0
    return password and at_end and is_word and _NAMES_A_SECRET.fullmatch(value) is None
