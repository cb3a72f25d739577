"""Logistic regressions from what query and record share to the probability that the record is right.

Fitted by benchmarks/knowledge_fit.py on the development queries; how, and how good they are, stands in
docs/knowledge.md. A feature that is not named has no weight.
"""

from __future__ import annotations

WEIGHTS: dict[tuple[bool, bool], dict[str, float]] = {
    (True, True): {
        "bias": -12.39,
        "bm25": 2.43,
        "bm25_share": 7.07,
        "query_covered": 2.60,
        "problem_covered": 0.27,
        "record_covered": 1.02,
        "message": 4.31,
        "message_differs": -1.27,
        "message_one_sided": -1.62,
        "type_rare": 0.39,
        "type_differs": -0.52,
        "frames_differ": -1.88,
        "thrown_by_app": -3.28,
        "bare": 3.28,
        "task_same": 0.75,
        "kind_differs": -2.08,
        "cosine": 1.01,
        "cosine_gap": -4.51,
    },
    (False, True): {
        "bias": -14.73,
        "bm25": 3.72,
        "bm25_share": 9.47,
        "query_covered": 2.38,
        "problem_covered": 2.03,
        "record_covered": 1.49,
        "message_differs": -0.06,
        "message_one_sided": -2.43,
        "type_differs": -0.42,
        "cosine": 4.25,
        "cosine_gap": -7.44,
    },
    (True, False): {
        "bias": -13.69,
        "bm25": 2.96,
        "bm25_share": 8.07,
        "query_covered": 2.84,
        "problem_covered": 0.10,
        "record_covered": 1.26,
        "message": 5.01,
        "message_differs": -1.52,
        "message_one_sided": -1.50,
        "type_rare": 0.59,
        "type_differs": -0.52,
        "frames_differ": -2.04,
        "thrown_by_app": -3.52,
        "bare": 3.34,
        "task_same": 0.81,
        "kind_differs": -2.36,
    },
    (False, False): {
        "bias": -16.81,
        "bm25": 4.75,
        "bm25_share": 11.38,
        "query_covered": 2.98,
        "problem_covered": 3.31,
        "record_covered": 2.31,
        "message_differs": -0.17,
        "message_one_sided": -2.34,
        "type_differs": -0.38,
    },
}
"""By whether the query holds an error, and whether it was embedded."""
