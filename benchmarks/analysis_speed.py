"""Measure `analyze_error` and `trace_value_origin` in one session on a large project whose index is ready.

    python -m benchmarks.analysis_speed --mirror DIR --repository OWNER/NAME --commit COMMIT
                                          [--texts 80] [--names 200] [--seed 1] [--cache DIR] [--slowest 5]
                                          [--unlinked]

Texts are those of the development bugs of `benchmarks/fixed_bugs`. Each is asked twice: as it was quoted,
which names nothing of this project, and with the lines of its app's frames replaced by functions of this
project, each called by the next one where one is known. Names are random call sites, asked for the origins
of null. Call sites are linked first, as a server does in the background.

Bars: 95 % of the calls of `analyze_error` in less than 2 s, of `trace_value_origin` in 300 ms warm.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.fixed_bugs.cases import Case, ReconstructedText, load_cases
from benchmarks.fixed_bugs.materialize import MissingMirrorError, read_text, write_tree
from lsp_server.user_session import Session
from models.settings import Settings
from rca.languages.facts import CallSite
from rca.resolve.symbol import Symbol
from rca.workspace import Snapshot

_FRAME = re.compile(
    r"(?P<before>^.*?)(?P<name>(?:[A-Za-z_$][\w$-]*\.)+[\w$<>-]+)\s?\((?P<file>[\w$-]+\.(?:kt|java))(?::\d+)?\)",
    re.MULTILINE,
)
_LIBRARY = (
    "java.",
    "javax.",
    "android.",
    "androidx.",
    "kotlin.",
    "kotlinx.",
    "dalvik.",
    "sun.",
    "com.android.internal.",
)
_ANALYZE_BAR, _ORIGIN_BAR = 2.0, 0.3


def main() -> int:
    """Print a row for each tool and the slowest calls; return 1 where a bar is missed."""
    options = _options()
    case = Case(
        "speed",
        options.repository,
        options.commit,
        options.commit,
        (),
        (),
        "top_app_frame",
        ReconstructedText(()),
    )
    tree = write_tree(case, options.cache, options.mirror)
    chance = random.Random(options.seed)  # noqa: S311 - a sample, no secret
    with tempfile.TemporaryDirectory() as data:
        settings = Settings.model_validate({"metrics": False, "knowledge": {"dense": False}})
        session = Session([tree], Path(data), settings)
        session.start_indexing(linking=None if options.unlinked else lambda _done, _total: None)
        session.keep_words()
        session.wait_for_index()
        session.wait_for_libraries()
        while not options.unlinked and not _is_linked(session):
            time.sleep(0.1)
        snapshot = session.workspace.snapshot
        sites = _Sites(snapshot, chance)
        print(f"{len(sites.files)} Kotlin and Java files, load {os.getloadavg()[0]:.1f}")
        texts = _texts(options.mirror, chance)[: options.texts]
        session.call("analyze_error", {"errorText": texts[0]}, session.deadline("analyze_error"))
        asked = [(f"quoted {text.strip()[:60]}", {"errorText": text}) for text in texts]
        asked += [
            (f"in this project {text.strip()[:60]}", {"errorText": sites.moved_here(text)}) for text in texts
        ]
        missed = _measure(session, "analyze_error", asked, _ANALYZE_BAR, options.slowest)
        names = [sites.question() for _ in range(options.names)]
        missed |= _measure(session, "trace_value_origin", names, _ORIGIN_BAR, options.slowest)
        session.close()
    return int(missed)


def _is_linked(session: Session) -> bool:
    linked = session.workspace.linked
    return linked is not None and 0 < linked[1] == linked[0]


class _Sites:
    """Random functions and call sites of a project."""

    def __init__(self, snapshot: Snapshot, chance: random.Random) -> None:
        self._snapshot, self._chance = snapshot, chance
        self.files = snapshot.files(".kt", ".java")

    def question(self) -> tuple[str, dict[str, Any]]:
        """Return a random name as parameters of `trace_value_origin`."""
        path, site, _function = self._site()
        text = self._snapshot.text(path) or ""
        column = site.start - (text.rfind("\n", 0, site.start) + 1) + 1
        return f"{path}:{site.line} {site.name}", {"filePath": path, "line": site.line, "column": column}

    def moved_here(self, text: str) -> str:
        """Return a text whose app's frames are functions of this project."""
        chain = self._chain()

        def replaced(match: re.Match[str]) -> str:
            if match["name"].startswith(_LIBRARY):
                return match[0]
            return f"{match['before']}{next(chain)}"

        moved = _FRAME.sub(replaced, text)
        return moved if moved != text else f"{text}\n\tat {next(chain)}\n\tat {next(chain)}"

    def _chain(self) -> Iterator[str]:
        """Yield frames: each the function around a call of the one before, where there is one."""
        path, site, function = self._site()
        while True:
            facts = self._snapshot.index.facts(path)
            package = (facts.package if facts is not None else "") or "app"
            owner = "$".join(function.class_path) or f"{Path(path).stem}Kt"
            yield f"{package}.{owner}.{function.name}({Path(path).name}:{site.line})"
            path, site, function = self._caller(function) or self._site()

    def _caller(self, function: Symbol) -> tuple[str, CallSite, Symbol] | None:
        index = self._snapshot.index
        for path in index.declaring(function.name, "called")[:5]:
            facts = index.facts(path)
            for site in facts.calls if facts is not None else ():
                around = index.enclosing_function(path, site.line)
                if site.name == function.name and around is not None and around != function:
                    return path, site, around
        return None

    def _site(self) -> tuple[str, CallSite, Symbol]:
        index = self._snapshot.index
        while True:
            path = self._chance.choice(self.files)
            facts = index.facts(path)
            if facts is None or not facts.calls:
                continue
            site = self._chance.choice(facts.calls)
            function = index.enclosing_function(path, site.line)
            if function is not None:
                return path, site, function


def _texts(mirror: Path, chance: random.Random) -> list[str]:
    found = []
    for case in load_cases():
        if case.split == "development":
            try:
                found.append(read_text(case, mirror))
            except MissingMirrorError:
                continue
    chance.shuffle(found)
    return found


def _measure(
    session: Session, tool: str, asked: Sequence[tuple[str, dict[str, Any]]], bar: float, slowest: int
) -> bool:
    """Call a tool with each of its parameters, print the times, and return whether the bar was missed."""
    seconds: list[tuple[float, str]] = []
    failed = cut = 0
    for name, parameters in asked:
        began = time.perf_counter()
        answer = session.call(tool, parameters, session.deadline(tool))
        seconds.append((time.perf_counter() - began, name))
        failed += not answer.get("success")
        cut += "the time ran out" in str(answer.get("meta"))
    ordered = sorted(seconds)
    p95 = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))][0]
    print(
        f"{tool}: {len(ordered)} calls, p50 {statistics.median(one for one, _ in ordered):.3f} s, "
        f"p95 {p95:.3f} s (bar {bar:g}), slowest {ordered[-1][0]:.3f} s; "
        f"{failed} refused, {cut} cut by their time limit"
    )
    for took, name in reversed(ordered[-slowest:]):
        print(f"  {took:.3f} {' '.join(name.split())}")
    return p95 > bar


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--mirror", type=Path, required=True)
    parser.add_argument("--repository", required=True)
    parser.add_argument("--commit", required=True)
    parser.add_argument("--texts", type=int, default=80)
    parser.add_argument("--names", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slowest", type=int, default=5)
    parser.add_argument("--unlinked", action="store_true", help="link no call sites, as a short command")
    cache = os.environ.get("RCA_BUGS_CACHE") or Path(tempfile.gettempdir()) / "rca-fixed-bugs"
    parser.add_argument("--cache", type=Path, default=Path(cache))
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
