"""Commits that changed only how code is written: they introduced no error."""

from __future__ import annotations

import re
from pathlib import Path

from models.code import SuspectChange
from rca.history.repository import PLAIN_DIFF, Repository
from rca.history.unified_diff import FilePatch, parse_patch

_IGNORED = Path(".git-blame-ignore-revs")
"""Where projects list commits that only format, for git's blame."""
_HASH = re.compile(r"(?m)^([0-9a-f]{40,64})\b")
_LARGEST_LIST = 1_000_000
_IMPORT = re.compile(r"\s*import\s")
_LAYOUT = re.compile(r"\s+|,(?=\s*[)\]>}])|;(?=\s*$)")
"""What formatters add, move and remove: space, trailing commas, and semicolons at the end of lines."""
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')


def listed_commits(root: Path) -> frozenset[str]:
    """Return the commits that the project itself says to leave out of blame."""
    try:
        with (root / _IGNORED).open(encoding="utf-8", errors="replace") as file:
            return frozenset(_HASH.findall(file.read(_LARGEST_LIST)))
    except OSError:
        return frozenset()


def changes_only_format(repository: Repository, change: SuspectChange) -> bool:
    """Return whether a commit changed only layout in a suspect's file; False where git does not tell."""
    if change.commit is None:
        return False
    path = repository.inside(change.file_path)
    output = repository.git("show", "--format=", "-M", *PLAIN_DIFF, change.commit, "--", path)
    patches = parse_patch(output.text)
    return output.lack is None and bool(patches) and all(_is_layout(patch) for patch in patches)


def _is_layout(patch: FilePatch) -> bool:
    """Return whether the removed and the added lines hold the same code."""
    if patch.old_path is None or patch.new_path is None:
        return False
    removed = [line[1:] for hunk in patch.hunks for line in hunk.body if line[:1] == "-"]
    added = [line[1:] for hunk in patch.hunks for line in hunk.body if line[:1] == "+"]
    imports = [
        sorted(line.strip(" ;") for line in lines if _IMPORT.match(line)) for lines in (removed, added)
    ]
    return _code(removed) == _code(added) and imports[0] == imports[1] and bool(removed)


def _code(lines: list[str]) -> str:
    """Return lines without layout; space inside of strings stays."""
    text = "\n".join(line for line in lines if not _IMPORT.match(line))
    parts, at = [], 0
    for string in _STRING.finditer(text):
        parts += [_LAYOUT.sub("", text[at : string.start()]), string[0]]
        at = string.end()
    parts.append(_LAYOUT.sub("", text[at:]))
    return "".join(parts)
