"""Fit sections of text into a token budget: each offers long and short forms, the important grow first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_BYTES_PER_TOKEN = 3.0
"""Tokenizers of local models give 3 to 4 bytes of code or English a token; the low end never overruns."""


def estimate_tokens(text: str) -> int:
    """Estimate how many tokens a local model sees, rather too many than too few."""
    return int(len(text.encode("utf-8", "replace")) / _BYTES_PER_TOKEN) + 1


@dataclass(frozen=True)
class Section:
    """One part of a text. `forms` go from longest to shortest; a lower `rank` grows first.

    A section with an empty last form may be left out altogether.
    """

    rank: int
    forms: tuple[str, ...]


def fit(sections: Sequence[Section], tokens: int) -> str:
    """Join the sections in their order, each in the longest form that the budget has room for.

    Where even the shortest forms overrun, the text is cut at the budget's end, so the result
    never holds more than `tokens` by the estimate above.
    """
    chosen = [len(section.forms) - 1 for section in sections]
    for position in sorted(range(len(sections)), key=lambda index: sections[index].rank):
        for form in range(len(sections[position].forms) - 1):
            attempt = [*chosen[:position], form, *chosen[position + 1 :]]
            if estimate_tokens(_join(sections, attempt)) <= tokens:
                chosen = attempt
                break
    text = _join(sections, chosen)
    if estimate_tokens(text) <= tokens:
        return text
    kept = text.encode("utf-8", "replace")[: int((tokens - 1) * _BYTES_PER_TOKEN)]
    return kept.decode("utf-8", "ignore")


def _join(sections: Sequence[Section], chosen: Sequence[int]) -> str:
    parts = (section.forms[form] for section, form in zip(sections, chosen, strict=True))
    return "\n\n".join(part for part in parts if part) + "\n"
