"""Whether origins of null lie where the fix was made: null failures of the development half of `fixed_bugs`.

    python -m benchmarks.value_origins --mirror FOLDER [--given FILE] [--only WORD] [--cache FOLDER]

For the topmost project frames of an error, every expression of the frame's line whose null can have failed
(the receiver of a call or read, the operand of `!!`, all that are passed where the message names no method)
is asked for the origins of null; where the line has none, the whole function is searched for the method that
the message names. A bug counts as found if an origin, or a step of its way, lies in a function that the fix
changed. The held half is never read.
"""

from __future__ import annotations

import argparse
import re
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.fixed_bugs.cases import BUGS, Case, load_cases
from benchmarks.fixed_bugs.materialize import MissingMirrorError, read_text, write_tree
from benchmarks.fixed_bugs.score import Place, hits
from lsp_server.user_session import Session
from models.settings import Settings
from rca.causes.origins.find_origins import find_origins
from rca.causes.origins.origin import OriginAnswer
from rca.causes.origins.syntax_file import SyntaxFile
from rca.scheduling.deadline import Deadline

_NULL_FAILURE = re.compile(
    r"NullPointerException|UninitializedPropertyAccess|null object reference|must not be null|"
    r"null cannot be cast|is null\b"
)
_METHOD = re.compile(r"(?:virtual|interface|direct) method '[^']*?\.(\w+)\(|Cannot invoke \"[^\"]*?\.(\w+)\(")
_FRAMES = 3
_SECONDS = 5.0


@dataclass
class Result:
    """What was found for one bug: ranks are of origins, from 1."""

    case: Case
    asked: int = 0
    origins: int = 0
    unresolved: int = 0
    rank: int | None = None
    on_way: bool = False
    slowest: float = 0.0
    note: str = ""


def main() -> None:
    """Print a row for each bug, and the shares of bugs whose fix an origin leads to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--given", type=Path, help="a further file of development bugs")
    parser.add_argument("--only", default="", help="ids that contain this word")
    parser.add_argument("--cache", type=Path, default=Path(tempfile.gettempdir()) / "rca-fixed-bugs")
    parser.add_argument("--mirror", type=Path, required=True)
    options = parser.parse_args()
    cases = [one for one in load_cases(BUGS) if one.split == "development"]
    cases += load_cases(options.given) if options.given else []
    results: list[Result] = []
    for case in cases:
        if options.only not in case.id or case.stratum == "declaration/config":
            continue
        try:
            text = read_text(case, options.mirror)
            if _NULL_FAILURE.search(text):
                results.append(_measure(case, text, write_tree(case, options.cache, options.mirror)))
                _print(results[-1])
        except MissingMirrorError as missing:
            print(missing)
    for stratum in sorted({one.case.stratum for one in results}):
        rows = [one for one in results if one.case.stratum == stratum]
        found = sum(one.rank is not None for one in rows)
        led = sum(one.on_way or one.rank is not None for one in rows)
        print(f"{stratum}: {len(rows)} bugs, an origin in a fixed function {found}, origin or step {led}")


def _print(result: Result) -> None:
    rank = "-" if result.rank is None else str(result.rank)
    print(
        f"{result.case.id} {result.case.stratum}: asked {result.asked}, origins {result.origins} "
        f"(unresolved {result.unresolved}), rank {rank}, on the way {result.on_way}, "
        f"slowest {result.slowest * 1000:.0f} ms {result.note}",
        flush=True,
    )


def _measure(case: Case, text: str, tree: Path) -> Result:
    settings = Settings.model_validate({"metrics": False, "knowledge": {"dense": False}})
    result = Result(case)
    with tempfile.TemporaryDirectory() as data:
        session = Session([tree], Path(data), settings)
        session.start_indexing()
        session.wait_for_index()
        analyzed = session.call("analyze_error", {"errorText": text}, Deadline())
        frames = (analyzed.get("data") or {}).get("frames") or []
        lines = [(one["filePath"], one["line"]) for one in frames if one.get("line")]
        if not lines:
            result.note = "no frame of the project"
        _ask(result, session, text, lines)
        session.close()
    return result


def _ask(result: Result, session: Session, text: str, lines: list[tuple[str, int]]) -> None:
    snapshot = session.workspace.snapshot
    match = _METHOD.search(text)
    method = "" if match is None else match[1] or match[2]
    rank = 0
    for path, line in lines[:_FRAMES]:
        content = snapshot.text(path)
        facts = snapshot.index.facts(path)
        if content is None or facts is None or facts.language not in ("kotlin", "java"):
            continue
        file = SyntaxFile(path, content, facts)
        suspects = list(_suspects(file, line, line, method))
        if not suspects and method:
            around = snapshot.index.enclosing_function(path, line)
            if around is not None:
                suspects = list(_suspects(file, around.line, around.end_line, method))
        for start, end in suspects:
            began = time.perf_counter()
            answer = find_origins(
                snapshot.index, path, start, end, snapshot.text, Deadline(_SECONDS), nulls=True, frames=lines
            )
            result.slowest = max(result.slowest, time.perf_counter() - began)
            result.asked += 1
            if answer is not None:
                rank = _judge(result, answer, snapshot.text, rank)


def _judge(result: Result, answer: OriginAnswer, texts: object, rank: int) -> int:
    assert callable(texts)
    for origin in answer.origins:
        rank += 1
        result.origins += 1
        result.unresolved += origin.kind == "unresolved"
        for number, place in enumerate((origin.place, *(step.place for step in origin.steps))):
            content = texts(place.path) or ""
            line = content.count("\n", 0, place.start) + 1
            if any(hits(Place(place.path, line), fix) for fix in result.case.fix_places):
                if number == 0 and result.rank is None:
                    result.rank = rank
                result.on_way = result.on_way or number > 0
    return rank


def _suspects(file: SyntaxFile, line: int, end_line: int, method: str) -> Iterator[tuple[int, int]]:
    """Return the ranges of the expressions of some lines whose null can have failed."""
    if line > file.line_count:
        return
    first, last = file.line_range(line)[0], file.line_range(min(end_line, file.line_count))[1]
    root = next(
        (found for at in range(first, last) if not file.text[at].isspace() and (found := file.root_at(at))),
        None,
    )
    seen = set()
    for node in () if root is None else root.walk():
        suspect = None
        if node.kind == "notnull":
            suspect = node.parts[0]
        elif node.kind in ("call", "member") and not node.safe and node.receiver is not None:
            fits = not method or method == node.name or method.lower() == f"get{node.name.lower()}"
            suspect = node.receiver if fits else None
        elif node.kind == "for" and method in ("", "iterator"):
            suspect = node.parts[0]
        here = suspect is not None and (first <= node.start <= last or first <= node.at <= last)
        for one in (suspect, *(node.arguments if node.kind == "call" and not method else ())):
            if one is None or one.kind not in ("name", "member", "call", "index", "elvis"):
                continue
            if (here or first <= one.start <= last) and (one.start, one.end) not in seen:
                seen.add((one.start, one.end))
                yield one.start, one.end


if __name__ == "__main__":
    main()
