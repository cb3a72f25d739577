"""Ask a worker about the error texts of cases: one process a tree, answers as they come."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.fixed_bugs.cases import Case
from benchmarks.fixed_bugs.materialize import read_text, write_tree


def ask_trees(module: str, cases: Sequence[Case], mirror: Path, cache: Path) -> Iterator[dict[str, Any]]:
    """Yield a worker's answers, each with the `id` of its case.

    Args:
        module: the worker, which is started with a tree and a folder for the tree's data.
        cases: the cases.
        mirror: folder of the fetched repositories.
        cache: folder of the trees; it is kept.
    """
    trees: dict[tuple[str, str], list[Case]] = defaultdict(list)
    for case in cases:
        trees[case.repository, case.buggy_commit].append(case)
    for (_, commit), group in trees.items():
        root = write_tree(group[0], cache, mirror)
        requests = "".join(
            json.dumps({"id": case.id, "text": read_text(case, mirror)}) + "\n" for case in group
        )
        done = subprocess.run(
            [sys.executable, "-m", module, str(root), str(cache / "data" / commit)],
            input=requests,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            print(f"{commit}: exit {done.returncode}\n{done.stderr[-1000:]}", file=sys.stderr)
        for line in done.stdout.splitlines():
            if line.startswith("{"):
                yield json.loads(line)
