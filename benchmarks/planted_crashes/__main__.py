"""Measure whether captured values lead to the right one of two causes.

    python -m benchmarks.planted_crashes [--set FOLDER] [--only NAME] [--show] [--kept FOLDER]

Each program throws the same trace for two causes. It runs under the debugger's eye as `a` and as `b`; the
trace is analyzed without the captured values and with them. A case is right if the first hypothesis is the
function that the program's first lines name. These lines, and the values of `main`, which chooses the cause,
are kept from the analysis.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel

from lsp_server.user_session import Session
from models.captured_state import CapturedState
from models.hypothesis import Hypothesis
from models.settings import Settings
from rca.analysis.error_source import from_text
from rca.analysis.investigation import Investigation
from rca.jdwp.capture_run import run_command
from rca.jdwp.exception_watch import ThrowFilter
from rca.jdwp.state_rendering import render_state
from rca.scheduling.deadline import Deadline

HERE = Path(__file__).parent
CAUSES = ("a", "b")
_COMPILER = HERE.parents[1] / ".cache" / "kotlin-compiler-2.4.20"
"""Where the tests keep Kotlin's compiler (`tests/kotlin_compiler.py`)."""
_LIBRARIES = ("kotlin-stdlib.jar", "kotlinx-coroutines-core-jvm.jar")
_KEY = re.compile(r"^// ([ab]): (\S+)$", re.MULTILINE)
_COMMENT = re.compile(r"^//.*$", re.MULTILINE)
_NO_DETAILS = "-XX:-ShowCodeDetailsInExceptionMessages"
"""As on Android: the message of a null dereference does not say what was null."""


@dataclass(frozen=True)
class Crash:
    """One run of a program: its trace, and what was captured at the throw."""

    program: str
    cause: str
    expected: str
    text: str
    state: CapturedState
    still_ms: float


def main() -> int:
    """Run all programs and print the table; return 1 where values lead astray too often."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--set", default="programs", help="folder of programs, such as blind/held")
    parser.add_argument("--only", help="one program")
    parser.add_argument("--kept", type=Path, help="where captures are kept, and taken from if they are there")
    parser.add_argument("--no-analysis", action="store_true", help="only run the programs")
    parser.add_argument("--show", action="store_true", help="print the hypotheses of each case")
    options = parser.parse_args()
    right = {"without": 0, "with": 0}
    crashes = 0
    longest = 0.0
    for program in sorted((HERE / options.set).iterdir()):
        if not program.is_dir() or options.only not in (None, program.name):
            continue
        with tempfile.TemporaryDirectory() as name:
            for crash, session in _crashes(program, Path(name), options.kept):
                crashes += 1
                longest = max(longest, crash.still_ms)
                if options.no_analysis:
                    continue
                row = []
                for how, state in (("without", None), ("with", crash.state)):
                    found = _analyze(session, crash.text, state)
                    rank = _rank(found, crash.expected)
                    right[how] += rank == 1
                    row.append(f"{how} {rank or '-'}")
                    if options.show:
                        _show(how, found)
                print(f"{crash.program} {crash.cause}: {crash.expected}: {', '.join(row)}", flush=True)
    share = {how: count / max(crashes, 1) for how, count in right.items()}
    print(f"{crashes} crashes; right first: without values {share['without']:.2f}, with {share['with']:.2f}")
    print(f"suspended at most {longest:.0f} ms")
    return int(share["with"] < 0.9)


def _crashes(program: Path, folder: Path, kept: Path | None) -> Iterator[tuple[Crash, Session]]:
    sources = sorted(path for path in program.iterdir() if path.suffix in (".java", ".kt"))
    source = next(path for path in sources if path.stem == "Main")
    code = source.read_text("utf-8")
    expected = dict(_KEY.findall(code))
    package = re.search(r"^package ([\w.]+)", code, re.MULTILINE)
    assert package is not None, source
    root = folder / "project"
    for one in sources:
        path = root / "src" / "main" / one.suffix[1:].replace("kt", "kotlin") / package[1].replace(".", "/")
        path.mkdir(parents=True, exist_ok=True)
        (path / one.name).write_text(_COMMENT.sub("", one.read_text("utf-8")), "utf-8")
    session = Session([root], folder / "data", Settings.model_validate({"knowledge": {"dense": False}}))
    session.start_indexing()
    session.wait_for_index()
    session.workspace.collect_words()
    runs = _run(sources, f"{package[1]}.Main{'Kt' if source.suffix == '.kt' else ''}", folder, kept)
    assert len({run.text for run in runs}) == 1, (program.name, [run.text for run in runs])
    for cause, run in zip(CAUSES, runs, strict=True):
        state = _without_main(run.state)
        yield Crash(program.name, cause, expected[cause], run.text, state, state.stood_still_ms), session
    session.close()


class _Run(BaseModel):
    """Crash of one run: the trace that it printed, and the captured state."""

    text: str
    state: CapturedState


def _run(sources: Sequence[Path], main: str, folder: Path, kept: Path | None) -> list[_Run]:
    """Return what a program's runs for both causes gave, from the kept ones if its code is the same."""
    digest = hashlib.sha256(b"".join(one.read_bytes() for one in sources)).hexdigest()[:12]
    program = sources[0].parent.name
    name = f"{program}-{digest}.json"
    if kept is not None and (kept / name).is_file():
        return [_Run.model_validate(one) for one in json.loads((kept / name).read_text("utf-8"))]
    class_path = _compile(sources, folder / "classes")
    runs = []
    for cause in CAUSES:
        command = f"java {_NO_DETAILS} -cp {shlex.quote(class_path)} {main} {cause}"
        run = run_command(command, folder, os.environ, ThrowFilter(), 60, Deadline(90))
        assert run.state is not None, (program, cause, run.output)
        text = run.output[run.output.index("Exception in thread") :]
        runs.append(_Run(text=text, state=render_state(run.state)))
    if kept is not None:
        kept.mkdir(parents=True, exist_ok=True)
        (kept / name).write_text(json.dumps([run.model_dump(mode="json") for run in runs]), "utf-8")
    return runs


def _without_main(state: CapturedState) -> CapturedState:
    frames = [
        frame.model_copy(update={"locals": ()}) if frame.method == "main" else frame for frame in state.frames
    ]
    return state.model_copy(update={"frames": tuple(frames)})


def _compile(sources: Sequence[Path], folder: Path) -> str:
    """Return the class path of a program; its Kotlin files are compiled before its Java ones."""
    folder.mkdir()
    java = [str(one) for one in sources if one.suffix == ".java"]
    class_path = str(folder)
    if len(java) < len(sources):
        jars = Path(os.environ.get("RCA_COMPILER_PACKAGE") or _COMPILER) / "lib"
        library = os.pathsep.join(str(jars / name) for name in _LIBRARIES)
        compiler = ["java", "-cp", str(jars / "*"), "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler", "-nowarn"]
        arguments = ["-no-stdlib", "-no-reflect", "-cp", library, "-d", str(folder), *map(str, sources)]
        subprocess.run([*compiler, *arguments], check=True, timeout=300)
        class_path = f"{folder}{os.pathsep}{library}"
    if java:
        subprocess.run(["javac", "-g", "-cp", class_path, "-d", str(folder), *java], check=True, timeout=300)
    return class_path


def _analyze(session: Session, text: str, state: CapturedState | None) -> tuple[Hypothesis, ...]:
    snapshot = session.workspace.snapshot
    source = from_text(text, snapshot.app_packages)
    investigation = Investigation(snapshot, session.knowledge, source, Deadline(20), capture=state)
    return investigation.run().hypotheses


def _rank(found: tuple[Hypothesis, ...], expected: str) -> int | None:
    for rank, one in enumerate(found, 1):
        function = one.places[0].function or ""
        if function == expected or function.endswith(f".{expected}"):
            return rank
    return None


def _show(how: str, found: tuple[Hypothesis, ...]) -> None:
    for one in found:
        place = one.places[0]
        print(f"    {how} {one.confidence:.2f} {place.function}:{place.line} {one.statement}")
        for said in one.evidence:
            print(f"        {said}")


if __name__ == "__main__":
    sys.exit(main())
