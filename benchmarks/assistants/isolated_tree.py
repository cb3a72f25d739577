"""A self-contained checkout of a buggy commit, whose history ends at that commit."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

from benchmarks.fixed_bugs.cases import Case
from benchmarks.fixed_bugs.materialize import git_dir, write_tree


class FixReachableError(Exception):
    """The tree's repository holds the commit that fixes the bug."""


def write_isolated_tree(case: Case, folder: Path, mirror: Path) -> None:
    """Write the broken tree of a case with its history up to the buggy commit.

    `write_tree` borrows the objects of the mirror, later commits included; here the needed ones are copied.

    Raises:
        FixReachableError: the history of the buggy commit holds the fix.
        MissingMirrorError: the repository was not fetched.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
        tree = write_tree(case, Path(scratch), mirror)
        (tree / ".git/objects/info/alternates").unlink()
        _copy_objects(git_dir(case.repository, mirror), tree, case.buggy_commit)
        if has_commit(tree, case.fix_commit):
            raise FixReachableError(f"the tree of {case.repository} holds the commit that fixes the bug")
        shutil.move(tree, folder)


def has_commit(tree: Path, commit: str) -> bool:
    """Return whether the tree's repository holds a commit, reachable from a branch or not."""
    command = ["git", "-C", str(tree), "cat-file", "-e", f"{commit}^{{commit}}"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def _copy_objects(source: Path, tree: Path, commit: str) -> None:
    # A mirror may lack its largest files; the history is read without them.
    pack = [
        "git",
        "--git-dir",
        str(source),
        "pack-objects",
        "--revs",
        "--missing=allow-any",
        "--stdout",
        "-q",
    ]
    packed = subprocess.run(pack, input=f"{commit}\n".encode(), capture_output=True, check=True).stdout
    index = ["git", "-C", str(tree), "index-pack", "--stdin"]
    subprocess.run(index, input=packed, capture_output=True, check=True)
