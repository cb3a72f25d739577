"""Semantic tokens as the protocol writes them: five numbers each, the place relative to the one before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, get_args

from lsprotocol import types

from lsp_server.positions import Positions
from rca.navigation.semantic_tokens import SemanticToken, TokenKind, TokenModifier

KINDS: Final[tuple[str, ...]] = get_args(TokenKind)
MODIFIERS: Final[tuple[str, ...]] = get_args(TokenModifier)
LEGEND: Final = types.SemanticTokensLegend(list(KINDS), list(MODIFIERS))
_KIND_NUMBERS: Final = {kind: number for number, kind in enumerate(KINDS)}
_BITS: Final = {modifier: 1 << number for number, modifier in enumerate(MODIFIERS)}
_FIVE: Final = 5


def encode(tokens: Sequence[SemanticToken], places: Positions) -> list[int]:
    """Return the numbers of some tokens, which must be in the order of the text."""
    numbers: list[int] = []
    line = column = 0
    for token in tokens:
        start = places.position(token.start)
        end = places.position(token.end)
        bits = sum(_BITS[modifier] for modifier in token.modifiers)
        is_new_line = start.line != line
        numbers += (
            start.line - line,
            start.character - (0 if is_new_line else column),
            end.character - start.character,
            _KIND_NUMBERS[token.kind],
            bits,
        )
        line, column = start.line, start.character
    return numbers


def edits_between(before: Sequence[int], after: Sequence[int]) -> list[types.SemanticTokensEdit]:
    """Return the edit that makes one answer of another: what lies between equal ends is replaced."""
    shorter = min(len(before), len(after))
    first = next((at for at in range(shorter) if before[at] != after[at]), shorter)
    first -= first % _FIVE
    last = next((at for at in range(shorter - first) if before[-1 - at] != after[-1 - at]), shorter - first)
    last -= last % _FIVE
    deleted, data = len(before) - first - last, list(after[first : len(after) - last])
    return [types.SemanticTokensEdit(first, deleted, data)] if deleted or data else []
