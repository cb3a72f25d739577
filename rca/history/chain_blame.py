"""Who last wrote the places of a whole chain: of hypotheses, trace and calls that lead there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rca.history.blame import blame
from rca.history.change_query import ChainPlace, ChangeTarget
from rca.history.repository import Commit, NoHistory, Repository
from rca.history.working_tree import FileState, file_state

MOST_FILES = 6
"""Files of a chain whose history is read, the likeliest first."""

_CHAIN_DAYS = 1500  # a place that nobody wrote since has not introduced a new error, and looking back is slow


@dataclass(frozen=True, slots=True)
class WrittenPlace:
    """The lines of a place that one commit wrote, as they are numbered today.

    `share` is their part of the place's lines, `on_line` whether the place's own line is among them.
    """

    commit: Commit
    place: ChainPlace
    lines: tuple[int, ...]
    share: float
    on_line: bool


@dataclass(frozen=True, slots=True)
class ChainHistory:
    """What git says of the chain's places, and what it could not say."""

    written: tuple[WrittenPlace, ...]
    states: tuple[FileState, ...]
    notes: tuple[str, ...]


def read_chain(repository: Repository, root: Path, target: ChangeTarget) -> ChainHistory:
    """Return who wrote the places of the chain, the likeliest file first, until the deadline."""
    by_file: dict[str, list[ChainPlace]] = defaultdict(list)
    for place in sorted(target.chain, key=lambda place: -place.weight):
        by_file[place.file_path].append(place)
    written: list[WrittenPlace] = []
    states: list[FileState] = []
    notes: list[str] = []
    for file_path, places in list(by_file.items())[:MOST_FILES]:
        if repository.git.deadline.expired:
            notes.append(f"The history of '{file_path}' and of less likely files was not read: out of time.")
            break
        try:
            state = file_state(repository, root, file_path, target.unsaved.get(file_path))
        except NoHistory as reason:
            notes.append(str(reason))
            continue
        states.append(state)
        written.extend(_written(repository, state, places))
    return ChainHistory(tuple(written), tuple(states), tuple(notes))


def _written(repository: Repository, state: FileState, places: Sequence[ChainPlace]) -> list[WrittenPlace]:
    found = blame(repository, state, [place.window for place in places], _CHAIN_DAYS)
    written: list[WrittenPlace] = []
    for commit, lines in found.commits.items():
        for place in places:
            first, last = place.window
            inside = tuple(line for line in lines if first <= line <= last)
            if inside:
                share = len(inside) / (last - first + 1)
                written.append(WrittenPlace(commit, place, inside, share, place.line in inside))
    return written
