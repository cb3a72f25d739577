"""Tables of scores: one row per way of work and stratum, one row per bug, and both ways side by side."""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from benchmarks.assistants.attempt_scores import AttemptScore
from benchmarks.assistants.prepared_run import WAYS
from benchmarks.fixed_bugs.cases import KINDS

CHARACTERS_PER_TOKEN = 4
LEGEND = (
    "Bytes and tokens are those of the tools' answers; tokens = characters / 4, an estimate. Sent: bytes of "
    "the arguments. The list of tools is counted apart, in bytes. Model: tokens as the endpoint counts them. "
    "Sums, with the median in brackets. An attempt without a readable answer is a miss."
)


def summary_table(scores: Sequence[AttemptScore]) -> list[str]:
    """Return a row for each way and stratum: recall, and the cost per attempt."""
    rows = [
        "| way | kind | n | R@1 | R@5 | no answer | calls | bytes | tokens | sent | list of tools | model |",
        "|" + "---|" * 12,
    ]
    for way in WAYS:
        of_way = [score for score in scores if score.way == way]
        groups = [(kind, [score for score in of_way if score.stratum == kind]) for kind in KINDS]
        for name, group in (*groups, ("all", of_way)):
            if group:
                rows.append(f"| {way} | {name} | {' | '.join(_cells(group))} |")
    return rows


def case_table(scores: Sequence[AttemptScore]) -> list[str]:
    """Return a row for each attempt."""
    rows = [
        "| bug | kind | way | run | first answer | rank | calls | of these wrong | bytes | sent | seconds |",
        "|" + "---|" * 11,
    ]
    for score in sorted(scores, key=lambda one: (one.number, one.way, one.run)):
        first = "right" if score.rank == 1 else "wrong" if score.answered else _no_answer(score)
        cells = (score.number, score.stratum, score.way, score.run, first, score.rank or "-", score.calls)
        more = (score.wrong_calls, score.returned, score.sent, score.seconds)
        rows.append(f"| {' | '.join(map(str, (*cells, *more)))} |")
    return rows


def comparison(scores: Sequence[AttemptScore]) -> list[str]:
    """Return ours against plain for the bugs that were tried in both ways, then where plain did better.

    Several runs of a bug are averaged. Plain did better where it was first more often, or as often first and
    more often among five. Where both are equal and plain took fewer bytes, the bug is listed apart.
    """
    by_case: dict[str, dict[str, list[AttemptScore]]] = defaultdict(lambda: defaultdict(list))
    for score in scores:
        by_case[score.case][score.way].append(score)
    both = {case: ways for case, ways in sorted(by_case.items()) if all(ways[way] for way in WAYS)}
    if not both:
        return ["No bug was tried in both ways."]
    rows = ["| | ours | plain | ours / plain |", "|---|---|---|---|"]
    measures: dict[str, Callable[[AttemptScore], float]] = {
        "R@1": lambda score: score.rank == 1,
        "R@5": lambda score: score.rank is not None,
        "calls": lambda score: score.calls,
        "bytes returned": lambda score: score.returned,
        "tokens returned": lambda score: score.characters / CHARACTERS_PER_TOKEN,
        "bytes with the list of tools": lambda score: score.returned + score.listing,
        "bytes sent": lambda score: score.sent,
    }
    for name, measure in measures.items():
        ours, plain = (_mean(measure, [ways[way] for ways in both.values()]) for way in WAYS)
        share = f"{ours / plain:.0%}" if plain else "-"
        rows.append(f"| {name}, mean of {len(both)} | {ours:,.2f} | {plain:,.2f} | {share} |")
    one_call = [
        score.calls <= 1 and score.rank == 1
        for ways in both.values()
        for score in ways["ours"]
        if score.stratum == "top_app_frame"
    ]
    if one_call:
        rows += [
            "",
            f"Fix in the top frame: {sum(one_call)} of {len(one_call)} right after one call of ours.",
        ]
    rows += ["", *_listing("Plain found more", _worse(both, by_cost=False))]
    rows += ["", *_listing("Plain found as much with fewer bytes", _worse(both, by_cost=True))]
    return rows


def _worse(both: dict[str, dict[str, list[AttemptScore]]], *, by_cost: bool) -> Iterator[str]:
    for ways in both.values():
        ours, plain = (_quality(ways[way]) for way in WAYS)
        costs = [statistics.mean(score.returned for score in ways[way]) for way in WAYS]
        if (ours == plain and costs[1] < costs[0]) if by_cost else plain > ours:
            described = "; ".join(f"{way} {_runs(ways[way])}" for way in WAYS)
            first = ways["ours"][0]
            yield f"- bug {first.number} ({first.stratum}): {described}"


def _listing(title: str, rows: Iterator[str]) -> list[str]:
    listed = list(rows)
    return [f"{title}: {len(listed)}", *listed]


def _quality(scores: Sequence[AttemptScore]) -> tuple[float, float]:
    return (
        statistics.mean(score.rank == 1 for score in scores),
        statistics.mean(score.rank is not None for score in scores),
    )


def _runs(scores: Sequence[AttemptScore]) -> str:
    return ", ".join(
        f"rank {score.rank or '-'} ({score.calls} calls, {score.returned} B)" for score in scores
    )


def _mean(measure: Callable[[AttemptScore], float], groups: Sequence[Sequence[AttemptScore]]) -> float:
    return statistics.mean(statistics.mean(measure(score) for score in group) for group in groups)


def _cells(group: Sequence[AttemptScore]) -> Iterator[str]:
    first, among = _quality(group)
    yield from (str(len(group)), f"{first:.2f}", f"{among:.2f}", str(sum(not one.answered for one in group)))
    yield _sum_and_median([score.calls for score in group])
    yield _sum_and_median([score.returned for score in group])
    yield _sum_and_median([score.characters // CHARACTERS_PER_TOKEN for score in group])
    yield f"{sum(score.sent for score in group):,}"
    yield f"{sum(score.listing for score in group):,}"
    counted = [score.tokens for score in group if score.tokens is not None]
    yield _sum_and_median(counted) if counted else "-"


def _sum_and_median(values: Sequence[int]) -> str:
    return f"{sum(values):,} ({statistics.median(values):,.0f})"


def _no_answer(score: AttemptScore) -> str:
    return f"none: {score.stop}" if score.stop else "none"
