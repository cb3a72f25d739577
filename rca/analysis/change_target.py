"""The query for suspect changes of an error: the places of its hypotheses, its trace and its callers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from models.code import Caller
from rca.analysis.investigation_results import Findings
from rca.history.change_query import ChainPlace, ChangeTarget
from rca.history.related_changes import missing_names
from rca.tool_failure import Failure
from rca.workspace import Snapshot
from rca.workspace.roots import Root

MOST_PLACES = 12
_LEAST_CONFIDENCE = 0.05  # of a hypothesis that stands for the place where no frame names one
_SECOND_PLACE = 0.5  # of a hypothesis' confidence, for its places after the first
_FRAME_WEIGHT = 0.3
_NEXT_FRAME = 0.75  # of the weight of the frame before it
_CALLER_WEIGHT = 0.08
_MOST_CALLERS = 6
_AROUND = 3  # lines before and after a place that is in no function
_IDENTIFIER = re.compile(r"[A-Za-z_]\w+")
_LIBRARY_NAME = re.compile(
    r"(?<![\w.$/])(?!(?:java|javax|kotlin|android)\.)(?:[a-z][\w-]*\.){1,8}[\w-]+(?::[\w.-]+)?"
    r"|\bGradle(?= version)"
)
"""Packages, plugins and artifacts; the build tool where its version is in question."""
_MOST_LIBRARIES = 20
_OWNER_PARTS = 2
"""Parts of packages that name an owner: `com` alone does not."""
_LONGEST_TEXT = 200_000


def change_target(
    found: Findings, text: str, callers: tuple[Caller, ...], snapshot: Snapshot
) -> tuple[Root, ChangeTarget] | None:
    """Return the folder whose history is asked, and what it is asked; None if no place of the code is known.

    A hypothesis that is hardly likelier than any other function is no such place.

    The place that stands for the failure is the culprit's; without one it is the likeliest hypothesis'.

    Raises:
        Failure: the place is in a file that cannot be resolved.
    """
    chain = _chain(found, callers, snapshot)
    culprit = found.culprit
    if culprit is None and found.hypotheses and found.hypotheses[0].confidence < _LEAST_CONFIDENCE:
        return None
    if culprit is not None:
        path, line = culprit.file_path, culprit.line
        function = (culprit.function.start_line, culprit.function.end_line) if culprit.function else None
    elif chain:
        path, line, function = chain[0].file_path, chain[0].line, chain[0].window
    else:
        return None
    root = snapshot.resolve(path).root
    if root is None:
        return None
    direct = [(caller.file_path, caller.line) for caller in callers]
    if found.error.kind == "anr":
        # The code that waits for the culprit may be what changed, though it does not call it.
        direct += [(frame.file_path, frame.line) for frame in found.frames if frame.line is not None]
    return root, ChangeTarget(
        file_path=_inside(root, path),
        line=line,
        function=function,
        callers=tuple((_inside(root, path), line) for path, line in direct),
        chain=tuple(
            ChainPlace(_inside(root, place.file_path), place.line, place.window, place.weight)
            for place in chain
            if _is_inside(root, place.file_path)
        ),
        unsaved={_inside(root, path): overlay.text for path, overlay in snapshot.overlays.items()},
        libraries=_libraries(found, snapshot.app_packages),
        names=missing_names(_messages(found)),
        words=frozenset(_IDENTIFIER.findall(text[:_LONGEST_TEXT])),
    )


def _chain(found: Findings, callers: tuple[Caller, ...], snapshot: Snapshot) -> list[ChainPlace]:
    """Return the functions that may be behind the error, likeliest first, each with its highest weight."""
    best: dict[tuple[str, tuple[int, int]], ChainPlace] = {}
    for path, line, weight in _weighted(found, callers):
        try:
            function = snapshot.index.enclosing_function(path, line)
        except Failure:
            function = None
        window = (function.line, function.end_line) if function else (max(1, line - _AROUND), line + _AROUND)
        known = best.get((path, window))
        if known is None or known.weight < weight:
            best[path, window] = ChainPlace(path, line, window, round(weight, 4))
    return sorted(best.values(), key=lambda place: -place.weight)[:MOST_PLACES]


def _weighted(found: Findings, callers: tuple[Caller, ...]) -> Iterator[tuple[str, int, float]]:
    for hypothesis in found.hypotheses:
        for number, place in enumerate(hypothesis.places):
            yield place.file_path, place.line, hypothesis.confidence * (_SECOND_PLACE if number else 1.0)
    frames = [frame for frame in (found.culprit, *found.frames) if frame is not None]
    weight = _FRAME_WEIGHT
    for frame in frames:
        if frame.line is not None:
            yield frame.file_path, frame.line, weight
        if frame is not found.culprit:
            weight *= _NEXT_FRAME
    for caller in callers[:_MOST_CALLERS]:
        yield caller.file_path, caller.line, _CALLER_WEIGHT


def _messages(found: Findings) -> list[str]:
    """Return the error's messages: those of diagnostics and builds, and of exceptions with their types."""
    said = [message.message for message in found.error.diagnostics if message.severity == "error"]
    said += [found.error.what_went_wrong] if found.error.what_went_wrong else []
    return said + [f"{exception.type}: {exception.message}" for exception in found.error.exceptions]


def _inside(root: Root, path: str) -> str:
    """Return a wire path relative to the repository's folder, as git needs it."""
    return path.removeprefix(f"{root.prefix}/") if root.prefix else path


def _is_inside(root: Root, path: str) -> bool:
    return not root.prefix or path.startswith(f"{root.prefix}/")


def _libraries(found: Findings, app_packages: tuple[str, ...]) -> tuple[str, ...]:
    """Return the libraries that the error involves: those of its frames, messages, and missing artifacts.

    Names lack the part that they share with a package of the app: it says whose code that is, and not which.
    """
    classes = dict.fromkeys(
        frame.class_name
        for exception in found.error.exceptions
        for frame in exception.frames
        if frame.origin == "library" and frame.class_name
    )
    artifacts = [place.text for place in found.frames if found.error.kind == "dependency_resolution"]
    named = dict.fromkeys(name for message in _messages(found) for name in _LIBRARY_NAME.findall(message))
    names = (*list(classes)[:_MOST_LIBRARIES], *list(named)[:_MOST_LIBRARIES])
    return (*artifacts, *filter(None, (_without_own(name, app_packages) for name in names)))


def _without_own(name: str, app_packages: tuple[str, ...]) -> str:
    parts = name.split(".")
    shared = max((_shared(parts, package.split(".")) for package in app_packages), default=0)
    return ".".join(parts[shared:]) if shared >= _OWNER_PARTS else name


def _shared(parts: list[str], others: list[str]) -> int:
    """Return how many parts two names have in common from the start."""
    pairs = zip(parts, others, strict=False)
    return next(
        (number for number, (one, other) in enumerate(pairs) if one != other), min(len(parts), len(others))
    )
