"""The weights of what a query and a record share, as log odds against there being no record for the query.

Fitted by `python -m benchmarks.knowledge_fit` on development problems; how, and how good they are, stands in
docs/retrieval.md. Those without the embedding are of an earlier fit, with the development problems beside the
starter, too. A feature that is not named has no weight.
"""

from __future__ import annotations

WEIGHTS: dict[tuple[bool, bool], dict[str, float]] = {
    (True, True): {
        "bias": -6.69,
        "bm25": 1.58,
        "query_covered": 1.46,
        "problem_covered": 2.12,
        "record_covered": 5.11,
        "message": 2.77,
        "message_differs": -1.37,
        "type_rare": 0.49,
        "type_differs": -2.01,
        "frames": 0.60,
        "frames_differ": -1.12,
        "thrown_by_app": -1.46,
        "bare": 1.66,
        "task_same": 0.10,
        "kind_differs": -1.88,
        "cosine": 7.18,
        "query_crowded": -1.44,
        "record_crowded": -0.36,
    },
    (False, True): {
        "bias": -9.31,
        "bm25": 1.88,
        "query_covered": 4.04,
        "record_covered": 1.64,
        "message_differs": -0.47,
        "type_same": 2.63,
        "type_rare": 2.22,
        "type_differs": -0.94,
        "cosine": 19.77,
        "query_crowded": -1.28,
        "record_crowded": -2.66,
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
    (True, True): 0.80,
    (False, True): 0.69,
    (True, False): 0.94,
    (False, False): 0.88,
}
"""From this chance of there being no record on, against the likeliest one alone, a query is called novel."""
