"""Real git in real repositories: commits at chosen dates, none of the machine's configuration."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest


@dataclass
class Sandbox:
    """A repository under the test's control."""

    root: Path
    day: int = 0

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

    def write(self, path: str, text: str) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8", newline="")

    def commit(self, summary: str, days: int = 1, author: str = "Ann Example") -> str:
        """Commit everything, `days` after the commit before."""
        self.day += days
        date = f"2026-01-01T12:00:00+02:00 + {self.day} days"
        stamp = subprocess.run(
            ["date", "-d", date, "+%s +0200"], check=True, capture_output=True, text=True
        ).stdout.strip()
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
    monkeypatch.setenv("GIT_COMMITTER_DATE", "1767261600 +0200")
    monkeypatch.setenv("GIT_AUTHOR_DATE", "1767261600 +0200")


@pytest.fixture
def sandbox(tmp_path) -> Sandbox:
    root = tmp_path / "app"
    root.mkdir()
    made = Sandbox(root)
    made.git("init", "-q")
    return made
