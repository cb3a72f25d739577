"""Ignore rules: `.gitignore` and `.ignore` of each folder and its parents, and git's own excludes."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Collection
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rca.unread_files import is_absent, reason_of

_log = logging.getLogger(__name__)

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

IGNORE_FILES = (".gitignore", ".ignore")
_COUNTS = "what it leaves out counts as part of the project"
_MOST_SHOWN = 5
_GROUP_NAME = re.compile(r"\(\?P<\w+>")
_ANYWHERE = "^(?:.+/)?"
_NOTHING = r"(?!)"
_EXCLUDES_FILE = re.compile(r"^\s*excludesfile\s*=\s*\"?([^\"\n]+?)\"?\s*$", re.IGNORECASE | re.MULTILINE)


class Rules(NamedTuple):
    """One ignore file.

    `base` is the folder it stands in (with `/`), relative to the workspace folder; `lead` stands before
    a path where the file lies above that folder. Nearly every path is touched by no rule: `names` matches
    wherever a rule about names alone may do, `paths` wherever any other may, and both tell so ten times
    sooner than the rules one by one.
    """

    base: str
    lead: str
    spec: GitIgnoreSpec
    names: re.Pattern[str]
    paths: re.Pattern[str] | None


def outer_rules(root: Path, unread: dict[str, str] | None = None) -> list[Rules]:
    """Return the rules for a folder as a whole: the user's, the repository's, those above it.

    Unreadable ignore files are added to `unread`, each with the reason.
    """
    repository = next((one for one in (root, *root.parents) if (one / ".git").exists()), None)
    if repository is None:
        return _read(_user_excludes(), "", "", unread)
    lead = "" if repository == root else f"{root.relative_to(repository).as_posix()}/"
    found = _read(_user_excludes(), "", lead, unread)
    found += _read(repository / ".git" / "info" / "exclude", "", lead, unread)
    above = [one for one in root.parents if one.is_relative_to(repository)]
    for folder in reversed(above):
        for name in IGNORE_FILES:
            found.extend(_read(folder / name, "", f"{root.relative_to(folder).as_posix()}/", unread))
    return found


def rules_in(
    root: Path, folder: str, unread: dict[str, str] | None = None, listed: Collection[str] = ()
) -> list[Rules]:
    """Return the rules of the ignore files in a folder of the workspace folder.

    Unreadable ones are added to `unread`, by their path in the workspace folder, and so are those among
    `listed`, the names seen in the folder, that have vanished.
    """
    base = f"{folder}/" if folder else ""
    found: list[Rules] = []
    for name in IGNORE_FILES:
        lost: dict[str, str] = {}
        rules = _read(root / folder / name, base, "", lost)
        if not rules and not lost and name in listed:
            lost[name] = f"vanished while the folder was listed; {_COUNTS}"
        found.extend(rules)
        if unread is not None:
            unread.update((base + name, reason) for reason in lost.values())
    return found


def is_matched(rules: list[Rules], path: str, name: str, *, is_folder: bool) -> bool:
    """Return what the ignore files say of a path; the deepest matching one decides."""
    end = "/" if is_folder else ""
    for base, lead, spec, names, paths in reversed(rules):
        if names.match(name + end) is None and (
            paths is None or paths.match(f"{lead}{path[len(base) :]}{end}") is None
        ):
            continue
        verdict = spec.check_file(f"{lead}{path[len(base) :]}{end}").include
        if verdict is not None:
            return bool(verdict)
    return False


def _read(file: Path | None, base: str, lead: str, unread: dict[str, str] | None) -> list[Rules]:
    if file is None:
        return []
    try:
        text = file.read_text("utf-8", "replace")
    except OSError as problem:
        if unread is not None and not is_absent(problem):
            unread[file.as_posix()] = f"{reason_of(problem)}; {_COUNTS}"
        return []
    spec, wrong = _parsed(text)
    if wrong and unread is not None:
        unread[file.as_posix()] = f"was not understood in {wrong}; {_COUNTS}"
    names, paths = [], []
    for rule in spec.patterns:
        if rule.regex is None:
            continue
        expression = _GROUP_NAME.sub("(?:", rule.regex.pattern)
        glob = str(getattr(rule, "pattern", "/")).lstrip("!").rstrip("/").removeprefix("**/")
        if "/" not in glob and expression.startswith(_ANYWHERE):
            names.append(expression[len(_ANYWHERE) :])
        else:
            paths.append(expression)
    either = re.compile("|".join(paths)) if paths else None
    return [Rules(base, lead, spec, re.compile("|".join(names) or _NOTHING), either)]


def _parsed(text: str) -> tuple[GitIgnoreSpec, str]:
    """Return the rules of an ignore file, and its invalid lines (empty: all lines are)."""
    from pathspec import GitIgnoreSpec  # here: most commands list no files

    lines = text.splitlines()
    try:
        return GitIgnoreSpec.from_lines(lines), ""
    except (ValueError, re.error):  # a pattern as `[z-a]`, which means nothing to git either
        pass
    wrong = []
    for number, line in enumerate(lines, 1):
        try:
            GitIgnoreSpec.from_lines([line])
        except (ValueError, re.error):
            wrong.append(number)
            lines[number - 1] = ""
    shown = ", ".join(map(str, wrong[:_MOST_SHOWN]))
    return GitIgnoreSpec.from_lines(lines), f"{'line' if len(wrong) == 1 else 'lines'} {shown}"


@lru_cache(maxsize=1)
def _user_excludes() -> Path | None:
    """Return the excludes file in the user's git configuration."""
    home = Path(os.path.expanduser("~"))  # noqa: PTH111 - unlike Path.home it never fails
    config = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config") / "git"
    for file in (home / ".gitconfig", config / "config"):
        try:
            named = _EXCLUDES_FILE.search(file.read_text("utf-8", "replace"))
        except OSError as problem:
            if not is_absent(problem):
                _log.warning("%s cannot be read; files that it ignores may be included: %s", file, problem)
            continue
        if named is not None:
            return Path(os.path.expanduser(named[1]))  # noqa: PTH111
    return config / "ignore"
