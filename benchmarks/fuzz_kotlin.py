"""Fuzz the Kotlin parser with damaged files: none may fail or take long; intact parts are still found.

    python -m benchmarks.fuzz_kotlin FOLDER [--files N] [--seed N]

Each file is damaged by one to eight edits (a token or a slice deleted, doubled, moved or replaced by signs)
and read. Prints failures, broken promises of the facts, time a character (median, 99th percentile, worst),
and, for files damaged by a single deleted token, the share of their functions and classes still found.
"""

from __future__ import annotations

import argparse
import random
import re
import statistics
import time
import traceback
from collections import Counter
from pathlib import Path

from rca.languages.facts import Facts
from rca.languages.facts_codec import decode, encode
from rca.languages.registry import extract

_TOKEN = re.compile(r"\w+|[^\w\s]")
_SIGNS = (
    "{",
    "}",
    "(",
    ")",
    "<",
    ">",
    '"',
    '"""',
    "${",
    "`",
    "'",
    "@",
    "\n",
    "fun ",
    "val x = ",
    "/*",
    "->",
    "?.",
)
_LARGEST = 200_000
_SHORT = 1000
"""Characters below which the time of a file is that of starting, not of reading."""


def main() -> None:
    """Damage, read and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)  # noqa: S311 - the same damage in each run
    texts = [path.read_text("utf-8", "replace") for path in sorted(options.folder.rglob("*.kt"))]
    texts = [text for text in texts if 100 < len(text) < _LARGEST]
    failures: Counter[str] = Counter()
    speeds: list[float] = []
    kept = had = whole = 0
    extract("a.kt", 'val x = "${y}"')  # loading the reader is no part of reading
    for number in range(options.files):
        text = chance.choice(texts)
        single = number % 4 == 0
        damaged = _without_token(text, chance) if single else _damaged(text, chance)
        started = time.process_time()
        try:
            facts = extract("a.kt", damaged)
        except Exception:  # noqa: BLE001 - the very thing that is counted
            failures[traceback.format_exc().splitlines()[-1]] += 1
            continue
        speeds.append((time.process_time() - started) / max(len(damaged), _SHORT) * 1e6)
        failures.update(_broken_promises(facts, damaged))
        if single:
            before, after = _names(extract("a.kt", text)), _names(facts)
            had += before.total()
            kept += (before & after).total()
            whole += 1
    print(f"{options.files} damaged files; failures: {failures.total()}")
    for reason, count in failures.most_common(10):
        print(f"  {count} {reason}")
    ordered = sorted(speeds)
    print(
        f"microseconds a character: median {statistics.median(ordered):.2f}, "
        f"99% {ordered[len(ordered) * 99 // 100]:.2f}, worst {ordered[-1]:.2f}"
    )
    print(f"one token deleted, {whole} files: {kept / had:.3%} of {had} functions and classes found")


def _damaged(text: str, chance: random.Random) -> str:
    for _ in range(chance.randint(1, 8)):
        start = chance.randrange(len(text) + 1)
        piece = text[start : start + chance.choice((1, 1, 3, 10, 80, 400))]
        match chance.randrange(4):
            case 0:
                text = text[:start] + text[start + len(piece) :]
            case 1:
                text = text[:start] + piece + text[start:]
            case 2:
                text = text[:start] + "".join(chance.choices(_SIGNS, k=chance.randint(1, 4))) + text[start:]
            case _:
                rest = text[:start] + text[start + len(piece) :]
                to = chance.randrange(len(rest) + 1)
                text = rest[:to] + piece + rest[to:]
    return text or " "


def _without_token(text: str, chance: random.Random) -> str:
    for _ in range(20):
        found = _TOKEN.search(text, chance.randrange(len(text)))
        if found is not None:
            return text[: found.start()] + text[found.end() :]
    return text


def _names(facts: Facts) -> Counter[tuple[str, str]]:
    return Counter(
        (row.kind, row.name)
        for row in facts.declarations
        if row.name and row.kind not in ("property", "constructor")
    )


def _broken_promises(facts: Facts, text: str) -> list[str]:
    found = []
    declared, expressed = len(facts.declarations), len(facts.expressions)
    for index, row in enumerate(facts.declarations):
        if not 0 <= row.start <= row.name_start <= row.end <= len(text):
            found.append("a declaration's offsets are out of order")
        if not row.start <= row.header_end <= row.end:
            found.append("a header ends outside its declaration")
        if not -1 <= row.parent < index or row.value >= expressed:
            found.append("a declaration names what is not there")
    for site in facts.calls:
        named = (site.receiver, *site.arguments, *site.lambdas)
        if not 0 <= site.start <= len(text) or site.owner >= declared or max(named) >= expressed:
            found.append("a call site names what is not there")
    if any(one >= expressed for row in facts.expressions for one in row.inputs):
        found.append("an expression names what is not there")
    if decode(encode(facts)) != facts:
        found.append("facts change when packed")
    return found


if __name__ == "__main__":
    main()
