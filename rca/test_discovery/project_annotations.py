"""Annotations of the project that stand for those of test frameworks: composed ones, and type aliases."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from rca.caching.memo_key import MemoKey
from rca.index.index_view import IndexView
from rca.index.tags.tags import ImportedNames
from rca.languages.facts import Facts
from rca.test_discovery.test_frameworks import NAMED, TESTNG_CONFIGURATION
from rca.test_discovery.test_outline import Meanings

_KNOWN: Final = NAMED | TESTNG_CONFIGURATION
_MOST_LEVELS: Final = 5
"""Annotations on annotations, and aliases of aliases, that are followed."""

_STANDS_FOR = MemoKey[Mapping[str, frozenset[str]]]("annotations of the project that mark tests")


class ProjectAnnotations:
    """What annotations mean in one snapshot."""

    def __init__(self, index: IndexView) -> None:
        self._own = index.memoize(_STANDS_FOR, lambda: _stands_for(index))
        self._index = index
        self._exists: dict[str, bool] = {}
        self._known: dict[tuple[Meanings, ...], frozenset[str]] = {}

    def meant_by(self, annotations: tuple[Meanings, ...]) -> frozenset[str]:
        """Return the frameworks' annotations that some annotations are, or are composed of."""
        known = self._known.get(annotations)
        if known is None:
            found: set[str] = set()
            for meanings in annotations:
                found.update(self._meant(meanings))
            known = self._known[annotations] = frozenset(found)
        return known

    def _meant(self, meanings: Meanings) -> Iterable[str]:
        for name in meanings:
            if name in self._own:
                return self._own[name]
            if name in _KNOWN:
                return (name,)
            # `Test` with `import kotlin.test.*` is the package's own `Test`, where it has one.
            if len(meanings) > 1 and self._is_declared(name):
                return ()
        return ()

    def _is_declared(self, name: str) -> bool:
        known = self._exists.get(name)
        if known is None:
            package, _, simple = name.rpartition(".")
            places = self._index.places(simple, "class")
            known = self._exists[name] = any(place == package for _, place in places)
        return known


def _stands_for(index: IndexView) -> Mapping[str, frozenset[str]]:
    """Return the annotations of the project that mean others, each with those of frameworks that it means."""
    written: dict[str, list[Meanings]] = {}
    for path in {*index.tagged("annotation"), *index.declaring("", "class")}:
        facts = index.facts(path)
        if facts is not None and facts.language in ("kotlin", "java"):
            written |= _written_in(facts)
    found: dict[str, frozenset[str]] = {}
    for _ in range(_MOST_LEVELS):
        before = dict(found)
        for name, marks in written.items():
            meant = {
                one
                for meanings in marks
                for meaning in meanings
                for one in found.get(meaning, (meaning,) if meaning in _KNOWN else ())
            }
            if meant:
                found[name] = frozenset(meant)
        if found == before:
            break
    return found


def _written_in(facts: Facts) -> dict[str, list[Meanings]]:
    """Return the annotation classes and aliases of a file, with what is written on each."""
    found: dict[str, list[Meanings]] = {}
    imports: ImportedNames | None = None
    for index, row in enumerate(facts.declarations):
        if row.kind == "annotation":
            texts = [modifier[1:] for modifier in row.modifiers if modifier.startswith("@")]
        elif row.kind == "typealias" and row.type:
            texts = [row.type.partition("<")[0].strip()]
        else:
            continue
        imports = imports or ImportedNames(facts)
        if texts:
            found.setdefault(facts.qualified_names[index], []).extend(map(imports.meanings, texts))
    return found
