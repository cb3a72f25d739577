"""Candidates by the call graph: functions near the trace, or near functions that share words with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rca.causes.call_graph_walk import CallGraphWalk
from rca.causes.candidate_set import CandidateSet
from rca.causes.lexical_candidates import LexicalScores
from rca.causes.trace_candidates import AppFrame
from rca.resolve.symbol import Symbol

_NEW: Final = 40
_WORD_SEEDS: Final = 8


def add_graph_candidates(space: CandidateSet, app: Sequence[AppFrame], words: LexicalScores) -> None:
    """Add the functions nearest to the trace, and note at each candidate how near it is.

    Where no frame lies in the app, the walk starts at the functions that share most words with the error.
    """
    walk = CallGraphWalk(space)
    if app:
        trace = {frame.function: 1 / (1 + frame.depth) for frame in app}
        _note(space, _without(walk.nearness(trace), trace), "near_trace")
        _note(space, _without(walk.nearness({app[0].function: 1.0}), trace), "near_top")
    scores = words.functions["all"]
    best = sorted(scores, key=lambda one: (-scores[one], one.path, one.line))[:_WORD_SEEDS]
    if best:
        _note(space, walk.nearness({symbol: scores[symbol] for symbol in best}), "near_words")


def _without(nearness: Mapping[Symbol, float], trace: Mapping[Symbol, float]) -> dict[Symbol, float]:
    return {symbol: share for symbol, share in nearness.items() if symbol not in trace}


def _note(space: CandidateSet, nearness: Mapping[Symbol, float], name: str) -> None:
    ordered = sorted(nearness, key=lambda one: (-nearness[one], one.path, one.line))
    most = nearness[ordered[0]] if ordered else 1.0
    for place, symbol in enumerate(ordered):
        if place >= _NEW and symbol not in space.found:
            continue
        candidate = space.candidate(symbol, symbol.line)
        candidate.note(name, nearness[symbol] / most)
        candidate.note(f"{name}_rank", 1 / (1 + place))
        if not candidate.reasons:
            said = f"`{symbol.display_name}` is a few calls away from the error."
            candidate.explain("near_in_calls", 0.2, "missing_guard", said, symbol.line)
