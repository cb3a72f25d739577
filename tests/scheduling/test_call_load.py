"""Calls that are worked on at once: each stops earlier, says so, and short ones never wait for long ones."""

import threading
from concurrent.futures import ThreadPoolExecutor

from models.wire import Params, Wire
from rca.scheduling.call_load import CallLoad
from rca.scheduling.deadline import Deadline
from rca.toolkit import tool as tool_module
from rca.toolkit.tool import Answer, Tool, invoke, soft_deadline
from tests.toolkit.test_tool import context


class Asked(Params):
    pass


class Said(Wire):
    steps: int


def tool(run, **more):
    return Tool(name="worker", description="", params=Asked, result=Said, run=run, **more)


def test_each_further_call_stops_earlier_but_keeps_half_of_its_time():
    company = CallLoad()
    alone, second, late = Deadline(2.0), Deadline(2.0), Deadline(0.1)
    with company.enter(alone) as first, company.enter(second) as together, company.enter(late):
        assert (first, together) == (1, 2)
        assert 1.9 < alone.remaining <= 2.0
        assert 1.85 < second.remaining <= 1.95
        assert late.remaining >= 0.04
    again = Deadline(2.0)
    with company.enter(again) as together:
        assert together == 1
        assert again.remaining > 1.95


def test_a_watch_without_a_limit_stays_without_one():
    company = CallLoad()
    with company.enter(Deadline()), company.enter(Deadline()):
        deadline = Deadline()
        with company.enter(deadline):
            assert deadline.remaining is None


def test_a_short_call_does_not_wait_for_long_ones(tmp_path):
    begun = threading.Barrier(4)
    found = []

    def long(given, _params):
        begun.wait(10)
        steps = 0
        while not given.deadline.expired:
            sum(range(2000))
            steps += 1
        return Answer(Said(steps=steps), completeness="partial")

    def ask():
        found.append(invoke(tool(long), {}, context(tmp_path, deadline=soft_deadline(3.0))))

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    begun.wait(10)
    answer = invoke(tool(lambda _given, _params: Answer(Said(steps=1))), {}, context(tmp_path))
    were_at_work = len(found) == 0
    for thread in threads:
        thread.join(10)
    assert answer.success
    assert were_at_work, "the short one came in between"
    assert all(one.success and one.data["steps"] > 0 for one in found)
    assert any("calls at once" in reason for one in found for reason in one.meta.provenance)


def test_a_call_that_was_answered_before_it_began_does_nothing_any_more(tmp_path, monkeypatch):
    ran, free = [], threading.Event()
    with ThreadPoolExecutor(1) as workers:
        monkeypatch.setattr(tool_module, "_workers", workers)
        workers.submit(free.wait, 10)

        def run(_given, _params):
            ran.append(1)
            return Answer(Said(steps=1))

        answer = invoke(tool(run), {}, context(tmp_path, deadline=soft_deadline(0.2)))
        free.set()
    assert answer.error.code.value == "TOOL_TIMEOUT"
    assert ran == []
