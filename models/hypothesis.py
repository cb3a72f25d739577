"""Why an error happened: ranked hypotheses, each with the places that it is about."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from models.wire import Wire, absent_if_empty, absent_if_none

PlaceRole = Literal[
    "failure_site",  # where the failing expression stands
    "value_origin",  # where the failing value comes from
    "missing_guard",  # where a check belongs that is not there
    "missing_call",  # where a call belongs that is not there
    "lifecycle",  # where something is registered, cancelled or torn down in the wrong order
    "configuration",  # an entry of a manifest, build script, resource, keep rule or DI module
    "change",  # what a commit changed
]


class HypothesisPlace(Wire):
    """One place of a hypothesis."""

    file_path: str
    line: int
    end_line: int | None = absent_if_none("Last line of the place, where it has several.")
    function: str | None = Field(description="`Class.function` around it; null outside functions.")
    role: PlaceRole


class Hypothesis(Wire):
    """One explanation of the error."""

    statement: str = Field(description="The explanation in one or two sentences.")
    kind: str | None = absent_if_none(
        "How it was found: the relation of a function to the failure, or a mechanism of configuration, "
        "frameworks or lifetimes."
    )
    confidence: float = Field(ge=0, le=1, description="Estimated probability that its first place is right.")
    places: tuple[HypothesisPlace, ...] = Field(description="The chain of places; first where to look first.")
    evidence: tuple[str, ...] = absent_if_empty("Facts of the text, code or history that speak for it.")
    check: str = Field(description="What would confirm or refute it.")
