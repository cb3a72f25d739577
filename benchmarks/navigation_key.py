"""Check the expected answers of `evaluation/navigation` against the Kotlin compiler.

    python -m benchmarks.navigation_key [--cache DIR] [-v]

Every snippet is compiled, its Java by javac. Where the Kotlin compiler says what a marked name means,
its declaration must hold the name that the suite expects; the type that it infers for a local must be
the one that a hover shows, but for nullability, which types of ours do not have. The exit code is 1
where a snippet has errors or the compiler contradicts an answer.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.oracle.build import CACHE
from benchmarks.oracle.tool import Tool
from evaluation.navigation.snippets import Asked, Mark, Snippet, snippets

_HOVERED = re.compile(r"\((?:local|parameter)\) (?:vararg )?(\w+): (.+)")


class Said(NamedTuple):
    """What the compiler says of a snippet: meanings of names and types of locals, with their places."""

    meanings: list[tuple[str, int, int, str, int, int]]
    types: list[tuple[str, int, int, str, str]]


def main() -> None:
    """Compile, compare, print what differs and how much was told."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cache", type=Path, default=CACHE)
    parser.add_argument("-v", action="store_true", help="name the answers of which the compiler says nothing")
    options = parser.parse_args()
    work = options.cache.resolve() / "navigation"
    shutil.rmtree(work, ignore_errors=True)
    tool = Tool(options.cache)
    known = list(snippets())
    _compile(tool, known, work)
    problems: list[str] = []
    told: Counter[str] = Counter()
    for number, snippet in enumerate(known):
        java = _java_errors(tool, snippet, work / str(number), work / f"{number}.out.classes")
        problems += _errors(snippet, work / f"{number}.out.log", java)
        said = _read(work / f"{number}.out", work / str(number))
        for asked in snippet.questions:
            answer = _compare(snippet, asked, said)
            told["told" if answer is not None else "not told"] += 1
            told[f"{asked.what}: {'told' if answer is not None else 'not told'}"] += 1
            if answer:
                problems.append(f"{asked.place}: {asked.what} {asked.label} = {asked.answer}: {answer}")
            elif answer is None and options.v:
                sys.stdout.write(f"not told: {asked.place}: {asked.what} {asked.label} = {asked.answer}\n")
    sys.stdout.write("\n".join([*problems, str(dict(told.most_common()))]) + "\n")
    raise SystemExit(bool(problems))


def _compile(tool: Tool, known: list[Snippet], work: Path) -> None:
    """Write the snippets, and have them compiled in one process."""
    plugin = tool.build_plugin("references", "oracle.ReferencesRegistrar")
    classpath = ":".join(
        str(tool.jar(name)) for name in ("kotlin-stdlib", "kotlin-reflect", "kotlinx-coroutines-core-jvm")
    )
    jobs: list[str] = []
    for number, snippet in enumerate(known):
        folder = work / str(number)
        for path, text in snippet.files.items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, "utf-8")
        jobs.append(f"{folder}={work / f'{number}.out'}={classpath}={plugin}")
    done = tool.run("oracle.ReferencesKt", jobs, jar=plugin)
    if done.returncode:
        raise SystemExit(done.stderr)


def _java_errors(tool: Tool, snippet: Snippet, folder: Path, classes: Path) -> list[str]:
    """Compile the Java of a snippet against its Kotlin; return the errors."""
    sources = [str(folder / path) for path in snippet.files if path.endswith(".java")]
    if not sources:
        return []
    classpath = f"{classes}:{tool.jar('kotlin-stdlib')}"
    command = ["javac", "-d", str(classes), "-cp", classpath, *sources]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    # Patterns in `switch` are a preview feature before Java 21.
    errors = [line for line in done.stderr.splitlines() if "error:" in line]
    return [line for line in errors if "preview feature" not in line]


def _errors(snippet: Snippet, log: Path, java: list[str]) -> Iterator[str]:
    if not any(path.endswith(".kt") for path in snippet.files):
        log = Path(os.devnull)
    errors = java + [line for line in log.read_text("utf-8").splitlines() if "error:" in line]
    if errors and snippet.refused is None:
        yield f"{snippet.place}: {snippet.name}: {errors[0].rpartition('/')[2]}"
    elif not errors and snippet.refused is not None:
        yield f"{snippet.place}: {snippet.name}: compiles, though it should not"


def _read(output: Path, folder: Path) -> Said:
    said = Said([], [])
    for line in output.read_text("utf-8").splitlines() if output.is_file() else ():
        kind, path, start, end, *rest = line.split("\t")
        place = str(Path(path).relative_to(folder)), int(start), int(end)
        if kind == "type":
            said.types.append((*place, rest[0], rest[1]))
        else:
            target = str(Path(rest[0]).relative_to(folder))
            said.meanings.append((*place, target, int(rest[1]), int(rest[2])))
    return said


def _compare(snippet: Snippet, asked: Asked, said: Said) -> str | None:
    """Return how the compiler contradicts an answer, "" where it agrees, None where it says nothing."""
    mark = snippet.marks[asked.label]
    if asked.what == "hover":
        return _compare_type(asked, mark, said)
    if asked.what != "definition" or asked.answer == "nothing":
        return None
    meant = [one for one in said.meanings if one[0] == mark.path and one[1] <= mark.start < one[2]]
    text = snippet.files[mark.path][mark.start : mark.end]
    exact = [one for one in meant if one[1] == mark.start and one[2] - one[1] in (len(text), len(text) + 2)]
    if not exact:
        return None
    for label in (part.strip() for part in asked.answer.split(",")):
        if label not in snippet.marks:
            continue
        wanted = snippet.marks[label]
        # A primary constructor is shown at its class's name, right before it.
        if any(
            one[3] == wanted.path and (one[4] <= wanted.start < one[5] or one[4] == wanted.end)
            for one in exact
        ):
            return ""
        if snippet.files[wanted.path].startswith("typealias", _line_start(snippet, wanted)):
            return None  # the compiler names what an alias stands for
    places = ", ".join(f"{one[3]}:{one[4]}-{one[5]}" for one in exact)
    return f"the compiler goes to {places}"


def _line_start(snippet: Snippet, mark: Mark) -> int:
    return snippet.files[mark.path].rfind("\n", 0, mark.start) + 1


def _compare_type(asked: Asked, mark: Mark, said: Said) -> str | None:
    hovered = _HOVERED.match(asked.answer)
    if hovered is None:
        return None
    declared = [
        one[4]
        for one in said.types
        if one[0] == mark.path and one[1] <= mark.start < one[2] and one[3] == hovered[1]
    ]
    if not declared or hovered[1] == "it" or asked.known or "<object" in hovered[2]:
        return None
    shown = hovered[2].replace("?", "")
    return "" if any(_plain(one) == shown for one in declared) else f"the compiler says {declared}"


def _plain(text: str) -> str:
    """Return a type as a hover shows it: without packages, nullability and variance."""
    text = re.sub(r"\b(?:[a-z]\w*\.)+(?=[A-Z])", "", text)
    text = re.sub(r"\b(?:in|out) ", "", text)
    return text.replace("?", "").replace("!", "")


if __name__ == "__main__":
    main()
