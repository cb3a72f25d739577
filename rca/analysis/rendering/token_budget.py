"""Fits sections into a token budget: each has long and short forms; important sections grow first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rca.text.llm_token_count import cut_to_tokens, estimate_tokens

__all__ = ["Section", "estimate_tokens", "fit"]


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
    # Sections are joined by a line break, one token at most: the sum never falls short of the whole.
    sizes = [[estimate_tokens(form) for form in section.forms] for section in sections]
    chosen = [len(section.forms) - 1 for section in sections]
    total = 1 + sum(size[-1] for size in sizes)
    for position in sorted(range(len(sections)), key=lambda index: sections[index].rank):
        for form, size in enumerate(sizes[position][:-1]):
            grown = total - sizes[position][chosen[position]] + size
            if grown <= tokens:
                chosen[position], total = form, grown
                break
    return cut_to_tokens(_join(sections, chosen), tokens)


def _join(sections: Sequence[Section], chosen: Sequence[int]) -> str:
    parts = (section.forms[form] for section, form in zip(sections, chosen, strict=True))
    return "\n\n".join(part for part in parts if part) + "\n"
