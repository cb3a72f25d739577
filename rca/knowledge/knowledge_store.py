"""The knowledge store, used by every surface to search and record solutions."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from models.error_report import ErrorReport
from models.evidence import PastCause, Receipt
from models.hypothesis import Hypothesis
from models.knowledge import ImportCounts, KnowledgeStats, MergeCounts, TeamState
from models.settings import KnowledgeSettings
from models.tools.confirm_solution import ConfirmSolutionParams, ConfirmSolutionResult
from models.tools.record_solution import RecordSolutionParams, RecordSolutionResult
from rca.failure import Failure
from rca.knowledge import past_causes, solution_feedback, solution_state
from rca.knowledge.embedding.embedder import PINNED_NAME, Embedder, not_set_up
from rca.knowledge.embedding.model_cleanup import StaleModels
from rca.knowledge.embedding.model_loading import load_wanted
from rca.knowledge.embedding.vector_index import VectorIndex
from rca.knowledge.embedding.vector_search import VectorSearch
from rca.knowledge.ledger.ledger import Filters, Ledger
from rca.knowledge.ledger.record import Record
from rca.knowledge.maintenance import Maintenance
from rca.knowledge.open_store import DenseMode, OpenStore
from rca.knowledge.problem.fingerprint import fingerprint
from rca.knowledge.project_protocol import Project
from rca.knowledge.solution_search import CodeChange, Question, SearchResult
from rca.knowledge.starter import Starter
from rca.scheduling.deadline import Deadline

if TYPE_CHECKING:
    from rca.knowledge.team.synchronization import Team

_log = logging.getLogger(__name__)
_ANY = Filters()


class KnowledgeStore:
    """Past solutions in `data_dir/knowledge`. Cheap to make: it opens nothing until it is used.

    Safe for any number of threads, and of processes on one folder: all write to one ledger, one of
    them owns the ChromaDB index, the others compare vectors themselves.

    Args:
        data_dir: folder that the program keeps everything in; made when first needed.
        settings: starter on or off, embedding model.
        progress: told what the work in the background does: what ("": no more), how much, of how many
            (0: unknown).
        now: the clock.
    """

    def __init__(
        self,
        data_dir: Path,
        settings: KnowledgeSettings,
        progress: Callable[[str, int, int], None] = lambda _what, _done, _of: None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._folder = data_dir / "knowledge"
        self._settings = settings
        self._progress = progress
        self._now = now
        self._embedder = Embedder(settings.embedding_model, data_dir / "models")
        self._opening = threading.Lock()
        self._open: OpenStore | None = None
        self._starter_checked = False
        self._loads_when_wanted = False

    # Searching

    def find(  # noqa: PLR0913 - the parts of one question
        self,
        query: str,
        report: ErrorReport | None = None,
        *,
        filters: Filters = _ANY,
        min_confidence: float | None = 0.0,
        limit: int = 5,
        deadline: Deadline | None = None,
        dense: DenseMode = "if_ready",
        project: Project | None = None,
    ) -> SearchResult:
        """Search by identity, words and vectors, and say what the answer lacks.

        An empty result is an outcome with verdict `novel`, no error. No event is written: what the search
        sees of the hits' code is in `code_changes`, for `record_code_changes`.

        Args:
            query: error text of any size, or a symptom in words.
            report: the parsed query, where the caller has it.
            filters: language and error type.
            min_confidence: leave out what is less likely right than this; None: show what is
                the same or similar, and nothing where the first is not likelier than no record at all.
            limit: results at most.
            deadline: deadline; dense search is left out when it has come.
            dense: whether to use the embedding model; "if_ready" uses none where the settings want none.
            project: where it is asked; the hits then say how they stand there.

        Raises:
            Failure: DB_CONNECTION_FAILED; EMBEDDING_FAILED with `dense="wait"`.
        """
        opened = self._opened()
        if dense == "if_ready" and not self._settings.dense:
            dense = "off"
        note = self._ensure_starter(opened.ledger)
        question = Question(
            query, report, filters, min_confidence, limit, deadline or Deadline(), project, self._now()
        )
        if dense == "if_ready" and self._loads_when_wanted:
            load_wanted(opened, deadline)
        found = opened.search(question, dense)
        outcome = found.outcome
        lacking: tuple[str, ...] = () if note is None else (note,)
        if opened.ledger.derivation.behind:
            done, of = opened.ledger.derivation.progress()
            lacking += (
                f"knowledge: {done} of {of} records are derived as this version does it; the rest as before",
            )
        changes: tuple[CodeChange, ...] = ()
        if project is not None:
            outcome, changes, unread = solution_state.in_project(opened.ledger, outcome, project)
            lacking += unread
        return replace(
            found,
            outcome=outcome,
            notes=(*found.notes, *lacking),
            partial=found.partial or bool(lacking),
            code_changes=changes,
        )

    # Learning

    def record_recurrence(self, text: str, report: ErrorReport | None, project: Project) -> tuple[str, ...]:
        """Keep that an error happened in a project; return what that changed, or why it is not kept.

        A solution that was validated there, and whose error it is, is not validated any longer.

        Args:
            text: the error's text, of any size.
            report: the parsed text, where the caller has it.
            project: where it happened.

        Raises:
            Failure: DB_CONNECTION_FAILED.
        """
        opened = self._opened()
        self._ensure_starter(opened.ledger)
        return solution_state.record_recurrence(opened.ledger, text, report, project)

    def record_code_changes(self, found: SearchResult, project: Project) -> SearchResult:
        """Keep what a search saw of the hits' code in a project; return the result with what was not kept."""
        notes = solution_state.record_code_changes(self._opened().ledger, found.code_changes, project)
        return replace(found, notes=(*found.notes, *notes), partial=found.partial or bool(notes))

    def past_causes(self, report: ErrorReport, project: Project) -> tuple[PastCause, ...]:
        """Return the hypotheses that fixes confirmed or refuted in a project.

        Raises:
            Failure: DB_CONNECTION_FAILED.
        """
        return past_causes.past_causes(self._opened().ledger, fingerprint(report), project)

    def remember_hypotheses(
        self, report: ErrorReport, hypotheses: Sequence[Hypothesis], project: Project
    ) -> None:
        """Keep the hypotheses about an error with their code, to see later which of it a fix changed."""
        past_causes.remember_hypotheses(self._opened().ledger, fingerprint(report), hypotheses, project)

    def record(self, params: RecordSolutionParams, project: Project | None = None) -> RecordSolutionResult:
        """Store a solution as a candidate, or with `worked=False` a failed attempt. Secrets are masked first.

        Raises:
            Failure: INVALID_PARAMETERS, DB_CONNECTION_FAILED.
        """
        opened = self._opened()
        result = solution_feedback.record(opened.ledger, params, self._now, project)
        self._nudge(opened)
        return result

    def confirm(self, params: ConfirmSolutionParams, project: Project | None = None) -> ConfirmSolutionResult:
        """Record how a solution turned out.

        Raises:
            Failure: INVALID_PARAMETERS, DB_CONNECTION_FAILED.
        """
        opened = self._opened()
        self._ensure_starter(opened.ledger)
        result = solution_feedback.confirm(opened.ledger, params, project)
        self._nudge(opened)
        return result

    def solution(self, id_: str, project: Project) -> tuple[Record, tuple[Receipt, ...]]:
        """Return a record with its receipts of a project, oldest first.

        Raises:
            Failure: INVALID_PARAMETERS.
        """
        ledger = self._opened().ledger
        self._ensure_starter(ledger)
        record = ledger.get(id_)
        if record is None:
            raise solution_feedback.unknown("verify_solution", "id", id_)
        return record, solution_state.receipts_in(ledger, id_, project)

    def keep_receipt(self, record: Record, receipt: Receipt, project: Project) -> Record:
        """Store a run that the server observed; return the record with its new state."""
        opened = self._opened()
        kept = solution_state.keep_receipt(opened.ledger, record, receipt, project)
        self._nudge(opened)
        return kept

    # Records in and out

    def import_jsonl(self, path: Path, progress: Callable[[int], None] = lambda _lines: None) -> ImportCounts:
        """Import a file of solutions, one JSON object per line; idempotent. See `jsonl`."""
        from rca.knowledge import jsonl

        opened = self._opened()
        counts = jsonl.import_jsonl(opened.ledger, path, progress)
        self._nudge(opened)
        return counts

    def export_jsonl(self, path: Path) -> int:
        """Write all records as JSON lines, including the starter's; return their number."""
        from rca.knowledge import jsonl

        opened = self._opened()
        self._ensure_starter(opened.ledger)
        return jsonl.export_jsonl(opened.ledger, path)

    def backup(self, path: Path) -> None:
        """Copy the ledger to a file, while others may be writing.

        Raises:
            Failure: as `backup.copy`.
        """
        from rca.knowledge.ledger import backup

        backup.copy(self._opened().ledger.database.path, path)

    def restore(self, path: Path | None) -> tuple[Path, Path | None]:
        """Replace the ledger by a copy, by default the newest daily one.

        Returns:
            The copy, and the path to which the replaced ledger was moved.

        Raises:
            Failure: as `backup.newest` and `backup.restore`.
        """
        from rca.knowledge.ledger import backup

        ledger = self._folder / "ledger.db"
        chosen = path or backup.newest(ledger)
        return chosen, backup.restore(ledger, chosen, self._now())

    def merge(self, path: Path, progress: Callable[[int], None] = lambda _done: None) -> MergeCounts:
        """Merge another ledger into this one; idempotent. See `merge`."""
        from rca.knowledge.ledger.merge import merge

        opened = self._opened()
        counts = merge(opened.ledger, path, progress)
        self._nudge(opened)
        return counts

    def sync(self) -> TeamState | None:
        """Exchange with the team's server once, synchronously; None without a server. Never raises."""
        opened = self._opened()
        return None if opened.team is None else opened.team.sync()

    def load_starter(self) -> bool:
        """Load this package's starter records if they are missing; return whether they were.

        Searches do so by themselves. It takes a fraction of a second; `warm_up` embeds the records.
        """
        starter = Starter.packaged()
        return self._opened().ledger.replace_starter(starter.stamp, starter.solutions)

    def stats(self) -> KnowledgeStats:
        """Return statistics of the store."""
        from rca.knowledge.store_statistics import stats_of

        opened = self._opened()
        self._ensure_starter(opened.ledger)
        team = None if opened.team is None else opened.team.state
        return stats_of(opened.ledger, self._embedder, opened.projection, team)

    # Life

    def warm_up(self) -> None:
        """Start loading the model, embedding what lacks it and opening the index, in a thread of its own.

        A model that is not set up is not loaded; the exchange with a team's server begins all the same.
        """
        opened = self._opened()
        self._ensure_starter(opened.ledger)
        if not self._embedder.needs_setup:
            opened.upkeep.wake()
        if opened.team is not None:
            opened.team.start()

    def load_when_wanted(self) -> None:
        """Load the model at the first search that needs it; for long-lived processes.

        An exchange with a team's server needs it from the start, and starts now.
        """
        opened = self._opened()
        self._ensure_starter(opened.ledger)
        self._loads_when_wanted = True
        if opened.team is not None:
            self.warm_up()

    def prepare_dense(self) -> None:
        """Export the model if need be, load it and embed what lacks it, here and now.

        This is what set-up does, some 15 s the first time on a machine. The vector index is left alone:
        a short life searches the ledger's vectors without it, and opening it costs seconds.

        Raises:
            Failure: `EMBEDDING_FAILED`, `DB_CONNECTION_FAILED`.
        """
        opened = self._opened()
        self._ensure_starter(opened.ledger)
        opened.upkeep.embed()

    @property
    def dense_is_quick(self) -> bool:
        """Return whether `prepare_dense` takes at most a second: model exported, all records embedded."""
        opened = self._opened()
        self._ensure_starter(opened.ledger)
        return self._embedder.quick and not opened.ledger.vectors.missing(self._embedder.id, 1)

    def wait_until_ready(self, seconds: float | None = None) -> bool:
        """Warm up and wait; return whether dense search is ready.

        Raises:
            Failure: what prevents dense search.
        """
        opened = self._opened()
        if not opened.upkeep.level:
            if self._embedder.needs_setup:
                raise not_set_up()
            self.warm_up()
            opened.upkeep.wait(seconds)
        if opened.upkeep.failure is not None:
            raise opened.upkeep.failure
        return opened.upkeep.level

    @property
    def ready(self) -> bool:
        """Return whether the model is loaded and every record known at the last check is embedded."""
        return self._open is not None and self._open.upkeep.level

    def close(self) -> None:
        """Close everything in order, so that the next process need not check the index."""
        with self._opening:
            opened, self._open = self._open, None
        if opened is None:
            return
        if opened.team is not None:
            opened.team.stop()
        opened.upkeep.stop(opened.close)

    def similarities(self, query: str, texts: Sequence[str]) -> tuple[float, ...] | None:
        """Return the cosine of each text with a query; None if the model is not loaded."""
        if self._loads_when_wanted:
            load_wanted(self._opened(), None)
        if not self._embedder.ready:
            return None
        try:
            vectors = self._embedder.encode([query, *texts])
        except Failure as failure:
            _log.warning("texts are compared by their words alone: %s", failure)
            return None
        return tuple(float(one) for one in vectors[1:] @ vectors[0])

    # Inside

    def _opened(self) -> OpenStore:
        with self._opening:
            if self._open is None:
                ledger = Ledger(self._folder / "ledger.db", self._now)
                model = self._embedder.id
                projection = VectorIndex(self._folder / f"chroma-{model}", ledger, model)
                leftovers = StaleModels(self._folder.parent, ledger, model, PINNED_NAME)
                upkeep = Maintenance(ledger, self._embedder, projection, leftovers, self._progress)
                nearest = VectorSearch(ledger, projection, model)
                team = self._team(ledger, model)
                self._open = OpenStore(ledger, self._embedder, projection, upkeep, nearest, team)
                if ledger.derivation.behind:
                    upkeep.catch_up()
            return self._open

    def _team(self, ledger: Ledger, model: str) -> Team | None:
        settings = self._settings
        if settings.url is None:
            return None
        from rca.knowledge.team.chroma_server import Address
        from rca.knowledge.team.synchronization import Team

        headers = tuple(settings.headers.items())
        return Team(ledger, Address(settings.url, headers, settings.tenant, settings.database), model)

    def _ensure_starter(self, ledger: Ledger) -> str | None:
        """Load the starter once; if the ledger cannot be written, search anyway and return a note."""
        if not self._settings.starter or self._starter_checked:
            return None
        starter = Starter.packaged()
        try:
            ledger.replace_starter(starter.stamp, starter.solutions)
        except Failure as failure:
            return f"knowledge: the starter records could not be loaded: {failure.error.message}"
        self._starter_checked = True
        return None

    def _nudge(self, opened: OpenStore) -> None:
        """Request the follow-up work of a write: a daily copy, and an embedding if the model is loaded."""
        opened.upkeep.copy_daily(self._now())
        if self._embedder.ready:
            opened.upkeep.wake()
        if opened.team is not None:
            opened.team.wake()
