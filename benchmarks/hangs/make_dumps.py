"""Make the dumps of `evaluation/hangs/dumps`: run the programs with a real JVM and ask it for its threads.

`python -m benchmarks.hangs.make_dumps JARS [NAME…]`, where JARS is the folder of the Kotlin compiler's jars.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "evaluation" / "hangs"
_HANGS_AFTER = 2.5
_COROUTINES = "kotlinx-coroutines-core-jvm.jar"
_SMR = re.compile(r"Threads class SMR info:\n.*?\n}\n", re.DOTALL)


def main() -> int:
    """Make all dumps, or those of the named programs."""
    jars, names = Path(sys.argv[1]), sys.argv[2:]
    cases = json.loads((FOLDER / "cases.json").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        for case in cases:
            if "program" not in case or (names and case["program"] not in names):
                continue
            class_path = _compile(case["program"], jars, Path(folder))
            text = _dump(case, class_path, jars)
            path = FOLDER / "dumps" / f"{case['name']}.txt"
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
            print(f"{case['name']}: {len(text)} characters", flush=True)
    return 0


def _compile(program: str, jars: Path, folder: Path) -> str:
    classes = folder / program
    libraries = os.pathsep.join(str(jars / name) for name in ("kotlin-stdlib.jar", _COROUTINES))
    class_path = f"{classes}{os.pathsep}{libraries}"
    if classes.is_dir():
        return class_path
    programs = FOLDER / "programs"
    source = programs / f"{program}.kt"
    if source.is_file():
        compiler = ["java", "-cp", str(jars / "*"), "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler", "-nowarn"]
        arguments = ["-no-stdlib", "-no-reflect", "-cp", libraries, "-d", str(classes), str(source)]
        subprocess.run([*compiler, *arguments], check=True)
    else:
        sources = [str(programs / f"{name}.java") for name in (program, "Pause")]
        subprocess.run(["javac", "-g", "-d", str(classes), *sources], check=True)
    return class_path


def _dump(case: dict[str, object], class_path: str, jars: Path) -> str:
    """Run a program until it hangs, ask for the dump in the case's form, and end it."""
    program, form = str(case["program"]), str(case["form"])
    name = f"demo.{program}" if (FOLDER / "programs" / f"{program}.java").is_file() else f"demo.{program}Kt"
    agent = [f"-javaagent:{jars / _COROUTINES}"] if "coroutines" in form else []
    names = ["-Dkotlinx.coroutines.debug"] if "named" in form else []
    command = ["java", "-XX:TieredStopAtLevel=1", "-Xmx64m", *agent, *names, "-cp", class_path, name]
    command += [str(one) for one in case.get("arguments", ())]  # type: ignore[attr-defined]  # a list
    with tempfile.TemporaryFile("w+") as output, subprocess.Popen(command, stdout=output) as running:
        try:
            time.sleep(_HANGS_AFTER)
            texts = [_ask(running.pid, part, output) for part in form.split("+")]
        finally:
            running.kill()
    return _SMR.sub("", "\n\n".join(text.strip() for text in texts)) + "\n"


def _ask(pid: int, form: str, output: object) -> str:
    asked = {"jstack": ["jstack"], "jstack-l": ["jstack", "-l"], "jcmd": ["jcmd"], "jcmd-l": ["jcmd"]}.get(
        form
    )
    if asked is not None:
        tail = (
            [str(pid)]
            if "jstack" in form
            else [str(pid), "Thread.print", *(["-l"] if form == "jcmd-l" else [])]
        )
        done = subprocess.run([*asked, *tail], check=True, capture_output=True, text=True, timeout=60)
        return done.stdout
    os.kill(pid, signal.SIGQUIT if form == "signal" else signal.SIGTRAP)
    time.sleep(1.0)
    output.seek(0)  # type: ignore[attr-defined]  # a file
    return str(output.read())  # type: ignore[attr-defined]  # a file


if __name__ == "__main__":
    sys.exit(main())
