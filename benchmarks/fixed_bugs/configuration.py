"""Measure how often the causes in configuration name the place that a real fix changed.

    python -m benchmarks.fixed_bugs.configuration --mirror DIR [--set development|held|given FILE]
                                      [--kind KIND] [--limit N] [--data DIR] [--misses] [--counts]

Of bugs whose fix lies in configuration it shows how high the fixed place ranks; of all others how often an
answer is given at all, and how sure it is. `--counts` prints the table that the confidences are made of. Of
the held half only figures are shown.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.fixed_bugs.cases import KINDS, Case, load_cases
from benchmarks.fixed_bugs.materialize import read_text, write_tree
from benchmarks.fixed_bugs.score import Place, first_rank, hits, rate
from lsp_server.user_session import Session
from models.settings import Settings
from rca.analysis.locating.frame_locator import locate
from rca.causes.configuration import ConfigurationCause, find_configuration_causes
from rca.error_text import parse
from rca.scheduling.deadline import Deadline

CONFIGURATION = "declaration/config"
MOST_CAUSES = 5
_LIMIT = 2.0
_SURE = (0.5, 0.3, 0.1)


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of one case."""

    case: Case
    causes: tuple[ConfigurationCause, ...]
    seconds: float

    @property
    def rank(self) -> int | None:
        """Return the rank of the fixed place among all places of the first causes."""
        places = (place for cause in self.causes[:MOST_CAUSES] for place in places_of(cause))
        return first_rank(self.case, places)


def places_of(cause: ConfigurationCause) -> Iterator[Place]:
    """Yield the places of a cause as the score takes them."""
    for place in cause.hypothesis.places:
        yield Place(place.file_path, place.line, place.end_line)


def ask(case: Case, root: Path, text: str, data: Path) -> Answer:
    """Return what the search finds for a case in its broken tree."""
    settings = Settings.model_validate({"metrics": False, "knowledge": {"dense": False}})
    session = Session([root], data, settings)
    try:
        session.start_indexing()
        session.wait_for_index()
        snapshot = session.workspace.snapshot
        report = parse(text, snapshot.app_packages)
        frames = locate(report, snapshot)
        started = time.perf_counter()
        causes = find_configuration_causes(report, text, frames, snapshot, Deadline(_LIMIT))
        return Answer(case, tuple(causes), time.perf_counter() - started)
    finally:
        session.close()


def main() -> int:
    """Run the chosen cases and print the tables."""
    options = _options()
    cases = _chosen(options)
    shown = options.set != ["held"]
    with tempfile.TemporaryDirectory() as temporary:
        data = options.data or Path(temporary)
        answers = list(_answers(cases, options, data, misses=options.misses and shown))
    _print_recall([one for one in answers if one.case.stratum == CONFIGURATION])
    _print_alarms([one for one in answers if one.case.stratum != CONFIGURATION])
    if options.counts and shown:
        _print_counts(answers)
    return 0


def _answers(
    cases: Sequence[Case], options: argparse.Namespace, data: Path, *, misses: bool
) -> Iterator[Answer]:
    for case in cases:
        root = write_tree(case, options.cache, options.mirror)
        kept = data / f"{case.repository.replace('/', '+')}-{case.buggy_commit[:8]}"
        answer = ask(case, root, read_text(case, options.mirror), kept)
        if misses:
            _print_case(answer)
        yield answer


def _print_case(answer: Answer) -> None:
    rank = answer.rank if answer.case.stratum == CONFIGURATION else "-"
    print(f"{answer.case.id} ({answer.case.stratum}): {rank}, {answer.seconds:.2f} s", flush=True)
    for cause in answer.causes[:MOST_CAUSES]:
        spans = ", ".join(f"{span.path}:{span.line}-{span.end_line}" for span in cause.spans)
        print(f"    {cause.confidence:.2f} {cause.mechanism}: {spans}")


def _print_recall(answers: Sequence[Answer]) -> None:
    if not answers:
        return
    rates = rate([one.rank for one in answers])
    found = sum(bool(one.causes) for one in answers)
    recall = " / ".join(f"{share:.2f}" for share in rates.recall)
    print(
        f"\n{len(answers)} bugs whose fix lies in configuration: R@1 / R@3 / R@5 {recall}, an answer "
        f"for {found}"
    )
    seconds = sorted(one.seconds for one in answers)
    print(f"Seconds a search: median {statistics.median(seconds):.2f}, slowest {seconds[-1]:.2f}")


def _print_alarms(answers: Sequence[Answer]) -> None:
    groups: dict[str, list[Answer]] = defaultdict(list)
    for one in answers:
        groups[one.case.stratum].append(one)
    for kind, group in groups.items():
        counts = [
            f"{sum(bool(a.causes) and a.causes[0].confidence >= sure for a in group)} at {sure} or more"
            for sure in _SURE
        ]
        found = sum(bool(one.causes) for one in group)
        seconds = statistics.median(one.seconds for one in group)
        print(
            f"{len(group)} bugs of {kind}: an answer for {found}; {', '.join(counts)}; {seconds:.2f} s "
            "in the median"
        )


def _print_counts(answers: Sequence[Answer]) -> None:
    """Print how often each mechanism was shown, and how often its first place was fixed."""
    shown: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for answer in answers:
        for mechanism in {cause.mechanism for cause in answer.causes}:
            first = next(cause for cause in answer.causes if cause.mechanism == mechanism)
            place = next(places_of(first))
            shown[mechanism] += 1
            right[mechanism] += any(hits(place, fix) for fix in answer.case.fix_places)
    print("\n[mechanisms]")
    for mechanism in sorted(shown):
        print(f"{mechanism} = {{ right = {right[mechanism]}, shown = {shown[mechanism]} }}")


def _chosen(options: argparse.Namespace) -> list[Case]:
    names = options.set
    if names[0] == "given":
        cases = load_cases(Path(names[1]))
    else:
        cases = [case for case in load_cases() if case.split in names]
    cases = [
        case
        for case in cases
        if options.kind in {None, case.stratum} and (not options.case or case.id in options.case)
    ]
    return cases[: options.limit]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    mirror = os.environ.get("RCA_BUGS_MIRROR")
    cache = Path(os.environ.get("RCA_BUGS_CACHE") or Path(tempfile.gettempdir()) / "rca-fixed-bugs")
    parser.add_argument("--mirror", type=Path, default=mirror, required=mirror is None)
    parser.add_argument("--cache", type=Path, default=cache)
    parser.add_argument("--data", type=Path, help="where indexes are kept for the next run")
    parser.add_argument("--set", nargs="+", default=["development"], metavar="NAME")
    parser.add_argument("--kind", choices=KINDS)
    parser.add_argument("--case", action="append", help="only the case of this id; may be repeated")
    parser.add_argument("--limit", type=int, help="at most so many cases")
    parser.add_argument("--misses", action="store_true", help="list each case with its causes")
    parser.add_argument("--counts", action="store_true", help="print the table of the mechanisms")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
