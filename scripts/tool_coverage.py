"""Check each tool's test coverage (seed 004): `python -m scripts.tool_coverage FILE`.

FILE is what `coverage json` wrote. Exits with 1 and names the files that lie below.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

LEAST_PERCENT = 95.0


def files_below(report: Path, least: float = LEAST_PERCENT) -> dict[str, float]:
    """Return the files of a report of which fewer statements were run, with the percentage."""
    files = json.loads(report.read_text(encoding="utf-8"))["files"]
    covered = {name: float(file["summary"]["percent_covered"]) for name, file in files.items()}
    return {name: percent for name, percent in covered.items() if percent < least}


if __name__ == "__main__":
    below = files_below(Path(sys.argv[1]))
    for name, percent in below.items():
        sys.stderr.write(f"{name}: {percent:.1f} %, at least {LEAST_PERCENT:g} % must be covered\n")
    sys.exit(1 if below else 0)
