"""Score of a ranking: the rank of the places that the fix changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from benchmarks.fixed_bugs.cases import KINDS, Case, FixPlace

DEPTHS = (1, 3, 5)


@dataclass(frozen=True, slots=True)
class Place:
    """A place that was predicted: a file with a line or a range, and the names its function may have."""

    file: str
    line: int | None = None
    end_line: int | None = None
    names: tuple[str, ...] = ()


def hits(place: Place, fix: FixPlace) -> bool:
    """Return whether a place is the fix place: the same file, and a line in its range or the same name."""
    if place.file != fix.file:
        return False
    if place.line is not None:
        last = place.end_line or place.line
        if place.line <= fix.end_line and last >= fix.start_line:
            return True
    names = {name.partition("(")[0].rpartition(".")[2] for name in place.names}
    if fix.name == "<init>" and fix.enclosing_class:
        names &= {"<init>", fix.enclosing_class.rpartition(".")[2]}
        return bool(names)
    return bool(fix.name) and fix.name in names


def first_rank(case: Case, places: Iterable[Place]) -> int | None:
    """Return the rank, from 1, of the first place that was fixed; repeated places count once."""
    distinct = dict.fromkeys(places)
    return next(
        (rank for rank, place in enumerate(distinct, 1) if any(hits(place, fix) for fix in case.fix_places)),
        None,
    )


@dataclass(frozen=True, slots=True)
class Rates:
    """Share of cases found within each depth, and the mean of 1/rank."""

    cases: int
    recall: tuple[float, ...]
    mean_reciprocal_rank: float


def rate(ranks: Sequence[int | None]) -> Rates:
    """Return the rates of some ranks; None stands for a miss."""
    count = len(ranks) or 1
    recall = tuple(sum(rank is not None and rank <= depth for rank in ranks) / count for depth in DEPTHS)
    return Rates(len(ranks), recall, sum(1 / rank for rank in ranks if rank) / count)


Ranking = Callable[[Case], int | None]


def table(cases: Sequence[Case], rankings: dict[str, Ranking]) -> list[str]:
    """Return a Markdown table: a row a kind, and for each ranking its recall at 1, 3, 5 and its MRR."""
    depths = " / ".join(f"R@{depth}" for depth in DEPTHS)
    head = ["kind", "n", *(f"{name}: {depths} (MRR)" for name in rankings)]
    rows = [f"| {' | '.join(head)} |", "|" + "---|" * len(head)]
    groups = [(kind, [case for case in cases if case.stratum == kind]) for kind in KINDS]
    for name, group in (*groups, ("all", list(cases))):
        if group:
            cells = [_cell(rate([ranking(case) for case in group])) for ranking in rankings.values()]
            rows.append(f"| {name} | {len(group)} | {' | '.join(cells)} |")
    return rows


def _cell(rates: Rates) -> str:
    recall = " / ".join(f"{share:.2f}" for share in rates.recall)
    return f"{recall} ({rates.mean_reciprocal_rank:.2f})"
