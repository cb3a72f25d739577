"""`find_callers_of_function`: who calls it, and who calls them."""

from __future__ import annotations

from pydantic import Field

from models.code import Caller
from models.wire import Params, Wire


class FindCallersParams(Params):
    """Which function. Without `line` and `className`, every declaration of that name in the file."""

    function_name: str = Field(
        min_length=1, description="Function, method, constructor (the class's name) or property accessor."
    )
    file_path: str = Field(min_length=1, description="File that declares it, relative to the workspace root.")
    max_depth: int = Field(default=2, ge=1, le=5, description="How far to walk up.")
    line: int | None = Field(
        default=None, ge=1, description="A line of the declaration, where the name is declared twice."
    )
    class_name: str | None = Field(default=None, description="Class that declares it, simple or qualified.")
    limit: int = Field(
        default=200, ge=1, le=1000, description="Callers in one answer; `meta.next` continues."
    )
    cursor: int = Field(default=0, ge=0, description="Callers to skip: `meta.next`.")


class FindCallersResult(Wire):
    """Callers, nearest first."""

    function_name: str
    file_path: str
    callers: tuple[Caller, ...]
    total_callers: int = Field(
        description="At least so many where `meta.completeness` is partial: callers of callers are looked "
        "for as far as the page needs."
    )
