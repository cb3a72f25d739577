"""Decides between a container that is too small and an index that is too large, by declared sizes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from models.captured_state import CapturedValue
from rca.causes.captured.known_value import KnownValue

_SIZE: Final = re.compile(
    r"(?:size|width|height|length|len|count|capacity|columns?|cols|rows?|planned|promised|expected|total|number\w*|max\w*)s?"
    r"|\w+(?:Size|Width|Height|Length|Count|Capacity|Columns|Rows|Total)|(?:num|number|max)[A-Z_]\w*"
)
_LIKELY: Final = 1.6
_UNLIKELY: Final = 0.5


@dataclass(frozen=True)
class SizeWeights:
    """Factors for a container and for the index, and the field that says which size is right.

    Args:
        container: factor of the container.
        index: factor of the index.
        field: name of the field by which the container is too small; None where no field says so.
        holder: the object of the field.
    """

    container: float = 1.0
    index: float = 1.0
    field: str | None = None
    holder: CapturedValue | None = None


def weigh_declared_size(
    index: float, size: int, index_name: str, holders: Sequence[CapturedValue]
) -> SizeWeights:
    """Return which is rather at fault, by the sizes that the objects around the container declare.

    Args:
        index: the index, not below the size.
        size: elements of the container.
        index_name: how the code calls the index; a size of the same name counts alone if there is one.
        holders: objects that hold the container, directly or through another.
    """
    sizes = [
        (one.name, number, holder)
        for holder in holders
        for one in holder.fields
        if _SIZE.fullmatch(one.name) and (number := KnownValue(one.text).number) is not None
    ]
    stem = index_name.lower()[:3]
    named = [one for one in sizes if len(index_name) > 2 and one[0].lower().startswith(stem)]
    for name, number, holder in named or sizes:
        if number > index:
            return SizeWeights(_LIKELY, _UNLIKELY, name, holder)
    if any(number == size for _, number, _ in named or sizes):
        return SizeWeights(_UNLIKELY, _LIKELY)
    return SizeWeights()
