"""List the candidates of error texts in one tree: requests from standard input, answers to standard output.

python -m benchmarks.fixed_bugs.candidate_worker ROOT DATA < requests
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from lsp_server.user_session import Session
from models.settings import Settings
from rca.analysis.error_source import from_text
from rca.analysis.locating.app_frames import attribute_frames
from rca.analysis.locating.deobfuscation import deobfuscate
from rca.analysis.locating.frame_locator import choose_culprit, locate
from rca.analysis.locating.text_places import places_in_text
from rca.causes.candidate_search import find_candidates
from rca.causes.failure.find_failure import find_failure
from rca.causes.moved_lines.moved_frames import follow_moved_lines
from rca.causes.project_code import ProjectCode
from rca.scheduling.deadline import Deadline
from rca.workspace import Snapshot


def main() -> None:
    """Index the tree, whose data folder is kept, and answer each line of input."""
    root, data = Path(sys.argv[1]), Path(sys.argv[2])
    data.mkdir(parents=True, exist_ok=True)
    settings = Settings.model_validate({"metrics": False, "knowledge": {"dense": False}})
    session = Session([root], data, settings)
    session.start_indexing()
    session.wait_for_index()
    session.workspace.collect_words()
    for line in sys.stdin:
        request = json.loads(line)
        candidates = _candidates(session.workspace.snapshot, request["text"])
        print(json.dumps({"id": request["id"], "candidates": candidates}), flush=True)
    session.close()


def _candidates(snapshot: Snapshot, text: str) -> list[dict[str, Any]]:
    source = from_text(text, snapshot.app_packages)
    undone = deobfuscate(source.report, source.text, snapshot, None, snapshot.app_packages)
    report = attribute_frames(undone.report, snapshot, only_partial=False)
    frames = locate(report, snapshot) or places_in_text(source.text, report, snapshot)[0]
    culprit = choose_culprit(report, frames, snapshot)
    places = (*frames, *([culprit] if culprit is not None else ()))
    followed = follow_moved_lines(report, places, snapshot, Deadline(30))
    frames, culprit = followed[: len(frames)], followed[-1] if culprit is not None else None
    failure = find_failure(report, frames, snapshot, Deadline(30))
    found = find_candidates(report, text, frames, culprit, failure, ProjectCode(snapshot), Deadline(60))
    return [
        {
            "file": one.function.path,
            "name": one.function.name,
            "line": one.line,
            "features": {name: round(value, 4) for name, value in one.features.items()},
        }
        for one in found.found.values()
    ]


if __name__ == "__main__":
    main()
