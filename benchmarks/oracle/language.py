"""Build the answer key of the language suite: `tests/resolve/language` as the compilers resolve it.

    python -m benchmarks.oracle.language [--cache DIR]

Writes `tests/resolve/language/key.json`: every function and class, and who calls it.
"""

from __future__ import annotations

import argparse
import json
import shutil
from pathlib import Path

from benchmarks.oracle.build import CACHE, edges_of, resolve
from benchmarks.oracle.key import callees
from benchmarks.oracle.sources import Library
from benchmarks.oracle.tool import Tool

SUITE = Path(__file__).parents[2] / "tests" / "resolve" / "language"


def main() -> None:
    """Compile the suite, and write its key; an error in its sources ends it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cache", type=Path, default=CACHE)
    options = parser.parse_args()
    work = options.cache / "edges" / "language"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    tops = tuple(sorted(path.name for path in SUITE.iterdir() if path.suffix != ".json"))
    library = Library("", "", (tops,), sets=("",))
    resolve(Tool(options.cache), [(library, SUITE)], work)
    log = (work / "kotlin.log").read_text("utf-8")
    if "error:" in log:
        raise SystemExit(log)
    lines = [json.dumps({**one, "categories": []}) for one in callees(edges_of(work, SUITE))]
    (SUITE / "key.json").write_text("[\n" + ",\n".join(lines) + "\n]\n", "utf-8")


if __name__ == "__main__":
    main()
