"""The knowledge store, used by every surface to search and record solutions."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from models.error_report import ErrorReport
from models.evidence import PastCause, Receipt
from models.knowledge import ImportCounts, KnowledgeStats, MergeCounts, TeamState
from models.settings import KnowledgeSettings
from models.tools.confirm_solution import ConfirmSolutionParams, ConfirmSolutionResult
from models.tools.record_solution import RecordSolutionParams, RecordSolutionResult
from rca.knowledge import past_causes, recurrence, solution_feedback, solution_state
from rca.knowledge.embedding.embedder import not_set_up
from rca.knowledge.embedding.model_loading import load_wanted
from rca.knowledge.ledger.ledger import Filters
from rca.knowledge.ledger.record import Record
from rca.knowledge.observation_recorder import MadeHypotheses, Observation, SeenCodeChanges
from rca.knowledge.open_store import DenseMode
from rca.knowledge.problem.fingerprint import fingerprint
from rca.knowledge.project_protocol import Project
from rca.knowledge.recurrence import Recurrence, SeenError
from rca.knowledge.solution_search import CodeChange, Question, SearchResult
from rca.knowledge.starter import Starter
from rca.knowledge.store_opening import StoreOpener
from rca.scheduling.deadline import Deadline
from rca.tool_failure import Failure

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
        self._opener = StoreOpener(data_dir, settings, progress, now)
        self._folder = self._opener.folder
        self._embedder = self._opener.embedder
        self._settings = settings
        self._now = now
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
        occurring: bool = False,
    ) -> SearchResult:
        """Search by identity, words and vectors, and say what the answer lacks.

        An empty result is an outcome with verdict `novel`, no error. No event is written: what the search
        sees of the hits' code is in `code_changes`, for `record_observation`.

        Args:
            query: error text of any size, or a symptom in words.
            report: the parsed query, where the caller has it.
            filters: language and error type.
            min_confidence: leave out what is less likely right than this; None: show what is
                the same or similar and shares more than a type, and nothing where the first is not likelier
                than no record at all.
            limit: results at most.
            deadline: deadline; dense search is left out when it has come.
            dense: whether to use the embedding model; "if_ready" uses none where the settings want none.
            project: where it is asked; the hits then say how they stand there.
            occurring: whether the query is an error that happens in the project now; solutions that were
                validated there are then shown as they will be once that is recorded.

        Raises:
            Failure: DB_CONNECTION_FAILED; EMBEDDING_FAILED with `dense="wait"`.
        """
        opened = self._opener.opened()
        if dense == "if_ready" and not self._settings.dense:
            dense = "off"
        note = self._opener.ensure_starter(opened.ledger)
        came_back = Recurrence()
        if occurring and project is not None:
            came_back = recurrence.predict_recurrence(opened.ledger, SeenError(query, report, project))
        withdrawn = frozenset(came_back.withdrawn)
        question = Question(
            query,
            report,
            filters,
            min_confidence,
            limit,
            deadline or Deadline(),
            project,
            self._now(),
            withdrawn,
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
            outcome, changes, unread = solution_state.in_project(opened.ledger, outcome, project, withdrawn)
            lacking += unread
        refused = opened.ledger.database.refusal() if changes else None
        if refused is not None:
            lacking += (f"knowledge: {refused.error.message}",)
        return replace(
            found,
            outcome=outcome,
            notes=(*found.notes, *lacking),
            partial=found.partial or bool(lacking),
            code_changes=changes,
            recurrences=came_back.notes,
        )

    # Learning

    def record_observation(self, observation: Observation) -> tuple[str, ...]:
        """Store what a call saw of past solutions in a project; return what could not be stored.

        A solution that was validated there, and whose error it is, is not validated any longer.

        Raises:
            Failure: DB_CONNECTION_FAILED.
        """
        opened = self._opener.opened()
        if isinstance(observation, SeenCodeChanges):
            return solution_state.record_code_changes(opened.ledger, observation.changes, observation.project)
        if isinstance(observation, MadeHypotheses):
            identity = fingerprint(observation.report)
            past_causes.remember_hypotheses(
                opened.ledger, identity, observation.hypotheses, observation.project
            )
            return ()
        self._opener.ensure_starter(opened.ledger)
        return recurrence.record_recurrence(opened.ledger, observation)

    def past_causes(self, report: ErrorReport, project: Project) -> tuple[PastCause, ...]:
        """Return the hypotheses that fixes confirmed or refuted in a project.

        Raises:
            Failure: DB_CONNECTION_FAILED.
        """
        return past_causes.past_causes(self._opener.opened().ledger, fingerprint(report), project)

    def record(self, params: RecordSolutionParams, project: Project | None = None) -> RecordSolutionResult:
        """Store a solution as a candidate, or with `worked=False` a failed attempt. Secrets are masked first.

        Raises:
            Failure: INVALID_PARAMETERS, DB_CONNECTION_FAILED.
        """
        opened = self._opener.opened()
        result = solution_feedback.record(opened.ledger, params, self._now, project)
        opened.follow_up(self._now())
        return result

    def confirm(self, params: ConfirmSolutionParams, project: Project | None = None) -> ConfirmSolutionResult:
        """Record how a solution turned out.

        Raises:
            Failure: INVALID_PARAMETERS, DB_CONNECTION_FAILED.
        """
        opened = self._opener.opened()
        self._opener.ensure_starter(opened.ledger)
        result = solution_feedback.confirm(opened.ledger, params, project)
        opened.follow_up(self._now())
        return result

    def solution(self, id_: str, project: Project) -> tuple[Record, tuple[Receipt, ...]]:
        """Return a record with its receipts of a project, oldest first.

        Raises:
            Failure: INVALID_PARAMETERS.
        """
        ledger = self._opener.opened().ledger
        self._opener.ensure_starter(ledger)
        record = ledger.get(id_)
        if record is None:
            raise solution_feedback.unknown("verify_solution", "id", id_)
        return record, solution_state.receipts_in(ledger, id_, project)

    def keep_receipt(self, record: Record, receipt: Receipt, project: Project) -> Record:
        """Store a run that the server observed; return the record with its new state."""
        opened = self._opener.opened()
        kept = solution_state.keep_receipt(opened.ledger, record, receipt, project)
        opened.follow_up(self._now())
        return kept

    # Records in and out

    def import_jsonl(self, path: Path, progress: Callable[[int], None] = lambda _lines: None) -> ImportCounts:
        """Import a file of solutions, one JSON object per line; idempotent. See `jsonl`."""
        from rca.knowledge import jsonl

        opened = self._opener.opened()
        counts = jsonl.import_jsonl(opened.ledger, path, progress)
        opened.follow_up(self._now())
        return counts

    def export_jsonl(self, path: Path) -> int:
        """Write all records as JSON lines, including the starter's; return their number."""
        from rca.knowledge import jsonl

        opened = self._opener.opened()
        self._opener.ensure_starter(opened.ledger)
        return jsonl.export_jsonl(opened.ledger, path)

    def backup(self, path: Path) -> None:
        """Copy the ledger to a file, while others may be writing.

        Raises:
            Failure: as `backup.copy`.
        """
        from rca.knowledge.ledger import backup

        backup.copy(self._opener.opened().ledger.database.path, path)

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

        opened = self._opener.opened()
        counts = merge(opened.ledger, path, progress)
        opened.follow_up(self._now())
        return counts

    def sync(self) -> TeamState | None:
        """Exchange with the team's server once, synchronously; None without a server. Never raises."""
        opened = self._opener.opened()
        return None if opened.team is None else opened.team.sync()

    def load_starter(self) -> bool:
        """Load this package's starter records if they are missing; return whether they were.

        Searches do so by themselves. It takes a fraction of a second; `warm_up` embeds the records.
        """
        starter = Starter.packaged()
        return self._opener.opened().ledger.replace_starter(starter.stamp, starter.solutions)

    def stats(self) -> KnowledgeStats:
        """Return statistics of the store."""
        from rca.knowledge.store_statistics import stats_of

        opened = self._opener.opened()
        self._opener.ensure_starter(opened.ledger)
        team = None if opened.team is None else opened.team.state
        return stats_of(opened.ledger, self._embedder, opened.projection, team)

    # Life

    def warm_up(self) -> None:
        """Start loading the model, embedding what lacks it and opening the index, in a thread of its own.

        A model that is not set up is not loaded; the exchange with a team's server begins all the same.
        """
        opened = self._opener.opened()
        self._opener.ensure_starter(opened.ledger)
        if not self._embedder.needs_setup:
            opened.upkeep.wake()
        if opened.team is not None:
            opened.team.start()

    def load_when_wanted(self) -> None:
        """Load the model at the first search that needs it; for long-lived processes.

        An exchange with a team's server needs it from the start, and starts now.
        """
        opened = self._opener.opened()
        self._opener.ensure_starter(opened.ledger)
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
        opened = self._opener.opened()
        self._opener.ensure_starter(opened.ledger)
        opened.upkeep.embed()

    @property
    def dense_is_quick(self) -> bool:
        """Return whether `prepare_dense` takes at most a second: model exported, all records embedded."""
        opened = self._opener.opened()
        self._opener.ensure_starter(opened.ledger)
        return self._embedder.quick and not opened.ledger.vectors.missing(self._embedder.id, 1)

    def wait_until_ready(self, seconds: float | None = None) -> bool:
        """Warm up and wait; return whether dense search is ready.

        Raises:
            Failure: what prevents dense search.
        """
        opened = self._opener.opened()
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
        opened = self._opener.already_open
        return opened is not None and opened.upkeep.level

    def close(self) -> None:
        """Close everything in order, so that the next process need not check the index."""
        self._opener.close()

    def similarities(self, query: str, texts: Sequence[str]) -> tuple[float, ...] | None:
        """Return the cosine of each text with a query; None if the model is not loaded."""
        if self._loads_when_wanted:
            load_wanted(self._opener.opened(), None)
        if not self._embedder.ready:
            return None
        try:
            vectors = self._embedder.encode([query, *texts])
        except Failure as failure:
            _log.warning("texts are compared by their words alone: %s", failure)
            return None
        return tuple(float(one) for one in vectors[1:] @ vectors[0])
