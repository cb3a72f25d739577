"""Write the last column of the code map in `docs/architecture.md`: what each package imports of our own code.

`python -m scripts.code_map_imports` rewrites the page; a test compares it with the imports.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "architecture.md"
_PATH = re.compile(r"`([\w./-]+)`")
_NOTHING = "nothing of ours"


def unit_of(path: str) -> str:
    """Return the package of the engine, or the module or package of the edge, that a file belongs to.

    It is spelled as the page does, with a slash after a folder.
    """
    parts = path.split("/")
    if parts[0] == "models":
        return "models/"
    return "/".join(parts[:2]) + ("/" if len(parts) > 2 else "")


def imported_units(source: str) -> Iterator[str]:
    """Return the names of the units that a file imports, wherever in it, those for types alone included."""
    for node in ast.walk(ast.parse(source)):
        names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{one.name}" for one in node.names]
        for name in names:
            top, _, rest = name.partition(".")
            if top == "models":
                yield top
            elif top in ("rca", "lsp_server") and rest and not rest.startswith("__"):
                yield rest.partition(".")[0]


def imports_by_unit(root: Path = ROOT) -> dict[str, set[str]]:
    """Return what each unit imports."""
    found: dict[str, set[str]] = {}
    for folder in ("models", "rca", "lsp_server"):
        for file in sorted((root / folder).rglob("*.py")):
            names = found.setdefault(unit_of(file.relative_to(root).as_posix()), set())
            names.update(imported_units(file.read_text(encoding="utf-8")))
    return found


def with_imports(page: str, units: Mapping[str, set[str]]) -> str:
    """Return the page with the last column of its code map as the imports are.

    A row of a folder inside a package refers to the package; one of neither stays as it is.
    """
    lines = page.split("\n")
    for number, line in enumerate(lines):
        cells = line.split("|")
        if line.startswith("| `") and len(cells) == 5:
            cell = _cell(_PATH.findall(cells[1]), units)
            if cell is not None:
                lines[number] = f"|{cells[1]}|{cells[2]}| {cell} |"
    return "\n".join(lines)


def _cell(paths: list[str], units: Mapping[str, set[str]]) -> str | None:
    own = [path for path in paths if path in units]
    if not own:
        around = next((unit for unit in units if unit.endswith("/") and paths[0].startswith(unit)), None)
        return None if around is None else f"as `{around}`"
    names = {path.rstrip("/").rpartition("/")[2].removesuffix(".py") for path in own}
    imports = set().union(*(units[path] for path in own)) - names
    return ", ".join(f"`{name}`" for name in sorted(imports)) or _NOTHING


if __name__ == "__main__":
    PAGE.write_text(with_imports(PAGE.read_text(encoding="utf-8"), imports_by_unit()), encoding="utf-8")
