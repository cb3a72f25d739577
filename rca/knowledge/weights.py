"""Logistic regressions from what query and record share to the probability that the record is right.

Fitted by benchmarks/knowledge_fit.py on the development queries; how, and how good they are, stands in
docs/knowledge.md. A feature that is not named has no weight.
"""

from __future__ import annotations

WEIGHTS: dict[tuple[bool, bool], dict[str, float]] = {
    (True, True): {
        "bias": -13.65,
        "bm25": 2.60,
        "bm25_share": 8.16,
        "query_covered": 2.59,
        "problem_covered": 0.46,
        "record_covered": 1.17,
        "message": 4.21,
        "message_differs": -0.95,
        "message_one_sided": -1.38,
        "type_rare": 0.02,
        "type_differs": -1.26,
        "frames_differ": -1.66,
        "thrown_by_app": -3.07,
        "bare": 3.32,
        "task_same": 0.64,
        "kind_differs": -1.94,
        "cosine": 1.01,
        "cosine_gap": -3.89,
    },
    (False, True): {
        "bias": -14.14,
        "bm25": 3.66,
        "bm25_share": 8.82,
        "query_covered": 2.40,
        "problem_covered": 1.83,
        "record_covered": 1.46,
        "message_one_sided": -2.54,
        "cosine": 4.54,
        "cosine_gap": -8.22,
    },
    (True, False): {
        "bias": -14.54,
        "bm25": 3.05,
        "bm25_share": 8.99,
        "query_covered": 2.81,
        "problem_covered": 0.24,
        "record_covered": 1.44,
        "message": 4.75,
        "message_differs": -1.55,
        "message_one_sided": -1.28,
        "type_rare": 0.06,
        "type_differs": -1.23,
        "frames_differ": -1.78,
        "thrown_by_app": -3.26,
        "bare": 3.35,
        "task_same": 0.67,
        "kind_differs": -2.15,
    },
    (False, False): {
        "bias": -15.61,
        "bm25": 4.50,
        "bm25_share": 10.41,
        "query_covered": 2.87,
        "problem_covered": 3.08,
        "record_covered": 2.28,
        "message_one_sided": -2.29,
    },
}
"""By whether the query holds an error, and whether it was embedded."""
