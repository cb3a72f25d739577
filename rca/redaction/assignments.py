"""Secrets that are known by the name they are given to: `storePassword=…`, `"token": "…"`, `--password …`."""

from __future__ import annotations

import re

from rca.redaction.chance import made_by_chance
from rca.redaction.lines import MASK, on_lines

_NAME = (
    r"(passw(?:or)?d|passphrase|pwd|storepass|keypass|secret|token|api[_.-]?key|access[_.-]?key|account[_.-]?key|"
    r"private[_.-]?key|auth[_.-]?key|encryption[_.-]?key|signing[_.-]?key|subscription[_.-]?key|credentials?)"
    r"((?:[_.-]?(?:value|base64|hex|default|dev|prod|release|debug|staging|key|\d{1,2}))?)"
)
_QUOTED = re.compile(
    # name = "value", "name": "value", "name", "value" (a call), \"name\":\"value\", name "value" (Groovy)
    _NAME + r"(\\?[\"']?\]?\s{0,3}(?:=>|:=|==?|:|,|\bto\b|(?::\s{0,2})?\bString\??\s{0,2}=|\s(?=[\"']))"
    r"\s{0,3}\\{0,3}([\"'])(?:\\{1,3}[\"'])?)"
    # What is followed by a colon is the next name.
    r"((?:(?!\4|\\{1,3}\4)[^\r\n]){3,400}?)(?=\\{0,3}\4)(?!\\{0,3}[\"']\s{0,2}:)",
    re.IGNORECASE,
)
_LITERAL = re.compile(  # keyPassword = getenv("K") ?: "value", key: ByteArray = decode("value")
    _NAME + r"(\s{0,3}[:=][^;\r\n]{0,80}?[\"'])([\w+/=.~-]{16,400}+)(?=[\"'])", re.IGNORECASE
)
_NETRC = re.compile(r"(\blogin\s{1,3}\S{1,80}\s{1,3}password\s{1,3})(\S{3,200})")
_BARE = re.compile(
    _NAME + r"(\\?[\"']?\s{0,3}(?:=>|:=|=|:)\s{0,3})([^\s\"'<>{},;&()\[\]\\]{3,400}+)(?!\()", re.IGNORECASE
)
_OPTION = re.compile(
    r"(?<!\S)(--?[\w.-]{0,40}?(?:password|passwd|passphrase|token|secret|api-key|storepass|keypass"
    r"|ks-pass|key-pass|passin|passout))(\s{1,3})"
    r"([^\s\"'<>-][^\s\"'<>]{2,400})",
    re.IGNORECASE,
)
_XML = re.compile(_NAME + r"([^<>\r\n]{0,80}>\s{0,3})([^<>\s][^<>\r\n]{2,400})(?=<)", re.IGNORECASE)
_ATTRIBUTE = re.compile(  # name="com.maps.API_KEY" android:value="x"
    r"(name\s{0,2}=\s{0,2}[\"'][\w.:-]{0,80}?"
    + _NAME
    + r"[\"']\s{1,40}(?:\w{1,20}:)?value\s{0,2}=\s{0,2}[\"'])"
    r"([^\"'\r\n]{3,400})(?=[\"'])",
    re.IGNORECASE,
)
_PASS = re.compile(r"([\"']pass\\?[\"']\s{0,3}:\s{0,3}\\?[\"'])([^\"'\\\s]{3,200})(?=\\?[\"'])")
_QUERY = re.compile(
    r"([?&](?:key|sig|auth|apikey|appid|code|sid|[\w-]{0,20}signature)=|(?<![\w])_auth\s{0,2}=\s{0,2})"
    r"([\w%+/.~-]{8,400}+)",
    re.IGNORECASE,
)

_WORDS = ("pass", "pwd", "secret", "token", "key", "credential", "sig", "auth", "appid", "code=", "sid=")
"""One of these is in everything that the patterns above match."""

_NEVER_SECRET = re.compile(
    r"null|true|false|none|nil|undefined|empty|required|invalid|missing|expired|redacted|unknown|"
    r"\d+(?:\.\d+){1,4}(?:-[\w.]+)?|"  # a version, after a name such as `auth-token`
    r"[\w.-]+:\d+(?:\.\d+)+[\w.+-]*|"  # the rest of a Maven coordinate
    r"[x*•.]+|\$.*|%.*|@.*|[\w.$]+@[0-9a-f]+",  # references, placeholders, objects by identity
    re.IGNORECASE,
)
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*(?:(?:\?|!!)?(?:\.|::)[A-Za-z_]\w*)*\??[!?]*")
_LOWER_CASE_WORD = re.compile(r"[a-z]{6,}")
_HEX = re.compile(r"[0-9a-f]+", re.IGNORECASE)
_CASES = re.compile(r"(?:[A-Z]{2,}[a-z]|[a-z]\d[A-Z]).*(?:[A-Z]{2,}|\d)[a-z]")
"""Upper case, lower case and digits in an order that no name of several words has."""
_PASSWORD = re.compile(r"pass|pwd", re.IGNORECASE)


def mask_assignments(text: str) -> str:
    """Mask values that stand where a password, key, token or secret is set; types and references stay."""
    return on_lines(text, _WORDS, _mask_line)


def _mask_line(line: str) -> str:
    mask = MASK.format("password")
    line = _QUOTED.sub(
        lambda found: (
            f"{found[1]}{found[2]}{found[3]}{mask}"
            if _quoted_secret(found[1], found[3], found[5])
            else found[0]
        ),
        line,
    )
    line = _ATTRIBUTE.sub(
        lambda found: f"{found[1]}{mask}" if _literal(found[4]) else found[0],
        line,
    )
    line = _LITERAL.sub(
        lambda found: f"{found[1]}{found[2]}{found[3]}{mask}" if _random_literal(found[4]) else found[0],
        line,
    )
    line = _NETRC.sub(lambda found: f"{found[1]}{mask}" if _literal(found[2]) else found[0], line)
    line = _PASS.sub(lambda found: f"{found[1]}{mask}" if _literal(found[2]) else found[0], line)
    line = _BARE.sub(lambda found: _masked_bare(found, mask), line)
    line = _OPTION.sub(lambda found: f"{found[1]}{found[2]}{mask}" if _literal(found[3]) else found[0], line)
    line = _XML.sub(
        lambda found: (
            f"{found[1]}{found[2]}{found[3]}{mask}"
            if _literal(found[4].strip()) and found[4].strip().lower() not in found[1].lower()
            else found[0]
        ),
        line,
    )
    return _QUERY.sub(
        lambda found: f"{found[1]}{mask}" if any(c.isdigit() for c in found[2]) else found[0], line
    )


def _literal(value: str) -> bool:
    return _NEVER_SECRET.fullmatch(value) is None and " " not in value


def _random_literal(value: str) -> bool:
    return made_by_chance(value) or (len(value) >= 32 and _HEX.fullmatch(value) is not None)


def _quoted_secret(name: str, sign: str, value: str) -> bool:
    """Decide on a text in quotes: one of several words is a message, unless it is a password with a digit.

    `storePassword 'x'` sets one, as Groovy does; `Unexpected token 'x'` is a message.
    """
    digits = sum(character.isdigit() for character in value)
    is_password = _PASSWORD.search(name) is not None
    if " " in value:
        return is_password and len(value) <= 40 and digits > 0
    if sign.strip() == "'" and not is_password and (digits < 2 or len(value) < 12):
        return False
    return _literal(value)


def _masked_bare(found: re.Match[str], mask: str) -> str:
    name, suffix, sign, value = found[1], found[2], found[3], found[4]
    kept = value.rstrip(".!?") if value[-1:] in ".!?" else value
    if not _literal(kept) or (name.lower() == "pwd" and kept[:1] in "/~"):
        return found[0]
    if _IDENTIFIER.fullmatch(kept) and not _word_is_secret(found, name, sign, kept):
        return found[0]
    return f"{name}{suffix}{sign}{mask}{value[len(kept) :]}"


def _word_is_secret(found: re.Match[str], name: str, sign: str, value: str) -> bool:
    """Decide on a value that might as well be a type, a variable or a word of a sentence.

    `password: String`, `token = session.token` and `token: END_OBJECT` are code and messages;
    `storePassword=android` and `apiKey=a8f3c2e1b7d94f60` are secrets.
    """
    digits = sum(character.isdigit() for character in value)
    is_mere_token = name.lower() == "token" and sign != "="  # lexers and tokenizers write `token: IDENT_12`
    if len(value) >= (12 if is_mere_token else 8) and digits >= 2 and "." not in value:
        return True
    if sign.strip() == "=" and len(value) >= 20 and digits and _CASES.search(value):
        return True
    if sign == "=" and "." not in value:
        return _PASSWORD.search(name) is not None or (len(value) >= 16 and name.lower() != "token")
    at_end = found.string[found.end() : found.end() + 1] in ("", "\n", "\r")
    is_word = _LOWER_CASE_WORD.fullmatch(value) is not None or digits > 0
    return _PASSWORD.search(name) is not None and at_end and is_word and "." not in value
