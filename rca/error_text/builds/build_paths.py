"""File paths as build tools print them."""

from __future__ import annotations

from urllib.parse import unquote

from rca.text.lazy_regex import lazy_regex

_SCHEME = lazy_regex(r"file:(?://(?:localhost)?)?(?=/|[A-Za-z]:)")
_DRIVE = lazy_regex(r"/[A-Za-z]:[\\/]")
_LANGUAGES = {
    "kt": "kotlin",
    "kts": "kotlin",
    "java": "java",
    "xml": "xml",
    "gradle": "groovy",
    "groovy": "groovy",
} | dict.fromkeys(("c", "cc", "cpp", "cxx", "h", "hh", "hpp", "hxx", "m", "mm", "inl"), "cpp")

# A path up to the extension: an optional scheme and drive, then no colon. Used inside larger expressions.
PATH_HEAD = r"(?:file:/*)?(?:[A-Za-z]:(?=[\\/]))?[^:\n]*?"


def plain_path(printed: str) -> str:
    """Return the path without `file://` and percent-encoding; absolute paths and drives stay."""
    scheme = _SCHEME.match(printed)
    if scheme is None:
        return printed.strip()
    path = unquote(printed[scheme.end() :], errors="replace")
    if "\ufffd" in path:  # not percent-encoded after all
        path = printed[scheme.end() :]
    return path[1:] if _DRIVE.match(path) else path


def language_of(path: str | None) -> str | None:
    """Return the language of a file by its extension; None if it is unknown."""
    if path is None:
        return None
    return _LANGUAGES.get(path.rpartition(".")[2].lower())
