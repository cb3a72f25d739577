"""Worker: `analyze_error` in one tree, requests on standard input, answers on standard output.

Runs in a process of its own for each tree, with the product that is to be measured on PYTHONPATH, so it
imports nothing of this package.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from lsp_server.user_session import Session
from models.settings import Settings

try:
    from rca.scheduling.deadline import Deadline
except ModuleNotFoundError:  # a checkout from before this name, measured with the same set
    from rca.cancellation import Watch as Deadline  # type: ignore[import-not-found,no-redef]


def main() -> None:
    """Index the tree that the first argument names, then answer each line of input."""
    root = Path(sys.argv[1])
    settings = Settings.model_validate({"metrics": False, "knowledge": {"dense": False}})
    with tempfile.TemporaryDirectory() as data:
        session = Session([root], Path(data), settings)
        started = time.perf_counter()
        session.start_indexing()
        session.wait_for_index()
        # As the running servers do in the background once the index is there.
        session.workspace.collect_words()
        indexed = time.perf_counter() - started
        for line in sys.stdin:
            request = json.loads(line)
            print(
                json.dumps({**_analyze(session, request["text"]), "id": request["id"], "indexed": indexed}),
                flush=True,
            )
        session.close()


def _analyze(session: Session, text: str) -> dict[str, Any]:
    started = time.perf_counter()
    envelope = session.call("analyze_error", {"errorText": text}, Deadline())
    seconds = time.perf_counter() - started
    result = envelope.get("data") or {}
    return {
        "seconds": seconds,
        "error": envelope.get("error"),
        "culprit": result.get("culprit"),
        "hypotheses": result.get("hypotheses") or [],
        "frames": result.get("frames") or [],
        "callers": result.get("callers") or [],
    }


if __name__ == "__main__":
    main()
