"""The weights of what a query and a record share, as log odds against there being no record for the query.

Fitted by `python -m benchmarks.knowledge_fit` on development problems; how, and how good they are, stands in
docs/retrieval.md. A feature that is not named has no weight.
"""

from __future__ import annotations

WEIGHTS: dict[tuple[bool, bool], dict[str, float]] = {
    (True, True): {
        "bias": -7.19,
        "bm25": 1.36,
        "query_covered": 0.09,
        "problem_covered": 1.34,
        "record_covered": 6.40,
        "message": 1.93,
        "message_differs": -1.43,
        "type_differs": -2.46,
        "frames_differ": -1.59,
        "thrown_by_app": -2.03,
        "bare": 1.51,
        "task_same": 0.19,
        "kind_differs": -2.50,
        "topics": 1.34,
        "topics_alike": 0.18,
        "cosine": 6.62,
    },
    (False, True): {
        "bias": -8.43,
        "bm25": 1.92,
        "query_covered": 2.58,
        "record_covered": 4.10,
        "message_differs": -0.79,
        "message_one_sided": -0.72,
        "type_same": 0.50,
        "type_rare": 1.26,
        "type_differs": -1.49,
        "topics": 0.15,
        "topics_alike": 7.31,
        "cosine": 12.30,
    },
    (True, False): {
        "bias": -5.33,
        "bm25": 2.43,
        "query_covered": 0.60,
        "problem_covered": 1.03,
        "record_covered": 8.13,
        "message": 2.72,
        "message_differs": -1.58,
        "type_differs": -2.62,
        "frames_differ": -1.22,
        "thrown_by_app": -1.94,
        "bare": 1.20,
        "task_same": 0.33,
        "kind_differs": -2.62,
        "topics": 1.30,
        "topics_alike": 0.72,
    },
    (False, False): {
        "bias": -6.07,
        "bm25": 6.74,
        "query_covered": 4.41,
        "record_covered": 7.11,
        "message": 0.06,
        "message_differs": -0.75,
        "message_one_sided": -2.57,
        "type_differs": -1.11,
        "topics": 0.37,
        "topics_alike": 8.87,
    },
}
"""By whether the query holds an error, and whether it was embedded."""

NOVEL_FROM: dict[tuple[bool, bool], float] = {
    (True, True): 0.92,
    (False, True): 0.88,
    (True, False): 0.93,
    (False, False): 0.90,
}
"""From this chance of there being no record on, against the likeliest one alone, a query is called novel."""
