"""Accuracy of `find_callers_of_function` against call edges that the Kotlin compiler resolved.

    python benchmarks/callers_accuracy.py KEY.json... SOURCES [-v]

Each key names a module, a sample of its functions and who calls them; SOURCES/<module> holds its
files. The `score.py` beside the keys counts. Prints a table of precision, recall and F1, and the mean
of the modules.
"""

from __future__ import annotations

import importlib.util
import json
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from types import ModuleType
from typing import Any

from rca.cancellation import Watch
from rca.index.view import IndexView
from rca.workspace import Workspace


def main(arguments: list[str]) -> None:
    """Score every key and print the table."""
    verbose = "-v" in arguments
    paths = [Path(argument) for argument in arguments if argument != "-v"]
    keys, sources = paths[:-1], paths[-1]
    scorer = _load(keys[0].parent / "score.py")
    means: dict[str, list[tuple[float, float, float]]] = defaultdict(list)
    for key_path in keys:
        key = json.loads(key_path.read_text("utf-8"))
        started = time.perf_counter()
        answers = _answers(key, sources / key["module"])
        elapsed = time.perf_counter() - started
        table = scorer.score(key, answers, verbose)
        print(f"\n{key['module']}: {len(key['callees'])} functions in {elapsed:.1f} s")
        for category, row in sorted(table.items()):
            precision, recall, f1 = scorer.prf(row)
            means[category].append((precision, recall, f1))
            print(
                f"  {category:15} callees {row['callees']:4}  P {precision:.3f}  R {recall:.3f}"
                f"  F1 {f1:.3f}  exact {row['exact']}"
            )
    print("\nmean of modules")
    for category, rows in sorted(means.items()):
        precision, recall, f1 = (sum(row[place] for row in rows) / len(rows) for place in range(3))
        print(f"  {category:15} modules {len(rows):4}  P {precision:.3f}  R {recall:.3f}  F1 {f1:.3f}")


def _answers(key: dict[str, Any], sources: Path) -> dict[str, list[dict[str, Any]]]:
    with tempfile.TemporaryDirectory() as data_dir:
        workspace = Workspace([sources], Path(data_dir))
        workspace.index()
        view = workspace.snapshot.index
        answers = {callee["id"]: _callers(view, callee) for callee in key["callees"]}
        workspace.close()
    return answers


def _callers(view: IndexView, callee: dict[str, Any]) -> list[dict[str, Any]]:
    path, name = callee["filePath"], callee["functionName"]
    targets = view.functions(path, name, line=callee["line"])
    if callee["kind"] == "constructor" or not targets:  # a key takes the constructors of a class as one
        targets = view.functions(path, name, class_name=callee["owner"]) or view.functions(path, name)
    answer = view.callers(targets, 1, Watch())
    return [
        {"callerName": one.caller_name, "filePath": one.file_path, "line": one.line} for one in answer.callers
    ]


def _load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("callers_score", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    main(sys.argv[1:])
