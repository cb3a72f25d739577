"""Bayesian search for the first bad commit: the probability of each commit, and which one to test next.

Each commit has a probability of being the first bad one. A test of a commit that fails keeps the commits that
it contains, one that passes keeps the others. The next test is the one whose outcome is least certain: it
tells most (its entropy is highest). With equal probabilities that is `git bisect`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rca.bisection.commit_range import CommitRange

_EVEN_SHARE = 0.05
"""Part of the probability that is spread evenly: no suspicion is so sure that others are never tested."""


class BayesianSearch:
    """The probabilities of a range's commits, and of the first bad one being older than all of them.

    Args:
        commits: the range.
        suspicion: probabilities by hash; what is left, and part of it all, is spread evenly.
        older: probability that the first bad commit lies before the range; 0 where its beginning is good.
    """

    def __init__(self, commits: CommitRange, suspicion: Mapping[str, float], older: float = 0.0) -> None:
        self._reach = commits.reach
        known = [max(0.0, suspicion.get(commit.hash, 0.0)) for commit in commits.commits]
        scale = min(1.0, 1.0 / total) if (total := sum(known)) else 0.0
        left = 1.0 - total * scale
        even = (left + total * scale * _EVEN_SHARE) / len(known)
        inside = 1.0 - older
        self._weights = [inside * (one * scale * (1.0 - _EVEN_SHARE) + even) for one in known]
        self._older = older
        self._possible = commits.all
        self._skipped = 0

    @property
    def candidates(self) -> list[int]:
        """The commits that may still be the first bad one, the likeliest first."""
        numbers = _numbers(self._possible)
        return sorted(numbers, key=lambda number: (-self._weights[number], number))

    @property
    def may_be_older(self) -> bool:
        """Whether the first bad commit may lie before the range."""
        return self._older > 0

    def probability(self, number: int) -> float:
        """Return the probability that a commit is the first bad one, after the tests so far."""
        total = self._sum(self._possible) + self._older
        return self._weights[number] / total if self._possible >> number & 1 and total else 0.0

    def next_test(self) -> int | None:
        """Return the commit whose test is most informative; None where no remaining test adds information."""
        total = self._sum(self._possible) + self._older
        best: tuple[float, int, int] | None = None
        size = self._possible.bit_count()
        for number, reach in enumerate(self._reach):
            inside = reach & self._possible
            if self._skipped >> number & 1 or not inside:
                continue
            if inside == self._possible:
                continue  # it fails for sure
            balance = abs((self._sum(inside) + self._older) / total - 0.5)
            # Of tests that tell as much the one that also halves the number is the safer one.
            key = (round(balance, 6), abs(2 * inside.bit_count() - size), number)
            if best is None or key < best:
                best = key
        return None if best is None else best[2]

    def add_failure(self, number: int) -> None:
        """Record that a commit fails: the first bad one is it, one before it, or older than the range."""
        self._possible &= self._reach[number]

    def add_pass(self, number: int) -> None:
        """Record that a commit passes: neither it nor one before it is the first bad one."""
        self._possible &= ~self._reach[number]
        self._older = 0.0

    def add_skip(self, number: int) -> None:
        """Record that a commit cannot be tested, for example because it does not build."""
        self._skipped |= 1 << number

    def _sum(self, bits: int) -> float:
        return sum(self._weights[number] for number in _numbers(bits))


def _numbers(bits: int) -> Sequence[int]:
    return [number for number in range(bits.bit_length()) if bits >> number & 1]
