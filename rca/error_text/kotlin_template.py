"""Dollar signs in strings of Kotlin, as tests and documents quote traces."""

from __future__ import annotations

from rca.text.lazy_regex import lazy_regex

_DOLLAR = lazy_regex(r"\$\{(?:'\\?\$'|\"\\?\$\")\}")


def restore_dollars(text: str) -> str:
    """Return text with `$` in place of the template that stands for it."""
    return _DOLLAR.sub("$", text) if "${" in text else text
