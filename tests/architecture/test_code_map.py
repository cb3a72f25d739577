"""`docs/architecture.md`: each folder and module has a line, each path is there, and the imports are as it says."""

import re
import subprocess
import tomllib
from pathlib import Path, PurePosixPath

import pytest

from scripts.code_map_imports import imported_units, imports_by_unit, with_imports

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


def test_each_row_names_what_its_packages_import():
    assert with_imports(PAGE, imports_by_unit()) == PAGE, "run `make docs`"


def test_an_import_that_a_row_does_not_name_is_seen():
    row = "| `rca/text/` | decoding | `caching` |"
    assert with_imports(row, {"rca/text/": {"caching"}}) == row
    assert with_imports(row, {"rca/text/": {"caching", "web", "text"}}).endswith("| `caching`, `web` |")
    assert with_imports(row, {"rca/text/": set()}).endswith("| nothing of ours |")
    assert with_imports("| `rca/text/deep/` | x | |", {"rca/text/": {"web"}}).endswith("| as `rca/text/` |")


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("from rca.web.consent import Consents", ["web"]),
        ("from rca import signals", ["signals"]),
        ("import rca.web, models.code, httpx", ["web", "models"]),
        ("if TYPE_CHECKING:\n    from lsp_server.user_session import Session", ["user_session"]),
        ("def f():\n    from rca.knowledge import ledger", ["knowledge"]),
        ("from rca import __version__", []),
    ],
)
def test_each_way_to_import_is_seen(source, names):
    assert list(imported_units(source)) == names


def test_each_module_of_the_engine_stands_on_a_layer():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    (layers,) = [one["layers"] for one in contracts if one["type"] == "layers"]
    placed = tuple(name for layer in layers for name in layer.split(" : "))
    modules = [file.removesuffix(".py").replace("/", ".") for file in FILES if file.startswith("rca/")]
    assert [
        one for one in modules if not one.endswith(("__init__", ".typed")) and not is_placed(one, placed)
    ] == []


def is_placed(module, placed):
    return any(module == name or module.startswith(f"{name}.") for name in placed)
