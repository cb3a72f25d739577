"""`docs/architecture.md`: each folder and module has a line, and each path that it names is there."""

import re
import subprocess
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
CODE_MAP = PAGE.partition("## Code map")[2].partition("## From a file")[0]
NAMED = set(re.findall(r"`([\w./-]+)`", PAGE))
FILES = subprocess.run(
    ["git", "ls-files", "rca", "lsp_server", "benchmarks", "evaluation", "models", "scripts"],
    cwd=ROOT, capture_output=True, text=True, check=True,
).stdout.splitlines()  # fmt: skip


def folders():
    """Return the folders that a reader looks for: below those of a benchmark and of the contract lie its parts."""
    above = {folder for file in FILES for folder in PurePosixPath(file).parents} - {PurePosixPath(".")}
    parts = (folder.parts for folder in above)
    deepest = {"models": 1, "benchmarks": 2, "evaluation": 2}
    return sorted("/".join(part) for part in parts if len(part) <= deepest.get(part[0], 9))


def modules():
    """Return the modules that lie beside the folders of the engine and of the edge."""
    beside = (PurePosixPath(file) for file in FILES)
    return sorted(
        str(file)
        for file in beside
        if str(file.parent) in ("rca", "lsp_server") and file.suffix == ".py" and "__" not in file.name
    )


@pytest.mark.parametrize("folder", folders())
def test_each_folder_has_a_line(folder):
    assert f"`{folder}/`" in CODE_MAP or any(
        name.startswith(f"{folder}/") and folder.count("/") == 0 for name in NAMED
    )


@pytest.mark.parametrize("module", modules())
def test_each_module_beside_the_folders_has_a_line(module):
    assert f"`{module}`" in CODE_MAP


@pytest.mark.parametrize("name", sorted(name for name in NAMED if "/" in name))
def test_each_path_is_there(name):
    assert (ROOT / name).exists() or (ROOT / "docs" / name).exists()


@pytest.mark.parametrize("row", [line for line in CODE_MAP.splitlines() if line.startswith("| `")])
def test_a_file_named_without_its_folder_lies_in_the_folder_of_its_row(row):
    first, second = row.split(" | ")[:2]
    places = [ROOT / name for name in re.findall(r"`([\w/]+)/`", first)]
    for file in re.findall(r"`(\w+\.py)`", second):
        assert any((place / file).exists() for place in [*places, ROOT / "rca"]), file
