"""One search: candidates by fingerprint, words and vectors, each scored against the query."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Literal, TypeVar

from models.error_report import ErrorReport
from models.solution import MatchSource, SearchOutcome, SolutionHit, Verdict
from rca.knowledge.ledger.ledger import Filters, Ledger
from rca.knowledge.ledger.record import Record
from rca.knowledge.problem.problem import Problem, of_query
from rca.knowledge.problem.topic_lexicon import topics_of
from rca.knowledge.project_protocol import Project
from rca.knowledge.ranking import bm25
from rca.knowledge.ranking.confidence import Candidate, judge
from rca.knowledge.ranking.hubness import LocalScaling
from rca.knowledge.ranking.prior import standing
from rca.knowledge.ranking.similarity_features import Nearness, PreparedQuery, Similarity, compare
from rca.knowledge.ranking.tokenizer import telling_words, words_of
from rca.knowledge.ranking.unasked import shares_more_than_type
from rca.scheduling.deadline import Deadline
from rca.tool_failure import Failure

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CANDIDATES = 50
"""Records taken from each of lexical and dense search."""

SIMILAR = 0.5
"""From this confidence on a record is called similar, as the likeliest one is where the problem is known."""

_ATTEMPTS = 5

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class CodeChange:
    """The code of a validated solution, seen to differ from the ledger: changed since, or as it was again."""

    solution_id: str
    outcome: Literal["stale", "fresh"]


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of a search, with its gaps.

    `below` counts the candidates under the wanted confidence; `best_below` is the best of theirs.
    `notes` say where the answer comes from and what was not at hand; `partial` whether anything was not;
    `embedding_failure` what broke the embedding model, if something did. `code_changes` are those of the hits
    that the ledger does not hold yet. `recurrences` say what changes as the error came back. `weaker` counts
    similar records that nobody asked for and that share no more than the type of an exception.
    """

    outcome: SearchOutcome
    below: int
    best_below: float | None
    notes: tuple[str, ...]
    partial: bool
    embedding_failure: Failure | None = None
    code_changes: tuple[CodeChange, ...] = ()
    recurrences: tuple[str, ...] = ()
    weaker: int = 0


@dataclass(frozen=True, slots=True)
class Dense:
    """Dense search, as far as it is ready.

    `nearest` finds row numbers of records; `note` says how, or why not; `failure` why the model failed;
    `crowd` is the local scaling of the model, if it has one. If dense search is not `wanted`, its absence is
    no gap.
    """

    model: str
    vector: NDArray[np.float32] | None
    nearest: Callable[[NDArray[np.float32], Filters, int], tuple[list[int], str]]
    note: str
    failure: Failure | None = None
    crowd: LocalScaling | None = None
    wanted: bool = True


@dataclass(frozen=True, slots=True)
class Question:
    """A query: error text or words, filters, limit, and the project in which it is asked.

    With `min_confidence` None, hits are returned that are the same or similar, if the judgement is `likely`,
    and share more with an error than its type.
    """

    query: str
    report: ErrorReport | None
    filters: Filters
    min_confidence: float | None
    limit: int
    deadline: Deadline
    project: Project | None
    now: datetime
    came_back: frozenset[str] = frozenset()
    """Solutions whose error came back just now, which the ledger does not hold yet."""


def find(ledger: Ledger, question: Question, embed: Callable[[Problem], Dense]) -> SearchResult:
    """Search the ledger.

    Each kind of search may fail by itself: the others answer, and the notes say so.

    Raises:
        Failure: DB_CONNECTION_FAILED, only if nothing could be read at all.
    """
    problem = of_query(question.query, question.report)
    return Search(ledger, question, problem, embed(problem)).run()


class Search:
    """One search: collects candidates, then scores each against the query."""

    def __init__(self, ledger: Ledger, question: Question, problem: Problem, dense: Dense) -> None:
        self._ledger = ledger
        self._question = question
        self._problem = problem
        self._dense = dense
        self._dense_note = dense.note
        self._words = telling_words(problem.words, bm25.QUERY_WORDS)
        self._bm25: dict[int, float] = {}
        self._found_by: dict[int, tuple[MatchSource, ...]] = {}
        self._faults: list[Failure] = []
        self._damaged: list[Failure] = []

    def run(self) -> SearchResult:
        """Return the result.

        Raises:
            Failure: the first fault, if nothing could be read.
        """
        question = self._question
        compared = self.compared()
        if self._faults and not compared:
            raise self._faults[0]
        judgement = judge([self._candidate(*pair) for pair in compared])
        certainties = judgement.certainties
        ranked = [(sure, *pair) for sure, pair in zip(certainties, compared, strict=True)]
        ranked.sort(key=lambda item: (-item[0], item[2].seq))
        known = 0.0 if judgement.novel else min(SIMILAR, ranked[0][0])
        least = question.min_confidence
        weaker = 0
        if least is None:
            # The same problem is never less likely than what is similar, so these come first.
            known_ones = [item for item in ranked if _verdict(item[1], item[0], known) != "novel"]
            likely = known_ones if judgement.likely else []
            good = [item for item in likely if self._is_telling(*item[1:])]
            weaker = len(likely) - len(good)
        else:
            good = [item for item in ranked if item[0] >= least]
        shown_ids = {item[2].seq for item in good}
        below = [item[0] for item in ranked if item[2].seq not in shown_ids]
        shown = tuple(self._hit(_verdict(item[1], item[0], known), *item) for item in good[: question.limit])
        ids = [hit.id for hit in shown]
        attempts = self._readable(lambda: self._ledger.attempts(self._problem.fingerprint, ids, _ATTEMPTS))
        outcome = SearchOutcome(
            query=question.query,
            results=shown,
            total_found=len(good),
            verdict=shown[0].verdict if shown else "novel",
            failed_attempts=tuple(attempts or ()),
        )
        lacking = [*self._faults, *self._damaged]
        faults = dict.fromkeys(f"knowledge: {fault.error.message}" for fault in lacking)
        return SearchResult(
            outcome,
            below=len(below),
            best_below=max(below, default=None),
            notes=("lexical: ready", self._dense_note, *faults),
            partial=(self._dense.wanted and self._dense.vector is None) or bool(faults),
            embedding_failure=self._dense.failure,
            weaker=weaker,
        )

    def _is_telling(self, likeness: Similarity, record: Record) -> bool:
        is_validated = record.state == "validated"
        return shares_more_than_type(likeness, self._problem, record.problem, validated=is_validated)

    def _collect(self) -> None:
        ledger, filters = self._ledger, self._question.filters
        identity = self._problem.fingerprint
        if identity is not None:
            self._add(self._readable(lambda: ledger.by_fingerprint(identity, filters)), "fingerprint")
        self._bm25 = (
            self._readable(lambda: bm25.search(ledger.database, self._words, filters, CANDIDATES)) or {}
        )
        self._add(self._bm25, "lexical")
        vector = self._dense.vector
        if vector is None or self._question.deadline.expired:
            return
        near = self._readable(lambda: self._dense.nearest(vector, filters, CANDIDATES))
        if near is not None:
            self._add(near[0], "dense")
            self._dense_note = near[1]

    def _add(self, seqs: Iterable[int] | None, source: MatchSource) -> None:
        for seq in seqs or ():
            self._found_by[seq] = (*self._found_by.get(seq, ()), source)

    def compared(self) -> list[tuple[Similarity, Record]]:
        """Return every candidate with its similarity to the query, unordered."""
        self._collect()
        database = self._ledger.database
        found = self._readable(lambda: self._ledger.by_seq(self._found_by, self._damaged.append)) or {}
        # The vector index knows no states: what is no longer offered goes here.
        records = {seq: self._as_of_now(record) for seq, record in found.items() if record.offered}
        near = self._readable(lambda: _nearness(self._ledger, self._dense, records)) or {}
        texts = self._readable(lambda: bm25.record_words(database, records)) or {}
        nothing = bm25.RecordWords(frozenset(), frozenset(), frozenset())
        every = set(self._words).union(*(text.problem for text in texts.values()))
        nothing_known = bm25.Rarity({}, rare=1.0, rarest=1.0)
        message = frozenset(words_of(self._problem.message))
        asked = PreparedQuery(
            self._problem,
            self._words,
            message,
            self._readable(lambda: bm25.rarity(database, every | message)) or nothing_known,
            bm25.topic_weights(topics_of(self._words), [text.topics for text in texts.values()]),
        )
        pairs: list[tuple[Similarity, Record]] = []
        for seq, record in records.items():
            words, score = texts.get(seq, nothing), self._bm25.get(seq, 0.0)
            pairs.append((compare(asked, record.problem, words, score, near.get(seq)), record))
        return pairs

    def _as_of_now(self, record: Record) -> Record:
        return record.came_back() if record.solution.id in self._question.came_back else record

    def _candidate(self, likeness: Similarity, record: Record) -> Candidate:
        problem = record.problem
        same = problem.fingerprint or (
            f"{problem.types}{problem.message}" if problem.message else str(record.seq)
        )
        return Candidate(
            likeness, standing(record, self._question.project, self._question.now), record.prior, same
        )

    def _hit(self, verdict: Verdict, certainty: float, likeness: Similarity, record: Record) -> SolutionHit:
        fields = dict(record.solution)
        fields["confidence"] = certainty
        fields["metadata"] = {"createdAt": "", "fixedIn": "", **record.solution.metadata}
        fields["user_validated"] = record.state == "validated"
        return SolutionHit(
            **fields,
            similarity=None if likeness.cosine is None else round(likeness.cosine, 4),
            verdict=verdict,
            matched=likeness.matched,
            found_by=self._found_by[record.seq],
            state=record.state,
        )

    def _readable(self, read: Callable[[], T]) -> T | None:
        """Read a part of the ledger; on a fault, note it and continue without that part."""
        try:
            return read()
        except Failure as failure:
            self._faults.append(failure)
            return None


def _verdict(likeness: Similarity, certainty: float, known: float) -> Verdict:
    """Return the verdict on a record; `known` is the least confidence of a similar one, 0 for none."""
    if likeness.same:
        return "same"
    return "similar" if known and certainty >= known else "novel"


def _nearness(ledger: Ledger, dense: Dense, records: Iterable[int]) -> dict[int, Nearness]:
    """Compare the ledger's exact vectors, whatever search found the record."""
    vector = dense.vector
    stored = {} if vector is None else ledger.vectors.of(dense.model, records)
    if vector is None or not stored:
        return {}
    import numpy as np

    vectors = np.stack([np.frombuffer(value, dtype="<f4") for value in stored.values()])
    cosines = np.clip(vectors @ vector, -1.0, 1.0).tolist()
    crowd = dense.crowd
    if crowd is None:
        return {seq: Nearness(cosine) for seq, cosine in zip(stored, cosines, strict=True)}
    around = float(crowd.around_queries(vector[None])[0])
    return {
        seq: Nearness(cosine, around, crowded)
        for seq, cosine, crowded in zip(stored, cosines, crowd.around_records(vectors).tolist(), strict=True)
    }
