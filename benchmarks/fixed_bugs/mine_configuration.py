"""Mine bugs whose fix changes configuration alone, and label those that a person chose.

    python -m benchmarks.fixed_bugs.mine_configuration --mirror DIR --out CANDIDATES.json [OWNER/NAME ...]
    python -m benchmarks.fixed_bugs.mine_configuration --mirror DIR --out CASES.json --label REVIEW.json

The first form lists commits whose message names an error and whose change, documents apart, is in manifests,
resources, keep rules, build scripts, catalogs or property files. The second reads a list of objects with
`repository`, `commit`, `mechanism` and either `lines`, the first and the last line of the message that quote
the error (from 0), or `error`, its reconstructed text; without both the quotation is looked for. It writes
cases: `fix_functions` are the changed lines, `elements` what they belong to (the block, element, table or
rule file). Held and excluded repositories are refused.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks.fixed_bugs.cases import (
    Case,
    FixPlace,
    QuotedText,
    ReconstructedText,
    excluded_repositories,
    split_of,
    write_cases,
)
from benchmarks.fixed_bugs.changed_elements import changed_elements
from benchmarks.fixed_bugs.materialize import git, git_dir, message_lines
from benchmarks.fixed_bugs.mine import app_packages
from benchmarks.fixed_bugs.quotes import find_quotation

CONFIGURATION = re.compile(
    r"AndroidManifest\.xml$|/res/[\w-]+/[\w.]+\.xml$|\.gradle(?:\.kts)?$|\.toml$|\.properties$|\.pro$|pom\.xml$"
    r"|src/main/resources/.*\.ya?ml$|(?:proguard|consumer|r8)[\w.-]*\.(?:txt|cfg)$|META-INF/"
    r"|(?:^|/)(?:buildSrc|build-logic|build-plugin)/.*\.(?:kt|groovy|java)$|(?:^|/)schemas/.*\.json$"
)
_DOCUMENT = re.compile(
    r"(?:^|/)(?:\.github|\.idea|docs?|fastlane)/|\.(?:md|adoc|rst|lock|lockfile|png|webp|api)$|(?:^|/)CHANGELOG"
)
_NAMES_ERROR = re.compile(
    r"\b[A-Z]\w+(?:Exception|Error)\b|Could not (?:resolve|find)|Missing class|Duplicate class|AAPT"
    r"|[Mm]anifest merger|Namespace not specified|Inconsistent JVM|class file (?:major )?version|[Cc]leartext"
    r"|Unresolved reference|What went wrong|Execution failed|No (?:virtual|static|interface) method"
    r"|not exported|cannot be cast|Permission Denial|Metaspace|R8|[Pp]ro[Gg]uard|crash"
)
_ROUTINE = re.compile(r"(?i)revert|merge|bump |update dependency|(?:chore|fix|build)\(deps\)")
_MOST_FILES = 15
_MOST_CONFIGURATION_FILES = 5


@dataclass(frozen=True, slots=True)
class Candidate:
    """A commit that may fix an error by configuration alone."""

    repository: str
    commit: str
    files: tuple[str, ...]
    names: str
    """What of the message names an error."""


def main() -> int:
    """Write candidates, or the cases of a review."""
    options = _options()
    if options.label is None:
        names = options.repositories or [
            folder.name.replace("+", "/", 1) for folder in sorted(options.mirror.glob("*+*"))
        ]
        found = [asdict(row) for name in names if is_open(name) for row in mine(name, options.mirror)]
        options.out.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
        return 0
    cases = []
    for row in json.loads(options.label.read_text("utf-8")):
        case = label(row, options.mirror) if is_open(row["repository"]) else None
        if case is None:
            print(f"{row['repository']} {row['commit']}: left out", file=sys.stderr)
        else:
            cases.append(case)
    write_cases(options.out, "Bugs of development repositories whose fix lies in configuration.", cases)
    return 0


def is_open(repository: str) -> bool:
    """Return whether bugs of a repository may be read: it is neither held nor excluded."""
    return repository.lower() not in excluded_repositories() and split_of(repository) == "development"


def mine(repository: str, mirror: Path) -> Iterator[Candidate]:
    """Yield the candidates of a repository, oldest first, each subject once."""
    directory = git_dir(repository, mirror)
    seen: set[str] = set()
    log = git(
        *(directory, "log", "--all", "--no-merges", "--reverse", "--no-renames", "--name-only"),
        "--format=%x01%H%x00%B%x02",
    )
    for entry in log.decode("utf-8", "replace").split("\x01")[1:]:
        head, _, listing = entry.partition("\x02")
        commit, _, message = head.partition("\0")
        subject = re.sub(r"\W+|\(#\d+\)", "", message.partition("\n")[0])
        named = _NAMES_ERROR.search(message)
        if named is None or subject in seen or _ROUTINE.match(message):
            continue
        files = [path for path in listing.split("\n") if path.strip()]
        changed = [path for path in files if CONFIGURATION.search(path) or not _DOCUMENT.search(path)]
        only = all(CONFIGURATION.search(path) for path in changed)
        if only and 0 < len(changed) <= _MOST_CONFIGURATION_FILES and len(files) <= _MOST_FILES:
            seen.add(subject)
            yield Candidate(repository, commit, tuple(changed), named[0])


def label(row: dict[str, Any], mirror: Path) -> Case | None:
    """Return the case of a reviewed commit; None where nothing but files that are new was changed."""
    directory = git_dir(row["repository"], mirror)
    commit, buggy = (
        git(directory, "rev-parse", name).decode().strip() for name in (row["commit"], row["commit"] + "^")
    )
    try:
        changes = changed_elements(directory, buggy, commit, CONFIGURATION)
    except subprocess.CalledProcessError:  # the snapshot lacks a file of either tree
        return None
    text = _text(row, commit, message_lines(directory, commit))
    if not changes or text is None:
        return None
    elements = [asdict(change.element) for change in changes]
    return Case(
        id=f"{row['repository'].partition('/')[2]}-{commit[:8]}",
        repository=row["repository"],
        buggy_commit=buggy,
        fix_commit=commit,
        app_packages=app_packages(directory, buggy),
        fix_places=tuple(change.lines for change in changes),
        fix_kind="declaration/config",
        text=text,
        more={"mechanism": row["mechanism"], "elements": elements},
    )


def _text(row: dict[str, Any], commit: str, message: list[str]) -> QuotedText | ReconstructedText | None:
    if row.get("error"):
        return ReconstructedText(tuple(row["error"].split("\n")))
    if row.get("lines"):
        first, last = row["lines"]
        return QuotedText(commit, first, last, (), 0, len(message[last]))
    return find_quotation(commit, message)


def elements_of(case: Case) -> tuple[FixPlace, ...]:
    """Return the elements that the fix changed."""
    return tuple(FixPlace(**row) for row in case.more["elements"])


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--mirror", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--label", type=Path, help="list of reviewed commits")
    parser.add_argument("repositories", nargs="*", metavar="OWNER/NAME")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
