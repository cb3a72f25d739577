"""Measure the table of framework contracts and the order of callbacks alone, on the fixed bugs.

    python -m benchmarks.fixed_bugs.contracts --mirror FOLDER [--given FILE] [--cache FOLDER]

Prints, for each kind of bug, how often an entry fits, how often it finds a place, and how often the fixed
function is its first place or among five.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.fixed_bugs.cases import BUGS, KINDS, Case, load_cases
from benchmarks.fixed_bugs.materialize import MissingMirrorError, read_text, write_tree
from benchmarks.fixed_bugs.score import Place, hits
from models.code import ProjectFrame
from models.error_report import ErrorReport
from models.hypothesis import Hypothesis
from rca.analysis.error_source import from_text
from rca.analysis.locating.app_frames import attribute_frames
from rca.analysis.locating.frame_locator import locate
from rca.causes.contracts.contract_causes import find_contract_causes
from rca.causes.contracts.contract_matching import match_contracts
from rca.causes.lifetime.lifetime_causes import find_lifetime_causes
from rca.causes.project_code import ProjectCode
from rca.scheduling.deadline import Deadline
from rca.workspace import Snapshot, Workspace

CACHE = Path(tempfile.gettempdir()) / "rca-fixed-bugs"
INDEXES = Path(tempfile.gettempdir()) / "rca-contract-indexes"


@dataclass(frozen=True, slots=True)
class Row:
    """The result of one case from one source of hypotheses."""

    case: Case
    entries: tuple[str, ...]
    hypotheses: tuple[Hypothesis, ...]
    rank: int | None
    seconds: float


Finder = Callable[
    [ErrorReport, str, Sequence[ProjectFrame], Snapshot, Deadline], tuple[Sequence[str], list[Hypothesis]]
]


def find_contracts(
    report: ErrorReport, text: str, frames: Sequence[ProjectFrame], snapshot: Snapshot, deadline: Deadline
) -> tuple[Sequence[str], list[Hypothesis]]:
    """Return the entries of the table that fit, and their hypotheses."""
    entries = [match.contract.id for match in match_contracts(report, text)]
    return entries, [
        cause.hypothesis
        for cause in find_contract_causes(report, text, frames, ProjectCode(snapshot), deadline)
    ]


def find_lifetimes(
    report: ErrorReport, text: str, frames: Sequence[ProjectFrame], snapshot: Snapshot, deadline: Deadline
) -> tuple[Sequence[str], list[Hypothesis]]:
    """Return the hypotheses of order and lifetime."""
    found = [
        cause.hypothesis
        for cause in find_lifetime_causes(report, text, frames, ProjectCode(snapshot), deadline)
    ]
    return [], found


FINDERS: dict[str, Finder] = {"contracts": find_contracts, "lifetime": find_lifetimes}


def measure(cases: Sequence[Case], mirror: Path, cache: Path) -> Iterator[tuple[str, Row]]:
    """Yield a row for each case and each source of hypotheses; one index a tree."""
    trees: dict[tuple[str, str], list[Case]] = defaultdict(list)
    for case in cases:
        trees[case.repository, case.buggy_commit].append(case)
    for group in trees.values():
        try:
            root = write_tree(group[0], cache, mirror)
        except MissingMirrorError as error:
            print(error)
            continue
        workspace = Workspace([root], INDEXES / root.parent.name / root.name)
        workspace.index()
        for case in group:
            text = read_text(case, mirror)
            report = attribute_frames(from_text(text, case.app_packages).report, workspace.snapshot)
            frames = locate(report, workspace.snapshot)
            for name, finder in FINDERS.items():
                started = time.perf_counter()
                entries, hypotheses = finder(report, text, frames, workspace.snapshot, Deadline(5))
                seconds = time.perf_counter() - started
                yield name, Row(case, tuple(entries), tuple(hypotheses), rank_of(case, hypotheses), seconds)
        workspace.close()


def rank_of(case: Case, hypotheses: Sequence[Hypothesis]) -> int | None:
    """Return the rank of the first fixed place, hypotheses after one another, equal places once."""
    places = [
        Place(place.file_path, place.line, place.end_line, (place.function,) if place.function else ())
        for hypothesis in hypotheses
        for place in hypothesis.places
    ]
    for rank, place in enumerate(dict.fromkeys(places), 1):
        if any(hits(place, fix) for fix in case.fix_places):
            return rank
    return None


def summarise(rows: Sequence[Row]) -> Iterator[str]:
    """Yield the lines of a Markdown table."""
    yield "| kind | bugs | an entry fits | with a place | R@1 | R@5 | slowest (s) |"
    yield "|---|---|---|---|---|---|---|"
    for kind in KINDS:
        held = [row for row in rows if row.case.stratum == kind]
        if not held:
            continue
        fits = sum(bool(row.entries or row.hypotheses) for row in held)
        placed = [row for row in held if row.hypotheses]
        first = sum(row.rank == 1 for row in placed)
        five = sum(row.rank is not None and row.rank <= 5 for row in placed)
        slowest = max(row.seconds for row in held)
        yield f"| {kind} | {len(held)} | {fits} | {len(placed)} | {first} | {five} | {slowest:.2f} |"


def main() -> None:
    """Measure the development and given bugs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--given", type=Path, help="a further file of cases, all of them to develop with")
    mirror = os.environ.get("RCA_BUGS_MIRROR")
    parser.add_argument("--mirror", type=Path, default=mirror, required=mirror is None)
    parser.add_argument("--cache", type=Path, default=CACHE)
    parser.add_argument("--only", help="ids of cases, separated by commas")
    parser.add_argument("--kinds", help="kinds of bugs, separated by commas")
    parser.add_argument("--rows", type=Path, help="write a JSON line for each case here")
    options = parser.parse_args()
    cases = [case for case in load_cases(BUGS) if case.split == "development"]
    if options.given:
        cases += load_cases(options.given)
    if options.only:
        cases = [case for case in cases if case.id in options.only.split(",")]
    if options.kinds:
        cases = [case for case in cases if case.stratum in options.kinds.split(",")]
    rows: dict[str, list[Row]] = defaultdict(list)
    lines = []
    for name, row in measure(cases, options.mirror, options.cache):
        rows[name].append(row)
        shown = [hypothesis.model_dump(mode="json", by_alias=True) for hypothesis in row.hypotheses]
        lines.append(
            json.dumps(
                {
                    "case": row.case.id,
                    "kind": row.case.stratum,
                    "finder": name,
                    "entries": row.entries,
                    "rank": row.rank,
                    "seconds": round(row.seconds, 3),
                    "hypotheses": shown,
                }
            )
        )
    if options.rows:
        options.rows.write_text("\n".join(lines) + "\n", "utf-8")
    for name, held in rows.items():
        print(f"\n{name}\n\n" + "\n".join(summarise(held)))


if __name__ == "__main__":
    main()
