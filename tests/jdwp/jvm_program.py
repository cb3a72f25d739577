"""Small Java and Kotlin programs, compiled and run under the debugger's eye by a real JVM."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from models.captured_state import CapturedFrame, CapturedState, CapturedValue
from rca.jdwp.capture_run import CaptureRun, run_command
from rca.jdwp.exception_watch import ThrowFilter
from rca.jdwp.state_rendering import render_state
from rca.scheduling.deadline import Deadline
from tests.kotlin_compiler import compiler_jars

SHORT_LIVED = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData")
"""Options of a JVM that runs for seconds: it compiles a third less of itself for the same outcome."""


def need_jdk() -> None:
    """Skip the test without a JDK; fail under `CI`."""
    if shutil.which("javac") is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("there is no JDK")


def compile_java(folder: Path, source: str, name: str = "Main", *, debug: bool = True) -> Path:
    """Compile one file and return the folder of its classes."""
    need_jdk()
    path = folder / f"{name}.java"
    path.write_text(source, encoding="utf-8")
    flag = "-g" if debug else "-g:none"
    subprocess.run(
        ["javac", *(f"-J{one}" for one in SHORT_LIVED), flag, "-d", str(folder), str(path)],
        check=True,
        timeout=300,
    )
    return folder


def compile_kotlin(folder: Path, source: str) -> str:
    """Compile `Main.kt` and return the class path of its program."""
    need_jdk()
    jars = compiler_jars()
    path = folder / "Main.kt"
    path.write_text(source, encoding="utf-8")
    libraries = os.pathsep.join(
        str(jars / name) for name in ("kotlin-stdlib.jar", "kotlinx-coroutines-core-jvm.jar")
    )
    compiler = ["java", *SHORT_LIVED, "-cp", str(jars / "*"), "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler"]
    arguments = ["-no-stdlib", "-no-reflect", "-cp", libraries, "-d", str(folder), str(path)]
    subprocess.run([*compiler, *arguments], check=True, timeout=300)
    return f"{folder}{os.pathsep}{libraries}"


def capture_run(class_path: Path | str, main: str = "Main", **filters: object) -> CaptureRun:
    """Run a program until its end, and return what was captured."""
    command = f"java -cp {shlex.quote(str(class_path))} {main}"
    throw_filter = ThrowFilter(**filters)  # type: ignore[arg-type]  # keywords of the filter
    return run_command(command, Path.cwd(), os.environ, throw_filter, 60, Deadline(120))


def capture(class_path: Path | str, main: str = "Main", **filters: object) -> CapturedState:
    """Run a program and return the state at its throw."""
    run = capture_run(class_path, main, **filters)
    assert run.state is not None, (run.problems, run.seen, run.output[-2000:])
    return render_state(run.state)


def variable(frame: CapturedFrame, name: str) -> CapturedValue:
    """Return a variable of a frame."""
    return next(one for one in frame.locals if one.name == name)


def member(value: CapturedValue | None, name: str) -> CapturedValue:
    """Return a field or element of a value."""
    assert value is not None
    return next(one for one in value.fields if one.name == name)
