"""Error messages for invalid tool parameters: which one, its value, what is allowed."""

from __future__ import annotations

import json
import re
from typing import Any

from pydantic import ValidationError

from models.error_codes import ErrorCode
from models.wire import Params
from rca.tool_failure import Failure

_SHOWN = 60
"""Characters of a wrong value that a message repeats."""

_SUBJECT = re.compile(r"\A\w+ (?=should )")
"""What pydantic calls the value: Input, String, Tuple."""


def explain(problem: ValidationError, tool: str, params: type[Params]) -> Failure:
    """Convert pydantic's errors to one `INVALID_PARAMETERS` failure that names each of them."""
    allowed = ", ".join(field.alias or name for name, field in params.model_fields.items())
    errors = problem.errors(include_url=False, include_context=False)
    sentences = [sentence(error) for error in errors]
    return Failure(
        ErrorCode.INVALID_PARAMETERS,
        f"{tool}: " + "; ".join(sentences),
        f"{tool} takes: {allowed}. `rca tools --format markdown` describes each.",
        {"parameters": [".".join(map(str, error["loc"])) for error in errors if error["loc"]]},
    )


def sentence(error: Any) -> str:  # noqa: ANN401 - pydantic's error dictionary
    """Return the meaning of one of pydantic's errors as a sentence."""
    where = ".".join(str(part) for part in error["loc"])
    subject = f"'{where}'" if where else "the parameters"
    match error["type"]:
        case "missing":
            return f"the parameter '{where}' is missing"
        case "extra_forbidden":
            return f"there is no parameter '{where}'"
        case "value_error":
            text = str(error["msg"]).removeprefix("Value error, ")
            return f"{subject}: {text}" if where else text
        case "model_type" | "dict_type":
            expected = "should be a JSON object"
        case _:
            expected = _SUBJECT.sub("", str(error["msg"]))
    return f"{subject} {expected}, but {_shown(error['input'])} was given"


def _shown(value: object) -> str:
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        text = repr(value)
    return text if len(text) <= _SHOWN else f"<{len(text.encode())} bytes>"
