"""The weights of what a query and a record share, as log odds against there being no record for the query.

Fitted by `python -m benchmarks.knowledge_fit` on development problems; how, and how good they are, stands in
docs/retrieval.md. Those without the embedding are of an earlier fit, with the development problems beside the
starter, too. A feature that is not named has no weight.
"""

from __future__ import annotations

WEIGHTS: dict[tuple[bool, bool], dict[str, float]] = {
    (True, True): {
        "bias": -6.52,
        "bm25": 1.51,
        "query_covered": 1.42,
        "problem_covered": 1.98,
        "record_covered": 5.16,
        "message": 2.79,
        "message_differs": -1.43,
        "type_rare": 0.55,
        "type_differs": -2.01,
        "frames": 0.65,
        "frames_differ": -1.19,
        "thrown_by_app": -1.62,
        "bare": 1.69,
        "task_same": 0.10,
        "kind_differs": -1.87,
        "cosine": 6.96,
        "query_crowded": -1.95,
    },
    (False, True): {
        "bias": -8.87,
        "bm25": 1.47,
        "query_covered": 3.73,
        "record_covered": 1.64,
        "message_differs": -0.46,
        "type_same": 1.48,
        "type_rare": 1.22,
        "type_differs": -1.01,
        "cosine": 18.97,
        "query_crowded": -1.86,
        "record_crowded": -3.97,
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
    (True, True): 0.82,
    (False, True): 0.66,
    (True, False): 0.94,
    (False, False): 0.88,
}
"""From this chance of there being no record on, against the likeliest one alone, a query is called novel."""
