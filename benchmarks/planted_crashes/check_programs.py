"""Check that each planted program throws with one and the same stack trace for both of its causes.

Usage: python -m benchmarks.planted_crashes.check_programs [NAME …]

Kotlin's compiler is the npm package of `tests/kotlin_compiler.py`: in the folder that
`RCA_COMPILER_PACKAGE` names, else in the cache of this checkout.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HELD = Path(__file__).parent / "held"
CACHE = Path(__file__).parents[2] / ".cache" / "kotlin-compiler-2.4.20"
CAUSE = re.compile(r"^// ([ab]): (\w+)\.(\w+)$")
RUN = ["java", "-XX:-ShowCodeDetailsInExceptionMessages", "-cp"]


def compile_programs(sources: list[Path], classes: Path) -> str:
    """Compile the sources into `classes` and return the class path of the programs."""
    jars = Path(os.environ.get("RCA_COMPILER_PACKAGE") or CACHE) / "lib"
    library = str(jars / "kotlin-stdlib.jar")
    java = [str(source) for source in sources if source.suffix == ".java"]
    kotlin = [str(source) for source in sources if source.suffix == ".kt"]
    if java:
        subprocess.run(["javac", "-g", "-Xlint:all", "-Werror", "-d", str(classes), *java], check=True)
    if kotlin:
        compiler = ["java", "-cp", str(jars / "*"), "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler"]
        options = ["-no-stdlib", "-no-reflect", "-Werror", "-cp", library, "-d", str(classes)]
        subprocess.run([*compiler, *options, *kotlin], check=True)
    return f"{classes}{os.pathsep}{library}"


def find_causes(source: Path) -> dict[str, tuple[str, str]]:
    """Return the class and the function that the first comments name for each variant."""
    matches = [CAUSE.match(line) for line in source.read_text(encoding="utf-8").splitlines()[:2]]
    return {match[1]: (match[2], match[3]) for match in matches if match}


def declares(classes: Path, owner: str, function: str) -> bool:
    """Return whether the compiled class, or a class within it, has a method of the name."""
    files = [str(path) for path in (*classes.glob(f"{owner}.class"), *classes.glob(f"{owner}$*.class"))]
    if not files:
        return False
    listing = subprocess.run(["javap", "-p", *files], check=True, capture_output=True, text=True).stdout
    return re.search(rf"[ .]{function}\(", listing) is not None


def find_problems(source: Path, classes: Path, class_path: str) -> list[str]:
    """Run both variants of a program and return what is wrong with it."""
    name = source.parent.name
    main = f"planted.{name}.{'Main' if source.suffix == '.java' else 'MainKt'}"
    causes = find_causes(source)
    problems = [] if set(causes) == {"a", "b"} else ["its first lines name no causes a and b"]
    problems += [
        f"it declares no {owner}.{function}"
        for owner, function in causes.values()
        if not declares(classes / "planted" / name, owner, function)
    ]
    traces = []
    for variant in "ab":
        done = subprocess.run([*RUN, class_path, main, variant], capture_output=True, text=True, check=False)
        if done.returncode != 1 or not done.stderr.startswith('Exception in thread "main" '):
            problems.append(f"variant {variant} does not throw out of main: {done.stderr[-300:]}")
        traces.append(done.stderr)
    if traces[0] != traces[1]:
        problems.append("the stack traces differ:\n" + "\n".join(traces))
    return problems


def main() -> int:
    """Check the programs of the names given, or all, and return the exit code."""
    names = sys.argv[1:]
    sources = sorted(path for path in HELD.glob("*/Main.*") if not names or path.parent.name in names)
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        classes = Path(folder)
        class_path = compile_programs(sources, classes)
        for source in sources:
            problems = find_problems(source, classes, class_path)
            failed += bool(problems)
            print(f"{source.parent.name}: {'; '.join(problems) or 'ok'}")
    print(f"{len(sources) - failed} of {len(sources)} programs are as they should be")
    return 1 if failed or not sources else 0


if __name__ == "__main__":
    sys.exit(main())
