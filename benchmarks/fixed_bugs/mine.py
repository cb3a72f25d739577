"""Mine candidates: commits whose message quotes an error and whose change is small.

    python -m benchmarks.fixed_bugs.mine --mirror DIR --out CANDIDATES.json [OWNER/NAME ...]

Without names all repositories of the mirror folder are mined, but for the excluded ones. A candidate is no
case yet: each is read by a person, and `review.json` says which were taken and why others were not.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.fixed_bugs.cases import Case, FixPlace, excluded_repositories, write_cases
from benchmarks.fixed_bugs.changes import changed_places
from benchmarks.fixed_bugs.materialize import git, git_dir, quotation
from benchmarks.fixed_bugs.naive import FileList, TextFrame, app_places
from benchmarks.fixed_bugs.quotes import find_quotation
from benchmarks.fixed_bugs.score import Place, hits

_QUOTES_ERROR = re.compile(
    r"\.(?:kts?|java)(?:: ?\d+)?\)|(?:Exception|Error)\b|Unknown Source|What went wrong"
)
_PACKAGE = re.compile(r"^\s*package\s+([\w.]+)")
_LONG_ROOTS = ("com.android.internal", "com.google.android", "com.github", "io.github")
"""Roots that many projects share, of which a package's next segment says whose it is."""
_SMALLEST_SHARE = 0.01


def main() -> int:
    """Write the candidates of all repositories, or of those named."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--mirror", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("repositories", nargs="*", metavar="OWNER/NAME")
    options = parser.parse_args()
    names = options.repositories or [
        folder.name.replace("+", "/", 1) for folder in sorted(options.mirror.glob("*+*"))
    ]
    candidates: list[Case] = []
    seen: set[str] = set()
    for name in names:
        if name.lower() in excluded_repositories():
            print(f"{name}: excluded", file=sys.stderr)
            continue
        found = list(mine(name, options.mirror, seen))
        candidates += found
        kinds = Counter(case.fix_kind for case in found)
        print(f"{name}: {len(found)} {dict(kinds)}", file=sys.stderr, flush=True)
    write_cases(options.out, "Candidates, not reviewed.", candidates)
    return 0


def mine(repository: str, mirror: Path, seen: set[str]) -> Iterator[Case]:
    """Yield the candidates of a repository, oldest first; `seen` holds the texts and changes found before."""
    directory = git_dir(repository, mirror)
    for commit, parent, lines in _quoting_commits(directory):
        quoted = find_quotation(commit, lines)
        if quoted is None:
            continue
        text = quotation(lines, quoted)
        key = re.sub(r"\W+", "", text)
        if key in seen:  # cherry-picks, and branches that were rebased
            continue
        try:
            places = changed_places(directory, parent, commit)
        except subprocess.CalledProcessError:  # the snapshot lacks a file of either tree
            continue
        change = f"{lines[0]}\0{places[:1]}"
        if not places or change in seen:
            continue
        seen.update((key, change))
        packages = app_packages(directory, parent)
        listing = git(directory, "ls-tree", "-r", "--name-only", parent).decode("utf-8", "replace")
        kind, ordered = classify(text, packages, FileList(listing.splitlines()), places)
        identity = f"{repository.partition('/')[2]}-{commit[:8]}"
        yield Case(identity, repository, parent, commit, packages, ordered, kind, quoted)


def _quoting_commits(directory: Path) -> Iterator[tuple[str, str, list[str]]]:
    log = git(directory, "log", "--all", "--no-merges", "--reverse", "--format=%H%x00%P%x00%B%x01")
    for entry in log.decode("utf-8", "replace").split("\x01"):
        commit, _, rest = entry.strip("\n").partition("\0")
        parents, _, message = rest.partition("\0")
        if " " in parents or not parents or not _QUOTES_ERROR.search(message):
            continue
        if not message.lower().startswith("revert"):
            yield commit, parents, message.replace("\r\n", "\n").split("\n")


def app_packages(directory: Path, commit: str) -> tuple[str, ...]:
    """Return the roots of the packages that a tree's Kotlin and Java files declare."""
    found = subprocess.run(
        [
            "git",
            "--git-dir",
            str(directory),
            "grep",
            "-hE",
            r"^\s*package [a-zA-Z]",
            commit,
            "--",
            "*.kt",
            "*.java",
        ],
        capture_output=True,
        check=False,  # 1 where no file has any
    ).stdout.decode("utf-8", "replace")
    roots: Counter[str] = Counter()
    for line in found.split("\n"):
        if match := _PACKAGE.match(line):
            segments = match[1].split(".")
            roots[".".join(segments[: 4 if match[1].startswith(_LONG_ROOTS) else 3])] += 1
    total = roots.total()
    return tuple(sorted(root for root, count in roots.items() if count >= total * _SMALLEST_SHARE))


def classify(
    text: str, packages: Sequence[str], files: FileList, places: Sequence[FixPlace]
) -> tuple[str, tuple[FixPlace, ...]]:
    """Return where the fix lies as seen from the text, and its places with that one first.

    Topmost is the first app frame of the text, or that of its deepest cause.
    """
    frames = app_places(text, packages, files)
    deepest = max((frame.section for frame, _place in frames), default=0)
    top = [*frames[:1], *[row for row in frames if row[0].section == deepest][:1]]
    for kind, candidates in (("top_app_frame", top), ("other_app_frame", frames)):
        main = _first_hit(candidates, places)
        if main is not None:
            return kind, (main, *(place for place in places if place != main))
    code = any(place.file.endswith((".kt", ".java")) for place in places)
    return "not_in_trace" if code else "declaration/config", tuple(places)


def _first_hit(frames: Sequence[tuple[TextFrame, Place]], places: Sequence[FixPlace]) -> FixPlace | None:
    return next((fix for _frame, place in frames for fix in places if hits(place, fix)), None)


if __name__ == "__main__":
    sys.exit(main())
