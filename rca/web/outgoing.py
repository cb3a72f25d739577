"""What a query may say once it leaves the machine."""

from __future__ import annotations

import re
from collections.abc import Callable

from rca.redaction import redact

LONGEST = 200
_MASK = re.compile(r"<redacted [a-z_]+>@?")
_NOISE = re.compile(
    r"\(?[\w$-]+\.(?:kt|kts|java):\d+\)?"  # a frame's place
    r"|(?:file:/{0,3}|~|[A-Za-z]:)?[\\/][^\s:'\"()]*[\\/][^\s'\"()]*"  # a path
    r"|@[0-9a-f]{5,16}\b|\b0x[0-9a-fA-F]+\b"  # identities and addresses
    r"|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b"
)
_QUALIFIED = re.compile(r"\b[a-z_][\w]*(?:\.[\w$]+)+")
_COMPOUND = re.compile(r"\b[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+\w*")
_BLANKS = re.compile(r"\s+")


def outgoing(query: str, app_packages: tuple[str, ...], is_own_class: Callable[[str], bool]) -> str:
    """Give the query as it may be sent: no secrets, no paths, no names of the app's own code.

    A class of the app that the query names by its package is removed under its short name too, and so is
    a short name of several words that the workspace declares (`CartViewModel`; a single word, such as
    `Result`, is too common to tell whose it is). What is left holds exceptions, messages, and names of
    libraries and platforms; it may be empty.

    Args:
        query: what the caller wants to know.
        app_packages: packages of the app's own code.
        is_own_class: whether the workspace declares a class of a simple name.
    """
    text = _MASK.sub(" ", redact(query).text)
    private: set[str] = set()

    def keep(found: re.Match[str]) -> str:
        name = found[0]
        if not any(name == package or name.startswith(f"{package}.") for package in app_packages):
            return name
        private.update(part for part in re.split(r"[.$]", name) if part[:1].isupper())
        return " "

    text = _QUALIFIED.sub(keep, _NOISE.sub(" ", text))
    private.update(name for name in _COMPOUND.findall(text) if is_own_class(name))
    for name in private:
        text = re.sub(rf"\b{re.escape(name)}\b", " ", text)
    return _BLANKS.sub(" ", text).strip()[:LONGEST].strip()
