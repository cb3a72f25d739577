"""Background work gives way to keys, goes on after them, ends in any case, and hurries for who waits."""

import contextlib
import threading
import time
from multiprocessing import get_context
from types import SimpleNamespace

import pytest

from rca.scheduling import typing_throttle as rules
from rca.scheduling.deadline import Cancelled, Deadline
from rca.scheduling.typing_throttle import LONGEST_REST, QUIET_SECONDS, RESTS, Background, TypingMonitor
from rca.workspace import DocumentChanged, Workspace
from rca.xrefs.link_worker import Task, link, link_here
from rca.xrefs.worker_limits import BACKGROUND
from rca.xrefs.xref_store import XrefStore
from tests.project_folder import write_file

STEP = 0.03
FILES = 60
MANY_FILES = 400


@contextlib.contextmanager
def keys(press):
    """Press keys without a pause until the end."""
    done = threading.Event()

    def typing():
        while not done.wait(0.05):
            press()

    press()
    thread = threading.Thread(target=typing)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def rested(work, step=STEP):
    """Return how long work rests after a step."""
    work.checkpoint()
    time.sleep(step)
    started = time.monotonic()
    work.checkpoint()
    return time.monotonic() - started


@pytest.fixture
def stalled(monkeypatch):
    """Make background work give way until the end of the test."""
    monkeypatch.setattr(rules, "RESTS", 10**9)
    monkeypatch.setattr(rules, "LONGEST_REST", 10**9)


def test_nobody_types_and_nothing_rests():
    assert rested(Background(TypingMonitor(), Deadline())) < STEP * RESTS / 2


def test_a_step_costs_rests_while_somebody_types():
    courtesy = TypingMonitor()
    with keys(courtesy.hold_back):
        assert rested(Background(courtesy, Deadline())) >= STEP * RESTS


def test_rest_ends_soon_after_the_last_key():
    courtesy = TypingMonitor()
    pressed = time.monotonic()
    courtesy.hold_back()
    rested(Background(courtesy, Deadline()), 10 * STEP)
    # Without an end it would rest for `LONGEST_REST`; on a busy machine threads wake late.
    assert QUIET_SECONDS <= time.monotonic() - pressed < LONGEST_REST - 1


def test_work_ends_though_somebody_never_stops_typing(monkeypatch):
    """Each rest is as long as was said and no longer, on a clock that nobody else takes time from."""
    now = [100.0]
    courtesy = TypingMonitor(clock=lambda: now[0])

    def sleep(seconds):
        now[0] += seconds
        courtesy.hold_back()

    monkeypatch.setattr(rules, "time", SimpleNamespace(sleep=sleep))
    courtesy.hold_back()
    work = Background(courtesy, Deadline())
    work.checkpoint()
    for step in (0.05, 0.1, 0.25, 60.0):
        now[0] += step
        courtesy.hold_back()
        begun = now[0]
        work.checkpoint()
        assert now[0] - begun == pytest.approx(min(RESTS * step, LONGEST_REST), abs=0.03)


def test_short_steps_are_counted_together():
    courtesy = TypingMonitor()
    work = Background(courtesy, Deadline())
    with keys(courtesy.hold_back):
        work.checkpoint()
        started = time.monotonic()
        for _ in range(30):
            time.sleep(0.002)
            work.checkpoint()
        assert time.monotonic() - started >= 0.04 * RESTS


def test_who_waits_for_the_work_ends_its_rest():
    courtesy = TypingMonitor()
    with keys(courtesy.hold_back):
        assert courtesy.is_wanted
        with courtesy.asked():
            assert not courtesy.is_wanted
            assert rested(Background(courtesy, Deadline())) < STEP * RESTS / 2
        assert courtesy.is_wanted


def test_a_rest_ends_when_the_work_shall_end(stalled):
    courtesy, deadline = TypingMonitor(), Deadline()
    threading.Timer(0.2, deadline.cancel).start()
    with keys(courtesy.hold_back), pytest.raises(Cancelled):
        rested(Background(courtesy, deadline))


def _tell(courtesy, pipe):
    while pipe.recv():
        pipe.send(courtesy.is_wanted)


def test_another_process_follows():
    context = get_context("spawn")
    courtesy = TypingMonitor()
    here, there = context.Pipe()
    process = context.Process(target=_tell, args=(courtesy.shared(), there), daemon=True)
    process.start()

    def is_wanted_there():
        here.send(1)
        return here.recv()

    assert not is_wanted_there()
    with keys(courtesy.hold_back):
        assert is_wanted_there()
        with courtesy.asked():
            assert not is_wanted_there()
        assert is_wanted_there()
    time.sleep(QUIET_SECONDS)
    assert not is_wanted_there()
    here.send(0)
    process.join(10)
    assert process.exitcode == 0


def write_classes(folder, count):
    """Write files of one class each, with eight calls of other classes."""
    for number in range(count):
        calls = "\n".join(f"  fun f{one}() = C{(number + one) % count}().f0()" for one in range(8))
        write_file(folder, f"C{number}.kt", f"class C{number} {{\n{calls}\n}}\n")


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "project"
    write_classes(folder, FILES)
    return folder


@pytest.fixture
def workspace(folder, tmp_path, monkeypatch):
    monkeypatch.setattr("rca.index.update.indexer._POOL_BYTES", 0)
    monkeypatch.setattr("rca.index.update.indexer._BATCH_FILES", 2)
    made = Workspace([folder], tmp_path / "data")
    yield made
    made.close()


def key(workspace, folder):
    return lambda: workspace.apply(DocumentChanged(folder / "C0.kt", "class C0", 1))


@contextlib.contextmanager
def beside(work):
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    yield thread
    thread.join(60)
    assert not thread.is_alive()


def settled(told):
    """Wait until no more is told for a second; give what was told then."""
    seen = 0
    while not told or len(told) != seen:
        seen = len(told)
        time.sleep(1.0)
    return list(told)


def test_readers_give_way_to_keys_in_any_document_and_go_on(stalled, workspace, folder):
    told = []
    with beside(lambda: workspace.index(lambda *one: told.append(one))), keys(key(workspace, folder)):
        done = settled(told)[-1][0]
        assert done < FILES  # each reader ended its batch, and rests
    assert told[-1] == (FILES, FILES)
    assert workspace.snapshot.index.totals()[0] == FILES


def test_readers_read_on_for_a_question_that_waits(stalled, workspace, folder):
    told = []
    index = beside(lambda: workspace.index(lambda *one: told.append(one)))
    with index as indexing, keys(key(workspace, folder)):
        settled(told)
        assert indexing.is_alive()
        with workspace.courtesy.asked():
            indexing.join(60)
            assert not indexing.is_alive()


def test_an_index_that_shall_end_ends_though_readers_rest(stalled, workspace, folder):
    deadline = Deadline()
    told, ended = [], []

    def index():
        try:
            workspace.index(lambda *one: told.append(one), deadline)
        except Cancelled:
            ended.append(True)

    with beside(index), keys(key(workspace, folder)):
        settled(told)
        deadline.cancel()
    assert ended


@pytest.fixture
def task(workspace, folder, tmp_path):
    workspace.index()
    return Task((("", str(folder)),), str(tmp_path / "data"), ())


@pytest.fixture
def large_task(workspace, folder, task):
    """A task of so many files that throttled work takes several times as long as the test waits."""
    write_classes(folder, MANY_FILES)
    workspace.index()
    return task


def linked(task):
    links = XrefStore(task.path, task.basis, writes=False)
    try:
        return links.count()
    finally:
        links.close()


def test_linking_gives_way_and_goes_on(stalled, task):
    courtesy = TypingMonitor()
    linking = beside(lambda: link_here(task, lambda *_: None, Background(courtesy, Deadline())))
    with linking as thread, keys(courtesy.hold_back):
        thread.join(3)
        assert thread.is_alive()
    assert linked(task) == (FILES, FILES)


def test_processes_that_link_know_of_keys(large_task):
    """They rest for a multiple of what they work: so linking takes many times longer, and no end of it is seen."""
    courtesy = TypingMonitor()
    work = Background(courtesy, Deadline())
    told = []
    linking = beside(lambda: link(large_task, lambda *one: told.append(one), work, BACKGROUND))
    with linking as thread, keys(courtesy.hold_back):
        while not told:
            time.sleep(0.02)
        thread.join(1.5)
        assert thread.is_alive()
    assert linked(large_task) == (MANY_FILES, MANY_FILES)
