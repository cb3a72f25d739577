"""Tokens of unknown vendors: long random strings, with or without a prefix."""

from __future__ import annotations

import re
from itertools import pairwise

from rca.redaction.line_filter import MASK
from rca.redaction.randomness import made_by_chance, surprise
from rca.text.lazy_regex import lazy_regex

_RUN = lazy_regex(
    r"(?<![\w$~/+.%-])(?<!==)(?=[A-Za-z_.~$-]{0,40}[0-9A-Z])[A-Za-z0-9](?:[\w~$-]|"
    r"\.(?=\w)){15,600}+[\w+/]*+(?:={0,2})"
)
_FILE = lazy_regex(r".*\.[a-z]{1,5}\d?")
_PREFIXED = lazy_regex(r"((?:[A-Za-z][A-Za-z0-9]{0,15}[_~$.-]{1,2}){1,3}?)([A-Za-z0-9][\w~$+/-]{11,}+)=*")
_HASH = lazy_regex(r"(?:sha|md|crc|blake|git|build|commit|rev|hash|map|core|diff|xn|h)\d*", re.IGNORECASE)
_THING = lazy_regex(
    # What names a thing, and is no key to it: `req_…`, `cus_…`, `chatcmpl-…`.
    r"[a-z]*ids?|in|req(?:uest)?|resp(?:onse)?|ch|cus|evt|event|ord(?:er)?|txn?|inv(?:oice)?|sub|prod|"
    r"price|p[im]|msg|"
    r"message|job|run|task|trace|span|usr|user|org|team|acct|account|proj|project|doc|file|obj|item|"
    r"img|image|"
    r"batch|call|conv|thread|chatcmpl|worker|pod|node|vpc|subnet|ami|i|vol|snap|cache|index|chunk|"
    r"test|device|"
    r"serial|build|release|deploy|session|view|layout|part|topic|queue|lease|lock|tmp|temp",
    re.IGNORECASE,
)
_TELLING = lazy_regex(
    r"(?:.*[_~$.-])?(?:[sprac]k|pat|(?:api-?)?key|token|tok|secret|api|auth|live|prod|test|cred|"
    r"webhook)(?:[_~$.-].*)?",
    re.IGNORECASE,
)
_UUID = lazy_regex(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_HEX = lazy_regex(r"[0-9a-f]+|[0-9A-F]+")
_SEPARATORS = lazy_regex(r"[_~$.-]+")
_NAMED_HARMLESS = lazy_regex(
    r"(?:ids?|hash|sum|etag|digest|integrity|fingerprint|trace|span|cursor|nonce|sha-?\d+|md5|"
    r"base64)[\"']?\W{0,4}$",
    re.IGNORECASE,
)
_WHOLE = lazy_regex(r"[A-Za-z0-9]{32,200}|[\w-]{40,200}")
_CONSTANT = lazy_regex(r"[A-Z][A-Z0-9]{0,11}(?:_[A-Za-z0-9]{1,11}){2,}")
_DRAWING = lazy_regex(r"-?[\d.]*(?:[a-zA-Z]{1,2}-?[\d.]+(?:-[\d.]+)*)+[zZ]?[a-zA-Z]?")
"""A part of a path in a vector drawing: `10V8h-4V4h-2v4`."""
_ALONE = 20.0
"""Nats that a string must be likelier by chance where neither a prefix nor a name tells what it is."""

_HEX_KEY, _PART, _LINE, _SHORT = 32, 11, 44, 8.0


def mask_bare(text: str) -> str:
    """Mask random strings with a vendor's prefix, and long ones that stand alone."""
    mask = MASK.format("token")
    return _RUN.sub(lambda found: mask if _is_token(found) else found[0], text)


def _is_token(found: re.Match[str]) -> bool:
    run = found[0]
    parts = run.rstrip("=").split(".")
    is_name = any(
        form.fullmatch(text) for form, text in ((_FILE, run), (_CONSTANT, parts[-1]), (_DRAWING, run))
    )
    if is_name or not any(map(str.isdigit, run)):
        return False
    if "/" in run and run == run.lower():
        return False  # a path (`kotlin-stdlib-jdk7/jdk8`): what is encoded has capitals
    if len(parts) > 1 and sum(len(part) >= _PART and _opaque_part(part) for part in parts) > 1:
        return True
    split = _PREFIXED.fullmatch(run)
    if split is not None:
        return _after_prefix(split[1], split[2], padded=run.endswith("="))
    return _alone(found, run)


def _alone(found: re.Match[str], run: str) -> bool:
    """Decide on a string without a prefix; lines of certificates and other encoded data are none."""
    plain = run.replace("-", "").replace("_", "")
    if _WHOLE.fullmatch(run) is None or _HEX.fullmatch(plain) or _in_order(plain):
        return False
    ends_line = found.string[found.end() : found.end() + 1] in ("", "\n", "\r", "\\")
    before = found.string[max(0, found.start() - 24) : found.start()]
    # Encoded data is of both cases; base 36 is none.
    encoded = ends_line and len(run) >= _LINE and run not in (run.lower(), run.upper())
    return not encoded and surprise(run) >= _ALONE and _NAMED_HARMLESS.search(before) is None


def _in_order(text: str) -> bool:
    """Return whether it is an alphabet, whose characters follow one another, and not random."""
    steps = sum(ord(two) - ord(one) == 1 for one, two in pairwise(text))
    return steps > len(text) / 4


def _opaque_part(part: str) -> bool:
    return (len(part) >= 24 and _HEX.fullmatch(part) is not None and not part.isdigit()) or (
        _HEX.fullmatch(part) is None and surprise(part) >= _SHORT
    )


def _after_prefix(prefix: str, rest: str, *, padded: bool) -> bool:
    names = [name for name in _SEPARATORS.split(prefix) if name]
    if _HASH.fullmatch(names[-1]) or any(map(_THING.fullmatch, names[:1])):
        return False
    telling = _TELLING.fullmatch(prefix) is not None
    uuid = _UUID.search(rest)
    if uuid is not None and uuid.end() == len(rest):
        return telling
    # Vendors write hex after an underscore; after a hyphen it is the hash of a file, a map or a commit.
    name, *pieces = f"{prefix}{rest}".split("_") if not telling else re.split("[_-]", f"{prefix}{rest}")
    for piece in pieces:
        if len(piece) >= _HEX_KEY - 8 * telling and _HEX.fullmatch(piece):
            return _HASH.fullmatch(name.rpartition("-")[2]) is None
        name = piece
    if any(len(piece) >= _HEX_KEY and _HEX.fullmatch(piece) for piece in rest.split("-")):
        return False
    others = "_".join(piece for piece in re.split("[_-]", rest) if _HEX.fullmatch(piece) is None)
    if telling and surprise(others) >= _SHORT and len(rest) >= _PART:
        return not padded
    long_enough = len(others) >= (24 if prefix.endswith(".") else 16)
    return long_enough and made_by_chance(others) and not (padded and "_" not in prefix)
