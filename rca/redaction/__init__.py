"""Secrets out of text, stack traces left whole: for what is stored, shown to a model, or sent."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from rca.redaction.assignments import mask_assignments
from rca.redaction.personal import mask_emails, mask_home_folders
from rca.redaction.shapes import mask_headers, mask_private_keys, mask_shapes, mask_url_credentials


@dataclass(frozen=True, slots=True)
class Redacted:
    """Text without secrets, and which kinds were masked, each once, in alphabetical order."""

    text: str
    kinds: tuple[str, ...]


_STEPS: tuple[tuple[str, Callable[[str], str]], ...] = (
    # Whole shapes go before what is recognised by its name alone, so that the kind is the telling one.
    ("private_key", mask_private_keys),
    ("token", mask_shapes),
    ("header", mask_headers),
    ("url_credentials", mask_url_credentials),
    ("password", mask_assignments),
    ("email", mask_emails),
    ("home_folder", mask_home_folders),
)
_WORTH_A_LOOK = re.compile(r"[=:@/\\\"'-]|eyJ|\s")


def redact(text: str) -> Redacted:
    """Mask what must not leave the machine or be kept.

    Masks tokens of known shape, JSON web tokens, private keys, credentials in headers and addresses,
    values given to passwords, keys and secrets, e-mail addresses, and the user's name in home folders
    (`~`). Class names, frames, hashes of commits, hexadecimal addresses, file names with their lines and
    type declarations stay as they are. A mask is `<redacted kind>`; redacting twice changes nothing more.
    Time is linear in the text.
    """
    if not _WORTH_A_LOOK.search(text) and len(text) < 16:
        return Redacted(text, ())
    kinds: list[str] = []
    for kind, mask in _STEPS:
        masked = mask(text)
        if masked != text:
            kinds.append(kind)
            text = masked
    return Redacted(text, tuple(sorted(kinds)))
