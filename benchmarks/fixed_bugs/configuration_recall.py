"""Measure how often the hypotheses of `analyze_error` name the configuration that a fix changed.

    python -m benchmarks.fixed_bugs.configuration_recall --mirror DIR [--half first|second] [--mechanism NAME]
                                      [--case ID …] [--misses] [--data DIR] [--cases FILE]

Three measures of the ranked hypotheses, by their first places: the fixed lines as `bugs.json` counts them,
the fixed element (block, XML element, table, rule file), and the fixed file. The halves are divided by a
hash of the repository's name: causes are searched for in the first, the second only measures.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from benchmarks.fixed_bugs.cases import FOLDER, Case, load_cases
from benchmarks.fixed_bugs.materialize import MissingMirrorError, read_text, write_tree
from benchmarks.fixed_bugs.mine_configuration import elements_of
from benchmarks.fixed_bugs.score import Place, first_rank, rate
from lsp_server.user_session import Session
from models.settings import Settings
from rca.scheduling.deadline import Deadline

CASES = FOLDER / "configuration_bugs.json"
HALVES = ("first", "second")


@dataclass(frozen=True, slots=True)
class Answer:
    """What the hypotheses of one error name."""

    case: Case
    hypotheses: tuple[dict[str, Any], ...]
    seconds: float

    @property
    def places(self) -> tuple[Place, ...]:
        """Return the first place of each hypothesis, in their order."""
        return tuple(_place(one["places"][0]) for one in self.hypotheses)

    def rank_of_lines(self) -> int | None:
        """Return the rank of the fixed lines."""
        return first_rank(self.case, self.places)

    def rank_of_element(self) -> int | None:
        """Return the rank of the fixed element."""
        fixed = (*self.case.fix_places, *elements_of(self.case))
        return first_rank(replace(self.case, fix_places=fixed), self.places)

    def rank_of_file(self) -> int | None:
        """Return the rank of the fixed file."""
        fixed = {place.file for place in self.case.fix_places}
        distinct = dict.fromkeys(place.file for place in self.places)
        return next((rank for rank, file in enumerate(distinct, 1) if file in fixed), None)


def half_of(repository: str) -> str:
    """Return the half of a repository, by a hash of its name."""
    return HALVES[hashlib.sha256(repository.lower().encode()).digest()[1] % 2]


def main() -> int:
    """Ask the chosen cases and print the tables."""
    options = _options()
    cases = [
        case
        for case in load_cases(options.cases)
        if options.half in {None, half_of(case.repository)}
        and options.mechanism in {None, case.more.get("mechanism")}
        and (not options.case or case.id in options.case)
    ]
    misses = options.misses and options.half == HALVES[0]
    with tempfile.TemporaryDirectory() as temporary:
        answers = list(_answers(cases, options, options.data or Path(temporary), misses=misses))
    for half in HALVES:
        _print(half, [one for one in answers if half_of(one.case.repository) == half])
    return 0


def _answers(
    cases: Sequence[Case], options: argparse.Namespace, data: Path, *, misses: bool
) -> Iterator[Answer]:
    for case in cases:
        try:
            root = write_tree(case, options.cache, options.mirror)
        except MissingMirrorError as error:
            print(error)
            continue
        kept = data / f"{case.repository.replace('/', '+')}-{case.buggy_commit[:8]}"
        answer = _ask(case, root, read_text(case, options.mirror), kept)
        if misses and answer.rank_of_element() != 1:
            _print_case(answer)
        yield answer


def _ask(case: Case, root: Path, text: str, data: Path) -> Answer:
    settings = Settings.model_validate({"metrics": False, "knowledge": {"dense": False}})
    session = Session([root], data, settings)
    try:
        session.start_indexing()
        session.wait_for_index()
        session.workspace.collect_words()
        started = time.perf_counter()
        envelope = session.call("analyze_error", {"errorText": text}, Deadline())
        seconds = time.perf_counter() - started
    finally:
        session.close()
    return Answer(case, tuple((envelope.get("data") or {}).get("hypotheses") or ()), seconds)


def _place(row: dict[str, Any]) -> Place:
    function = row["function"]
    return Place(row["filePath"], row["line"], row.get("endLine"), (function,) if function else ())


def _print_case(answer: Answer) -> None:
    case = answer.case
    ranks = (answer.rank_of_lines(), answer.rank_of_element(), answer.rank_of_file())
    print(f"{case.id} ({case.more.get('mechanism')}): {ranks}, {answer.seconds:.2f} s")
    print("    fixed: " + "; ".join(f"{p.file}:{p.start_line}-{p.end_line}" for p in case.fix_places[:3]))
    for one in answer.hypotheses:
        place = one["places"][0]
        print(f"    {one['confidence']:.2f} {one['kind']}: {place['filePath']}:{place['line']}", flush=True)


_MEASURES: dict[str, Callable[[Answer], int | None]] = {
    "lines": Answer.rank_of_lines,
    "element": Answer.rank_of_element,
    "file": Answer.rank_of_file,
}


def _print(half: str, answers: Sequence[Answer]) -> None:
    if not answers:
        return
    repositories = len({one.case.repository for one in answers})
    print(f"\n### {half} half: {len(answers)} bugs of {repositories} repositories\n")
    print(f"| mechanism | n | {' | '.join(f'{name}: R@1 / R@3 / R@5' for name in _MEASURES)} |")
    print("|---|---|" + "---|" * len(_MEASURES))
    groups: dict[str, list[Answer]] = defaultdict(list)
    for one in answers:
        groups[one.case.more.get("mechanism", "")].append(one)
    for name, group in (*sorted(groups.items()), ("all", list(answers))):
        cells = []
        for rank_of in _MEASURES.values():
            recall = rate([rank_of(one) for one in group]).recall
            cells.append(" / ".join(f"{share:.2f}" for share in recall))
        print(f"| {name} | {len(group)} | {' | '.join(cells)} |")
    seconds = sorted(one.seconds for one in answers)
    print(
        f"\nSeconds a call: median {statistics.median(seconds):.2f}, slowest {seconds[-1]:.2f}.", flush=True
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    mirror = os.environ.get("RCA_BUGS_MIRROR")
    cache = Path(os.environ.get("RCA_BUGS_CACHE") or Path(tempfile.gettempdir()) / "rca-fixed-bugs")
    parser.add_argument("--mirror", type=Path, default=mirror, required=mirror is None)
    parser.add_argument("--cache", type=Path, default=cache)
    parser.add_argument("--data", type=Path, help="where indexes are kept for the next run")
    parser.add_argument("--cases", type=Path, default=CASES)
    parser.add_argument("--half", choices=HALVES)
    parser.add_argument("--mechanism")
    parser.add_argument("--case", action="append", help="only the case of this id; may be repeated")
    parser.add_argument("--misses", action="store_true", help="list what was not first in the first half")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
