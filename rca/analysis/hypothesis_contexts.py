"""Code of the hypotheses that an analysis names without showing, so that one answer is enough to choose."""

from __future__ import annotations

from rca.analysis.function_context import context_of_function
from rca.analysis.investigation_results import Findings
from rca.analysis.rendering.shown_code import BEGINNING_LINES, DECIDED, WHOLE_OTHER, is_shown
from rca.tool_failure import Failure
from rca.workspace.snapshot import Snapshot

_LEAST = 0.05
_LEAST_OF_TRACE = 0.03
_LEAST_BESIDE_DECIDED = 0.1
_LOOKED_AT = 4
_MOST = 2


def add_hypothesis_contexts(found: Findings, snapshot: Snapshot) -> None:
    """Add the code of at most two hypotheses to the findings; of one, where the first decides and is shown.

    Who checks a decided cause asks next what the caller passed, which is mostly the second hypothesis.
    It reads two files at most, so it is done though the time of the analysis is over.
    """
    hypotheses = found.hypotheses[:_LOOKED_AT]
    if not hypotheses:
        return
    is_decided = hypotheses[0].confidence >= DECIDED and is_shown(hypotheses[0].places[0], found)
    most, least = (1, _LEAST_BESIDE_DECIDED) if is_decided else (_MOST, _LEAST)
    traced = {(frame.file_path, frame.line) for frame in found.frames if frame.found_by is None}
    for one in hypotheses:
        place = one.places[0]
        if len(found.hypothesis_contexts) == most or one.confidence < _LEAST_OF_TRACE:
            return
        is_traced = is_decided and (place.file_path, place.line) in traced
        if is_shown(place, found) or (one.confidence < least and not is_traced):
            continue
        try:
            context = context_of_function(snapshot, place.file_path, place.line, BEGINNING_LINES, WHOLE_OTHER)
        except Failure:
            continue  # the hypothesis says its place; that the code cannot be read says a gap of the call
        found.hypothesis_contexts = (*found.hypothesis_contexts, context)
