import os
import signal
import sys
from pathlib import Path

import pytest

from rca.index.storage.file_record import Job, Record, Stamp
from rca.index.update.parse_pool import ParsePool, WorkerDied
from rca.scheduling.deadline import Cancelled, Deadline
from rca.scheduling.process_priority import NICENESS
from rca.scheduling.typing_throttle import Background, TypingMonitor


def _batches(project, count):
    jobs = []
    for n in range(count):
        path = project.write(f"F{n}.kt", f"class F{n}\n")
        jobs.append((n, [Job(Stamp(f"F{n}.kt", path.stat().st_mtime_ns, path.stat().st_size), None)]))
    return jobs


@pytest.fixture
def pool(project):
    pool = ParsePool(project.root, 2)
    yield pool
    pool.close()


def test_each_batch_is_answered_once(project, pool) -> None:
    batches = _batches(project, 40)
    answers = dict(pool.parse(batches, Background(TypingMonitor(), Deadline())))
    assert sorted(answers) == list(range(40))
    for number, records in answers.items():
        (record,) = records
        assert isinstance(record, Record)
        assert record.stamp.path == f"F{number}.kt"


@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX")
def test_a_process_that_is_killed_is_told_of(project, pool) -> None:
    answers = pool.parse(_batches(project, 400), Background(TypingMonitor(), Deadline()))
    next(answers)
    for process in pool._processes:
        os.kill(process.pid, signal.SIGKILL)
    with pytest.raises(WorkerDied):
        list(answers)


def test_a_cancelled_run_leaves_no_process_behind(project, pool) -> None:
    deadline = Deadline()
    answers = pool.parse(_batches(project, 100), Background(TypingMonitor(), deadline))
    next(answers)
    deadline.cancel()
    with pytest.raises(Cancelled):
        next(answers)
    pool.close()
    assert all(process.poll() is not None for process in pool._processes)
    assert not any(thread.is_alive() for thread in pool._threads)


def test_a_machine_that_forbids_processes_is_told_of(project, monkeypatch) -> None:
    monkeypatch.setattr(sys, "executable", str(project.root / "missing"))
    with pytest.raises(WorkerDied):
        ParsePool(project.root, 2)


def test_files_are_read_where_no_process_can_be_started(project, monkeypatch) -> None:
    monkeypatch.setattr("rca.index.update.indexer._POOL_BYTES", 0)
    monkeypatch.setattr(sys, "executable", str(project.root / "missing"))
    for n in range(120):
        project.write(f"F{n}.kt", f"class F{n}")
    assert project.open().snapshot.index.totals()[0] == 120


@pytest.mark.skipif(sys.platform == "win32", reason="niceness is POSIX")
def test_processes_stand_back(project, pool) -> None:
    dict(pool.parse(_batches(project, 4), Background(TypingMonitor(), Deadline())))
    for process in pool._processes:
        assert os.getpriority(os.PRIO_PROCESS, process.pid) == os.nice(0) + NICENESS
        if sys.platform == "linux":
            assert os.sched_getscheduler(process.pid) == os.SCHED_BATCH
            assert os.getsid(process.pid) == process.pid
            group = Path(f"/proc/{process.pid}/autogroup")
            if group.exists():  # depends on the kernel
                assert group.read_text().split()[-2:] == ["nice", str(NICENESS)]
