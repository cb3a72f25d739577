"""The error events by problem, with count and origins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal

from models.code import ProjectFrame
from models.devices import DeviceContext
from models.events import BuildProblem, ErrorEvent
from models.solution import Verdict
from rca.analysis.rendering.error_headline import headline
from rca.error_text import Occurrence
from rca.events.build_outcome import Outcome
from rca.events.error_lifecycle import BY_HAND, Lifecycle
from rca.events.expected_errors import ExpectedErrors
from rca.events.problem_identity import identity
from rca.events.retold_runs import RetoldRuns, base_run

MOST_EVENTS = 200
"""Problems that are kept; of more the oldest are forgotten, and counted."""

_MOST_SOURCES = 5

_MOST_RUNS = 50
"""Runs of a problem that are told apart when they are told anew."""

_RESTORED = "restored"
"""Stands for the run of an earlier process that had a problem last."""

PROBLEMS_RUN = "problems"
"""The run under which an editor tells what its Problems view shows."""

_MOST_FORGOTTEN = 10_000
"""Forgotten problems that are told apart; each of more counts as another one whenever it comes up."""


@dataclass(frozen=True, slots=True)
class Details:
    """The place of a problem in the project, and its past solutions."""

    culprit: ProjectFrame | None
    verdict: Verdict | None
    solution: str | None
    problems: tuple[BuildProblem, ...] = ()


@dataclass(slots=True)
class _Problem:
    occurrence: Occurrence
    first: datetime
    last: datetime
    settled: int = 0
    """How often the runs had it that ended."""
    runs: dict[str, int] = field(default_factory=dict)
    """Runs that go on, and how often each has it so far."""
    sources: list[str] = field(default_factory=list)
    latest: dict[str, str] = field(default_factory=dict)
    """By origin the last run of it that had the problem."""
    ended: dict[str, int] = field(default_factory=dict)
    """The latest runs that ended, and how often each had it: one that is told anew is not counted twice."""
    life: Lifecycle = field(default_factory=Lifecycle)
    details: Details | None = None
    device: DeviceContext | None = None
    is_looked_up: bool = False
    """Whether the details are of its last run: past solutions may have been added since an earlier one."""

    @property
    def count(self) -> int:
        """How often it came up."""
        return self.settled + sum(self.runs.values())

    def place(self, origin: str, run: str, known: Mapping[str, str]) -> bool:
        """Note that the run of an origin has it, and return whether that is new; unknown origins go."""
        before = self.latest.get(origin)
        self.latest = {name: of for name, of in self.latest.items() if name in known} | {origin: run}
        return before != run

    def settle(self, run: str) -> None:
        """Freeze what a run had of it."""
        count = self.runs.pop(run, 0)
        if count:
            self.settled += count
            self.ended[base_run(run)] = self.ended.get(base_run(run), 0) + count
            while len(self.ended) > _MOST_RUNS:
                del self.ended[next(iter(self.ended))]


@dataclass(frozen=True, slots=True)
class StoredError:
    """What is kept of a problem beyond the process that saw it."""

    id: str
    occurrence: Occurrence
    count: int
    first: datetime
    last: datetime
    sources: tuple[str, ...]
    runs: dict[str, int]
    """Runs that had it, and how often."""
    current: tuple[str, ...]
    """Origins whose last run had it."""
    life: Lifecycle
    details: Details | None
    device: DeviceContext | None = None


class EventLog:
    """The recent problems."""

    def __init__(self) -> None:
        self._problems: dict[str, _Problem] = {}
        self._latest: dict[str, str] = {}
        self._forgotten: dict[str, None] = {}
        self._long_forgotten = 0
        self._retold = RetoldRuns()
        self._expected = ExpectedErrors()
        self._dismissed: dict[str, dict[str, int]] = {}
        """By run that goes on, how often it had each problem when that was dismissed: it is read again."""

    def begin(self, run: str, origin: str) -> bool:
        """Start a run; return whether problems of an earlier run of that origin are obsolete."""
        self._latest.pop(origin, None)
        self._latest[origin] = run
        while len(self._latest) > MOST_EVENTS:
            del self._latest[next(iter(self._latest))]
        return any(origin in one.latest and one.details is not None for one in self._problems.values())

    def put(  # noqa: PLR0913 - whose problems, which, when and where, the last two by name
        self,
        run: str,
        source: str,
        found: Sequence[Occurrence],
        now: datetime,
        *,
        origin: str | None = None,
        device: DeviceContext | None = None,
    ) -> bool:
        """Replace a run's problems by the current ones; return whether that changes anything.

        `origin` distinguishes sources of one name; default: the name. `device` is where they come from.
        """
        origin = source if origin is None else origin
        ids = self._newest_of({identity(one.report): one for one in reversed(found)})
        past = {id_: count for id_, count in self._dismissed.pop(run, {}).items() if id_ in ids}
        if past:
            self._dismissed[run] = past
        counts = {id_: one.count - past.get(id_, 0) for id_, one in ids.items()}
        ids = {id_: one for id_, one in ids.items() if counts[id_] > 0}
        changed = self._withdraw(run, ids)
        for id_, occurrence in reversed(ids.items()):
            problem = self._problems.get(id_)
            if problem is None or run not in problem.runs:
                problem = self._continue_stop(run, id_, occurrence, now) or problem
            count = self._retold.not_counted(run, id_, counts[id_])
            if count == 0:  # and without a problem all of it was dismissed
                changed = (problem is not None and problem.place(origin, run, self._latest)) or changed
                continue
            if problem is None:
                problem = self._problems[id_] = _Problem(occurrence, now, now)
            if problem.runs.get(run) == count:
                continue
            changed = True
            if problem.runs.get(run, 0) < count:
                problem.life.occur()
            problem.runs[run] = count
            problem.is_looked_up = False
            problem.occurrence, problem.last, problem.device = occurrence, now, device
            problem.place(origin, run, self._latest)
            problem.sources = [source, *(one for one in problem.sources if one != source)][:_MOST_SOURCES]
        self._forget_oldest()
        return changed

    def leave_out(self, run: str, found: Sequence[Occurrence], dismissed: Iterable[str]) -> None:
        """Mark some of a run's problems as dismissed, as they were in an earlier log."""
        counts = {identity(one.report): one.count for one in found}
        known = {id_: counts[id_] for id_ in dismissed if id_ in counts}
        self._dismissed[run] = self._dismissed.get(run, {}) | known

    def tell_anew(self, run: str) -> None:
        """Take note that all of a run is told again, as to a server that was started in place of another one.

        What was counted of it before is not counted twice.
        """
        counted = {id_: one.ended[run] for id_, one in self._problems.items() if run in one.ended}
        self._retold.begin(run, counted)

    def expect(self, run: str, now: datetime) -> None:
        """Take note that a run's problems are about to be printed: that is the same occurrence of them."""
        for id_, problem in self._problems.items():
            if run in problem.runs:
                self._expected.add(id_, problem.occurrence.report, now)

    def _continue_stop(self, run: str, id_: str, printed: Occurrence, now: datetime) -> _Problem | None:
        """Return the problem that a program stopped with and prints now, under the identity of the print."""
        earlier = self._expected.take(printed.report, now)
        stopped = self._problems.pop(earlier, None) if earlier is not None else None
        if stopped is None:
            return None
        known = self._problems.get(id_)
        if known is not None:  # it came up before, too: the print counts there
            known.settled += stopped.count - 1
            return known
        stopped.occurrence, stopped.is_looked_up = printed, False
        self._problems[id_] = stopped
        self._retold.add(run, id_)
        return stopped

    def finish(self, run: str, name: str, origin: str, ending: Outcome) -> bool:
        """Resolve what the end of a run proves to be solved; return whether that changes anything."""
        had = self._retold.counted_before(run)
        of_run = {id_ for id_, problem in self._problems.items() if run in problem.runs or id_ in had}
        reports = [self._problems[id_].occurrence.report for id_ in of_run]
        changed = False
        for id_, problem in self._problems.items():
            life, report = problem.life, problem.occurrence.report
            if id_ in of_run:
                if not ending.succeeded:
                    life.fail(origin)
            elif life.is_disproved_by(ending, origin, report) or life.is_gone_from(origin, report, reports):
                life.resolve(name)
                changed = True
        return changed

    def mark(self, id_: str, state: Literal["seen", "resolved", "open"], by: str = BY_HAND) -> bool:
        """Change a problem's state on behalf of a person; return whether there is such a problem."""
        problem = self._problems.get(id_)
        if problem is None:
            return False
        if state == "seen":
            problem.life.see()
        elif state == "resolved":
            problem.life.resolve(by)
        else:
            problem.life.reopen()
        return True

    def settle(self, run: str) -> None:
        """Freeze a run's problems: it has ended."""
        self._dismissed.pop(run, None)
        self._retold.settle(run)
        for problem in self._problems.values():
            problem.settle(run)

    def dismiss(self, id_: str | None) -> None:
        """Remove a problem, or all; it reappears if it occurs again."""
        for one in list(self._problems) if id_ is None else [id_]:
            problem = self._problems.pop(one, None)
            if problem is None:
                continue
            self._retold.dismiss(one, problem.ended)
            for run, count in problem.runs.items():
                dismissed = self._dismissed.setdefault(run, {})
                dismissed[one] = dismissed.get(one, 0) + count
        if id_ is None:
            self._forgotten.clear()
            self._long_forgotten = 0

    def to_look_up(self) -> list[tuple[str, Occurrence]]:
        """Return the problems without details for their last run, newest first."""
        return [(id_, one.occurrence) for id_, one in self._newest() if not one.is_looked_up]

    def add_details(self, id_: str, details: Details) -> None:
        """Store the details of a problem."""
        if id_ in self._problems:
            self._problems[id_].details = details
            self._problems[id_].is_looked_up = True

    @property
    def forgotten(self) -> int:
        """Number of problems evicted since all were dismissed."""
        return len(self._forgotten) + self._long_forgotten

    def text(self, id_: str) -> str | None:
        """Return the latest lines that reported a problem."""
        problem = self._problems.get(id_)
        return None if problem is None else problem.occurrence.text

    def events(self) -> tuple[ErrorEvent, ...]:
        """Return all problems, newest first; within one text the root first."""
        nothing = Details(None, None, None)
        return tuple(
            ErrorEvent(
                id=id_,
                kind=one.occurrence.report.kind,
                title=headline(one.occurrence.report),
                count=one.count,
                first_seen=one.first,
                last_seen=one.last,
                sources=tuple(one.sources),
                culprit=(one.details or nothing).culprit,
                verdict=(one.details or nothing).verdict,
                solution=(one.details or nothing).solution,
                state=one.life.state,
                resolved_by=one.life.resolved_by,
                problems=(one.details or nothing).problems if self._is_current(one) else (),
                device=one.device,
            )
            for id_, one in self._newest()
        )

    def _is_current(self, problem: _Problem) -> bool:
        return problem.life.state != "resolved" and bool(self._current_origins(problem))

    def _current_origins(self, problem: _Problem) -> list[str]:
        return [origin for origin, run in problem.latest.items() if self._latest.get(origin) == run]

    def export(self) -> list[StoredError]:
        """Return what is kept of the problems beyond this process, newest first."""
        return [
            StoredError(
                id=id_,
                occurrence=one.occurrence,
                count=one.count,
                first=one.first,
                last=one.last,
                sources=tuple(one.sources),
                runs=one.ended
                | {base_run(run): one.ended.get(base_run(run), 0) + n for run, n in one.runs.items()},
                current=tuple(self._current_origins(one)),
                life=replace(one.life, failing=list(one.life.failing)),
                details=one.details,
                device=one.device,
            )
            for id_, one in self._newest()
            if not _is_editors_own(one)
        ]

    def restore(self, stored: Iterable[StoredError]) -> None:
        """Take in the problems of an earlier process, unless they came up already."""
        for one in stored:
            if one.id in self._problems:
                continue
            self._latest |= dict.fromkeys(one.current, _RESTORED)
            self._problems[one.id] = _Problem(
                one.occurrence,
                one.first,
                one.last,
                settled=one.count,
                sources=list(one.sources),
                latest=dict.fromkeys(one.current, _RESTORED),
                ended=dict(one.runs),
                life=one.life,
                details=one.details,
                device=one.device,
            )
        self._forget_oldest()

    def _withdraw(self, run: str, ids: dict[str, Occurrence]) -> bool:
        gone = [id_ for id_, one in self._problems.items() if run in one.runs and id_ not in ids]
        for id_ in gone:
            problem = self._problems[id_]
            del problem.runs[run]
            if not problem.runs and not problem.settled:
                del self._problems[id_]
        return bool(gone)

    def _newest_of(self, ids: dict[str, Occurrence]) -> dict[str, Occurrence]:
        """Return the root last, preceded by as many of the other problems as are kept, the latest ones."""
        over = dict.fromkeys(list(ids)[:-1][MOST_EVENTS - 1 :])
        kept = {id_: one for id_, one in ids.items() if id_ not in over}
        for id_ in kept:
            self._forgotten.pop(id_, None)
        self._forget(over)
        return kept

    def _newest(self) -> list[tuple[str, _Problem]]:
        return sorted(self._problems.items(), key=lambda item: item[1].last, reverse=True)

    def _forget_oldest(self) -> None:
        oldest = [id_ for id_, _ in self._newest()[MOST_EVENTS:]]
        for id_ in oldest:
            del self._problems[id_]
        self._forget(oldest)

    def _forget(self, ids: Iterable[str]) -> None:
        for id_ in ids:
            self._forgotten[id_] = None
            if len(self._forgotten) > _MOST_FORGOTTEN:
                del self._forgotten[next(iter(self._forgotten))]
                self._long_forgotten += 1


def _is_editors_own(problem: _Problem) -> bool:
    """Return whether only the editor's Problems view has it, which tells of it anew by itself."""
    return not problem.settled and all(base_run(run) == PROBLEMS_RUN for run in problem.runs)
