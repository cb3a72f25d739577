"""Training data: records of well-known errors, with paraphrases by people who have the error.

`paraphrases/*.jsonl` holds one record a line: `id` names one of the starter's records, `about` is the text of
any other; `paraphrases` are a person's words for it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rca.knowledge.problem.problem import of_query, of_solution
from rca.knowledge.starter import Starter

FOLDER = Path(__file__).parent / "paraphrases"


@dataclass(frozen=True)
class Example:
    """The text of a record as it is embedded, and its paraphrases."""

    record: str
    paraphrases: tuple[str, ...]


def load_examples() -> list[Example]:
    """Read all examples; records with the same text become one."""
    texts = {solution.id: of_solution(solution).text for solution in Starter.packaged().solutions()}
    paraphrases: dict[str, list[str]] = {}
    for row in _rows():
        record = texts[row["id"]] if "id" in row else row["about"]
        paraphrases.setdefault(record, []).extend(of_query(text).text for text in row["paraphrases"])
    return [Example(record, tuple(dict.fromkeys(every))) for record, every in paraphrases.items()]


def _rows() -> Iterator[dict[str, Any]]:
    for path in sorted(FOLDER.glob("*.jsonl")):
        yield from map(json.loads, path.read_text("utf-8").splitlines())
