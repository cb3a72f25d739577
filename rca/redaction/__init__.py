"""Redaction of secrets that leaves stack traces intact, for text that is stored, shown or sent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rca.redaction.assignments import mask_assignments
from rca.redaction.command_arguments import mask_commands
from rca.redaction.http_headers import mask_headers
from rca.redaction.known_tokens import mask_published
from rca.redaction.pii import mask_emails, mask_home_folders
from rca.redaction.private_keys import mask_private_keys
from rca.redaction.prose import mask_sentences
from rca.redaction.unlabelled_tokens import mask_bare
from rca.redaction.url_credentials import mask_url_credentials
from rca.text.lazy_regex import lazy_regex


@dataclass(frozen=True, slots=True)
class Redacted:
    """Redacted text, and the kinds of secrets that were masked, each once, sorted."""

    text: str
    kinds: tuple[str, ...]


_STEPS: tuple[tuple[str, Callable[[str], str]], ...] = (
    # Whole shapes go before what is recognised by its name alone, so that the kind is the telling one.
    ("private_key", mask_private_keys),
    ("token", mask_published),
    ("header", mask_headers),
    ("url_credentials", mask_url_credentials),
    ("password", mask_commands),
    ("password", mask_assignments),
    ("password", mask_sentences),
    ("token", mask_bare),
    ("email", mask_emails),
    ("home_folder", mask_home_folders),
)
_WORTH_A_LOOK = lazy_regex(r"[=:@/\\\"'-]|eyJ|\s")


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
    return Redacted(text, tuple(sorted(set(kinds))))
