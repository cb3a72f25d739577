"""Run `analyze_error` on the cases, one process per tree."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.fixed_bugs.cases import Case
from benchmarks.fixed_bugs.materialize import git, git_dir, read_text, write_tree
from benchmarks.fixed_bugs.naive import FileList, rank, source_names
from benchmarks.fixed_bugs.score import Place
from benchmarks.fixed_bugs.variants import make_variants

PLAIN = "as quoted"
WORKER = Path(__file__).with_name("worker.py")


@dataclass(frozen=True, slots=True)
class Result:
    """What came out for one text of a case."""

    case: str
    variant: str
    ours: tuple[Place, ...]
    naive: tuple[Place, ...]
    seconds: float
    """Wall time of the call, without indexing."""
    indexed: float
    """Seconds until the tree's index was ready."""
    error: str | None


def run(
    cases: Sequence[Case], mirror: Path, cache: Path, *, variants: bool, product: Path
) -> Iterator[Result]:
    """Yield a result for each text of each case.

    Args:
        cases: what to measure.
        mirror: folder of the fetched repositories.
        cache: folder for the trees; they are kept for the next run.
        variants: also measure messy versions of each text.
        product: checkout of the product that is measured.
    """
    trees: dict[tuple[str, str], list[Case]] = defaultdict(list)
    for case in cases:
        trees[case.repository, case.buggy_commit].append(case)
    for group in trees.values():
        yield from _run_tree(group, mirror, cache, variants=variants, product=product)


def _run_tree(
    cases: Sequence[Case], mirror: Path, cache: Path, *, variants: bool, product: Path
) -> Iterator[Result]:
    root = write_tree(cases[0], cache, mirror)
    directory = git_dir(cases[0].repository, mirror)
    listing = git(directory, "ls-tree", "-r", "--name-only", cases[0].buggy_commit).decode("utf-8", "replace")
    files = FileList(listing.splitlines())
    texts: dict[tuple[str, str], tuple[Case, str]] = {}
    for case in cases:
        text = read_text(case, mirror)
        made = {PLAIN: text, **(make_variants(text, case.app_packages) if variants else {})}
        texts.update({(case.id, name): (case, variant) for name, variant in made.items()})
    answers = _ask(root, {key: text for key, (_case, text) in texts.items()}, product)
    for key, (case, text) in texts.items():
        answer = answers.get(key) or {"error": "the process ended without an answer"}
        yield Result(
            case.id,
            key[1],
            tuple(_ranking(answer)),
            tuple(rank(text, case.app_packages, files)),
            answer.get("seconds", 0.0),
            answer.get("indexed", 0.0),
            json.dumps(answer["error"]) if answer.get("error") else None,
        )


def _ask(
    root: Path, texts: dict[tuple[str, str], str], product: Path
) -> dict[tuple[str, str], dict[str, Any]]:
    requests = "".join(json.dumps({"id": key, "text": text}) + "\n" for key, text in texts.items())
    environment = {**os.environ, "PYTHONPATH": str(product)}
    command = [sys.executable, "-P", str(WORKER), str(root)]
    done = subprocess.run(
        command, input=requests, capture_output=True, text=True, check=False, env=environment, cwd=product
    )
    if done.returncode:
        print(f"{root}: exit {done.returncode}\n{done.stderr[-2000:]}", file=sys.stderr)
    answers = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return {tuple(answer["id"]): answer for answer in answers}


def _ranking(answer: dict[str, Any]) -> Iterator[Place]:
    """Yield the first places of the hypotheses, the culprit, the frames in order, then the callers."""
    for hypothesis in answer.get("hypotheses", ()):
        place = hypothesis["places"][0]
        name = place["function"].rpartition(".")[2] if place["function"] else None
        yield Place(place["filePath"], place["line"], place.get("endLine"), (name,) if name else ())
    for frame in (answer.get("culprit"), *answer.get("frames", ())):
        if frame is not None:
            yield _frame_place(frame)
    for caller in answer.get("callers", ()):
        yield Place(caller["filePath"], caller["line"], None, (caller["callerName"],))


def _frame_place(frame: dict[str, Any]) -> Place:
    names = (
        list(source_names(frame["className"], frame["method"]))
        if frame["className"] and frame["method"]
        else []
    )
    function = frame.get("function")
    if function:
        names.append(function["name"])
    return Place(frame["filePath"], frame["line"], None, tuple(names))
