"""Shared parts of file, module and project summaries."""

from __future__ import annotations

from pydantic import Field

from models.navigation import Declared
from models.wire import Params, Wire, absent_if_empty, absent_if_none

DEFAULT_SUMMARY_TOKENS = 1_000


class SummaryQuestion(Params):
    """How long the text of a summary may be."""

    token_budget: int = Field(
        default=DEFAULT_SUMMARY_TOKENS, ge=100, le=20_000, description="Tokens that `text` may have."
    )


class Summarised(Wire):
    """A declaration with what it says of itself."""

    name: str = Field(description="`Class.function`, or the class's own name.")
    kind: str
    line: int
    signature: str
    public: bool
    summary: str | None = absent_if_none("First sentence of its documentation.")


class Linked(Wire):
    """One end of a dependency."""

    name: str = Field(description="Qualified name, or a file's path.")
    external: bool = False
    file_path: str | None = absent_if_none()
    uses: int


class TestLink(Wire):
    """A file of tests, and why it is believed to test the file."""

    __test__ = False

    file_path: str
    why: str


class Count(Wire):
    """How many there are under a name."""

    name: str
    count: int


class ModuleLink(Wire):
    """A dependency between modules of the project."""

    module: str
    configurations: tuple[str, ...] = Field(description="`implementation`, `api`, ….")


class Library(Wire):
    """A library that build scripts name."""

    name: str = Field(description="`group:artifact`, or what the script says where no catalogue tells.")
    version: str | None = absent_if_none("Absent where it comes from a platform or is not told.")
    configurations: tuple[str, ...]
    modules: int = Field(default=1, description="Modules that name it.")


class Used(Declared):
    """A class of the project and how many files import it."""

    imported_by: int
    summary: str | None = absent_if_none("First sentence of its documentation.")


class Shown(Wire):
    """An entry point, in short."""

    kind: str
    name: str
    file_path: str
    line: int


class ModuleShape(Wire):
    """A module in the graph of modules."""

    name: str
    files: int
    level: int = Field(description="0 depends on no other module; else one above what it depends on.")
    depends_on: tuple[str, ...] = absent_if_empty()
    plugins: tuple[str, ...] = absent_if_empty()
