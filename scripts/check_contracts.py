"""Check that the messages of the contract table stand in the sources that its entries name.

    python -m scripts.check_contracts --sources FOLDER

FOLDER holds a folder OWNER+NAME/repo with a git repository for each source (`google+dagger/repo`). An entry
passes where every literal part of its message stands in one file of the class that throws it, string
concatenations joined. Entries marked `documentation` are counted apart. Prints what fails; exits with 1 where
an entry fails whose source is there.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from rca.causes.contracts.contract import Contract
from rca.causes.contracts.contract_table import load_contracts

DOCUMENTATION = "documentation"
_CONCATENATION = re.compile(r'"\s*\+\s*\n?\s*"')
_PLACEHOLDER = re.compile(r"\{[a-z_]+\}")
_LEAST = 4
"""Letters of a literal part that is worth looking for."""


class Source:
    """The files of one repository by their name."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._paths: dict[str, list[str]] = defaultdict(list)
        for path in self._git("ls-tree", "-r", "--name-only", "HEAD").splitlines():
            if path.endswith((".java", ".kt")):
                self._paths[Path(path).stem].append(path)

    def texts(self, contract: Contract) -> Iterator[str]:
        """Yield the files that may hold a throw site: the named one, or those of its class."""
        if contract.path:
            yield self._read(contract.path)
            return
        outer = contract.site_class.rpartition(".")[2].split("$")[0]
        names = (outer, outer.removesuffix("Kt"), outer.removesuffix("Impl"))
        for path in dict.fromkeys(path for name in names for path in self._paths.get(name, ())):
            yield self._read(path)

    def holding(self, part: str) -> str | None:
        """Return a file that holds a text in one line, or None."""
        found = self._git("grep", "-l", "-F", "-e", part, "HEAD", "--", "*.java", "*.kt", check=False)
        return found.split("\n", 1)[0] or None

    def _read(self, path: str) -> str:
        return self._git("show", f"HEAD:{path}", check=False)

    def _git(self, *arguments: str, check: bool = True) -> str:
        command = ["git", "--git-dir", str(self._directory), *arguments]
        done = subprocess.run(command, capture_output=True, check=check)  # noqa: S603 - git, fixed words
        return done.stdout.decode("utf-8", "replace")


def literal_parts(contract: Contract) -> list[str]:
    """Return the parts of a message that are not values."""
    parts = (part.strip(" '\"`") for part in _PLACEHOLDER.split(contract.message))
    return [part for part in parts if len(part) >= _LEAST]


def is_in(contract: Contract, text: str) -> bool:
    """Return whether every literal part of a message stands in a source text."""
    joined = re.sub(r"\s+", " ", _CONCATENATION.sub("", text).replace('\\"', '"').replace("\\n", " "))
    return all(re.sub(r"\s+", " ", part) in joined for part in literal_parts(contract))


def check(contracts: Sequence[Contract], sources: Path) -> Iterator[tuple[Contract, str]]:
    """Yield what became of each entry: `found`, `elsewhere`, `missing`, `no source` or `documentation`."""
    opened: dict[str, Source | None] = {}
    for contract in contracts:
        if contract.source == DOCUMENTATION:
            yield contract, DOCUMENTATION
            continue
        if contract.source not in opened:
            folder = sources / contract.source.replace("/", "+") / "repo"
            directory = next((one for one in (folder / ".git", folder) if (one / "objects").exists()), None)
            opened[contract.source] = Source(directory) if directory else None
        source = opened[contract.source]
        if source is None:
            yield contract, "no source"
        elif any(is_in(contract, text) for text in source.texts(contract)):
            yield contract, "found"
        else:
            longest = max(literal_parts(contract), key=len, default="")
            yield contract, "elsewhere" if longest and source.holding(longest) else "missing"


def main() -> int:
    """Check the table and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sources", type=Path, required=True)
    options = parser.parse_args()
    counts: Counter[tuple[str, str]] = Counter()
    missing = 0
    lines: list[str] = []
    for contract, state in check(load_contracts(), options.sources):
        counts[contract.framework, state] += 1
        if state in ("missing", "elsewhere"):
            missing += state == "missing"
            said = contract.message or contract.site_class
            lines.append(f"{state}: {contract.id} in {contract.source}: {said}")
    lines += [f"{framework}: {count} {state}" for (framework, state), count in sorted(counts.items())]
    print("\n".join(lines))  # noqa: T201 - a command
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
