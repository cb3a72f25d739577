"""`make bench`: run every benchmark that needs nothing but this checkout."""

from __future__ import annotations

import subprocess
import sys

BENCHMARKS = (
    "startup",
    "server_costs",
    "cold",
    "parse_error_throughput",
    "error_text_accuracy",
    "knowledge_search",
    "analyze",
)
"""`callers_accuracy`, `knowledge_fit` and `knowledge_retrieval` are run by themselves."""


def main() -> int:
    """Run each in a separate process, so that none warms up the next."""
    failed = 0
    for name in BENCHMARKS:
        print(f"\n## {name}\n", flush=True)
        failed |= subprocess.run([sys.executable, "-m", f"benchmarks.{name}"], check=False).returncode
    return failed


if __name__ == "__main__":
    sys.exit(main())
