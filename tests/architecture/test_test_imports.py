"""Tests and benchmarks do not import each other; what both need lies in `evaluation/`, which imports neither."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FORBIDDEN = {
    "tests": {"benchmarks"},
    "benchmarks": {"tests"},
    "evaluation": {"benchmarks", "tests"},
    "rca": {"benchmarks", "evaluation", "tests"},
    "lsp_server": {"benchmarks", "evaluation", "tests"},
    "models": {"benchmarks", "evaluation", "tests"},
}


def imported_packages(source):
    """Return the top-level packages that a source imports, inside functions too."""
    packages = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            packages.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            packages.add(node.module.split(".")[0])
    return packages


@pytest.mark.parametrize("folder", FORBIDDEN)
def test_no_file_imports_a_package_it_must_not(folder):
    files = [path for path in (ROOT / folder).rglob("*.py") if "_compiled" not in path.parts]
    assert files
    # Most files do not even hold the word; parsing them all takes seconds.
    word = re.compile(rf"\b(?:{'|'.join(FORBIDDEN[folder])})\b")
    sources = {path: path.read_text(encoding="utf-8") for path in files}
    assert [
        str(path.relative_to(ROOT))
        for path, source in sources.items()
        if word.search(source) and imported_packages(source) & FORBIDDEN[folder]
    ] == []


@pytest.mark.parametrize("source", ["import tests.builds", "def f():\n    from tests import builds"])
def test_each_way_to_import_is_seen(source):
    assert imported_packages(source) == {"tests"}
