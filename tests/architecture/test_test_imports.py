"""Tests and benchmarks do not import each other; what both need lies in `evaluation/`, which imports neither."""

import ast
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


def imported_packages(path):
    """Return the top-level packages that a file imports, inside functions too."""
    packages = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            packages.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            packages.add(node.module.split(".")[0])
    return packages


@pytest.mark.parametrize("folder", FORBIDDEN)
def test_no_file_imports_a_package_it_must_not(folder):
    files = [path for path in (ROOT / folder).rglob("*.py") if "_compiled" not in path.parts]
    assert files
    assert [
        str(path.relative_to(ROOT)) for path in files if imported_packages(path) & FORBIDDEN[folder]
    ] == []
