"""Code search by name, by literal text and by words, ranked together, each declaration once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from models.tools.search_code import CodeHit, SearchReason
from rca.analysis.doc_comments import first_sentence
from rca.analysis.search.bm25f_ranking import Ranking
from rca.analysis.search.search_query import Query
from rca.analysis.search.search_units import DeclaredFile, Unit
from rca.analysis.search.snippets import snippet
from rca.analysis.search.text_candidates import CandidateScan, scan
from rca.index.tags.tags import Tag
from rca.languages.facts import Facts
from rca.languages.name_roles import Role
from rca.navigation.symbol_search import humps, rank, symbols_like
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline
from rca.text.decoding import NotText, decode
from rca.workspace import Snapshot
from rca.workspace.build_modules import Modules, is_test

_BY_NAME = (1.0, 0.96, 0.84, 0.8, 0.74, 0.66, 0.3)
"""Relevance of a name by `symbol_search.rank`."""
_EXACT_NAME, _FOLDED_NAME = 0.6, 0.5
"""Of a place that holds a query which may be a name: less than a declaration of a name like it."""
_EXACT_TEXT, _FOLDED_TEXT = 0.97, 0.9
_WORDS, _ONE_WORD = 0.9, 0.55
_FURTHER = 0.04
"""What each further way of fitting adds."""
_TESTS, _GENERATED, _NO_CODE, _SAME_FILE = 0.65, 0.8, 0.85, 0.94
_TESTED = 0.75
"""Of what fits a test, the part that counts for the class of its name."""
_TEST_NAME = re.compile(r"(?:(?:Integration|Unit|Ui|UI)?(?:Tests?|TestCase|Spec)|IT)$|^Test(?=[A-Z])")
_NAME_FILES, _NAMES = 25, 40
_SEMANTIC, _SEMANTIC_SECONDS, _SEMANTIC_SHARE = 16, 0.8, 0.3
_NAMES_SHARE, _SCAN_SHARE = 0.4, 0.6
_BY_WORDS = {"words", "tag"}
_KINDS = {"property": 0.8, "enum_entry": 0.8, "typealias": 0.8}
"""What a question in words is rarely about."""
_CODE = ("kotlin", "java")
"""A question in words is about these first."""
_PART_OF = 0.8
"""What a name tells of the declaration around it, as a constructor's parameter of its class."""

Alike = Callable[[str, Sequence[str]], Sequence[float] | None]
"""Gives how alike texts are to a question, as cosines; None where no model is loaded."""


@dataclass
class Hit:
    """A unit while it is being ranked."""

    unit: Unit
    file: DeclaredFile
    parts: dict[SearchReason, float] = field(default_factory=dict)
    offsets: dict[int, str | None] = field(default_factory=dict)
    relevance: float = 0.0

    def fit(self, reason: SearchReason, relevance: float) -> None:
        """Record a way in which the unit matches."""
        self.parts[reason] = max(self.parts.get(reason, 0.0), relevance)


@dataclass(frozen=True)
class SearchAnswer:
    """Hits best first; `reasons` say what may be missing, `notes` which rankings took part."""

    hits: tuple[Hit, ...]
    read: int
    reasons: tuple[str, ...]
    notes: tuple[str, ...]
    is_declared: bool
    """Whether a declaration has the very name that was asked for."""


class Search:
    """One search in one snapshot."""

    def __init__(self, snapshot: Snapshot, modules: Modules, query: Query, deadline: Deadline) -> None:
        self._snapshot = snapshot
        self._index = snapshot.index
        self._modules = modules
        self._query = query
        self._watch = deadline
        self._files: dict[str, DeclaredFile | None] = {}
        self._hits: dict[tuple[str, int], Hit] = {}
        self._tags: dict[str, tuple[Tag, ...]] = {}
        self._ended = False
        self._is_declared = False

    def run(self, paths: Sequence[str], alike: Alike) -> SearchAnswer:
        """Search some files until the deadline expires."""
        asked = frozenset(paths)
        if self._query.name is not None:
            self._by_name(asked)
        part = self._watch.part(_SCAN_SHARE)
        found = scan(self._snapshot, paths, self._query, part)
        self._by_text(found)
        self._by_words(found, asked)
        for hit in self._hits.values():
            hit.relevance = self._relevance(hit)
        ranked = sorted(self._hits.values(), key=_order)
        note = self._by_meaning(ranked, alike)
        reasons = []
        if found.read < len(paths):
            reasons.append(
                f"the time limit ended the search: text of {found.read} of {len(paths)} files was read"
            )
        elif self._ended:
            reasons.append("the time limit ended the search; narrow it by scope or filePattern")
        if found.more_hold:
            reasons.append(
                f"more files hold '{self._query.text}' than the {len(found.holding)} that were looked at;"
                " narrow the search by scope or filePattern"
            )
        return SearchAnswer(tuple(_spread(ranked)), found.read, tuple(reasons), (note,), self._is_declared)

    def _by_name(self, asked: frozenset[str]) -> None:
        name = (self._query.name or "").replace("$", ".").replace(":", ".")
        simple = name.rpartition(".")[2]
        named = tuple(self._named(name, simple))
        holding = (*(one.path for one in named), *self._index.declaring(simple, "resource"))
        self._is_declared = not asked.isdisjoint(holding)
        for symbol in (*named, *self._named_like(name)):
            file = self._file(symbol.path) if symbol.path in asked else None
            score = rank(simple, symbol.name)
            if file is None or score is None:
                continue
            unit = file.at(symbol.declaration.name_start)
            own = unit.symbol is not None and unit.symbol.name == symbol.name
            hit = self._hit(file, unit)
            hit.fit("name", _BY_NAME[score] * (1.0 if own else _PART_OF))
            hit.offsets.setdefault(symbol.declaration.name_start, None)

    def _named(self, name: str, simple: str) -> Iterator[Symbol]:
        """Return declarations with that very name, which is fast whatever the time limit."""
        roles: tuple[Role, ...] = ("class", "callable")
        for path in dict.fromkeys(path for role in roles for path in self._index.declaring(simple, role)):
            for symbol in self._index.symbols(path):
                if symbol.name == simple and f".{symbol.qualified_name}".endswith(f".{name}"):
                    yield symbol

    def _named_like(self, name: str) -> Sequence[Symbol]:
        return symbols_like(self._index, name, _NAMES, self._watch.part(_NAMES_SHARE))

    def _by_text(self, found: CandidateScan) -> None:
        is_name = self._query.name is not None
        exact, folded = (_EXACT_NAME, _FOLDED_NAME) if is_name else (_EXACT_TEXT, _FOLDED_TEXT)
        small = self._query.text.lower()
        for path in found.holding:
            if self._expired():
                return
            file = self._file(path)
            if file is None:
                continue
            at = file.lower.find(small)
            while at >= 0:
                same = file.text.startswith(self._query.text, at)
                hit = self._hit(file, file.at(at))
                hit.fit("exact_text" if same else "text", exact if same else folded)
                hit.offsets.setdefault(at, None)
                at = file.lower.find(small, at + len(small))

    def _by_words(self, found: CandidateScan, asked: frozenset[str]) -> None:
        most = _WORDS if len(self._query.words) > 1 else _ONE_WORD
        ranking = Ranking(self._query, found.rarity)
        paths = found.ranked if self._query.name is None else found.ranked[:_NAME_FILES]
        self._know_tags(paths)
        for path in paths:
            if self._expired():
                return
            file = self._file(path)
            if file is None:
                continue
            tags = [(one.name, one.tag) for one in self._tags.get(path, ())]
            best = 0.0
            for scored in ranking.units(file, tags):
                hit = self._hit(file, scored.unit)
                hit.fit("words", most * scored.score)
                best = max(best, scored.score)
                if scored.tagged:
                    hit.fit("tag", 0.0)
                for offset, word in scored.offsets:
                    hit.offsets[offset] = word
            if best and is_test(path):
                self._by_test(path, most * best * _TESTED, asked)

    def _by_test(self, path: str, relevance: float, asked: frozenset[str]) -> None:
        """Match a class by its tests, whose names say in words what the class does."""
        tested = _TEST_NAME.sub("", path.rpartition("/")[2].partition(".")[0])
        for symbol in self._index.find_classes(tested) if tested else ():
            if symbol.path in asked and not is_test(symbol.path):
                file = self._file(symbol.path)
                if file is not None:
                    unit = file.at(symbol.declaration.name_start)
                    self._hit(file, unit).fit("words", relevance)

    def _by_meaning(self, ranked: list[Hit], alike: Alike) -> str:
        """Rerank the first hits by the embedding model."""
        if len(self._query.words) < 2 or self._query.name is not None or not ranked:
            return "semantic: not asked (the query is a name or one word)"
        left = self._watch.remaining
        if left is not None and left < _SEMANTIC_SECONDS:
            return "semantic: not used (no time left)"
        first = ranked[:_SEMANTIC]
        described = [self._described(hit) for hit in first]
        cosines = alike(self._query.text, described)
        if cosines is None:
            return "semantic: not used (the embedding model is not loaded)"
        for hit, cosine in zip(first, cosines, strict=True):
            if "exact_text" not in hit.parts and "text" not in hit.parts:
                hit.fit("semantic", 0.0)
                blended = (1 - _SEMANTIC_SHARE) * hit.relevance + _SEMANTIC_SHARE * max(0.0, cosine)
                hit.relevance = min(1.0, blended)
        first.sort(key=_order)
        ranked[: len(first)] = first
        return f"semantic: the first {len(first)} were reordered by the embedding model"

    def _described(self, hit: Hit) -> str:
        symbol = hit.unit.symbol
        if symbol is None:
            return hit.unit.path.rpartition("/")[2]
        said = first_sentence(hit.file.text, symbol.declaration.start) or ""
        words = " ".join(name_words(symbol))
        return f"{words}. {said} {symbol.signature(hit.file.text)[:200]}"

    def _relevance(self, hit: Hit) -> float:
        ways = sorted(hit.parts.values(), reverse=True)
        value = ways[0] + _FURTHER * sum(way > 0 for way in ways[1:])
        if is_test(hit.unit.path) and not any(word.startswith("test") for word in self._query.words):
            value *= _TESTS
        if hit.file.facts.language not in _CODE and "words" in hit.parts and len(hit.parts) == 1:
            value *= _NO_CODE
        if hit.unit.symbol is not None and set(hit.parts) <= _BY_WORDS:
            value *= _KINDS.get(hit.unit.symbol.declaration.kind, 1.0)
        if any(one.tag == "generated" for one in self._tags.get(hit.unit.path, ())):
            value *= _GENERATED
        return min(1.0, value)

    def _hit(self, file: DeclaredFile, unit: Unit) -> Hit:
        return self._hits.setdefault(unit.key, Hit(unit, file))

    def _file(self, path: str) -> DeclaredFile | None:
        if path not in self._files:
            text = self._text(path)
            facts = self._index.facts(path) or Facts("text")
            self._files[path] = None if text is None else DeclaredFile(path, text, facts)
        return self._files[path]

    def _text(self, path: str) -> str | None:
        overlay = self._snapshot.overlays.get(path)
        if overlay is not None:
            return overlay.text
        data = self._snapshot.content(path)
        try:
            return None if data is None else decode(data).text
        except NotText:
            return None

    def _know_tags(self, paths: Sequence[str]) -> None:
        self._tags.update(self._index.tags([path for path in paths if path not in self._tags]))

    def _expired(self) -> bool:
        self._ended = self._ended or self._watch.expired
        return self._ended

    def shown(self, hits: Sequence[Hit]) -> tuple[CodeHit, ...]:
        """Convert hits to the contract's form."""
        self._know_tags([hit.unit.path for hit in hits])
        return tuple(self._shown(hit) for hit in hits)

    def _shown(self, hit: Hit) -> CodeHit:
        unit, file, symbol = hit.unit, hit.file, hit.unit.symbol
        name = unit.path.rpartition("/")[2] if symbol is None else symbol.display_name
        qualified = unit.path if symbol is None else symbol.qualified_name
        text, line = snippet(file, unit, hit.offsets)
        words = {word for word in hit.offsets.values() if word is not None}
        return CodeHit(
            file_path=unit.path,
            line=1 if symbol is None else max(1, symbol.declaration.name_line),
            end_line=max(1, file.lines.count) if symbol is None else max(1, symbol.end_line),
            name=name,
            qualified_name=qualified,
            kind="file" if symbol is None else symbol.declaration.kind,
            module=self._modules.of(unit.path),
            tags=tuple(
                dict.fromkeys(one.tag for one in self._tags.get(unit.path, ()) if one.name in ("", qualified))
            ),
            summary=None if symbol is None else first_sentence(file.text, symbol.declaration.start),
            snippet=text,
            snippet_line=line,
            relevance=round(hit.relevance, 3),
            why=tuple(sorted(hit.parts, key=lambda reason: -hit.parts[reason])),
            matched=tuple(word for word in self._query.words if word in words),
            places=len(hit.offsets),
        )


def name_words(symbol: Symbol) -> list[str]:
    """Return the words of a declaration's name, those of its class first."""
    return [word for part in symbol.display_name.split(".") for word in humps(part)]


def _order(hit: Hit) -> tuple[float, bool, str, int]:
    """Sort by relevance, top-level declarations first among equals."""
    around = hit.unit.around
    nested = around is not None and around.symbol is not None
    return -hit.relevance, nested, hit.unit.path, hit.unit.starts


def _spread(ranked: Sequence[Hit]) -> list[Hit]:
    """Delay further hits of the same file a little, so that the first hits show several files."""
    seen: dict[str, int] = {}
    for hit in ranked:
        before = seen.get(hit.unit.path, 0)
        seen[hit.unit.path] = before + 1
        hit.relevance *= _SAME_FILE ** min(before, 4)
    return sorted(ranked, key=_order)
