"""Table of library members whose result comes from outside the code, or may be null."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from models.tools.trace_value_origin import OriginKind

_ANDROID: Final = ("android.", "androidx.", "com.google.android.material.")


@dataclass(frozen=True)
class ValueSource:
    """The kind of origin that a library member is, and why its value may be null."""

    kind: OriginKind
    note: str


class ValueSources:
    """The shipped table."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        self._members: dict[tuple[str, str], ValueSource] = {}
        self._distinct: dict[str, ValueSource] = {}
        self._inherited: dict[str, list[str]] = {}
        for entry in table["entries"]:
            source = ValueSource(entry["kind"], entry["note"])
            self._members.update({(entry["owner"], name): source for name in entry["names"]})
            for name in entry["names"]:
                self._inherited.setdefault(name, []).append(entry["owner"])
            self._distinct.update(dict.fromkeys(entry["distinct"], source))
        lookup = ValueSource("lookup", table["lookups"]["note"])
        self._lookups = dict.fromkeys(table["lookups"]["names"], lookup)
        self._never_null = frozenset(table["never_null"]["owners"])
        self._annotations = {
            name: frozenset(words) for name, words in table["annotations"].items() if isinstance(words, list)
        }

    def member(self, owner: str, name: str) -> ValueSource | None:
        """Return what is known of a member of a class."""
        found = self._members.get((owner, name))
        if found is None and name[:3] == "get":
            found = self._members.get((owner, name[3:4].lower() + name[4:]))
        if found is None and owner.startswith(
            ("kotlin.collections", "kotlin.sequences", "kotlin.text", "kotlin")
        ):
            found = self._lookups.get(name)
        return found

    def by_name(self, name: str) -> ValueSource | None:
        """Return what is known of a member whose class is not, by a name that no other class uses."""
        return self._distinct.get(name) or self._lookups.get(name)

    def inherited(self, supertypes: Iterable[str], name: str) -> ValueSource | None:
        """Return what is known of a member that a class inherits from a library that is not at hand.

        A class such as `androidx.preference.PreferenceFragmentCompat` says by its name what it extends.
        """
        owners = self._inherited.get(name, ())
        for supertype in supertypes if owners else ():
            simple = supertype.rpartition(".")[2].removesuffix("Compat")
            for owner in owners:
                if supertype.startswith(_ANDROID) and simple.endswith(owner.rpartition(".")[2]):
                    return self._members[owner, name]
        return None

    def is_never_null(self, owner: str) -> bool:
        """Return whether no member of a Java class gives null."""
        return owner in self._never_null

    def has(self, group: str, modifiers: tuple[str, ...]) -> bool:
        """Return whether a declaration has an annotation of a group."""
        words = self._annotations[group]
        return any(one[:1] == "@" and _simple(one) in words for one in modifiers)


def _simple(annotation: str) -> str:
    return annotation[1:].partition("(")[0].rpartition(":")[2].rpartition(".")[2]


@lru_cache(maxsize=1)
def value_sources() -> ValueSources:
    """Return the shipped table."""
    text = (files(__package__) / "data" / "value_sources.json").read_text(encoding="utf-8")
    return ValueSources(json.loads(text))
