"""What was counted of runs that are told again, so that no occurrence counts twice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

_MOST_RUNS = 200


class RetoldRuns:
    """Counts of problems by run, and how much of them a run that is told anew has used up.

    A run has passages: `RUN#0`, `RUN#1`. It is told anew as a whole, and read by passage.
    """

    def __init__(self) -> None:
        self._counted: dict[str, dict[str, int]] = {}
        """By run that is told anew, how often each problem was counted of it before."""
        self._credit: dict[str, dict[str, int]] = {}
        """By passage that goes on, how much of each problem's count was counted before."""
        self._dismissed: dict[str, dict[str, int]] = {}
        """By run that ended, how often it had each problem that was dismissed since."""

    def dismiss(self, id_: str, counts: Mapping[str, int]) -> None:
        """Note that a problem was dismissed that ended runs had so often."""
        for run, count in counts.items():
            _add(self._dismissed.setdefault(run, {}), id_, count)
        _bound(self._dismissed)

    def begin(self, run: str, counted: Mapping[str, int]) -> None:
        """Note that all of a run is told again, and how often each known problem was counted of it."""
        self._counted[run] = self._dismissed.pop(run, {}) | dict(counted)
        _bound(self._counted)

    def add(self, passage: str, id_: str) -> None:
        """Note that the problem of a passage was counted once, under another identity."""
        self._counted.setdefault(base_run(passage), {})[id_] = 1

    def not_counted(self, passage: str, id_: str, count: int) -> int:
        """Return how much of a problem's count in a passage was not counted before."""
        before = min(count, self._counted.get(base_run(passage), {}).get(id_, 0))
        if before:
            self._credit.setdefault(passage, {})[id_] = before
        return count - before

    def counted_before(self, passage: str) -> Iterable[str]:
        """Return the problems of a passage that goes on which were counted before."""
        return self._credit.get(passage, {}).keys()

    def settle(self, passage: str) -> None:
        """Use up what a passage had: it has ended."""
        counted = self._counted.get(base_run(passage), {})
        for id_, count in self._credit.pop(passage, {}).items():
            counted[id_] -= count


def base_run(passage: str) -> str:
    """Return the run of which another is a passage or a round."""
    return passage.rpartition("#")[0] or passage


def _add(counts: dict[str, int], id_: str, count: int) -> None:
    counts[id_] = counts.get(id_, 0) + count


def _bound(runs: dict[str, dict[str, int]]) -> None:
    while len(runs) > _MOST_RUNS:
        del runs[next(iter(runs))]
