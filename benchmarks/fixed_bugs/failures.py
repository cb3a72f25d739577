"""Show what `analyze_error` says failed, for texts of fixed bugs: family, condition, expression.

    python -m benchmarks.fixed_bugs.failures --mirror DIR [--set development|held|FILE]
                                               [--list] [--id START …]

Prints how many texts get each part. `--list` prints each with the code, to be judged by a person; it is
refused for the held half, of which only figures are shown.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.fixed_bugs.cases import Case, load_cases
from benchmarks.fixed_bugs.materialize import MissingMirrorError, read_text, write_tree
from models.code import ProjectFrame
from models.error_report import ErrorReport
from models.failure import FailedCondition
from rca.analysis.error_source import from_text
from rca.analysis.locating.app_frames import attribute_frames
from rca.analysis.locating.deobfuscation import deobfuscate
from rca.analysis.locating.frame_locator import locate
from rca.causes.failure.failure_frames import exceptions_outward
from rca.causes.failure.find_failure import find_failure
from rca.causes.moved_lines.moved_frames import follow_moved_lines
from rca.scheduling.deadline import Deadline
from rca.text.line_index import Lines
from rca.workspace import Snapshot, Workspace

_AROUND = 1


@dataclass(frozen=True)
class Outcome:
    """The result of one text."""

    case: Case
    report: ErrorReport
    frames: tuple[ProjectFrame, ...]
    failure: FailedCondition | None
    seconds: float
    shown: str


def main() -> int:
    """Measure the chosen sets and print the table."""
    options = _options()
    cases = [case for name in options.set for case in _cases(name)]
    if options.list and any(case.split == "held" for case in cases if "held" in options.set):
        print("the held half is not listed")
        return 1
    cases = [case for start in options.id for case in cases if case.id.startswith(start)]
    counts: Counter[str] = Counter()
    families: Counter[str] = Counter()
    seconds = []
    for outcome in _outcomes(cases, options.mirror, options.cache):
        seconds.append(outcome.seconds)
        _count(outcome, counts)
        families[outcome.failure.family if outcome.failure else "none"] += 1
        if options.list:
            print(outcome.shown, flush=True)
    for name, number in counts.items():
        print(f"{name:40} {number}")
    if seconds:
        print(f"{'seconds, median and longest':40} {statistics.median(seconds):.3f} {max(seconds):.3f}")
    print(", ".join(f"{family} {number}" for family, number in families.most_common()))
    return 0


def _cases(name: str) -> list[Case]:
    if name in ("development", "held"):
        return [case for case in load_cases() if case.split == name]
    return load_cases(Path(name))


def _outcomes(cases: list[Case], mirror: Path, cache: Path) -> Iterator[Outcome]:
    trees: dict[tuple[str, str], list[Case]] = defaultdict(list)
    for case in cases:
        trees[case.repository, case.buggy_commit].append(case)
    for group in trees.values():
        try:
            root = write_tree(group[0], cache, mirror)
        except MissingMirrorError:
            continue
        with tempfile.TemporaryDirectory() as data:
            workspace = Workspace([root], Path(data))
            workspace.index()
            for case in group:
                yield _outcome(workspace.snapshot, case, read_text(case, mirror))


def _outcome(snapshot: Snapshot, case: Case, text: str) -> Outcome:
    packages = snapshot.app_packages
    source = from_text(text, packages)
    report = deobfuscate(source.report, text, snapshot, None, packages).report
    report = attribute_frames(report, snapshot, only_partial=False)
    started = time.perf_counter()
    frames = follow_moved_lines(report, locate(report, snapshot), snapshot, Deadline(5))
    failure = find_failure(report, frames, snapshot, Deadline(5))
    seconds = time.perf_counter() - started
    shown = _shown(case, report, frames, failure, snapshot.text)
    return Outcome(case, report, frames, failure, seconds, shown)


def _shown(
    case: Case,
    report: ErrorReport,
    frames: Sequence[ProjectFrame],
    failure: FailedCondition | None,
    read: Callable[[str], str | None],
) -> str:
    lines = [f"=== {case.id} [{case.stratum}] {report.kind}"]
    for exception in exceptions_outward(report)[:1]:
        lines.append(f"  {exception.type}: {(exception.message or '')[:300]}")
        lines += [f"    at {frame.text[-110:]}" for frame in exception.frames[:6]]
    if frames:
        place = frames[0]
        lines.append(f"  frame {place.file_path}:{place.line} {place.method} {place.note or ''}")
        code = Lines(read(place.file_path) or "")
        if place.line:
            lines += [
                f"    | {code.line(n)}" for n in range(max(1, place.line - _AROUND), place.line + _AROUND + 1)
            ]
    for place in frames:
        if place.reported_line is not None:
            lines.append(f"  line {place.file_path}:{place.reported_line} {place.method}: {place.note}")
            lines.append(f"    now {place.line}: {place.code}")
    if failure is None:
        return "\n".join([*lines, "  -> none", ""])
    lines.append(f"  -> {failure.family}: {failure.condition}")
    if failure.expression:
        one = failure.expression
        lines.append(
            f"     {one.file_path}:{one.start_line}:{one.start_column} `{one.text}` {one.note or ''}"
        )
    if failure.value:
        lines.append(f"     value `{failure.value.text}`")
    lines += [f"     or {one.start_line} `{one.text}`" for one in failure.others]
    return "\n".join([*lines, ""])


def _count(outcome: Outcome, counts: Counter[str]) -> None:
    counts["texts"] += 1
    failure = outcome.failure
    counts["with a family"] += failure is not None
    counts["with a condition"] += failure is not None and failure.condition is not None
    has_code = any(frame.line is not None and frame.method is not None for frame in outcome.frames)
    counts["with a project frame that has a line"] += has_code
    counts["with a line of another revision"] += any(
        frame.reported_line is not None for frame in outcome.frames
    )
    expression = failure.expression if failure is not None else None
    counts["with an expression"] += expression is not None
    counts["with one expression alone"] += expression is not None and not (failure and failure.others)
    counts["with the value at fault"] += failure is not None and failure.value is not None


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    mirror = os.environ.get("RCA_BUGS_MIRROR")
    cache = os.environ.get("RCA_BUGS_CACHE") or Path(tempfile.gettempdir()) / "rca-fixed-bugs"
    parser.add_argument("--mirror", type=Path, default=mirror, required=mirror is None)
    parser.add_argument("--cache", type=Path, default=cache)
    parser.add_argument("--set", nargs="+", default=["development"], metavar="NAME")
    parser.add_argument("--list", action="store_true")
    parser.add_argument(
        "--id", nargs="+", default=[""], metavar="START", help="cases whose id begins so, in this order"
    )
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
