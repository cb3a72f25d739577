"""BM25F: scores declarations against the words of a query, over the fields of each.

A declaration's fields are its name, its documentation, its own code, the names around it (classes, file,
folders) and its tags. A class has the code of its members too, at a lower weight, so that it wins where
its members share the words and one of them where it has them all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from rca.analysis.search.search_query import Query, Term, name_stems, stem_of
from rca.analysis.search.search_units import DeclaredFile, Unit

_NAME, _DOC, _AROUND, _CODE, _MEMBERS, _TAG = 5.0, 2.0, 2.5, 1.0, 0.5, 2.0
_SATURATION = 1.4
_LENGTH = 0.5
"""The part of a field's length that counts, as BM25's b."""
_USUAL_CODE, _USUAL_DOC = 700.0, 160.0
"""Characters of a middling function and comment."""
_WHOLE_NAME = 1.2
"""What a name adds all of whose words are asked for."""
_SURE = 2
"""Words of a name from which on it is no chance that they are asked for."""
_PLAIN = frozenset(
    (
        "get",
        "set",
        "is",
        "to",
        "of",
        "by",
        "for",
        "with",
        "from",
        "on",
        "in",
        "and",
        "default",
        "real",
        "impl",
    )
)
"""Words of names that tell little."""


@dataclass(eq=False)
class Scored:
    """A unit with its matches. `frequency` is weighted by field; `offsets` are the places."""

    file: DeclaredFile
    unit: Unit
    frequency: dict[str, float] = field(default_factory=dict)
    offsets: list[tuple[int, str]] = field(default_factory=list)
    tagged: bool = False
    score: float = 0.0

    def add(self, term: Term, weight: float, offset: int | None = None) -> None:
        """Count a word of one field."""
        self.frequency[term.stem] = self.frequency.get(term.stem, 0.0) + weight
        if offset is not None:
            self.offsets.append((offset, term.concept))


class Ranking:
    """Scores the units of files, one file after another."""

    def __init__(self, query: Query, rarity: Mapping[str, float]) -> None:
        self._terms = {term.stem: term for term in query.terms}
        self._rarity = rarity
        self._concepts: dict[str, float] = {}
        for term in query.terms:
            if term.share == 1.0:
                self._concepts[term.concept] = rarity.get(term.stem, 0.0)
        self._most = sum(self._concepts.values()) or 1.0

    def units(self, file: DeclaredFile, tags: Iterable[tuple[str, str]]) -> list[Scored]:
        """Return the matching units of a file, each with a score from 0 to 1."""
        found: dict[Unit, Scored] = {}
        head = file.units[1].starts if len(file.units) > 1 else 0
        imported = {row.line for row in file.facts.imports}
        for offset, term in self._places(file):
            if offset >= head or not _is_head(file, offset, imported):
                self._count(found, file, term, offset)
        by_name: dict[str, list[str]] = {}
        for name, tag in tags:
            by_name.setdefault(name, []).append(tag)
        places = {known for name in _path_names(file.path) for known in name_stems(name)}
        folders = places & self._terms.keys()
        for scored in found.values():
            self._complete(scored, by_name, folders)
        return [one for one in found.values() if one.score > 0]

    def _places(self, file: DeclaredFile) -> Iterator[tuple[int, Term]]:
        for term in self._terms.values():
            at = file.lower.find(term.prefix)
            while at >= 0:
                word = word_at(file.text, at)
                if word is not None and stem_of(word) == term.stem:
                    yield at, term
                at = file.lower.find(term.prefix, at + 1)

    def _count(self, found: dict[Unit, Scored], file: DeclaredFile, term: Term, offset: int) -> None:
        unit = file.at(offset)
        symbol = unit.symbol
        if symbol is None:
            found.setdefault(unit, Scored(file, unit)).add(term, _CODE * _long(len(file.text)), offset)
            return
        row = symbol.declaration
        if offset < row.start:
            weight = _DOC / (1 - _LENGTH + _LENGTH * (row.start - unit.starts) / _USUAL_DOC)
        elif row.name_start <= offset < row.name_start + len(row.name):
            weight = _NAME
        else:
            weight = _CODE * _long(row.end - row.start)
        found.setdefault(unit, Scored(file, unit)).add(term, weight, offset)
        share = _MEMBERS * (2.0 if weight >= _DOC else 1.0)
        for outer in unit.outer:
            scored = found.get(outer)
            if scored is None:
                scored = found[outer] = Scored(file, outer)
            scored.add(term, share * _long(outer.ends - outer.starts), offset)

    def _complete(self, scored: Scored, tags: Mapping[str, list[str]], folders: Collection[str]) -> None:
        unit = scored.unit
        names = [one.symbol.name for one in unit.outer if one.symbol is not None]
        around = {known for name in names for known in name_stems(name) if known in self._terms}
        for known in around.union(folders):
            scored.add(self._terms[known], _AROUND)
        name = "" if unit.symbol is None else unit.symbol.qualified_name
        for tag in {*tags.get(name, ()), *tags.get("", ())}:
            term = self._terms.get(stem_of(tag))
            if term is not None:
                scored.tagged = True
                scored.add(term, _TAG)
        best: dict[str, float] = {}
        for known, frequency in scored.frequency.items():
            term = self._terms[known]
            value = term.share * frequency / (frequency + _SATURATION)
            best[term.concept] = max(best.get(term.concept, 0.0), value)
        total = sum(self._concepts.get(concept, 0.0) * value for concept, value in best.items())
        covered = sum(self._concepts.get(concept, 0.0) for concept in best) / self._most
        own = () if unit.symbol is None else name_stems(unit.symbol.name)
        told = [known for known in own if known not in _PLAIN]
        named = {self._terms[known].concept for known in told if known in self._terms}
        fitting = min(1.0, len(named) / _SURE) * len(named) / len(told) if told else 0.0
        fitting *= 0.5 + 0.5 * sum(self._concepts.get(concept, 0.0) for concept in named) / self._most
        whole = (1 + _WHOLE_NAME * fitting) / (1 + _WHOLE_NAME)
        scored.score = total / self._most * (0.75 + 0.25 * covered) * whole


def word_at(text: str, start: int) -> str | None:
    """Return the lower-case word of a name or sentence that begins at an offset; None inside a word."""
    first = text[start]
    before = text[start - 1] if start else " "
    if before.isalpha() and not (first.isupper() and before.islower()):
        following = text[start + 1 : start + 2]
        if not (first.isupper() and before.isupper() and following.islower()):
            return None
    end = start + 1
    size = len(text)
    if first.isupper() and text[end : end + 1].isupper():
        while end < size and text[end].isupper():
            end += 1
        if end < size and text[end].islower():
            end -= 1
    else:
        while end < size and text[end].islower():
            end += 1
    return text[start:end].lower()


def _long(characters: int) -> float:
    return 1 / (1 - _LENGTH + _LENGTH * characters / _USUAL_CODE)


def _is_head(file: DeclaredFile, offset: int, imported: Collection[int]) -> bool:
    """Return whether a line is an import or the package declaration."""
    line = file.lines.line_of(offset)
    return line in imported or file.lines.line(line).startswith("package ")


def _path_names(path: str) -> list[str]:
    """Return the significant names of a path: its file, and the folders of module and package."""
    parts = path.rpartition(".")[0].split("/")
    return [part for part in parts if part not in ("src", "main", "kotlin", "java", "com", "org", "net")]
