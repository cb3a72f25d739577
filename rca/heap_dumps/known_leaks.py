"""References of the platform that are known to keep objects without a fault of the app: a table."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources


@cache
def known_leaks() -> Mapping[tuple[str, str], str]:
    """Return why a field of a class keeps its value, by class and field."""
    text = (resources.files(__package__) / "data" / "known_leaks.toml").read_text("utf-8")
    return {
        (row["owner"], field): row["why"] for row in tomllib.loads(text)["leak"] for field in row["fields"]
    }
