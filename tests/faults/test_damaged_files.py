"""Each tool, each kind of file that it reads, each fault: no answer hides that a file was not read as it is.

The rule: an answer under a fault is that without the fault, or says that it is partial and names the file, or
is an error of the contract. What a tool reads is traced; the table of `kinds` must have it all.
"""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, nullcontext
from pathlib import Path

import pytest

from models.error_codes import ErrorCode
from rca.toolkit.tool_catalog import TOOLSETS, load
from tests.faults.file_kinds import (
    AT_READ,
    KINDS,
    ON_DISK,
    ON_INDEX,
    OPENED_BY,
    SHOW_TEXT,
    WITHOUT_MARKS,
    Fault,
    Kind,
    concerned,
)
from tests.faults.injection import changed_once, recorded, refused, restored
from tests.faults.project import CALLS, Answer, OpenShop, settle, tool_of, write_shop

READ_NO_FILES = {
    "terminal_last_command": "tells what this session ran",
    "todo_manager": "keeps a list that it is given",
    "run_in_terminal": "reads what a command prints, whatever that reads",
    "record_solution": "writes what it is given",
    "confirm_solution": "changes a record that it is given",
    "capture_crash_state": "runs a program and reads its memory: tests/jdwp",
    "bisect": "runs builds of commits and tells what they printed: tests/tools/test_bisect.py",
    "verify_solution": "runs a build and tells what that printed: tests/verification",
    "fetch_webpage": "reads the network",
    "analyze_heap_dump": "reads a heap dump in another process: tests/heap_dumps/test_damaged_dumps.py",
    "list_devices": "asks the server of adb: tests/tools/test_list_devices.py",
    "read_logcat": "reads the log of a device: tests/tools/test_list_devices.py",
    "create_file": "writes a file, and fails where it cannot: tests/security",
    "create_directory": "makes a folder, and fails where it cannot: tests/security",
    "replace_string_in_file": "reads and writes one file, and fails where it cannot: tests/security",
}


class World:
    """The project in good order, and what each call answers and reads then; what it answers under each fault."""

    def __init__(self, folder: Path) -> None:
        self._root = folder / "shop"
        self._folder = folder
        self._indexes = 0
        self._answers: dict[tuple[str, Fault], dict[str, list[Answer]]] = {}
        self._of_state: dict[tuple[str, str], dict[str, Answer]] = {}
        write_shop(self._root)
        self._shop = OpenShop(self._root, folder / "data")
        self.plain: dict[str, Answer] = {}
        self.read: dict[str, set[str]] = {}
        for call in CALLS:
            self._shop.reread()
            with recorded() as opened:
                self.plain[call] = self._shop.call(call)
            inside = (Path(path) for path in opened if path.startswith(f"{self._root}/"))
            self.read[call] = {path.relative_to(self._root).as_posix() for path in inside}

    def close(self) -> None:
        self._shop.close()

    def answers(self, name: str, fault: Fault) -> dict[str, list[Answer]]:
        """What each call answers under a fault: the first time, and again where something may be kept."""
        known = self._answers.get((name, fault))
        if known is None:
            run = self._at_read if fault in AT_READ else self._on_disk
            known = self._answers[name, fault] = run(KINDS[name], concerned(name, fault), fault)
        return known

    def of_state(self, name: str, state: str) -> dict[str, Answer]:
        """What each call answers where the file is missing, or is as it is when it has changed."""
        known = self._of_state.get((name, state))
        if known is None:
            kind = KINDS[name]
            file = self._root / kind.path
            with restored(file):
                if state == "vanished":
                    file.unlink()
                else:
                    kind.change(file)
                self._shop.reread()
                known = self._of_state[name, state] = {
                    call: self._shop.call(call) for call in OPENED_BY[name]
                }
        return known

    def _at_read(self, kind: Kind, calls: tuple[str, ...], fault: Fault) -> dict[str, list[Answer]]:
        answers = {}
        for call in calls:
            self._shop.reread()
            with _fault_at_read(self._root / kind.path, kind, fault):
                answers[call] = [self._shop.call(call) for _ in range(2)]
        return answers

    def _on_disk(self, kind: Kind, calls: tuple[str, ...], fault: Fault) -> dict[str, list[Answer]]:
        self._indexes += 1
        file = self._root / kind.path
        unread: AbstractContextManager[None] = nullcontext()
        with restored(file):
            if fault == "unread by the index":
                unread = refused(file, OSError, errno.EIO)
            else:
                (kind.cut if fault == "cut" else kind.spoil)(file)
                settle(self._root)
            with unread, closing(OpenShop(self._root, self._folder / f"data{self._indexes}")) as shop:
                return {call: [shop.call(call)] for call in calls}


def _fault_at_read(file: Path, kind: Kind, fault: Fault) -> AbstractContextManager[None]:
    if fault == "unreadable":
        return refused(file, PermissionError, errno.EACCES)
    return changed_once(file, Path.unlink if fault == "vanished" else kind.change)


@pytest.fixture(scope="module")
def world(tmp_path_factory) -> Iterator[World]:
    with closing(World(tmp_path_factory.mktemp("faults"))) as made:
        yield made


def _cases() -> Iterator[tuple[str, Fault, str]]:
    for name in KINDS:
        for fault in (*AT_READ, *ON_DISK):
            if fault == "cut" and name in WITHOUT_MARKS:
                continue
            for call in concerned(name, fault):
                if not (fault in ("cut", "malformed") and tool_of(call) in SHOW_TEXT):
                    yield name, fault, call


@pytest.mark.parametrize(("name", "fault", "call"), list(_cases()))
def test_an_answer_tells_of_the_file_that_was_not_read_as_it_is(world, name, fault, call) -> None:
    fitting = [world.plain[call].get("data")]
    if fault in ("vanished", "changed"):
        fitting.append(world.of_state(name, fault)[call].get("data"))
    for answer in world.answers(name, fault)[call]:
        if not answer["success"]:
            assert answer["error"]["code"] not in (ErrorCode.INTERNAL_ERROR, ErrorCode.TOOL_TIMEOUT), answer
        elif answer["data"] not in fitting:
            assert answer["meta"].get("completeness") == "partial", answer
            assert KINDS[name].path.rpartition("/")[2] in " ".join(answer["meta"]["provenance"])


@pytest.mark.parametrize("call", CALLS)
def test_the_table_has_every_file_that_a_call_reads(world, call) -> None:
    by_path = {kind.path: name for name, kind in KINDS.items()}
    read = {by_path[path] for path in world.read[call] if path in by_path}
    assert read <= {name for name, calls in OPENED_BY.items() if call in calls}


def test_the_table_has_every_call_that_rests_on_the_index() -> None:
    assert {call for call in CALLS if load(tool_of(call)).speaks_for != "itself"} <= {
        *ON_INDEX,
        "analyze_error, of a file",  # its file names no code
    }


def test_every_tool_is_called_or_reads_no_files() -> None:
    called = {tool_of(call) for call in CALLS}
    assert called | set(READ_NO_FILES) == set(TOOLSETS["all"])
    assert not called & set(READ_NO_FILES)
    assert all(load(tool) is not None for tool in called)


def test_the_project_is_in_good_order(world) -> None:
    """Without a fault every call that reads a file succeeds: what is compared is no error."""
    assert [call for call in CALLS if world.read[call] and not world.plain[call]["success"]] == [
        "web_search_wiki"  # nobody allowed it to send anything
    ]
