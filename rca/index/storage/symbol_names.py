"""In-memory table of declared names, searchable by a few letters."""

from __future__ import annotations

import threading
from array import array
from collections.abc import Iterator, Sequence

from rca.index.storage.index_store import IndexStore
from rca.languages.name_roles import CALLABLE, CLASS, unpacked_names

_MOST_FOLLOWED = 500
"""Files written since all names were read, after which they are read again: some names went."""
_OTHER = 26


class SymbolNames:
    """Names of classes and callables. One that no file declares any more may be among them.

    Thread-safe.
    """

    def __init__(self, store: IndexStore) -> None:
        self._store = store
        self._lock = threading.RLock()
        self._writes = -1
        self._followed = 0
        self._known: set[str] = set()
        self._names: list[str] = []
        self._letters = array("I")
        self._by_first: dict[str, list[str]] = {}

    def with_letters(self, wanted: str) -> Iterator[str]:
        """Return the names that have all letters and digits of a text, whatever their case and order."""
        with self._lock:
            self._follow()
            names, letters = self._names, self._letters
        asked = letters_of(wanted)
        # Names that are added meanwhile stand at the end of both and are not waited for.
        return (names[place] for place, own in enumerate(letters[:]) if own & asked == asked)

    def beginning(self, letter: str) -> Sequence[str]:
        """Return the names that begin with a letter, in either case."""
        with self._lock:
            self._follow()
            return self._by_first.get(letter.lower(), ())

    def _follow(self) -> None:
        writes = self._store.versions()[0]
        if writes == self._writes:
            return
        rows = self._store.names_since(self._writes) if self._writes >= 0 else []
        self._followed += len(rows)
        if self._writes < 0 or self._followed > _MOST_FOLLOWED:
            found = {*self._store.names_with("class"), *self._store.names_with("callable")}
            self._known, self._names, self._letters, self._followed = set(), [], array("I"), 0
            self._by_first = {}
        else:
            found = {
                name
                for row in rows
                for name, bits in unpacked_names(row).items()
                if name and bits & (CLASS | CALLABLE)
            }
        new = list(found - self._known)
        self._known.update(new)
        self._names.extend(new)
        self._letters.extend(map(letters_of, new))
        for name in new:
            self._by_first.setdefault(name[:1].lower(), []).append(name)
        self._writes = writes


def letters_of(text: str) -> int:
    """Return the letters of a text as bits, and one for all others that have a case or are digits.

    A letter that is written in several ways in the other case counts for none.
    """
    bits = 0
    for letter in set(text.lower()):
        if "a" <= letter <= "z":
            bits |= 1 << ord(letter) - 97
        elif "0" <= letter <= "9":
            bits |= 1 << _OTHER
    return bits
