"""Symbol search by parts of a name, as typed: `basTot` finds `BasketTotal`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial

from rca.caching.memo_key import MemoKey
from rca.index.index_view import IndexView
from rca.index.storage.symbol_names import SymbolNames
from rca.languages.name_roles import CALLABLE, CLASS
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline
from rca.text.identifiers import split_words

_CLASS_FIRST = {"class": 0, "interface": 0, "object": 0, "enum": 0, "annotation": 0, "typealias": 0}
_BATCH = 100
_SHORT = 2
"""Letters that in any order of others fit nearly every name."""
_HUMPS = 4
"""The rank of names that fit by their humps; those after it fit by letters alone."""
_LISTED = 400
"""Names that are looked up at most: more would fit than anybody reads."""

_SYMBOL_NAMES = MemoKey[SymbolNames]("declared names")


def symbols_like(index: IndexView, query: str, most: int, deadline: Deadline) -> list[Symbol]:
    """Return the declarations whose name fits best: exact, prefix, humps, part, then letters in order.

    `Basket.total` asks for a `total` inside something that `Basket` fits. An empty query gives classes
    by name. What was found until the deadline expires is given.
    """
    outer, _, wanted = query.strip().rpartition(".")
    ranked: list[tuple[int, int, str]] = []
    for number, name in enumerate(_with_letters(wanted, declared_names(index, wanted))):
        if number % _BATCH == 0 and deadline.expired:
            break
        score = rank(wanted, name)
        if score is not None:
            ranked.append((score, len(name), name))
    ranked.sort()
    found: list[tuple[int, int, int, str, str, Symbol]] = []
    enough = most if not outer else _LISTED * 4
    for score, length, name in ranked[:_LISTED]:
        if deadline.expired or len(found) >= enough:
            break
        for path in dict.fromkeys((*index.declaring(name, "class"), *index.declaring(name, "callable"))):
            facts = index.facts(path)
            for place in () if facts is None else facts.declared.get(name, ()):
                symbol = Symbol(path, facts, place)  # type: ignore[arg-type]  # no facts, no places
                if _is_listed(symbol) and (not outer or _lies_in(symbol, outer)):
                    kind = _CLASS_FIRST.get(symbol.declaration.kind, 1)
                    found.append((score, kind, length, name, path, symbol))
    found.sort(key=lambda row: (*row[:5], row[5].line))
    return [row[5] for row in found[:most]]


def rank(wanted: str, name: str) -> int | None:
    """Return how well a name fits, 0 the best; None where it does not."""
    if not wanted:
        return 0
    lower, small = name.lower(), wanted.lower()
    starts = (name == wanted, lower == small, name.startswith(wanted), lower.startswith(small))
    if True in starts:
        return starts.index(True)
    if len(small) == 1 or small[0] not in lower:
        return None
    if _fits_humps(small, name):
        return _HUMPS
    if small in lower:
        return _HUMPS + 1
    loose = len(small) > _SHORT and lower[0] == small[0] and _in_order(small, lower)
    return _HUMPS + 2 if loose else None


def declared_names(index: IndexView, wanted: str) -> Iterator[str]:
    """Return the names of classes and callables that may have the letters of a text, unsaved ones too."""
    return iter(_declared(index, lambda names: names.with_letters(wanted)))


def names_beginning(index: IndexView, letter: str) -> Iterator[str]:
    """Return the names of classes and callables that begin with a letter in either case, unsaved ones too."""
    small = letter.lower()
    found = _declared(index, lambda names: names.beginning(small))
    return (name for name in found if name[:1].lower() == small)


def _declared(index: IndexView, pick: Callable[[SymbolNames], Iterable[str]]) -> set[str]:
    roots, overlays = index.layers
    seen: set[str] = set()
    for root in roots:
        # The names follow the rows by themselves, whatever their state.
        seen.update(pick(root.memoize(_SYMBOL_NAMES, (), partial(SymbolNames, root.store))))
    for overlay in overlays.values():
        seen.update(name for name, bits in overlay.names.items() if name and bits & (CLASS | CALLABLE))
    return seen


def _with_letters(wanted: str, names: Iterable[str]) -> Iterable[str]:
    """Leave out the names that lack one of the letters, or have them in another order."""
    # Possessive: whatever the names, the time is that of one look at each.
    pattern = "".join(f"[^{one}]*+{one}" for one in map(re.escape, wanted.replace("_", "")))
    fits = re.compile(pattern, re.IGNORECASE).match
    return (name for name in names if fits(name))


@lru_cache(maxsize=200_000)
def humps(name: str) -> tuple[str, ...]:
    """Return the words of a name in lower case: `fooBar_baz` is `foo bar baz`."""
    return tuple(part.lower() for part in split_words(name))


def _fits_humps(small: str, name: str) -> bool:
    """Return whether the query is made of starts of the name's humps, in order (`bT`, `BasTot`, `bt`)."""
    parts = humps(name)
    if len(parts) < 2:
        return False
    return _fit(small.replace("_", ""), parts, 0)


def _fit(rest: str, parts: tuple[str, ...], at: int) -> bool:
    if not rest:
        return True
    for place in range(at, len(parts)):
        hump = parts[place]
        if at == 0 and place > 0 and len(rest) < 3:
            return False
        for length in range(min(len(hump), len(rest)), 0, -1):
            if rest.startswith(hump[:length]) and _fit(rest[length:], parts, place + 1):
                return True
    return False


def _in_order(small: str, lower: str) -> bool:
    letters = iter(lower)
    return all(letter in letters for letter in small)


def _is_listed(symbol: Symbol) -> bool:
    row = symbol.declaration
    local = row.parent >= 0 and not symbol.facts.declarations[row.parent].is_class
    return row.kind not in ("constructor", "initializer", "anonymous") and not local


def _lies_in(symbol: Symbol, outer: str) -> bool:
    around = symbol.qualified_name.rpartition(".")[0]
    last = outer.rpartition(".")[2]
    classes = symbol.class_path[:-1] if symbol.declaration.is_class else symbol.class_path
    return around.lower().endswith(outer.lower()) or any(
        (score := rank(last, part)) is not None and score <= 4 for part in classes
    )
