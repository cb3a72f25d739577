"""What becomes of errors that were seen: looked up, dismissed, past, come up again."""

import threading

import pytest

from models.code import ProjectFrame
from models.events import BuildProblem, OutputChunk
from rca.events.error_watcher import ErrorWatch
from rca.events.event_log import Details
from tests.events.watching import COMPILE, CRASH, FAILURE, chunk, distinct


def test_who_looks_problems_up_holds_up_no_reading(seen):
    free = threading.Event()

    def look(_occurrence):
        assert free.wait(60)
        return Details(None, "novel", None)

    watching = ErrorWatch(tuple, look, seen.changed)
    try:
        watching.push(chunk(distinct(10), kind="log", ended=True))
        seen.wait(lambda events: len(events) == 10)
        watching.push(chunk(CRASH.format(n=1), "r2", ended=True))
        free.set()
        told = len(seen.told)
        seen.wait(lambda events: len(events) == 11)
        seen.wait(lambda events: all(event.verdict for event in events))
        read = next(events for events in seen.told[told - 1 :] if len(events) == 11)
        assert any(event.verdict is None for event in read), "it was read before all others were looked up"
    finally:
        free.set()
        watching.close()


def test_a_problem_is_looked_up_each_time_it_comes_up_again(watch, seen):
    seen.details = None
    watch.push(chunk(CRASH.format(n=1), "r1", ended=True))
    seen.wait(lambda events: events)
    culprit = ProjectFrame(
        file_path="src/Basket.kt",
        line=12,
        function=None,
        origin="app",
        text="at shop.Basket.total",
        class_name="shop.Basket",
        method="total",
    )
    seen.details = Details(culprit, "similar", None)
    watch.push(chunk(CRASH.format(n=1), "r2", ended=True))
    seen.wait(lambda events: events and events[0].culprit)
    seen.details = Details(culprit, "same", "Fill it first")  # somebody recorded a solution
    watch.push(chunk(CRASH.format(n=1), "r3", ended=True))
    (event,) = seen.wait(lambda events: events[0].verdict == "same")
    assert (event.count, event.solution) == (3, "Fill it first")
    looked = len(seen.looked)
    watch.look_again()
    watch.push(chunk("done\n", "r4", ended=True))
    watch.push(chunk(CRASH.format(n=1).replace("Basket", "Bag"), "r5", ended=True))
    seen.wait(lambda events: len(events) == 2 and events[0].verdict)
    assert len(seen.looked) == looked + 1


def test_dismissed_comes_back_when_it_comes_up_again(watch, seen):
    watch.push(chunk(CRASH.format(n=1), "r1", ended=True))
    (event,) = seen.wait(lambda events: events)
    watch.dismiss(event.id)
    assert watch.events() == ()
    assert watch.text(event.id) is None
    watch.push(chunk(CRASH.format(n=1), "r2", ended=True))
    (again,) = seen.wait(lambda events: events)
    assert (again.id, again.count) == (event.id, 1)


def test_what_was_dismissed_of_a_run_that_goes_on_comes_back_only_when_it_comes_up_again(watch, seen):
    watch.push(chunk(CRASH.format(n=1)))
    (event,) = seen.wait(lambda events: events)
    watch.dismiss(event.id)
    watch.push(chunk(CRASH.format(n=2).replace("IllegalState", "Arithmetic")))
    (other,) = seen.wait(lambda events: events)
    assert "Arithmetic" in other.title
    watch.push(chunk(CRASH.format(n=3)))
    again = seen.wait(lambda events: len(events) == 2)
    assert [one.count for one in again if one.id == event.id] == [1]
    watch.dismiss(None)
    watch.push(chunk(CRASH.format(n=4), ended=True))
    (last,) = seen.wait(lambda events: events)
    assert (last.id, last.count) == (event.id, 1)


def test_a_dismissed_problem_of_the_editor_stays_away_until_it_went_and_came_back(watch, seen):
    def shown(text):
        watch.push(chunk(text, "problems", kind="problems", replace=True))

    shown(CRASH.format(n=1))
    (event,) = seen.wait(lambda events: events)
    watch.dismiss(event.id)
    other = CRASH.format(n=1).replace("IllegalState", "Arithmetic")
    shown(CRASH.format(n=1) + other)
    (left,) = seen.wait(lambda events: events)
    assert left.id != event.id
    shown("")
    seen.wait(lambda events: not events)
    shown(CRASH.format(n=1) + other)
    seen.wait(lambda events: {one.id for one in events} == {left.id, event.id})


@pytest.mark.parametrize("kind", ["terminal", "log"])
def test_a_text_that_is_told_anew_may_say_what_was_dismissed_of_it(watch, seen, kind):
    watch.push(chunk(CRASH.format(n=1), ended=True))
    (event,) = seen.wait(lambda events: events)
    watch.dismiss(None)
    seen.wait(lambda events: not events)
    start = len(seen.told)
    other = CRASH.format(n=1).replace("IllegalState", "Arithmetic")
    told = {"run": "r2", "kind": kind, "dismissed": (event.id, "0" * 32)}
    watch.push(chunk(CRASH.format(n=1) * 2 + other, replace=True, **told))
    (left,) = seen.wait(lambda events: events)
    assert left.id != event.id
    assert {one.id for events in seen.told[start:] for one in events} == {left.id}, "not even for a moment"
    watch.push(chunk(CRASH.format(n=2), "r2", kind=kind))
    both = seen.wait(lambda events: len(events) == 2)
    assert [one.count for one in both if one.id == event.id] == [1], "what came after it"
    watch.push(chunk(CRASH.format(n=3), "r3", ended=True))
    seen.wait(lambda events: any(one.count == 2 and one.id == event.id for one in events))


def test_what_was_dismissed_of_a_run_that_has_ended_stays_away_with_what_it_reported(watch, seen):
    report = CRASH.format(n=1).replace("IllegalState", "Arithmetic")
    ended = {"ended": True, "reports": report, "replace": True}
    watch.push(chunk(CRASH.format(n=1), **ended))
    ids = tuple(one.id for one in seen.wait(lambda events: len(events) == 2))
    watch.dismiss(None)
    watch.push(chunk(CRASH.format(n=1), "r2", dismissed=ids[:1], **ended))
    (left,) = seen.wait(lambda events: events)
    assert left.id == ids[1]


def test_a_failing_look_up_costs_no_event(seen):
    def look(_occurrence):
        raise RuntimeError("the store is gone")

    watching = ErrorWatch(tuple, look, seen.changed)
    try:
        watching.push(chunk(CRASH.format(n=1), ended=True))
        (event,) = seen.wait(lambda events: events)
        assert event.verdict is None
    finally:
        watching.close()


def test_what_could_not_be_told_is_looked_up_again(watch, seen):
    seen.details = None
    watch.push(chunk(CRASH.format(n=1), ended=True))
    seen.wait(lambda events: events)
    seen.details = Details(None, "similar", "Fill it first")
    watch.look_again()
    (event,) = seen.wait(lambda events: events and events[0].verdict)
    assert event.solution == "Fill it first"


def test_problems_of_a_build_are_past_once_it_is_run_again(watch, seen):
    problem = BuildProblem(
        file_path="src/Basket.kt", line=7, column=9, severity="error", message="Unresolved", tool="kotlinc"
    )
    seen.details = Details(None, "novel", None, (problem,))
    watch.push(
        OutputChunk(run="1", kind="terminal", name="./gradlew build", text=COMPILE + FAILURE, ended=True)
    )
    (event,) = seen.wait(lambda events: events and events[0].problems)
    assert event.problems == (problem,)
    watch.push(OutputChunk(run="2", kind="terminal", name="./gradlew test", text="nothing", ended=True))
    watch.push(
        OutputChunk(run="3", kind="terminal", name="./gradlew build", text="BUILD SUCCESSFUL", ended=True)
    )
    (event,) = seen.wait(lambda events: events and not events[0].problems)
    assert event.count == 1
    watch.push(
        OutputChunk(run="4", kind="terminal", name="./gradlew build", text=COMPILE + FAILURE, ended=True)
    )
    (event,) = seen.wait(lambda events: events and events[0].problems)
    assert event.count == 2


def test_a_build_of_one_name_in_another_folder_leaves_problems_alone(watch, seen):
    problem = BuildProblem(
        file_path="src/Basket.kt", line=7, column=9, severity="error", message="Unresolved", tool="kotlinc"
    )
    seen.details = Details(None, "novel", None, (problem,))

    def build(run, directory, text):
        watch.push(
            OutputChunk(
                run=run, kind="terminal", name="./gradlew build", directory=directory, text=text, ended=True
            )
        )

    build("1", "/shop/app", COMPILE + FAILURE)
    seen.wait(lambda events: events and events[0].problems)
    build("2", "/shop/lib", "BUILD SUCCESSFUL")
    build("3", "/shop/lib", CRASH.format(n=1))
    events = seen.wait(lambda events: len(events) == 2)
    assert [event.sources for event in events] == [("./gradlew build",)] * 2
    assert events[1].problems == (problem,)
    build("4", "/shop/app", "BUILD SUCCESSFUL")
    seen.wait(lambda events: not events[1].problems)
