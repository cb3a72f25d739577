"""Measure the suspect changes of whole answers: the rank of an inducing commit that `analyze_error` shows.

    python -m benchmarks.fixed_bugs.suspect_answers --mirror DIR [--given FILE] [--cache DIR] [--most 44]

The bugs are those whose inducing commit is among the last 200 and was not found wrong by a person, in the
order of a hash of their ids. Each call has the tool's own time limit.
"""

from __future__ import annotations

import argparse
import hashlib
import tempfile
from pathlib import Path

from benchmarks.fixed_bugs.cases import Case, load_cases
from benchmarks.fixed_bugs.inducing_commits import NEAR_COMMITS, InducedBug, load_inducing
from benchmarks.fixed_bugs.materialize import MissingMirrorError, read_text, write_tree
from lsp_server.user_session import Session
from models.settings import Settings

_DEPTHS = (1, 3, 5, 10)


def main() -> None:
    """Print the rank of each bug, and the shares that are found."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--mirror", type=Path, required=True)
    parser.add_argument("--given", type=Path)
    parser.add_argument("--cache", type=Path, default=Path(tempfile.gettempdir()) / "rca-fixed-bugs")
    parser.add_argument("--most", type=int, default=44)
    options = parser.parse_args()
    cases = [one for one in load_cases() if one.split == "development"]
    cases += load_cases(options.given) if options.given else []
    by_id = {case.id: case for case in cases}
    bugs = [one for one in load_inducing() if one.is_recent and one.checked != "wrong" and one.id in by_id]
    bugs.sort(key=lambda one: hashlib.sha256(one.id.encode()).digest())
    ranks: list[int | None] = []
    for bug in bugs[: options.most]:
        try:
            ranks.append(_rank(bug, by_id[bug.id], options.mirror, options.cache))
        except MissingMirrorError as missing:
            print(missing)
            continue
        print(bug.id, ranks[-1] or "-", flush=True)
    shares = (sum(rank is not None and rank <= depth for rank in ranks) / len(ranks) for depth in _DEPTHS)
    print(f"{len(ranks)} bugs, R@1 / R@3 / R@5 / R@10 " + " / ".join(f"{share:.2f}" for share in shares))


def _rank(bug: InducedBug, case: Case, mirror: Path, cache: Path) -> int | None:
    right = {
        origin.commit for origin in bug.inducing if not origin.hidden and origin.distance <= NEAR_COMMITS
    }
    with tempfile.TemporaryDirectory() as data:
        settings = Settings.model_validate({"metrics": False, "knowledge": {"dense": False}})
        session = Session([write_tree(case, cache, mirror)], Path(data), settings)
        session.start_indexing()
        session.wait_for_index()
        parameters = {"errorText": read_text(case, mirror)}
        answer = session.call("analyze_error", parameters, session.deadline("analyze_error"))
        session.close()
    changes = (answer.get("data") or {}).get("suspectChanges") or []
    commits = [change.get("commit") or "" for change in changes]
    return next((at for at, commit in enumerate(commits, 1) if commit in right), None)


if __name__ == "__main__":
    main()
