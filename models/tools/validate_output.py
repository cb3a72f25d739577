"""`validate_output`: check what an agent is about to hand over (seed 001)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, WithJsonSchema

from models.wire import Params, Wire

Output = Annotated[Any, WithJsonSchema({"anyOf": [{"type": "object"}, {"type": "string"}]})]
"""What a model should give. Whatever else it gives is answered by the checks, not refused."""

OutputType = Literal["hypothesis", "solution", "plan", "domain_map"]


class ValidateOutputParams(Params):
    """What it is, and the thing itself."""

    output_type: OutputType = Field(
        description="`hypothesis` (verdict, rootCause, citations, …: the end of an investigation), "
        "`solution` (what record_solution takes), `plan` (what todo_manager takes), `domain_map` (domains, "
        "layout, summary)."
    )
    data: Output = Field(description="The output: an object, or the text that holds it as JSON.")


class ValidateOutputResult(Wire):
    """Whether it can be used; warnings do not make it invalid."""

    valid: bool
    errors: tuple[str, ...]
    warnings: tuple[str, ...]
