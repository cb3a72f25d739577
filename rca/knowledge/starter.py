"""The starter records that ship with the package."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from importlib import resources

from models.solution import Solution


@dataclass(frozen=True, slots=True)
class Starter:
    """The packaged JSONL files as bytes, with a stamp of their content."""

    files: tuple[bytes, ...]

    @staticmethod
    def packaged() -> Starter:
        """Read the files of the package, a few hundred kilobytes."""
        folder = resources.files("rca.knowledge") / "starter"
        names = sorted(item.name for item in folder.iterdir() if item.name.endswith(".jsonl"))
        return Starter(tuple((folder / name).read_bytes() for name in names))

    @property
    def stamp(self) -> str:
        """Return a value that changes with the content."""
        digest = hashlib.sha256()
        for content in self.files:
            digest.update(hashlib.sha256(content).digest())
        return digest.hexdigest()[:16]

    def solutions(self) -> list[Solution]:
        """Parse the records."""
        return [
            Solution.model_validate_json(line)
            for content in self.files
            for line in content.splitlines()
            if line.strip()
        ]
