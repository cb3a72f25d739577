"""Captured values against what `jdb` prints, on planted throws (`python -m benchmarks.captured_values`)."""

from __future__ import annotations

import math
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from rca.jdwp.capture_run import run_command
from rca.jdwp.exception_watch import ThrowFilter
from rca.jdwp.state_rendering import render_state
from rca.scheduling.deadline import Deadline

VALUES = (
    ("int", "3"), ("int", "-1"), ("long", "9_000_000_000L"), ("short", "(short) 7"), ("byte", "(byte) -8"),
    ("boolean", "true"), ("boolean", "false"), ("char", "'x'"), ("float", "0.1f"), ("float", "-2.5f"),
    ("double", "0.1"), ("double", "1e10"), ("String", '"text"'), ("String", '""'), ("String", "null"),
    ("String", '"Grüße"'), ("Integer", "null"), ("Object", "null"), ("int[]", "null"), ("long", "0L"),
    ("int", "Integer.MAX_VALUE"), ("int", "Integer.MIN_VALUE"), ("long", "Long.MIN_VALUE"),
    ("double", "Double.NaN"), ("double", "Double.POSITIVE_INFINITY"), ("double", "-0.0"),
    ("float", "Float.MAX_VALUE"), ("float", "16777216f"), ("double", "1.0 / 3"), ("String", '"a b"'),
)  # fmt: skip
THROWS = (
    'throw new IllegalStateException("planted");',
    "Object none = null; none.hashCode();",
    "int[] few = new int[2]; few[2] = 1;",
    'Integer.parseInt("12x");',
)
_LOCAL = re.compile(r"^(v\d+) = (.*)$", re.MULTILINE)


def source(number: int) -> str:
    """Return a program whose method `crash` throws with the values of one case, each also as a field."""
    rotated = [VALUES[(number + step) % len(VALUES)] for step in range(4)]
    names = [f"v{step}" for step in range(4)]
    pairs = list(zip(rotated, names, strict=True))
    declared = " ".join(f"{kind} {name} = {value};" for (kind, value), name in pairs)
    return (
        f"public class Main {{ {declared}\n void crash() {{ {declared}\n {THROWS[number % len(THROWS)]} }}\n"
        "public static void main(String[] args) { new Main().crash(); } }"
    )


def ours(folder: Path) -> tuple[dict[str, str], float]:
    """Return locals and fields of `crash` as captured, and how many milliseconds the program stood."""
    command = f"java -cp {shlex.quote(str(folder))} Main"
    run = run_command(command, folder, os.environ, ThrowFilter(), 60, Deadline(90))
    assert run.state is not None, run.output
    state = render_state(run.state)
    frame = next(one for one in state.frames if one.method == "crash")
    found = {one.name: one.text for one in frame.locals}
    assert frame.receiver is not None
    found |= {f"this.{one.name}": one.text for one in frame.receiver.fields}
    return found, state.stood_still_ms


def theirs(folder: Path) -> dict[str, str]:
    """Return the same as `jdb` prints it."""
    jdb = subprocess.Popen(
        ["jdb", "-classpath", str(folder), "Main"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert jdb.stdin is not None
    assert jdb.stdout is not None

    def ask(command: str, until: str) -> str:
        jdb.stdin.write(command + "\n")
        jdb.stdin.flush()
        text = ""
        while not re.search(until, text):
            letter = jdb.stdout.read(1)
            if not letter:
                break
            text += letter
        return text

    ask("catch java.lang.Throwable", r"Throwable|Set ")
    ask("run", r"Exception occurred[^\n]*\n(?:.*\n)*?main\[1\] ")
    where = ask("where", r"\[\d+\] Main\.main[^\n]*\n[^\n]*\] ")
    place = re.search(r"\[(\d+)\] Main\.crash", where)
    assert place is not None, where
    depth = int(place[1])
    if depth > 1:
        ask(f"up {depth - 1}", rf"main\[{depth}\] ")
    found = dict(_LOCAL.findall(ask("locals", rf"main\[{depth}\] ")))
    for step in range(4):
        answer = ask(f"print this.v{step}", rf"main\[{depth}\] ")
        told = re.search(rf"this\.v{step} = (.*)", answer)
        if told is not None:
            found[f"this.v{step}"] = told[1]
    jdb.kill()
    jdb.wait()
    return found


def is_same(left: str, right: str) -> bool:
    """Return whether two texts stand for one value: numbers count as numbers, quotes of letters do not."""
    if left == right or left.strip("'") == right:
        return True
    try:
        one, other = float(left), float(right.replace("Infinity", "inf"))
    except ValueError:
        return False
    return one == other or (math.isnan(one) and math.isnan(other))


def main() -> int:
    """Print the comparison; return 1 where too few are equal."""
    equal = compared = 0
    still = []
    for number in range(int(sys.argv[1]) if len(sys.argv) > 1 else 32):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "Main.java").write_text(source(number), encoding="utf-8")
            compile_ = ["javac", "-g", "-encoding", "UTF-8", "-d", name, str(folder / "Main.java")]
            subprocess.run(compile_, check=True)
            mine, milliseconds = ours(folder)
            reference = theirs(folder)
        still.append(milliseconds)
        for variable, value in sorted(reference.items()):
            compared += 1
            if is_same(mine.get(variable, "absent"), value):
                equal += 1
            else:
                print(f"case {number}: {variable} is {value} for jdb, {mine.get(variable, 'absent')} for us")
    still.sort()
    print(f"cases {len(still)}, values {compared}, equal {equal} ({equal / max(compared, 1):.4f})")
    print(f"suspended: median {still[len(still) // 2]} ms, longest {still[-1]} ms")
    return int(equal < 0.99 * compared or compared == 0)


if __name__ == "__main__":
    sys.exit(main())
