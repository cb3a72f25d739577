"""`rca debug` works on an attempt with a local model."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from typing import Any

from benchmarks.assistants.prepared_run import (
    Attempt,
    load_prepared,
    product_command,
    product_environment,
)

REPORT = "debug.json"


def run_debug(attempt: Attempt, options: Sequence[str]) -> tuple[str, dict[str, Any]]:
    """Return the places of the answer as JSON, empty without an answer, and notes.

    Args:
        attempt: one of the way `ours`.
        options: those of `rca debug`.
    """
    prepared = load_prepared(attempt.root)
    given = (str(attempt.folder / "error.txt"), "--json", "--workspace", str(attempt.tree), *options)
    done = subprocess.run(
        product_command("debug", *given),
        env=product_environment(attempt.root, attempt.number, prepared.product),
        cwd="/",
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    (attempt.folder / REPORT).write_text(done.stdout, "utf-8")
    try:
        report = json.loads(done.stdout)
        hypothesis = report["hypothesis"]
    except (ValueError, KeyError):
        return "", {"stop": f"exit {done.returncode}: {(done.stdout + done.stderr)[-300:]}"}
    # Without an answer the report cites the culprit of the analysis, which is none of the model's.
    cited = hypothesis["citations"] if hypothesis["verdict"] == "root_cause" else []
    places = [{"file": place["filePath"], "line": place["line"]} for place in cited]
    notes = {"stop": report["stop"], "turns": report["turns"], "tokens": report["totalTokens"]}
    return json.dumps(places) if places else "", notes
