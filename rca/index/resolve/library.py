"""What the resolver knows of libraries: the tables of `library.toml`, read once."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _turned(table: dict[str, str]) -> dict[str, str]:
    """Turn value → names into name → value."""
    return {name: value for value, names in table.items() for name in names.split()}


_TABLES: dict[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))

LAMBDAS: dict[str, str] = _turned(_TABLES["lambdas"])
SAME = _names(_TABLES["same"])
ELEMENT = _names(_TABLES["element"])
LAMBDA_RESULT = _names(_TABLES["lambda_result"])
MAPPED = _names(_TABLES["mapped"])
FLAT_MAPPED = _names(_TABLES["flat_mapped"])
CONTAINERS: dict[str, str] = _turned(_TABLES["containers"])
RESULTS: dict[str, str] = _turned(_TABLES["results"])
SUPERTYPES: dict[str, tuple[str, ...]] = {
    name: tuple(names.split()) for name, names in _TABLES["supertypes"].items()
}
MAPS = _names(_TABLES["maps"])
FINAL = _names(_TABLES["final"])
JAVA_PRIMITIVES: dict[str, str] = _turned(_TABLES["primitives"])
KOTLIN_TYPES: dict[str, str] = _turned(_TABLES["packages"])
KNOWN_FUNCTIONS = (
    frozenset((*LAMBDAS, *CONTAINERS, *RESULTS)) | SAME | ELEMENT | LAMBDA_RESULT | _names(_TABLES["common"])
)
