"""Files are linked by several processes as by one."""

import random
import sqlite3
from multiprocessing import Pipe

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rca.scheduling.deadline import Deadline
from rca.scheduling.typing_throttle import Background, TypingMonitor
from rca.workspace import Workspace
from rca.xrefs import worker_limits
from rca.xrefs.link_worker import Task, link, link_here
from rca.xrefs.work_sharing import Chunks, Helpers
from rca.xrefs.worker_limits import WorkerLimits, background, foreground
from tests.project_folder import write_file

FILES = 130


@given(st.integers(0, 700), st.integers(1, 6), st.randoms(use_true_random=False))
def test_every_file_is_given_out_once(files, takers, chance):
    paths = [f"{number:04}.kt" for number in range(files)]
    chunks = Chunks(paths, takers)
    taken = []
    while got := chunks.take(chance.randrange(takers)):
        taken.extend(got)
    assert sorted(taken) == paths
    assert all(not chunks.take(taker) for taker in range(takers))


def test_takers_begin_in_different_parts():
    chunks = Chunks([f"{number:04}.kt" for number in range(1000)], 4)
    first = [chunks.take(taker)[0] for taker in range(4)]
    assert first == sorted(set(first))


def test_nothing_is_given_out_after_an_end():
    chunks = Chunks([f"{number}.kt" for number in range(500)], 2)
    chunks.take(0)
    chunks.drop()
    assert not chunks.take(0)
    assert not chunks.take(1)


def test_a_helper_that_ends_is_done_without():
    here, there = Pipe()
    crew = Helpers([here])
    there.send([])
    paths = [f"{number:03}.kt" for number in range(400)]
    sharing = crew.round(paths, [1], Deadline())
    sharing.serve(1.0)
    written, given_out = there.recv()
    assert written == [1]
    assert set(given_out) < set(paths)
    there.close()
    mine = list(sharing.mine)
    sharing.finish(lambda: None)
    assert len(crew) == 0
    assert not sharing.failed
    assert set(given_out).isdisjoint(mine)


def test_what_helpers_cannot_link_is_known():
    here, there = Pipe()
    crew = Helpers([here])
    there.send([])
    sharing = crew.round([f"{number:03}.kt" for number in range(400)], [1], Deadline())
    sharing.serve(1.0)
    there.send(["bad.kt"])
    sharing.stop()
    there.send([])
    there.send([])
    sharing.finish(lambda: None)
    assert sharing.failed == {"bad.kt"}


@pytest.fixture
def project(tmp_path):
    """Return a project of many files that call each other, and an index of it."""
    root = tmp_path / "project"
    chance = random.Random(5)
    for number in range(FILES):
        calls = "\n".join(f"    C{chance.randrange(FILES)}().run(help{number})" for _ in range(4))
        text = f"package p\n\nval help{number} = {number}\nclass C{number} {{\n  fun run(by: Int) {{\n{calls}\n  }}\n}}\n"
        write_file(root, f"m{number // 20}/C{number}.kt", text)
    workspace = Workspace([root], tmp_path / "data")
    workspace.index()
    workspace.close()
    return Task((("", str(root)),), str(tmp_path / "data"), ())


def rows(task):
    """Return all that the links hold, by the paths of files instead of their numbers."""
    database = sqlite3.connect(task.path)
    queries = (
        "SELECT target, path, packed FROM edges JOIN files ON files.id = edges.file ORDER BY 1, 2",
        "SELECT key, path, packed FROM functions JOIN files ON files.id = functions.file ORDER BY 1",
        "SELECT doubts.id, path, count FROM doubts JOIN files ON files.id = doubts.file ORDER BY 1, 2",
        "SELECT path, linked FROM files ORDER BY 1",
    )
    found = [database.execute(query).fetchall() for query in queries]
    database.close()
    return found


def test_several_processes_give_the_links_of_one(project):
    link_here(project, lambda _done, _total: None, Background(TypingMonitor(), Deadline()))
    alone = rows(project)
    assert len(alone[0]) > FILES
    project.path.unlink()
    told = []
    assert link(
        project,
        lambda *one: told.append(one),
        Background(TypingMonitor(), Deadline()),
        WorkerLimits(3, 0, 1 << 30),
    )
    assert rows(project) == alone
    assert told[-1] == (FILES, FILES)


def test_a_process_stays_within_what_is_free(monkeypatch):
    monkeypatch.setattr(worker_limits, "_cores", lambda: 64)
    monkeypatch.setattr(worker_limits, "_free", lambda: 0)
    least = foreground()
    monkeypatch.setattr(worker_limits, "_free", lambda: 1 << 40)
    most = foreground()
    assert 1 < least.processes == most.processes < 64
    assert least.most_bytes < most.most_bytes < 1 << 30
    monkeypatch.setattr(worker_limits, "_cores", lambda: 1)
    assert background().processes == foreground().processes == 1
    assert background().niceness > foreground().niceness
