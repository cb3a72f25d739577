"""Test problems of retrieval, none of them in the starter: a solution and three queries each.

`evaluation/knowledge/problems_dev.jsonl` and the rarer ones of `problems_rare.jsonl` are what everything that
ranks may be set on; `problems_test.jsonl` was drawn from the same pile as the former by a hash of the names
and is only ever measured on. `problems_blind.jsonl` was written later, before what it judges was measured;
`problems_fresh.jsonl` was drawn from the same pile as the rare ones; `problems_unseen.jsonl` was written by
another hand, beside the training data and unread by who set anything, and so was
`problems_second.jsonl`, later. `novel.jsonl` has queries
whose problem is in no store. A trace names its frames only: the file and line of each are made up here,
`@name` stands for the frames that every crash from that place has, and `dress` for the log around it.
"""

from __future__ import annotations

import json
import random
import re
from dataclasses import dataclass
from typing import Literal

from evaluation.knowledge.queries import FOLDER, dressed
from models.solution import Solution

Split = Literal["dev", "test", "blind", "fresh", "unseen", "second"]
Form = Literal["line", "trace", "symptom"]

_BARE_FRAME = re.compile(r"^at ((?:[\w$-]+\.)+)([\w$<>-]+)$")
_TASKS = (
    "preBuild UP-TO-DATE",
    "preDebugBuild UP-TO-DATE",
    "generateDebugBuildConfig UP-TO-DATE",
    "generateDebugResValues UP-TO-DATE",
    "mapDebugSourceSetPaths UP-TO-DATE",
    "createDebugCompatibleScreenManifests UP-TO-DATE",
    "extractDeepLinksDebug UP-TO-DATE",
    "javaPreCompileDebug UP-TO-DATE",
    "desugarDebugFileDependencies FROM-CACHE",
    "mergeDebugJniLibFolders",
)
_FOOTER = (
    "",
    "* Try:",
    "> Run with --stacktrace option to get the stack trace.",
    "> Run with --info or --debug option to get more log output.",
    "> Get more help at https://help.gradle.org.",
    "",
)


@dataclass(frozen=True)
class Known:
    """A problem: its record, and what people ask who have it."""

    id: str
    solution: Solution
    asked: dict[Form, str]


def problems(split: Split) -> list[Known]:
    """Read the problems of one part."""
    stacks: dict[str, list[str]] = json.loads((FOLDER / "stacks.json").read_text("utf-8"))
    names = ("dev", "rare") if split == "dev" else (split,)
    texts = [(FOLDER / f"problems_{name}.jsonl").read_text("utf-8") for name in names]
    return [_known(json.loads(line), stacks) for text in texts for line in text.splitlines()]


def novel(split: Split) -> list[str]:
    """Read the queries that no record answers."""
    rows = [json.loads(line) for line in (FOLDER / "novel.jsonl").read_text("utf-8").splitlines()]
    return [row["query"] for row in rows if row["split"] == split]


def _known(row: dict[str, str], stacks: dict[str, list[str]]) -> Known:
    solution = Solution(
        id=row["id"],
        error_description=row["description"],
        root_cause=row["cause"],
        solution=row["fix"],
        error_type=row["type"],
        confidence=0.9,
    )
    asked: dict[Form, str] = {
        "line": row["line"],
        "trace": _trace(row, stacks),
        "symptom": row["symptom"],
    }
    return Known(row["id"], solution, asked)


def _trace(row: dict[str, str], stacks: dict[str, list[str]]) -> str:
    chance = random.Random(row["id"])  # noqa: S311 - the same made-up lines in every run
    body: list[str] = []
    for line in row["trace"].split("\n"):
        body += stacks[line[1:]] if line[1:] in stacks and line.startswith("@") else [line]
    if row["dress"] == "plain":
        return "\n".join(body)
    if row["dress"] == "gradle":
        tasks = [f"> Task :app:{name}" for name in chance.sample(_TASKS, chance.randint(3, len(_TASKS)))]
        end = [f"BUILD FAILED in {chance.randint(2, 190)}s", f"{chance.randint(4, 400)} actionable tasks"]
        start = ["FAILURE: Build failed with an exception.", ""]
        split = next((i for i, line in enumerate(body) if line.startswith("* W")), 0)
        return "\n".join((*tasks, *body[:split], "", *start, *body[split:], *_FOOTER, *end))
    placed = [_placed(line, chance) for line in body]
    return dressed(placed, row["dress"], row.get("process", ""))


def _placed(line: str, chance: random.Random) -> str:
    """Return a frame that only names its function a file and a line."""
    match = _BARE_FRAME.match(line)
    if match is None:
        return f"\t{line}" if line.startswith(("at ", "... ")) else line
    name = match.group(1).rstrip(".").rsplit(".", 1)[-1].split("$", 1)[0]
    java = match.group(1).startswith(("java", "android.", "com.android", "libcore", "jdk"))
    file = f"{name}.java" if java else f"{name.removesuffix('Kt')}.kt"
    return f"\t{line}({file}:{chance.randint(20, 1900)})"
