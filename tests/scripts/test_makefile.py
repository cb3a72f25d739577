"""What make would run, on this system and on Windows."""

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def planned(target, *given):
    command = ["make", "--dry-run", "--always-make", target, *given]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("target", ["setup", "test", "lint", "docs", "demo", "lock", "site"])
def test_an_environment_has_its_programs_elsewhere_on_windows(target):
    here, windows = planned(target, "OS="), planned(target, "OS=Windows_NT")
    assert "/bin/" in here
    assert "Scripts" not in here
    assert "/Scripts/" in windows
    assert ".venv/bin" not in windows
    assert windows.replace("/Scripts", "/bin").replace("python -m venv", "python3 -m venv").replace(
        "python -m scripts.site", "python3 -m scripts.site"
    ) == here.replace("python -m scripts.site", "python3 -m scripts.site")
