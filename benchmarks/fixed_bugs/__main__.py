"""Measure how often `analyze_error` names the place that the real fix changed.

    python -m benchmarks.fixed_bugs --mirror DIR [--set development|held|given FILE] [--kind KIND]
                                      [--variants] [--misses]

DIR holds the fetched repositories as OWNER+NAME/repo. Of the held half only figures are shown: it is for
measuring, and nobody reads its misses. `--misses` lists those of the other sets.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from benchmarks.fixed_bugs.cases import KINDS, Case, load_cases
from benchmarks.fixed_bugs.materialize import MissingMirrorError
from benchmarks.fixed_bugs.run import PLAIN, Result, run
from benchmarks.fixed_bugs.score import Place, Ranking, first_rank, rate, table

CHECKOUT = Path(__file__).parents[2]
MIRROR_VARIABLE = "RCA_BUGS_MIRROR"
CACHE_VARIABLE = "RCA_BUGS_CACHE"


def main() -> int:
    """Run the chosen cases and print the tables."""
    options = _options()
    splits = _chosen(options)
    chosen = [case for cases in splits.values() for case in cases]
    results: dict[str, dict[str, Result]] = defaultdict(dict)
    for result in _saved(options.saved) if options.saved else _run(chosen, options):
        results[result.variant][result.case] = result
    for name, cases in splits.items():
        _print_split(name, cases, results, misses=options.misses)
    if options.out:
        rows = [asdict(result) for variant in results.values() for result in variant.values()]
        options.out.write_text(json.dumps(rows, indent=1), "utf-8")
    return 0


def _run(cases: Sequence[Case], options: argparse.Namespace) -> Iterator[Result]:
    found = run(
        cases, options.mirror, options.cache, variants=options.variants, product=options.product.resolve()
    )
    for number, result in enumerate(found, 1):
        if sys.stderr.isatty():
            print(f"\r{number} texts", end="", file=sys.stderr, flush=True)
        yield result


def _saved(files: Sequence[Path]) -> Iterator[Result]:
    """Yield the results that earlier runs wrote with `--out`."""
    for file in files:
        for row in json.loads(file.read_text("utf-8")):
            ranked = {
                name: tuple(Place(**{**place, "names": tuple(place["names"])}) for place in row[name])
                for name in ("ours", "naive")
            }
            yield Result(**{**row, **ranked})


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    mirror, cache = os.environ.get(MIRROR_VARIABLE), os.environ.get(CACHE_VARIABLE)
    default_cache = Path(tempfile.gettempdir()) / "rca-fixed-bugs"
    parser.add_argument(
        "--mirror", type=Path, default=mirror, required=mirror is None, help=f"or {MIRROR_VARIABLE}"
    )
    parser.add_argument("--cache", type=Path, default=cache or default_cache, help=f"or {CACHE_VARIABLE}")
    parser.add_argument("--set", nargs="+", default=["development", "held"], metavar="NAME")
    parser.add_argument("--kind", choices=KINDS, help="only cases whose fix lies there")
    parser.add_argument("--case", action="append", help="only the case of this id; may be repeated")
    parser.add_argument("--variants", action="store_true", help="also measure messy versions of each text")
    parser.add_argument(
        "--misses", action="store_true", help="list what was not first, but for the held half"
    )
    parser.add_argument(
        "--product", type=Path, default=CHECKOUT, help="checkout that is measured; default: this one"
    )
    parser.add_argument(
        "--saved", type=Path, nargs="+", metavar="FILE", help="print what --out wrote, without running"
    )
    parser.add_argument("--out", type=Path, help="also write the rankings to this JSON file")
    return parser.parse_args()


def _chosen(options: argparse.Namespace) -> dict[str, list[Case]]:
    """Return the cases of each set that was asked for."""
    names = options.set
    splits: dict[str, list[Case]] = {}
    if names[0] == "given":
        if len(names) != 2:
            sys.exit("--set given FILE: name the file of the given cases")
        splits["given"] = load_cases(Path(names[1]))
    else:
        for name in names:
            splits[name] = [case for case in load_cases() if case.split == name]
    return {
        name: [
            case
            for case in cases
            if options.kind in {None, case.stratum} and (not options.case or case.id in options.case)
        ]
        for name, cases in splits.items()
    }


def _print_split(
    name: str, cases: Sequence[Case], results: dict[str, dict[str, Result]], *, misses: bool
) -> None:
    plain = results[PLAIN]
    missing = [case for case in cases if case.id not in plain]
    cases = [case for case in cases if case.id in plain]
    repositories = len({case.repository for case in cases})
    print(f"\n### {name}: {len(cases)} bugs of {repositories} repositories\n")
    if missing:
        print(f"{len(missing)} more have no result in the saved files.\n")
    if not cases:
        return
    rankings: dict[str, Ranking] = {
        "ours": lambda case: first_rank(case, plain[case.id].ours),
        "naive": lambda case: first_rank(case, plain[case.id].naive),
    }
    print("\n".join(table(cases, rankings)))
    seconds = sorted(plain[case.id].seconds for case in cases)
    print(f"\nSeconds a call: median {statistics.median(seconds):.2f}, slowest {seconds[-1]:.2f}.")
    failed = sum(plain[case.id].error is not None for case in cases)
    if failed:
        print(f"{failed} calls gave an error.")
    if len(results) > 1:
        print("\n" + "\n".join(_variant_table(cases, results)))
    if misses and name != "held":
        print()
        for case in cases:
            ours, naive = (ranking(case) for ranking in rankings.values())
            if ours != 1:
                print(f"{case.id} ({case.stratum}): ours {ours}, naive {naive}")


def _variant_table(cases: Sequence[Case], results: dict[str, dict[str, Result]]) -> list[str]:
    """Return R@1 by variant over the cases whose text it changes, and on their plain texts."""
    rows = ["| variant | n | ours | ours on the plain text | naive |", "|---|---|---|---|---|"]
    for name, found in results.items():
        touched = [case for case in cases if case.id in found]
        if not touched:
            continue
        ours = rate([first_rank(case, found[case.id].ours) for case in touched]).recall[0]
        plain = rate([first_rank(case, results[PLAIN][case.id].ours) for case in touched]).recall[0]
        naive = rate([first_rank(case, found[case.id].naive) for case in touched]).recall[0]
        rows.append(f"| {name} | {len(touched)} | {ours:.2f} | {plain:.2f} | {naive:.2f} |")
    return rows


if __name__ == "__main__":
    try:
        sys.exit(main())
    except MissingMirrorError as error:
        sys.exit(str(error))
