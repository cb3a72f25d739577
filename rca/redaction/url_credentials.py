"""Credentials in URLs: user and password, webhooks, Oracle JDBC URLs."""

from __future__ import annotations

import re

from rca.redaction.line_filter import MASK
from rca.redaction.randomness import opaque
from rca.text.lazy_regex import lazy_regex

_USER_AND_PASSWORD = lazy_regex(r"(?<=://)([^\s/?#@:\"'<>]{0,100}):([^\s@/\"'<>]{1,200})@")
_USER_TOKEN = lazy_regex(r"(?<=://)[\w-]{16,200}+@")
_ADDRESS_AS_USER = lazy_regex(r"(?<=://)[^\s/?#@:\"'<>]{1,64}@[\w.-]{1,100}:[^\s@/\"'<>]{1,200}@")
_ORACLE = lazy_regex(r"(jdbc:oracle:\w{1,8}:)[\w$#]{1,64}/[^\s@/\"']{1,100}@", re.IGNORECASE)
_HOOK = lazy_regex(r"(://[^\s\"'<>?#]{0,120}?hook[^\s\"'<>?#/]{0,40}/)([^\s\"'<>?#]{6,400})", re.IGNORECASE)
_SEGMENT = lazy_regex(r"[^/@]+")
_MASK = MASK.format("url_credentials")


def mask_url_credentials(text: str) -> str:
    """Mask user and password, or a token in their place, in URLs and connection strings."""
    if "jdbc:oracle" in text:
        text = _ORACLE.sub(lambda found: f"{found[1]}{_MASK}@", text)
    if "://" not in text:
        return text
    for pattern in (_ADDRESS_AS_USER, _USER_AND_PASSWORD, _USER_TOKEN):
        text = pattern.sub(f"{_MASK}@", text)
    return _HOOK.sub(lambda found: found[1] + _SEGMENT.sub(_segment, found[2]), text)


def _segment(found: re.Match[str]) -> str:
    """Mask path segments of a webhook that are no words: they are its secret."""
    text = found[0]
    mixed = len(text) > 5 and text.isalnum() and not text.isalpha() and not text.isdigit()
    return _MASK if mixed or opaque(text) else text
