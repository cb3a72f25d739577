"""Checkouts of the manifest's repositories at pinned commits, in a cache folder."""

from __future__ import annotations

import re
import subprocess
import tarfile
import tomllib
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

MANIFEST = Path(__file__).with_name("manifest.toml")


@dataclass(frozen=True)
class Library:
    """One repository's folders by source set, each set refining the one before it.

    `sets`, where given, tell the source sets apart by patterns of the path instead.
    """

    repository: str
    commit: str
    fragments: tuple[tuple[str, ...], ...]
    sets: tuple[str, ...] = ()

    @property
    def folders(self) -> tuple[str, ...]:
        """Return all folders."""
        return tuple(folder for fragment in self.fragments for folder in fragment)

    @property
    def depth(self) -> int:
        """Return how many source sets there are."""
        return len(self.sets or self.fragments)

    def place(self, path: str) -> int | None:
        """Return which source set a file belongs to, None for one of other platforms."""
        if self.sets:
            return next((at for at, part in enumerate(self.sets) if re.search(part, path)), None)
        return next(
            (
                at
                for at, folders in enumerate(self.fragments)
                if path.startswith(tuple(f"{one}/" for one in folders))
            ),
            None,
        )


@dataclass(frozen=True)
class Module:
    """One entry of the manifest."""

    name: str
    split: str
    library: Library
    beside: tuple[Library, ...]


def modules() -> list[Module]:
    """Return the manifest."""
    entries = tomllib.loads(MANIFEST.read_text("utf-8"))
    return [
        Module(name, one["split"], _library(one), tuple(_library(other) for other in one.get("with", ())))
        for name, one in entries.items()
    ]


def check_out(library: Library, into: Path, mirrors: Path | None) -> Path:
    """Return a folder with the Kotlin and Java files of a library's folders, and nothing else.

    `mirrors` may hold bare repositories as `owner+name/repo`; otherwise they are cloned from GitHub.
    """
    if into.exists():
        return into
    git = _repository(library, into.parent.parent / "repositories", mirrors)
    listing = ["ls-tree", "-r", "--name-only", "-z", library.commit, *library.folders]
    files = [name for name in _git(git, listing).decode().split("\0") if _is_wanted(name, library)]
    with tarfile.open(fileobj=BytesIO(_git(git, ["archive", library.commit, *files]))) as tar:
        tar.extractall(into, filter="data")
    return into


def _is_wanted(name: str, library: Library) -> bool:
    if not name.endswith((".kt", ".java")) or name.endswith("module-info.java"):
        return False
    return not library.sets or library.place(name) is not None


def _git(repository: Path, arguments: list[str]) -> bytes:
    command = ["git", "--literal-pathspecs", f"--git-dir={repository}", *arguments]
    return subprocess.run(command, check=True, capture_output=True).stdout


def _repository(library: Library, cache: Path, mirrors: Path | None) -> Path:
    name = library.repository.replace("/", "+")
    if mirrors is not None and (mirrors / name / "repo").exists():
        return mirrors / name / "repo"
    clone = cache / name
    if not clone.exists():
        url = f"https://github.com/{library.repository}"
        subprocess.run(["git", "clone", "--quiet", "--bare", url, str(clone)], check=True)
    return clone


def _library(one: dict[str, Any]) -> Library:
    fragments = tuple(tuple(fragment) for fragment in one["fragments"])
    return Library(one["repository"], one["commit"], fragments, tuple(one.get("sets", ())))
