"""The features that commits are ranked by: lines that a commit wrote, files that it changed, its age."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from rca.history.chain_blame import WrittenPlace
from rca.history.change_query import ChainPlace, ChangeTarget
from rca.history.recent_commits import RecentCommit
from rca.history.repository import Commit, Repository
from rca.history.version_changes import is_build_file, words

_UNKNOWN_POSITION = 1500  # of a commit beyond those that were listed
_UNKNOWN_FILES = 6
_IMPORT_FILES = 400  # from here on a commit brings a code base along, and no change of behaviour
_CODE = (".kt", ".java")
_SOURCES = (*_CODE, ".xml", ".kts", ".gradle", ".toml", ".pro", ".properties", ".sq", ".proto", ".aidl")
_TEST = re.compile(r"(?i)(?:^|/)[\w.-]*tests?/|Tests?\.(?:kt|java)$")
_FORMAT = re.compile(
    r"(?i)\b(?:re-?format(?:ted|ting)?|ktlint|spotless|lint|(?:code )?style|white ?space|clean ?up|typos?|"
    r"optimi[sz]e imports|format (?:code|files?|sources?))\b"
)
_IDENTIFIER = re.compile(r"[A-Za-z_]\w+")
_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_SHORTEST_WORD = 4
_EVERYWHERE = frozenset(
    # Words of traces and of commit summaries that connect nothing.
    {
        "exception", "error", "caused", "java", "lang", "android", "androidx", "kotlin", "line", "runtime",
        "null", "pointer", "illegal", "state", "argument", "main", "thread", "native", "method", "source",
        "unknown", "invoke", "fixes", "fixed", "crash", "test", "tests", "update", "merge", "pull", "request",
        "from", "with", "into", "when", "this", "that", "should", "adds", "added", "remove", "removed",
        "support", "uses", "using", "make", "more", "change", "changes",
    }
)  # fmt: skip


@dataclass
class CommitEvidence:
    """What was found about one commit; `features` are the numbers that it is ranked by."""

    commit: Commit
    written: list[WrittenPlace] = field(default_factory=list)
    recent: RecentCommit | None = None
    touched: str | None = None
    """The likeliest file of the chain that it changed, or else one that the error names."""
    features: dict[str, float] = field(default_factory=dict)


def collect_evidence(
    repository: Repository,
    target: ChangeTarget,
    written: Iterable[WrittenPlace],
    recent: Sequence[RecentCommit],
) -> dict[str, CommitEvidence]:
    """Return each commit that wrote lines of the chain or is recent, by its hash, with its features."""
    found: dict[str, CommitEvidence] = {
        one.commit.hash: CommitEvidence(one.commit, recent=one) for one in recent
    }
    for place in written:
        found.setdefault(place.commit.hash, CommitEvidence(place.commit)).written.append(place)
    context = _Context.of(repository, target, recent)
    for evidence in found.values():
        _measure(evidence, context)
    return found


@dataclass(frozen=True)
class _Context:
    repository: Repository
    files: Mapping[str, float]
    """Files of the chain by their names, as commits moved them, with the weight of their likeliest place."""
    paths: Mapping[str, str]
    """The paths of the chain's files by their names."""
    highest: float
    words: frozenset[str]
    parts: frozenset[str]
    libraries: frozenset[str]
    rarity: Mapping[str, float]

    @classmethod
    def of(cls, repository: Repository, target: ChangeTarget, recent: Sequence[RecentCommit]) -> _Context:
        files: dict[str, float] = {}
        paths: dict[str, str] = {}
        for place in sorted(target.chain, key=lambda place: place.weight):
            name = PurePosixPath(place.file_path).name
            files[name], paths[name] = place.weight, place.file_path
        counts = Counter(part for one in recent for part in _parts(one.commit.summary))
        rarity = {part: math.log(len(recent) / count) for part, count in counts.items()}
        libraries = frozenset(word for library in target.libraries for word in words(library))
        parts = frozenset(part for word in target.words for part in _parts(word))
        highest = max(files.values(), default=1.0)
        return cls(repository, files, paths, highest, target.words, parts, libraries, rarity)


def _measure(evidence: CommitEvidence, context: _Context) -> None:
    recent, commit = evidence.recent, evidence.commit
    files = recent.files if recent is not None else ()
    names = [PurePosixPath(file) for file in files]
    weights: dict[str, float] = defaultdict(float)
    for one in evidence.written:
        weight = one.place.weight
        weights["line"] = max(weights["line"], weight * one.on_line)
        weights["function"] = max(weights["function"], math.sqrt(weight * one.share))
        weights["relative"] = max(weights["relative"], weight / context.highest)
    in_chain = [name.name for name in names if name.name in context.files]
    touched = max(in_chain, key=context.files.__getitem__, default=None)
    named = [str(name) for name in names if name.suffix in _CODE and name.stem in context.words]
    if touched is not None:
        weights["touched"] = context.files[touched]
        weights["touched_relative"] = context.files[touched] / context.highest
        evidence.touched = context.paths[touched]
    elif named:
        evidence.touched = context.repository.shown(named[0])
    if named:
        weights["named"] = 1.0
        weights["named_share"] = len(named) / len(files)
    position = recent.position if recent is not None else _UNKNOWN_POSITION
    weights["position"] = math.log2(1 + position) / 10
    weights["files"] = math.log2(1 + (len(files) if recent is not None else _UNKNOWN_FILES)) / 10
    shared = _parts(commit.summary) & context.parts
    weights["words"] = sum(context.rarity.get(part, 0.0) for part in shared) / 10
    weights["merge"] = float(recent is not None and recent.parents > 1)
    weights["import"] = float(recent is not None and (not recent.parents or len(files) >= _IMPORT_FILES))
    weights["format"] = float(_FORMAT.search(commit.summary) is not None)
    if files:
        weights["tests_only"] = float(all(_TEST.search(file) for file in files))
        weights["sources"] = float(any(name.suffix in _SOURCES for name in names))
        if all(is_build_file(file) for file in files):
            is_named = bool(words(commit.summary) & context.libraries)
            weights["bump_named" if is_named else "bump_unnamed"] = 1.0
    else:
        weights["sources"] = float(not weights["merge"])
    evidence.features = {name: round(value, 4) for name, value in weights.items() if value}


def _parts(text: str) -> frozenset[str]:
    """Return the words of identifiers, in lower case: `loadUserName` has `load`, `user`, `name`."""
    found = {part.lower() for word in _IDENTIFIER.findall(text) for part in _PART.findall(word)}
    return frozenset(part for part in found if len(part) >= _SHORTEST_WORD) - _EVERYWHERE


def chain_of_culprit(target: ChangeTarget, weight: float, margin: int = 5) -> tuple[ChainPlace, ...]:
    """Return the chain of a target that has none: the culprit."""
    if target.line is None:
        return ()
    window = target.function or (max(1, target.line - margin), target.line + margin)
    return (ChainPlace(target.file_path, target.line, window, weight),)
