"""Finds functions that may be the cause of an error: in the trace, beside it, and by the error's names."""

from __future__ import annotations

import math
from collections.abc import Sequence

from models.code import ProjectFrame
from models.error_report import ErrorReport
from models.failure import FailedCondition
from rca.causes.candidate import Candidate
from rca.causes.candidate_set import CandidateSet
from rca.causes.combined_features import note_combinations
from rca.causes.error_names import names_in_error
from rca.causes.error_terms import terms_of_error
from rca.causes.fact_candidates import add_fact_candidates
from rca.causes.graph_candidates import add_graph_candidates
from rca.causes.key_candidates import add_key_candidates
from rca.causes.lexical_candidates import add_lexical_candidates, add_word_features, score_words
from rca.causes.lookup.lookup_candidates import add_looked_up_candidates
from rca.causes.named_candidates import add_named_candidates
from rca.causes.neighbour_candidates import add_neighbour_candidates
from rca.causes.origin_candidates import add_origin_candidates
from rca.causes.passed_values import add_passed_values
from rca.causes.project_code import ProjectCode
from rca.causes.rule_candidates import add_rule_candidates
from rca.causes.trace_candidates import AppFrame, add_trace_candidates, app_frames
from rca.scheduling.deadline import Deadline
from rca.workspace.build_modules import is_test

_LOOKUP_SHARE = 0.4
_LOOKUP_SHARE_IN_TRACE = 0.2
_ORIGINS_SHARE = 0.4
_KEYS_SHARE = 0.2
_PASSED_SHARE = 0.2
_FACTS_SHARE = 0.3
_RULES_SHARE = 0.7
"""Parts of the time that is left."""
_WITHOUT_FRAMES = (
    *("relevance", "words_message", "words_message_rank", "words_message_covered"),
    *("words_all", "words_all_rank", "words_library_rank", "file_words_all_rank", "holds_literal"),
)
"""Features that say more, or less, where no frame of the trace is the app's."""


def find_candidates(  # noqa: PLR0913, PLR0917 - what is known of one error
    report: ErrorReport,
    text: str,
    frames: Sequence[ProjectFrame],
    culprit: ProjectFrame | None,
    failure: FailedCondition | None,
    code: ProjectCode,
    deadline: Deadline,
) -> CandidateSet:
    """Return every candidate with its features and reasons, and what was not looked at."""
    space = CandidateSet(code, deadline)
    app = app_frames(space, frames, culprit)
    add_trace_candidates(space, app, failure)
    share = _LOOKUP_SHARE_IN_TRACE if app else _LOOKUP_SHARE
    add_looked_up_candidates(space, report, text, app, deadline.part(share))
    add_neighbour_candidates(space, app)
    add_named_candidates(space, names_in_error(report, text), app)
    words = score_words(space, terms_of_error(report, text), app)
    add_lexical_candidates(space, words)
    add_graph_candidates(space, app, words)
    for_origins = deadline.part(_ORIGINS_SHARE)
    add_origin_candidates(space, failure, app, for_origins)
    if for_origins.expired:
        space.lacks("not all origins of the value were followed, the time ran out")
    add_key_candidates(space, failure, app, deadline.part(_KEYS_SHARE))
    add_passed_values(space, failure, app, deadline.part(_PASSED_SHARE))
    add_fact_candidates(space, report, failure, app, deadline.part(_FACTS_SHARE))
    for_rules = deadline.part(_RULES_SHARE)
    add_rule_candidates(space, report, text, frames, for_rules)
    if for_rules.expired:
        space.lacks("not all contracts of frameworks were searched, the time ran out")
    if deadline.expired:
        space.lacks("not all functions were compared, the time ran out")
    add_word_features(space, words)
    for candidate in space.found.values():
        _note_shape(candidate, app)
    return space


def _note_shape(candidate: Candidate, app: Sequence[AppFrame]) -> None:
    function = candidate.function
    candidate.note("length", min(1.0, math.log(1 + function.end_line - function.line) / 5))
    kind = function.declaration.kind
    candidate.note(f"kind_{kind}")
    if is_test(function.path):
        candidate.note("is_test")
    _note_products(candidate)
    note_combinations(candidate)
    if not app:
        candidate.note("no_frames")
        for name in _WITHOUT_FRAMES:
            candidate.note(f"no_frames_{name}", candidate.features.get(name, 0.0))


def _note_products(candidate: Candidate) -> None:
    """Note what being near the trace and sharing words with the error make together."""
    features = candidate.features
    for near in ("near_trace_rank", "near_top_rank", "near_words_rank"):
        for words in ("words_all", "words_message", "file_words_all"):
            if near in features and words in features:
                candidate.note(f"{near}_x_{words}", features[near] * features[words])
