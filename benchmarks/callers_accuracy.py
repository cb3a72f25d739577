"""Measure the accuracy of `find_callers_of_function` against the Kotlin compiler's call edges.

    python -m benchmarks.callers_accuracy [--given KEYS SOURCES] [--cache DIR] [--scorer FILE]
                                          [--only MODULE...] [--examples FILE] [--write FILE]

Scores the given keys (`KEYS/*.json`, the files under `SOURCES/<module>/`) and those that
`benchmarks.oracle.build` left in its cache, `dev` and `held`, with the `score.py` beside the given keys.
Prints a table by category and one by module, and the causes of error in `dev`. `--examples` writes the
misses of `dev` one a line; of the `held` modules nothing but scores is shown anywhere. `--write` puts the
tables between the marks of a Markdown file.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from benchmarks.oracle.build import CACHE
from benchmarks.oracle.causes import Causes, Miss
from rca.index.index_view import IndexView
from rca.navigation.callers import find_callers
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline
from rca.workspace import Workspace

SPLITS = ("given", "dev", "held")
MARKS = ("<!-- tables: begin -->", "<!-- tables: end -->")
SHOWN = ("function", "constructor", "ambiguous")
BY_FORM = "chosen by form"


@dataclass
class Scored:
    """One module's scores; `rows` are the scorer's counts by category."""

    name: str
    split: str
    size: int
    seconds: float
    rows: dict[str, Counter[str]]
    misses: list[Miss] = field(default_factory=list)


def main() -> None:
    """Score every key and print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--given", nargs=2, type=Path, metavar=("KEYS", "SOURCES"))
    parser.add_argument("--cache", type=Path, default=CACHE)
    parser.add_argument("--scorer", type=Path)
    parser.add_argument("--only", nargs="*", default=(), metavar="MODULE")
    parser.add_argument("--examples", type=Path)
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    scorer_path = options.scorer or (options.given[0] / "score.py" if options.given else None)
    if scorer_path is None:
        parser.error("--given or --scorer must say where score.py is")
    scorer = _load(scorer_path)
    scored = []
    for split, key_path, root in _keys(options.given, options.cache):
        if options.only and key_path.stem not in options.only:
            continue
        truth = options.cache / "edges" / key_path.stem if split == "dev" else None
        scored.append(_score(split, key_path, root, truth, scorer))
        print(f"{split:5} {key_path.stem} in {scored[-1].seconds:.1f} s", file=sys.stderr, flush=True)
    text = "\n\n".join(_tables(scored, scorer))
    print(text)
    if options.examples:
        options.examples.write_text("\n".join(_examples(scored)) + "\n", "utf-8")
    if options.write:
        page = options.write.read_text("utf-8")
        head, tail = page.split(MARKS[0])[0], page.split(MARKS[1])[1]
        options.write.write_text(f"{head}{MARKS[0]}\n\n{text}\n\n{MARKS[1]}{tail}", "utf-8")


def _keys(given: Sequence[Path] | None, cache: Path) -> Iterable[tuple[str, Path, Path]]:
    for path in sorted(given[0].glob("*.json")) if given else ():
        yield "given", path, given[1] / path.stem if given else path
    for split in ("dev", "held"):
        for path in sorted((cache / "keys" / split).glob("*.json")):
            yield split, path, cache / "sources" / path.stem


def _score(split: str, key_path: Path, root: Path, truth: Path | None, scorer: ModuleType) -> Scored:
    key = _in_scorers_names(json.loads(key_path.read_text("utf-8")), scorer)
    started = time.process_time()
    with tempfile.TemporaryDirectory() as data_dir:
        workspace = Workspace([root], Path(data_dir))
        workspace.index()
        view = workspace.snapshot.index
        callees = [*key["callees"], *key.get("byForm", ())]
        found = {callee["id"]: _callers(view, callee) for callee in callees}
        seconds = time.process_time() - started
        answers = {name: answer for name, (_, answer) in found.items()}
        rows = _rows(key, answers, scorer)
        scored = Scored(key["module"], split, len(key["files"]), seconds, rows)
        if truth is not None:
            causes = Causes(view, truth, root, scorer)
            for callee in callees:
                scored.misses += causes.of(callee, *found[callee["id"]])
        workspace.close()
    return scored


def _rows(key: dict[str, Any], answers: dict[str, Any], scorer: ModuleType) -> dict[str, Counter[str]]:
    """Count the key's sample, and add the forms of those that were chosen by form."""
    rows: dict[str, Counter[str]] = scorer.score(key, answers)
    of_form = [{**callee, "categories": []} for callee in key.get("byForm", ())]
    for callee in of_form:
        callee["kind"] = "function"  # what the scorer counts as one category
    for name, row in scorer.score({**key, "callees": of_form}, answers).items():
        rows[BY_FORM if name == "function" else name].update(row)
    return rows


def _in_scorers_names(key: dict[str, Any], scorer: ModuleType) -> dict[str, Any]:
    """Return a key with its callers' names as the scorer shortens those of an answer.

    A test's name in backticks may hold signs at which the scorer cuts (`.`, `(`, `/`): uncut in the key,
    no answer could ever match it.
    """
    for callee in (*key["callees"], *key.get("byForm", ())):
        for unit in (*callee["callers"], *callee["neutral"]):
            unit["names"] = sorted({scorer.simple(name) for name in unit["names"]})
    return key


def _callers(view: IndexView, callee: dict[str, Any]) -> tuple[tuple[Symbol, ...], list[dict[str, Any]]]:
    path, name = callee["filePath"], callee["functionName"]
    targets = view.functions(path, name, line=callee["line"])
    if callee["kind"] == "constructor" or not targets:  # a key takes the constructors of a class as one
        targets = view.functions(path, name, class_name=callee["owner"]) or view.functions(path, name)
    answer = find_callers(view, targets, 1, Deadline())
    return targets, [
        {
            "callerName": one.caller_name,
            "filePath": one.file_path,
            "line": one.line,
            "evidence": one.evidence,
            "confidence": one.confidence,
        }
        for one in answer.callers
    ]


# --- tables


def _tables(scored: Sequence[Scored], scorer: ModuleType) -> Iterable[str]:
    yield "\n".join(_by_category(scored, scorer))
    yield "\n".join(_by_form(scored))
    yield "\n".join(_by_module(scored, scorer))
    causes = "\n".join(_by_cause(scored))
    if causes:
        yield causes


def _by_category(scored: Sequence[Scored], scorer: ModuleType) -> Iterable[str]:
    yield "Mean of modules, precision / recall / F1 (functions in the sample):\n"
    yield "| category | " + " | ".join(SPLITS) + " |"
    yield "|---" * (len(SPLITS) + 1) + "|"
    categories = dict.fromkeys(name for one in scored for name in one.rows if not name.startswith("form "))
    for category in sorted(categories, key=lambda name: (name not in SHOWN, name)):
        cells = []
        for split in SPLITS:
            rows = [one.rows[category] for one in scored if one.split == split and category in one.rows]
            if category == "uncalled":
                exact, all_of = sum(row["exact"] for row in rows), sum(row["callees"] for row in rows)
                cells.append(f"{exact / all_of:.3f} answered empty ({all_of})" if rows else "")
            elif rows:
                means = [
                    sum(values) / len(rows) for values in zip(*(scorer.prf(row) for row in rows), strict=True)
                ]
                count = sum(row["callees"] for row in rows)
                cells.append(f"{means[0]:.3f} / {means[1]:.3f} / **{means[2]:.3f}** ({count})")
            else:
                cells.append("")
        yield f"| {category} | " + " | ".join(cells) + " |"


def _by_form(scored: Sequence[Scored]) -> Iterable[str]:
    yield "Recall by how a call is written, mean of modules and of all units together (units):\n"
    yield "| form | " + " | ".join(SPLITS) + " |"
    yield "|---" * (len(SPLITS) + 1) + "|"
    for form in sorted({name for one in scored for name in one.rows if name.startswith("form ")}):
        cells = []
        for split in SPLITS:
            rows = [one.rows[form] for one in scored if one.split == split and form in one.rows]
            units, hit = sum(row["units"] for row in rows), sum(row["hit"] for row in rows)
            mean = sum(row["hit"] / row["units"] for row in rows) / len(rows) if rows else 0.0
            cells.append(f"{mean:.3f}, {hit / units:.3f} ({units})" if rows else "")
        yield f"| {form.removeprefix('form ')} | " + " | ".join(cells) + " |"


def _by_module(scored: Sequence[Scored], scorer: ModuleType) -> Iterable[str]:
    yield "By module, precision / recall / F1:\n"
    yield "| module | files | " + " | ".join(SHOWN) + " | uncalled: empty |"
    yield "|---" * (len(SHOWN) + 3) + "|"
    for split in SPLITS:
        for one in scored:
            if one.split != split:
                continue
            cells = []
            for category in SHOWN:
                values = scorer.prf(one.rows[category]) if category in one.rows else None
                cells.append(" / ".join(f"{value:.3f}" for value in values) if values else "")
            empty = one.rows.get("uncalled", Counter())
            cells.append(f"{empty['exact']} of {empty['callees']}" if empty else "")
            yield f"| {one.name} ({split}) | {one.size} | " + " | ".join(cells) + " |"


def _by_cause(scored: Sequence[Scored]) -> Iterable[str]:
    dev = [one for one in scored if one.split == "dev"]
    counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for one in dev:
        for miss in one.misses:
            counts[miss.kind, miss.cause][one.name] += 1
    if not counts:
        return
    yield "Causes of error in `dev`, units:\n"
    yield "| | cause | all | " + " | ".join(one.name for one in dev) + " |"
    yield "|---" * (len(dev) + 3) + "|"
    for (kind, cause), row in sorted(counts.items(), key=lambda item: (item[0][0], -item[1].total())):
        yield (
            f"| {kind} | {cause} | {row.total()} | "
            + " | ".join(str(row[one.name] or "") for one in dev)
            + " |"
        )


def _examples(scored: Sequence[Scored]) -> Iterable[str]:
    for one in scored:
        for miss in one.misses:
            yield "\t".join(
                (one.name, miss.kind, miss.cause, miss.callee, miss.caller, miss.place, miss.detail)
            )


def _load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("callers_score", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    main()
