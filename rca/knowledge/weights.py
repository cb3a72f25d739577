"""The weights of what a query and a record share, as log odds against there being no record for the query.

Fitted by `python -m benchmarks.knowledge_fit` on development problems; how, and how good they are, stands in
docs/retrieval.md. A feature that is not named has no weight.
"""

from __future__ import annotations

WEIGHTS: dict[tuple[bool, bool], dict[str, float]] = {
    (True, True): {
        "bias": -6.69,
        "bm25": 1.78,
        "query_covered": 0.53,
        "problem_covered": 1.40,
        "record_covered": 6.50,
        "message": 1.77,
        "message_differs": -1.28,
        "type_differs": -2.43,
        "frames_differ": -1.39,
        "thrown_by_app": -1.89,
        "bare": 1.71,
        "task_same": 0.12,
        "kind_differs": -2.47,
        "topics": 1.25,
        "topics_alike": 0.14,
        "cosine": 6.42,
    },
    (False, True): {
        "bias": -7.90,
        "bm25": 2.22,
        "query_covered": 2.66,
        "record_covered": 3.89,
        "message_differs": -0.73,
        "type_same": 1.98,
        "type_rare": 2.32,
        "type_differs": -1.44,
        "topics": 0.19,
        "topics_alike": 7.20,
        "cosine": 12.90,
    },
    (True, False): {
        "bias": -4.92,
        "bm25": 2.65,
        "query_covered": 1.07,
        "problem_covered": 1.29,
        "record_covered": 8.04,
        "message": 2.55,
        "message_differs": -1.39,
        "type_differs": -2.55,
        "frames_differ": -1.13,
        "thrown_by_app": -1.78,
        "bare": 1.37,
        "task_same": 0.20,
        "kind_differs": -2.59,
        "topics": 1.27,
        "topics_alike": 0.70,
    },
    (False, False): {
        "bias": -5.49,
        "bm25": 7.17,
        "query_covered": 4.77,
        "record_covered": 6.62,
        "message": 0.04,
        "message_differs": -0.70,
        "message_one_sided": -2.15,
        "type_differs": -1.04,
        "topics": 0.53,
        "topics_alike": 8.77,
    },
}
"""By whether the query holds an error, and whether it was embedded."""

NOVEL_FROM: dict[tuple[bool, bool], float] = {
    (True, True): 0.88,
    (False, True): 0.88,
    (True, False): 0.94,
    (False, False): 0.88,
}
"""From this chance of there being no record on, against the likeliest one alone, a query is called novel."""
