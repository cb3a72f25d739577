"""List the commits that history rates for error texts in one tree: requests in, answers out.

python -m benchmarks.fixed_bugs.suspect_worker ROOT DATA < requests
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from lsp_server.user_session import Session
from models.settings import Settings
from rca.analysis.change_target import change_target
from rca.analysis.error_source import from_text
from rca.analysis.investigation import Investigation
from rca.history.suspect_changes import rate_commits
from rca.scheduling.deadline import Deadline

_SECONDS = 30.0


def main() -> None:
    """Index the tree, whose data folder is kept, and answer each line of input."""
    root, data = Path(sys.argv[1]), Path(sys.argv[2])
    data.mkdir(parents=True, exist_ok=True)
    settings = Settings.model_validate({"metrics": False, "knowledge": {"dense": False}})
    session = Session([root], data, settings)
    session.start_indexing()
    session.wait_for_index()
    for line in sys.stdin:
        request = json.loads(line)
        print(json.dumps({"id": request["id"], "commits": _commits(session, request["text"])}), flush=True)
    session.close()


def _commits(session: Session, text: str) -> list[Any]:
    snapshot = session.workspace.snapshot
    source = from_text(text, snapshot.app_packages)
    found = Investigation(snapshot, session.knowledge, source, Deadline(_SECONDS)).run()
    asked = change_target(found, source.text, found.callers, snapshot)
    if asked is None:
        return []
    rated = rate_commits(asked[0].path, asked[1], Deadline(_SECONDS))
    return [
        (one.commit.hash, one.evidence.features, one.change is not None, one.probability)
        for one in rated.commits
    ]


if __name__ == "__main__":
    main()
