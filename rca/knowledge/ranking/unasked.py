"""Which solutions are shown to someone who asked about an error, not about solutions."""

from __future__ import annotations

from typing import Final

from rca.knowledge.problem.problem import Problem
from rca.knowledge.ranking.similarity_features import DIFFERENT, Similarity

_DIFFERENT_VALIDATED: Final = 0.2
"""The same as `DIFFERENT` for a solution that worked before."""
_TELLING_FRAME: Final = 0.5
"""Weight of the rarest frame that both were thrown at, in a library."""
_TELLING_TYPE: Final = 0.75
"""Rarity of an exception that says by itself what is wrong, as `NetworkOnMainThreadException`."""
_THROWN: Final = frozenset({"jvm_exception", "test_failure", "anr", "native_crash"})
"""Kinds whose type is an exception or a signal; others have messages of a tool."""


def shares_more_than_type(likeness: Similarity, query: Problem, record: Problem, *, validated: bool) -> bool:
    """Return whether a record shares more with a thrown error than the common type of its exception.

    That is the fingerprint, a function of the app, the form of the message, the frame in a library at which
    it was thrown, or a type that is rare among the records. A symptom in words, and what a tool reports,
    have no such type.
    """
    if likeness.same or not likeness.told or query.kind not in _THROWN or set(query.own) & set(record.own):
        return True
    if likeness.worded >= (_DIFFERENT_VALIDATED if validated else DIFFERENT):
        return True
    features = likeness.features
    type_same = features["type_same"]
    if type_same and features["type_rare"] / type_same >= _TELLING_TYPE:
        return True
    return type_same == 1.0 and features["frames"] >= _TELLING_FRAME
