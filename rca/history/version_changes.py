"""Changes of dependency versions in version catalogues, Gradle files, properties and the wrapper."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

from models.code import SuspectChange
from rca.history.blame import suspect
from rca.history.repository import COMMIT_FORMAT, PLAIN_DIFF, Repository, split_log
from rca.history.suspect_score import UNKNOWN_LIBRARY, score
from rca.history.unified_diff import FilePatch, excerpt, parse_patch
from rca.redaction import redact

PATHS = tuple(
    f":(glob)**/{name}"
    for name in (
        "*.versions.toml", "build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts",
        "gradle.properties", "gradle-wrapper.properties", "pom.xml", "buildSrc/**/*.kt",
    )
)  # fmt: skip
"""Files that say which version of what the build uses."""

_BUILD_FILE = re.compile(
    r"(?:\.versions\.toml|(?:^|/)(?:(?:build|settings)\.gradle(?:\.kts)?|gradle(?:-wrapper)?\.properties|pom\.xml)"
    r"|(?:^|/)buildSrc/.*\.kt)$"
)
_COMMITS = 20
_MOST = 3  # suspects of this kind, for they are many and weak
_VERSION = re.compile(r"\d+\.\d+|[:\"'](?:\d+)[\"']|[Vv]ersion|BOM|bom")
_WORD = re.compile(r"[A-Za-z]+")
_COMMON = frozenset(
    # Words of coordinates and of catalogs that tell no library from another.
    {
        "com", "org", "net", "io", "dev", "java", "javax", "jakarta", "kotlin", "kotlinx", "android",
        "androidx", "google", "gms", "apache", "github", "squareup", "jetbrains", "internal", "impl", "core",
        "common", "api", "lib", "libs", "version", "ref", "module", "group", "name", "id", "app", "support",
        "implementation", "testimplementation", "plugins", "runtime", "util", "utils", "ktx", "jvm",
    }
)  # fmt: skip


def dependency_changes(
    repository: Repository, root: Path, libraries: tuple[str, ...]
) -> tuple[list[SuspectChange], str | None]:
    """Return recent version changes of libraries that the error names, and why that is incomplete.

    Secrets in properties files are masked in the diffs.
    """
    named = frozenset(word for library in libraries for word in words(library))
    if not named:
        return [], None
    catalogs = _Catalogs(root)
    scope = [path.replace(":(glob)", f":(glob){repository.folder}") for path in PATHS]
    git = repository.git
    local = git("diff", *PLAIN_DIFF, "HEAD", "--", *scope)
    suspects = [
        SuspectChange(
            commit=None, author=None, date=None, summary=_summary("Dependency edit, not committed", patch),
            file_path=shown, reason="dependency_changed", score=weight, diff=diff,
        )
        for patch, shown, weight, diff in _changed(repository, catalogs, parse_patch(local.text), named, 0.0)
    ]  # fmt: skip
    output = git("log", "-n", str(_COMMITS), "-p", COMMIT_FORMAT, *PLAIN_DIFF, "HEAD", "--", *scope)
    for commit, text in split_log(output.text):
        if commit.hash in repository.shallow:
            continue
        age = repository.age_days(commit)
        for _, shown, weight, diff in _changed(repository, catalogs, parse_patch(text), named, age):
            suspects.append(suspect(commit, shown, "dependency_changed", weight, diff=diff))
    suspects.sort(key=lambda change: -change.score)
    return suspects[:_MOST], local.lack or output.lack or catalogs.lack


def _changed(
    repository: Repository,
    catalogs: _Catalogs,
    patches: Iterable[FilePatch],
    named: frozenset[str],
    age: float,
) -> Iterator[tuple[FilePatch, str, float, str | None]]:
    for patch in patches:
        path = patch.new_path
        if path is None or patch.old_path is None:
            continue  # a build file that came or went with its module changes no version
        shown = repository.shown(path)
        keys = catalogs.users(shown) if path.endswith(".versions.toml") else {}
        hunks = [hunk for hunk in patch.hunks if any(_states_version(line) for line in hunk.body)]
        if not hunks:
            continue
        found = frozenset(
            word
            for hunk in hunks
            for line in hunk.body
            if _states_version(line)
            for word in _line_words(line, keys)
        )
        # Of a catalogue that cannot be read today nobody knows which library a version is of.
        is_unknown = path.endswith(".versions.toml") and not keys
        if not named & found and not is_unknown:
            continue
        weight = score("dependency_changed", age_days=age, size=patch.size)
        if not named & found:
            weight = round(weight * UNKNOWN_LIBRARY, 4)
        diff = excerpt(hunks)
        yield patch, shown, weight, redact(diff).text if diff else None


def _states_version(line: str) -> bool:
    return line[:1] in {"+", "-"} and _VERSION.search(line) is not None


def _line_words(line: str, keys: dict[str, str]) -> frozenset[str]:
    key = line[1:].partition("=")[0].strip()
    return words(line[1:]) | words(keys.get(key, ""))


def is_build_file(path: str) -> bool:
    """Return whether a file only says what the build is made of, and with which versions."""
    return _BUILD_FILE.search(path) is not None


def words(text: str) -> frozenset[str]:
    """Return the distinctive words of a library's name, in lower case."""
    spread = re.sub(r"([a-z])([A-Z])", r"\1 \2", text)
    return frozenset(word.lower() for word in _WORD.findall(spread) if len(word) > 1) - _COMMON


class _Catalogs:
    """The current version catalogues, each read once; `lack` says which could not be read."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._users: dict[str, dict[str, str]] = {}
        self.lack: str | None = None

    def users(self, path: str) -> dict[str, str]:
        """Return the modules and plugins that use each version of a catalogue.

        If the catalogue is gone or broken, the changed line itself still names the version.
        """
        known = self._users.get(path)
        if known is None:
            try:
                known = _users_in((self._root / path).read_text("utf-8"))
            except FileNotFoundError:
                known = {}
            except (OSError, ValueError, RecursionError) as problem:
                known = {}
                self.lack = f"which libraries use the versions of '{path}' is not known: {problem}"
            self._users[path] = known
        return known


def _users_in(text: str) -> dict[str, str]:
    content = tomllib.loads(text)
    users: dict[str, str] = {}
    for table in ("libraries", "plugins"):
        entries = content.get(table)
        for entry in entries.values() if isinstance(entries, dict) else ():
            version = entry.get("version") if isinstance(entry, dict) else None
            reference = version.get("ref") if isinstance(version, dict) else None
            if isinstance(reference, str):
                name = " ".join(str(entry.get(part, "")) for part in ("module", "group", "name", "id"))
                users[reference] = f"{users.get(reference, '')} {name}"
    return users


def _summary(what: str, patch: FilePatch) -> str:
    added = next(
        (
            line[1:].strip()
            for hunk in patch.hunks
            for line in hunk.body
            if line[:1] == "+" and _states_version(line)
        ),
        None,
    )
    return f"{what}: {redact(added).text}" if added else what
