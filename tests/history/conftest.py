"""Real git in real repositories: commits at chosen dates, none of the machine's configuration."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.project_folder import ProjectFolder

_NOON = 1_767_261_600
"""2026-01-01T12:00:00+02:00."""
_DAY = 86_400


class Sandbox(ProjectFolder):
    """A repository under the test's control."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.day = 0
        self.git("init", "-q", "--template=")

    def git(self, *arguments: str) -> str:
        done = subprocess.run(
            ["git", *arguments],
            cwd=self.root,
            check=True,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
        )
        return done.stdout.strip()

    def commit(self, summary: str, days: int = 1, author: str = "Ann Example") -> str:
        """Commit everything, `days` after the commit before."""
        self.day += days
        stamp = f"{_NOON + self.day * _DAY} +0200"
        self.git("add", "-A")
        os.environ["GIT_COMMITTER_DATE"] = os.environ["GIT_AUTHOR_DATE"] = stamp
        self.git("-c", f"user.name={author}", "commit", "-q", "--allow-empty", "-m", summary)
        return self.git("rev-parse", "HEAD")


@pytest.fixture(autouse=True)
def _own_configuration(monkeypatch, tmp_path):
    config = tmp_path / "gitconfig"
    config.write_text(
        "[user]\nname = Ann Example\nemail = ann@example.invalid\n[init]\ndefaultBranch = main\n"
        '[commit]\ngpgsign = false\n[protocol "file"]\nallow = always\n'
    )
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(config))
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", os.devnull)
    monkeypatch.setenv("GIT_COMMITTER_DATE", f"{_NOON} +0200")
    monkeypatch.setenv("GIT_AUTHOR_DATE", f"{_NOON} +0200")


@pytest.fixture
def sandbox(tmp_path) -> Sandbox:
    return Sandbox(tmp_path / "app")
