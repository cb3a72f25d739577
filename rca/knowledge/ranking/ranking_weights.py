"""Weights of the similarity features, as log odds against "no record fits".

Fitted by `python -m benchmarks.knowledge_fit` on development problems; how, and how good they are, stands in
docs/design/retrieval.md. Those without the embedding are of an earlier fit, with the development problems
beside the starter, too, and with more queries taken to be novel. A feature that is not named has no weight.
"""

from __future__ import annotations

WEIGHTS: dict[tuple[bool, bool], dict[str, float]] = {
    (True, True): {
        "bias": -5.52,
        "bm25": 2.20,
        "query_covered": 2.33,
        "problem_covered": 2.44,
        "record_covered": 5.07,
        "message": 2.72,
        "message_differs": -1.36,
        "message_one_sided": -0.05,
        "type_rare": 0.64,
        "type_differs": -2.07,
        "frames": 0.64,
        "frames_differ": -0.57,
        "thrown_by_app": -1.58,
        "bare": 1.75,
        "task_same": 0.02,
        "kind_differs": -1.50,
        "cosine": 7.40,
        "query_crowded": -0.39,
        "record_crowded": -1.23,
    },
    (False, True): {
        "bias": -6.82,
        "bm25": 1.57,
        "query_covered": 4.14,
        "record_covered": 0.77,
        "message_differs": -0.17,
        "message_one_sided": -0.12,
        "type_differs": -0.04,
        "cosine": 19.30,
        "query_crowded": -0.55,
        "record_crowded": -2.54,
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
    (True, True): 0.36,
    (False, True): 0.31,
    (True, False): 0.94,
    (False, False): 0.88,
}
"""From this chance of there being no record on, against the likeliest one alone, a query is called novel."""
