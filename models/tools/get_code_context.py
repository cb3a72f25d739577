"""`get_code_context`: code around a line, its function and the imports it uses."""

from __future__ import annotations

from pydantic import Field

from models.code import CodeContext
from models.wire import Params


class GetCodeContextParams(Params):
    """Where to look."""

    file_path: str = Field(min_length=1, description="Relative to the workspace root.")
    line: int = Field(ge=1, description="Line, 1-based.")
    context_lines: int = Field(default=50, ge=5, le=100, description="Lines before and after it.")
    include_function_def: bool = Field(
        default=True, description="Whether to describe the function around the line."
    )


GetCodeContextResult = CodeContext
