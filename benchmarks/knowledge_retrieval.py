"""Measure the accuracy and calibration of knowledge search: docs/design/retrieval.md.

    python -m benchmarks.knowledge_retrieval --write docs/design/retrieval.md

Measures the development problems by cross-validation over the problems, what each part of the ranker brings
there, and the shipped ranker on the other problems, which nothing was set on. With `--write` the tables go
between the marks of the page and the reliability diagram beside it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from benchmarks.embedding.overlap import TrainingText, described
from benchmarks.embedding.training_data import load_examples
from benchmarks.knowledge_cases import BESIDE_TEST, Case, Encoder, cases
from benchmarks.knowledge_diagram import diagram
from benchmarks.knowledge_measures import (
    bins,
    calibration_error,
    recall,
    right_when_sure,
    told_novel,
)
from benchmarks.knowledge_model import EMBEDDED, Answer, answer, columns, held_out, lexical, novel_from
from benchmarks.knowledge_plain import rows
from evaluation.knowledge.problems import Split, problems
from rca.knowledge.ranking.prior import STARTER
from rca.knowledge.ranking.ranking_weights import NOVEL_FROM, WEIGHTS
from rca.knowledge.ranking.similarity_features import NAMES

MARKS = ("<!-- tables: begin -->", "<!-- tables: end -->")
FORMS = ("line", "trace", "symptom")
STORES = {
    "part": "part of the problems",
    "all": "all problems",
    "with starter": "all problems and the starter",
    "without": "test problems alone",
}
TITLES: dict[Split, str] = {
    "second": "Second unseen problems",
    "unseen": "Unseen problems",
    "fresh": "Fresh problems, beside the test problems",
    "blind": "Blind problems, beside the test problems",
    "test": "Test problems",
}
PARTS: dict[str, frozenset[str]] = {
    "embedding": EMBEDDED,
    "crowds": frozenset({"query_crowded", "record_crowded"}),
    "BM25": frozenset({"bm25"}),
    "shared words": frozenset({"query_covered", "problem_covered", "record_covered"}),
    "message template": frozenset({"message", "message_differs", "message_one_sided"}),
    "type": frozenset({"type_same", "type_rare", "type_differs"}),
    "place of throwing": frozenset({"frames", "frames_differ", "thrown_by_app", "bare"}),
    "task and kind": frozenset({"task_same", "kind_differs"}),
}


def main() -> None:
    """Measure and print, or write the page."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--write", type=Path, help="page with the marks to write the tables between")
    given = options.parse_args()
    encoder = Encoder("shipped")
    dev = list(cases("dev", encoder))
    measured = {split: list(cases(split, encoder)) for split in TITLES}
    text = page(dev, measured)
    if given.write is None:
        print(text)
        return
    written = given.write.read_text("utf-8")
    before, after = written.split(MARKS[0])[0], written.split(MARKS[1])[1]
    given.write.write_text(f"{before}{MARKS[0]}\n\n{text}\n\n{MARKS[1]}{after}", "utf-8")
    answers = [shipped(case, dense=True) for part in measured.values() for case in part]
    given.write.with_name("retrieval-reliability.svg").write_text(diagram(bins(answers)), "utf-8")


def page(dev: Sequence[Case], measured: Mapping[Split, Sequence[Case]]) -> str:
    """Return all tables; `measured` has the cases of each split of `TITLES`."""
    lines: list[str] = []
    for split, title in TITLES.items():
        answers = [shipped(case, dense=True) for case in measured[split]]
        lines += [f"### {title}, the shipped ranker", "", *table(answers, bars(dense=True)), ""]
    test = measured["test"]
    return "\n".join(
        [
            *lines,
            "Test problems without the embedding:",
            "",
            *table([shipped(lexical(case), dense=False) for case in test], bars(dense=False)),
            "",
            "### Beside the usual recipes, all problems of a set in the store",
            "",
            *plain(dev, measured),
            "",
            "### Problems that the training data describes, and the others",
            "",
            *by_training(dev, measured),
            "",
            "### Development problems, held out of the fit by problem",
            "",
            *development(dev),
            "",
            "### What each part brings",
            "",
            *ablation([case for case in dev if case.store == "part"]),
        ]
    )


def shipped(case: Case, *, dense: bool) -> Answer:
    """Answer by the weights of the product."""
    weights = WEIGHTS[case.told, dense]
    return answer(case, np.array([*(weights.get(name, 0.0) for name in NAMES), weights["bias"]]), STARTER)


def bars(*, dense: bool) -> dict[bool, float]:
    """Return the product's bars for calling a query novel."""
    return {told: NOVEL_FROM[told, dense] for told in (True, False)}


def development(dev: Sequence[Case]) -> Iterator[str]:
    """Return the table of answers that were held out, with and without the embedding."""
    for dense in (True, False):
        answers = held_out(dev if dense else [lexical(case) for case in dev], columns(dense))
        yield from () if dense else ("", "Without the embedding:", "")
        yield from table(answers, novel_from(answers))


def table(answers: Sequence[Answer], novel: dict[bool, float]) -> Iterator[str]:
    """Return a row for each store and form of query."""
    yield "| store | queries | recall@1 | recall@5 | known lost | novel told | ECE | right at .8 |"
    yield "|---|---|---|---|---|---|---|---|"
    for store, title in STORES.items():
        for form in (*FORMS, None):
            part = [one for one in answers if one.case.store == store and form in (None, one.case.asked.form)]
            if not part:
                continue
            told, lost = told_novel(part, novel)
            error = f"{calibration_error(bins(part)):.3f}"
            cells = (recall(part, 1), recall(part, 5), lost, told, error, right_when_sure(part, 0.8))
            yield f"| {title} | {form or '**all**'} | {' | '.join(map(str, cells))} |"


def plain(dev: Sequence[Case], measured: Mapping[Split, Sequence[Case]]) -> Iterator[str]:
    """Return what the usual recipes find among all problems of each set, to compare with."""
    yield "| set (records) | ranked by | recall@1 | recall@5 | symptoms, recall@1 | symptoms, recall@5 |"
    yield "|---|---|---|---|---|---|"
    base = Encoder("base")
    answers: dict[Split, list[Answer]] = {
        split: [shipped(case, dense=True) for case in every] for split, every in measured.items()
    }
    answers["dev"] = held_out(dev, columns(dense=True))
    for split, every in answers.items():
        stored = problems(split) if split not in BESIDE_TEST else [*problems("test"), *problems(split)]
        known = [one for one in every if one.case.store == "all" and one.known]
        title = TITLES.get(split, "Development problems, held out")
        yield from rows(title.partition(",")[0], stored, known, base)


def by_training(dev: Sequence[Case], measured: Mapping[Split, Sequence[Case]]) -> Iterator[str]:
    """Yield the table of the problems whose error the training data describes, and of the rest, by set."""
    yield "| set | problems | recall@1 | recall@5 | symptoms, recall@1 | symptoms, recall@5 |"
    yield "|---|---|---|---|---|---|"
    text = TrainingText(load_examples())
    answers: dict[Split, list[Answer]] = {
        split: [shipped(case, dense=True) for case in every] for split, every in measured.items()
    }
    answers["dev"] = held_out(dev, columns(dense=True))
    others: list[Answer] = []
    for split, every in answers.items():
        about = described(problems(split), text)
        known = [one for one in every if one.case.store == "all" and one.known]
        title = TITLES.get(split, "Development problems, held out of the fit").partition(",")[0]
        for name, wanted in (("described", True), ("not described", False)):
            part = [one for one in known if (one.case.asked.group in about) is wanted]
            yield f"| {title} | {_count(part)} {name} | {_recalls(part)} |"
        others += [one for one in known if split != "dev" and one.case.asked.group not in about]
    yield f"| **all but the development problems** | {_count(others)} not described | {_recalls(others)} |"


def _count(answers: Sequence[Answer]) -> int:
    return len({one.case.asked.group for one in answers})


def _recalls(answers: Sequence[Answer]) -> str:
    parts = (answers, _symptoms(answers))
    return " | ".join(str(recall(part, first)) for part in parts for first in (1, 5))


def ablation(part: Sequence[Case]) -> Iterator[str]:
    """Return what is lost without each part, and what each can do alone."""
    yield "| part | without it: recall@1 | of symptoms | alone: recall@1 | of symptoms |"
    yield "|---|---|---|---|---|"
    everything = held_out(part, columns(dense=True))
    yield f"| everything | {recall(everything, 1)} | {recall(_symptoms(everything), 1)} | | |"
    for title, features in PARTS.items():
        without = held_out(part, columns(dense=True, without=features))
        alone = held_out(part, columns(dense=True, without=frozenset(NAMES) - features))
        cells = (recall(some, 1) for one in (without, alone) for some in (one, _symptoms(one)))
        yield f"| {title} | {' | '.join(map(str, cells))} |"


def _symptoms(answers: Sequence[Answer]) -> list[Answer]:
    return [one for one in answers if one.case.asked.form == "symptom"]


if __name__ == "__main__":
    main()
