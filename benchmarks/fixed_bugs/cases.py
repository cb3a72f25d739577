"""Cases: references to an error text, the broken tree, and what the fix changed."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

FOLDER = Path(__file__).parent
BUGS = FOLDER / "bugs.json"
EXCLUDED = FOLDER / "excluded.txt"
"""Repositories that must not be mined: kept apart to measure with, or part of the given set."""

Split = Literal["development", "held"]
KINDS = ("top_app_frame", "other_app_frame", "not_in_trace", "declaration/config")
"""Where the first fix place lies; the given set has two kinds in place of `not_in_trace`."""
GIVEN_KINDS = {"caller_not_in_trace": "not_in_trace", "callee_or_data_source": "not_in_trace"}


@dataclass(frozen=True, slots=True)
class FixPlace:
    """A function, class header or part of a configuration file that the fix changed, as it was when buggy."""

    file: str
    name: str
    enclosing_class: str | None
    start_line: int
    end_line: int


@dataclass(frozen=True, slots=True)
class QuotedText:
    """Where a commit message quotes the error: lines from 0, the last one included.

    `column` is where the first line's quotation begins, `end` where the last line's ends.
    """

    commit: str
    first: int
    last: int
    skip: tuple[int, ...]
    column: int
    end: int


@dataclass(frozen=True, slots=True)
class ReconstructedText:
    """An error that a commit only names, written out in the form in which its tool or platform reports it."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Case:
    """A fixed bug. `fix_places` has the most important first."""

    id: str
    repository: str
    buggy_commit: str
    fix_commit: str
    app_packages: tuple[str, ...]
    fix_places: tuple[FixPlace, ...]
    fix_kind: str
    text: QuotedText | ReconstructedText
    more: dict[str, Any] = field(default_factory=dict)
    """Fields of the file that the measure does not read, kept for writing."""

    @property
    def stratum(self) -> str:
        """Return the kind under which the case is counted."""
        return GIVEN_KINDS.get(self.fix_kind, self.fix_kind)

    @property
    def split(self) -> Split:
        """Return the split of the case's repository."""
        return split_of(self.repository)


def split_of(repository: str) -> Split:
    """Return the split of a repository, by a hash of its name: no choice is made by anybody."""
    digest = hashlib.sha256(repository.lower().encode()).digest()
    return "held" if digest[0] % 2 else "development"


def load_cases(path: Path = BUGS) -> list[Case]:
    """Return the cases of a file: ours (an object with `about` and `cases`) or a plain list of them."""
    value = json.loads(path.read_text("utf-8"))
    return [_read(row) for row in (value["cases"] if isinstance(value, dict) else value)]


def excluded_repositories() -> frozenset[str]:
    """Return the names of repositories that must not be mined, in lower case."""
    lines = EXCLUDED.read_text("utf-8").splitlines()
    return frozenset(line.strip().lower() for line in lines if line.strip() and not line.startswith("#"))


def _read(row: dict[str, Any]) -> Case:
    row = dict(row)
    text = row.pop("text")
    places = tuple(
        FixPlace(
            place["file"],
            place["name"] or "",
            place.get("enclosing_class"),
            place["startLine"],
            place["endLine"],
        )
        for place in row.pop("fix_functions")
    )
    return Case(
        id=row.pop("id"),
        repository=row.pop("repository"),
        buggy_commit=row.pop("buggy_commit"),
        fix_commit=row.pop("fix_commit"),
        app_packages=tuple(row.pop("app_packages")),
        fix_places=places,
        fix_kind=row.pop("fix_kind"),
        text=(
            ReconstructedText(tuple(text["lines"]))
            if "lines" in text
            else QuotedText(**{**text, "skip": tuple(text["skip"])})
        ),
        more=row,
    )


def to_json(case: Case) -> dict[str, Any]:
    """Return the case as it stands in the file."""
    return {
        "id": case.id,
        "repository": case.repository,
        "buggy_commit": case.buggy_commit,
        "fix_commit": case.fix_commit,
        "app_packages": list(case.app_packages),
        "fix_functions": [
            {
                "file": place.file,
                "name": place.name,
                "enclosing_class": place.enclosing_class,
                "startLine": place.start_line,
                "endLine": place.end_line,
            }
            for place in case.fix_places
        ],
        "fix_kind": case.fix_kind,
        **case.more,
        "text": asdict(case.text),
    }


def write_cases(path: Path, about: str, cases: list[Case]) -> None:
    """Write the cases, one a line, so that a change of one shows as one line."""
    rows = ",\n".join(json.dumps(to_json(case), ensure_ascii=False, separators=(",", ":")) for case in cases)
    path.write_text(f'{{"about": {json.dumps(about)},\n"cases": [\n{rows}\n]}}\n', "utf-8")
