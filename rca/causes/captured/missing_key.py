"""Decides between a wrong key and a collection that lacks it, by the keys that the collection has."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from models.captured_state import CapturedValue
from rca.causes.captured.known_value import KnownValue

_LIKELY: Final = 1.6
_UNLIKELY: Final = 0.4
_SURELY_OTHER: Final = 0.2
_LEAST_NEAR: Final = 4
_BLEMISH: Final = re.compile(r"^\s+|\s+$|\s{2,}|[,;:_/-]\s*$|^[,;:_/-]")
_SIMPLE: Final = re.compile(r"[\"'].*[\"']|-?\d[\w.]*")


@dataclass(frozen=True)
class KeyWeights:
    """Factors for the key that was asked for, and for the collection: 1 where nothing tells."""

    key: float = 1.0
    collection: float = 1.0


_KEY: Final = KeyWeights(_LIKELY, _UNLIKELY)
_COLLECTION: Final = KeyWeights(_UNLIKELY, _LIKELY)
_MISFILED: Final = KeyWeights(_SURELY_OTHER, _LIKELY)
_NOTHING: Final = KeyWeights()


def weigh_map_key(key: KnownValue | None, held: KnownValue | None) -> KeyWeights:
    """Return which of the two is rather at fault: a key, or the map that lacks it.

    Args:
        key: the key that was asked for.
        held: the map.
    """
    if key is None or held is None or not held.is_map or held.captured is None:
        return _NOTHING
    entries = held.captured.fields
    present = [one.name[1:-1] for one in entries]
    is_misfiled = any(
        _is_simple(key.text) and own.text == key.text and name != key.text
        for name, one in zip(present, entries, strict=True)
        for own in one.fields
    )
    return _MISFILED if is_misfiled else weigh_wanted(key.text, present)


def weigh_element(wanted: KnownValue | None, elements: Sequence[CapturedValue], name: str) -> KeyWeights:
    """Return which is rather at fault: the value asked for, or the elements of which none has it.

    Args:
        wanted: the value.
        elements: what was searched.
        name: the field that was compared.
    """
    if wanted is None:
        return _NOTHING
    return weigh_wanted(
        wanted.text, [field.text for one in elements for field in one.fields if field.name == name]
    )


def weigh_wanted(wanted: str, present: Sequence[str]) -> KeyWeights:
    """Return which is rather at fault, by how the wanted value looks beside those that are there.

    A number outside of the others, or a text that is cut or has another form than all others, is rather
    wrong itself; one that fits in rather was to be there.

    Args:
        wanted: the value asked for, as a debugger prints it.
        present: those that are there.
    """
    if not present or wanted in present or not all(map(_is_simple, (wanted, *present))):
        return _NOTHING
    numbers = [KnownValue(one).number for one in (wanted, *present)]
    if numbers[0] is not None:
        others = [one for one in numbers[1:] if one is not None]
        is_inside = bool(others) and min(others) < numbers[0] < max(others)
        return _COLLECTION if is_inside else _KEY if others else _NOTHING
    return _weigh_text(wanted[1:-1], [one[1:-1] for one in present])


def _weigh_text(own: str, texts: Sequence[str]) -> KeyWeights:
    alike = next((one for one in texts if _folded(one) == _folded(own)), None)
    if alike is not None:
        return _weigh_alike(own, alike, [one for one in texts if one != alike])
    if own and any(own in one for one in texts):
        return _KEY
    if any(one and one in own and _is_odd(own.replace(one, "", 1)) for one in texts):
        return _KEY
    near = next((one for one in texts if _is_near(own, one)), None)
    if near is not None:
        return _KEY
    forms = {_form(one) for one in texts}
    if _form(own) in forms:
        return _COLLECTION
    return _KEY if len(texts) > 1 and len(forms) == 1 else _NOTHING


def _weigh_alike(own: str, alike: str, rest: Sequence[str]) -> KeyWeights:
    """Return which of two texts is rather wrong that differ in case, blanks or marks alone."""
    odd, other = _blemishes(own), _blemishes(alike)
    if odd != other:
        return _KEY if odd > other else _COLLECTION
    begins = {_form(one)[:1] for one in rest}
    if len(begins) == 1 and _form(own)[:1] != _form(alike)[:1]:
        return _COLLECTION if _form(own)[:1] in begins else _KEY
    return _NOTHING


def _blemishes(text: str) -> int:
    """Return how much of a text looks left over: blanks around it, two in a row, a mark at an end."""
    return len(_BLEMISH.findall(text))


def _is_odd(rest: str) -> bool:
    """Return whether what one text has more than another is blanks and marks alone."""
    return bool(rest) and not any(one.isalnum() for one in rest)


def _is_near(left: str, right: str) -> bool:
    """Return whether two texts of some length differ by one letter, added, left out or another."""
    if min(len(left), len(right)) < _LEAST_NEAR or abs(len(left) - len(right)) > 1:
        return False
    begin = next((at for at, (one, two) in enumerate(zip(left, right, strict=False)) if one != two), None)
    if begin is None or any(one.isdigit() for one in (left + right)[begin : begin + 1]):
        return False
    shorter, longer = sorted((left[begin:], right[begin:]), key=len)
    tail = longer[1:]
    if len(left) == len(right):
        return shorter[1:] == tail and not (longer[0].isdigit() or shorter[0].isdigit())
    return tail == shorter and not longer[0].isdigit()


def _folded(text: str) -> str:
    return re.sub(r"\W", "", text).casefold()


def _form(text: str) -> str:
    """Return the kinds of a text's letters, runs of letters as one; digits each by itself."""
    return re.sub(r"([Aa])\1+", r"\1", "".join(map(_kind, text)))


def _kind(letter: str) -> str:
    return "0" if letter.isdigit() else "A" if letter.isupper() else "a" if letter.isalpha() else letter


def _is_simple(text: str) -> bool:
    return _SIMPLE.fullmatch(text) is not None
