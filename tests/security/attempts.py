"""The table of what was tried and what came back; each row is a test, and a line of `docs/design/hostile-input.md`."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

HEAD = """# Hostile input

What was tried against the tools and what came back. Each line is a test in `tests/security/`, which makes the
attempt and compares; the page is written by `python -m tests.security.attempts` and a test compares it too.
Characters that cannot be seen are written as escapes.
"""


@dataclass(frozen=True)
class Row:
    """One attempt: what is done, in words; what comes back, as the test sees it; what it takes to do it."""

    tried: str
    came_back: str
    given: Any = None


def page() -> str:
    """Write the page from the rows of every module beside this one."""
    parts = [HEAD]
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        module = import_module(f"tests.security.{path.stem}")
        for title, rows in getattr(module, "TABLES", {}).items():
            lines = [f"| {_cell(row.tried)} | {_cell(row.came_back)} |" for row in rows]
            head = f"## {title}\n\n`tests/security/{path.name}`\n\n| tried | came back |\n|---|---|"
            parts.append("\n".join((head, *lines)) + "\n")
    return "\n".join(parts)


def _cell(text: str) -> str:
    seen = "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in text)
    return seen.replace("|", "\\|")


def params(rows: tuple[Row, ...]) -> dict[str, Any]:
    """Return the rows as arguments of `pytest.mark.parametrize`."""
    return {"argnames": "row", "argvalues": rows, "ids": [row.tried[:60] for row in rows]}


if __name__ == "__main__":
    print(page(), end="")  # noqa: T201 - it is the output
