"""Which way each feature of the ranker may count."""

AGAINST = frozenset(
    {
        "message_differs",
        "message_one_sided",
        "type_differs",
        "frames_differ",
        "thrown_by_app",
        "kind_differs",
        "query_crowded",
        "record_crowded",
    }
)
"""Features that can only speak against a record; all others only for it."""
