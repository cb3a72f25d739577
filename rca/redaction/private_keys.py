"""Private keys: PEM, PGP and PuTTY blocks, also in base64 on one line."""

from __future__ import annotations

import base64
import binascii

from rca.redaction.line_filter import MASK
from rca.text.lazy_regex import lazy_regex

_BLOCK = lazy_regex(
    r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
    r"(?:[^-]|-(?!----))*+"
    r"(?:-----END [A-Z0-9 ]{0,40}-----)?"
)
_PUTTY = lazy_regex(
    r"(Private-Lines: {0,3}\d{1,3}\r?\n)(?:[\w+/=]{1,80}(?:\r?\n|\Z))++(?:Private-MAC: {0,3}[0-9a-f]{8,})?"
)
_ENCODED = lazy_regex(
    # What begins a key in base64: PKCS #1, #8 and #12, SEC 1 (a version first), OpenSSH, JKS.
    r"(?<![\w+/])(?:MII[\w+/]{3}IBA[AD]|MII[\w+/]{3}IBAzC|M[CIH][\w+/]{1,4}AgEAM|MHcCAQEE|MIGkAgEB|"
    r"MII[\w+/]{2}[BT]BOBgkqhkiG9w0BBQ|"
    r"b3BlbnNzaC1rZXktdjE|/u3\+7Q)[\w+/\\\r\n]{40,}+={0,2}"
)
_BASE64_OF_BLOCK = lazy_regex(r"(?<![\w+/])LS0tLS1CRUdJTi[\w+/]{20,}+={0,2}")
_MASK = MASK.format("private_key")


def mask_private_keys(text: str) -> str:
    """Mask private keys, from a block's first line to its last, or to the end of a truncated one."""
    if "PRIVATE KEY" in text:
        text = _BLOCK.sub(_MASK, text)
    if "Private-Lines" in text:
        text = _PUTTY.sub(lambda found: f"{found[1]}{_MASK}", text)
    text = _ENCODED.sub(_MASK, text)
    return _BASE64_OF_BLOCK.sub(lambda found: _MASK if _holds_key(found[0]) else found[0], text)


def _holds_key(encoded: str) -> bool:
    try:
        # Whole groups of four alone: padding may be missing.
        first = base64.b64decode(encoded[: min(80, len(encoded)) // 4 * 4])
    except (binascii.Error, ValueError):
        return True  # it begins as a block does, and what it holds is not known
    return b"PRIVATE" in first
