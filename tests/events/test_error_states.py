"""The life of an error: new, seen, resolved by what proves it, regressed; kept beyond the process."""

from datetime import UTC, datetime

import pytest

from models.events import BuildProblem
from rca.error_text import occurrences
from rca.events.build_outcome import outcome
from rca.events.error_store import ErrorStore
from rca.events.error_watcher import ErrorWatch
from rca.events.event_log import Details, EventLog
from rca.events.task_coverage import covers, requested_tasks
from tests.events.watching import COMPILE, CRASH, FAILURE, REPORT, SHORT, Seen, chunk

GREEN = "BUILD SUCCESSFUL in 2s\n5 actionable tasks: 5 executed\n"
PROCESS = (
    "FAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':run'.\n"
    "> Process 'command '/jdk/bin/java'' finished with non-zero exit value 1\n\nBUILD FAILED in 1s\n"
)
PROBLEM = BuildProblem(
    file_path="src/Basket.kt", line=7, column=9, severity="error", message="Unresolved", tool="kotlinc"
)


def ended(text, run, command, exit_code=None, **more):
    return chunk(text, run, command=command, ended=True, exit_code=exit_code, **more)


def state(events):
    return [(event.state, event.resolved_by) for event in events]


def test_an_error_is_new_until_it_was_looked_at(watch, seen):
    watch.push(ended(CRASH.format(n=1), "r1", "./app", 1))
    (event,) = seen.wait(lambda events: events)
    assert event.state == "new"
    watch.mark(event.id, "seen")
    assert state(watch.events()) == [("seen", None)]


def test_the_same_command_without_the_error_resolves_it_and_another_occurrence_is_a_regression(watch, seen):
    watch.push(ended(CRASH.format(n=1), "r1", "./app", 1))
    seen.wait(lambda events: events)
    watch.push(ended("done\n", "r2", "./app", 0))
    seen.wait(lambda events: state(events) == [("resolved", "./app")])
    watch.push(ended(CRASH.format(n=1), "r3", "./app", 1))
    (event,) = seen.wait(lambda events: events[0].state == "regressed")
    assert event.count == 2
    watch.mark(event.id, "seen")
    assert watch.events()[0].state == "regressed", "that it came back is still worth knowing"


@pytest.mark.parametrize(
    ("first", "then"),
    [
        (("adb logcat -d", 0), ("adb logcat -d", 0)),  # no crash in a log proves nothing
        (("./app", 1), ("./app", 1)),  # it fails otherwise now
        (("./app", 1), ("ls", 0)),
    ],
)
def test_a_run_that_proves_nothing_resolves_nothing(watch, seen, first, then):
    watch.push(ended(CRASH.format(n=1), "r1", *first))
    seen.wait(lambda events: events)
    watch.push(ended("done\n", "r2", *then))
    watch.push(ended(CRASH.format(n=1).replace("Basket", "Bag"), "r3", "last", 1))
    events = seen.wait(lambda events: len(events) == 2)
    assert state(events) == [("new", None)] * 2


@pytest.mark.parametrize(
    ("command", "text", "exit_code"),
    [
        ("./gradlew build", GREEN, 0),
        ("./gradlew :app:compileKotlin", GREEN, 0),
        ("./gradlew assemble", GREEN, 0),
        ("./gradlew lint", "> Task :app:compileKotlin\n> Task :app:lint\n" + GREEN, 0),
        # Another task fails now: the compiler has nothing to say.
        ("./gradlew check", "> Task :app:compileKotlin\n" + SHORT, 1),
    ],
)
def test_a_compile_error_is_resolved_by_whatever_build_compiles_that_task(
    watch, seen, command, text, exit_code
):
    seen.details = Details(None, "novel", None, (PROBLEM,))
    watch.push(ended(COMPILE + FAILURE, "r1", "./gradlew :app:assembleDebug", 1))
    (event,) = seen.wait(lambda events: events and events[0].problems)
    watch.push(ended(text, "r2", command, exit_code))
    events = seen.wait(lambda events: any(one.state == "resolved" for one in events))
    (resolved,) = (one for one in events if one.id == event.id)
    assert (resolved.resolved_by, resolved.problems) == (command, ())


@pytest.mark.parametrize(
    ("command", "text", "exit_code"),
    [
        ("./gradlew :lib:build", GREEN, 0),  # of another project
        ("./gradlew help", GREEN, 0),
        ("./gradlew build", "> Task :app:compileKotlin\n^C", 130),  # stopped by hand
        (
            "./gradlew build",
            "> Task :app:compileKotlin SKIPPED\n> Task :lib:test FAILED\nBUILD FAILED in 1s\n",
            1,
        ),
    ],
)
def test_a_build_that_did_not_compile_that_task_resolves_nothing(watch, seen, command, text, exit_code):
    watch.push(ended(COMPILE + FAILURE, "r1", "./gradlew :app:assembleDebug", 1))
    seen.wait(lambda events: events)
    watch.push(ended(text, "r2", command, exit_code))
    watch.push(ended(CRASH.format(n=1), "r3", "last", 1))
    events = seen.wait(lambda events: events[0].sources == ("last",))
    assert {event.state for event in events} == {"new"}


def test_a_failed_test_is_resolved_by_a_run_of_all_tests_and_by_the_same_filtered_run(watch, seen):
    failing = {"reports": REPORT, "exit_code": 1}
    watch.push(ended(SHORT, "r1", "./gradlew :app:test --tests BasketTest", **failing))
    seen.wait(lambda events: events)
    watch.push(ended(GREEN, "r2", "./gradlew :app:test --tests TillTest", 0))
    watch.push(ended(GREEN, "r3", "./gradlew :app:test --tests BasketTest", 0))
    seen.wait(lambda events: state(events) == [("resolved", "./gradlew :app:test --tests BasketTest")])
    watch.push(ended(SHORT, "r4", "./gradlew :app:test", **failing))
    seen.wait(lambda events: events[0].state == "regressed")
    watch.push(ended(GREEN, "r5", "./gradlew check", 0))
    seen.wait(lambda events: state(events) == [("resolved", "./gradlew check")])


OTHER = COMPILE.replace("Basket", "Order").replace("prize", "rebate")


@pytest.mark.parametrize(
    ("later", "resolves"),
    [
        (OTHER + FAILURE, True),
        (COMPILE.replace(":7:", ":9:") + FAILURE, False),  # the same, moved
        (OTHER + COMPILE.partition("\n")[2] + FAILURE, False),  # the same, behind another
        (OTHER.replace("Unresolved reference 'rebate'", "Syntax error: Expecting '}'") + FAILURE, False),
        (OTHER.replace(":app:", ":lib:") + FAILURE.replace(":app:", ":lib:"), False),
    ],
)
def test_a_compile_error_is_resolved_by_a_compilation_that_fails_with_other_errors(
    watch, seen, later, resolves
):
    watch.push(ended(COMPILE + FAILURE, "r1", "./gradlew build", 1))
    (event,) = seen.wait(lambda events: events)
    watch.push(ended(later, "r2", "./gradlew assemble", 1))
    watch.push(ended(CRASH.format(n=1), "r3", "last", 1))
    events = seen.wait(lambda events: any(one.sources == ("last",) for one in events))
    (known,) = (one for one in events if one.id == event.id)
    assert (known.state == "resolved") is resolves


@pytest.mark.parametrize(
    ("command", "resolves"),
    [
        ("./gradlew run -Pmain=Order", True),
        ("./gradlew --quiet run -Pmain=Order --console=plain", True),
        ("./gradlew run -Pmain=Basket", False),
        ("./gradlew run", False),
    ],
)
def test_a_crash_of_a_program_is_resolved_by_a_green_run_with_the_same_options(
    watch, seen, command, resolves
):
    crashed = "> Task :run FAILED\n" + CRASH.format(n=1) + PROCESS
    watch.push(ended(crashed, "r1", "./gradlew run -Pmain=Order", 1))
    seen.wait(lambda events: events)
    watch.push(ended("> Task :run\n" + GREEN, "r2", command, 0))
    watch.push(ended(CRASH.format(n=2).replace("Basket", "Bag"), "r3", "last", 1))
    events = seen.wait(lambda events: len(events) == 2)
    assert events[1].state == ("resolved" if resolves else "new")


def test_each_round_of_a_build_that_goes_on_resolves(watch, seen):
    rounds = "\nChange detected, executing build...\n"
    watch.push(chunk(COMPILE + FAILURE, command="./gradlew -t build"))
    seen.wait(lambda events: events)
    watch.push(chunk(rounds + GREEN + rounds, command="./gradlew -t build"))
    seen.wait(lambda events: state(events) == [("resolved", "./gradlew -t build")])
    watch.push(chunk(COMPILE + FAILURE, command="./gradlew -t build"))
    seen.wait(lambda events: events[0].state == "regressed")


def test_by_hand_and_back(watch, seen):
    watch.push(ended(CRASH.format(n=1), "r1", "./app", 1))
    (event,) = seen.wait(lambda events: events)
    watch.mark(event.id, "resolved")
    assert state(watch.events()) == [("resolved", "you")]
    watch.mark(event.id, "open")
    assert state(watch.events()) == [("seen", None)]
    watch.mark(event.id, "resolved", "a receipt")
    assert state(watch.events()) == [("resolved", "a receipt")]
    watch.mark("unknown", "resolved")


@pytest.mark.parametrize("text", [CRASH.format(n=1) + PROCESS, PROCESS + CRASH.format(n=1)])
def test_a_failing_run_is_one_row_as_its_build_failure_belongs_to_the_exception(watch, seen, text):
    watch.push(ended(text, "r1", "gradle -q run", 1))
    (event,) = seen.wait(lambda events: events)
    assert "IllegalStateException" in event.title


def test_a_build_failure_of_its_own_stays_beside_an_exception(watch, seen):
    own = FAILURE.replace("Compilation error. See log for more details", "Could not resolve shop:till:1.0")
    watch.push(ended(CRASH.format(n=1) + own, "r1", "gradle -q run", 1))
    assert len(seen.wait(lambda events: events)) == 2


@pytest.fixture
def reopened(tmp_path):
    """Opens a watch on the same stored events; each is closed at the end."""
    opened = []

    def open_():
        seen = Seen()
        watching = ErrorWatch(lambda: ("shop",), seen.look, seen.changed)
        watching.keep(ErrorStore(tmp_path / "errors.json"))
        opened.append(watching)
        return watching, seen

    yield open_
    for watching in opened:
        watching.close()


def test_events_and_their_states_outlive_a_server_that_is_killed(reopened):
    watch, seen = reopened()
    seen.details = Details(None, "novel", None, (PROBLEM,))
    watch.push(ended(COMPILE + FAILURE, "r1", "./gradlew build", 1))
    watch.push(ended(CRASH.format(n=1), "r2", "./app", 1))
    events = seen.wait(lambda events: len(events) == 2 and all(one.verdict for one in events))
    crash, build = events
    watch.mark(crash.id, "seen")
    watch.push(chunk(CRASH.format(n=1), "problems", kind="problems", command="Problems", replace=True))
    seen.wait(lambda events: events[0].sources[0] == "Problems")
    again, _ = reopened()  # the first one was not closed
    assert again.events()[1] == build
    restored = again.events()[0]
    assert (restored.state, restored.first_seen, restored.id) == ("seen", crash.first_seen, crash.id)
    assert "Basket.kt:12" in again.text(crash.id)
    again.push(ended(GREEN, "r3", "./gradlew build", 0))
    assert [event.state for event in again.events()].count("resolved") <= 1


def test_what_is_told_anew_is_not_counted_twice_and_is_no_regression(reopened):
    watch, seen = reopened()
    told = [ended(CRASH.format(n=1), "r1", "./app", 1), ended("done\n", "r2", "./app", 0)]
    for one in told:
        watch.push(one)
    seen.wait(lambda events: state(events) == [("resolved", "./app")])
    again, seen = reopened()
    for one in told:
        again.push(one.model_copy(update={"replace": True}))
    again.push(ended(CRASH.format(n=1).replace("Basket", "Bag"), "r3", "last", 1))
    events = seen.wait(lambda events: len(events) == 2)
    assert [(one.state, one.count) for one in events] == [("new", 1), ("resolved", 1)]
    again.push(ended(CRASH.format(n=1), "r4", "./app", 1))
    events = seen.wait(lambda events: events[0].state == "regressed")
    assert events[0].count == 2


def test_more_of_a_run_that_is_told_anew_counts(reopened):
    watch, seen = reopened()
    watch.push(chunk(CRASH.format(n=1), "r1", kind="log"))
    seen.wait(lambda events: events)
    again, seen = reopened()
    again.push(chunk(CRASH.format(n=1) + CRASH.format(n=1), "r1", kind="log", replace=True, ended=True))
    (event,) = seen.wait(lambda events: events and events[0].count == 2)
    assert event.state == "new"


def test_a_dismissed_event_stays_away_after_a_restart(reopened):
    watch, seen = reopened()
    watch.push(ended(CRASH.format(n=1), "r1", "./app", 1))
    seen.wait(lambda events: events)
    watch.dismiss(None)
    assert reopened()[0].events() == ()


def test_what_is_told_anew_after_it_was_dismissed_stays_away(reopened):
    watch, seen = reopened()
    told = chunk(CRASH.format(n=1), "r1", kind="log")
    watch.push(told)
    seen.wait(lambda events: events)
    watch.close()  # what it has told is stored now
    again, seen = reopened()
    again.dismiss(None)  # before the editor has told of its outputs
    again.push(told.model_copy(update={"replace": True}))
    again.push(ended(CRASH.format(n=1).replace("Basket", "Bag"), "r2", "last", 1))
    (other,) = seen.wait(lambda events: events)
    assert "Bag" in again.text(other.id)
    again.push(chunk(CRASH.format(n=2), "r1", kind="log"))
    events = seen.wait(lambda events: len(events) == 2)
    assert [one.count for one in events] == [1, 1], "it came up again, once"


def test_what_is_dismissed_while_it_is_told_anew_stays_away():
    log = EventLog()
    now = datetime.now(UTC)
    found = occurrences(CRASH.format(n=1), ())
    log.put("r1#0", "run", found, now)
    log.settle("r1#0")
    log.tell_anew("r1")
    log.dismiss(None)
    log.put("r1#0", "run", found, now)
    assert log.events() == ()


def test_no_secret_is_stored_and_a_damaged_file_costs_nothing(reopened, tmp_path):
    watch, seen = reopened()
    secret = "ghp_" + "a1B2" * 9
    watch.push(ended(CRASH.format(n=1).replace("basket 1", f"token={secret}"), "r1", "./app", 1))
    seen.wait(lambda events: events and events[0].verdict)
    watch.close()
    stored = (tmp_path / "errors.json").read_text()
    assert "IllegalStateException" in stored
    assert secret not in stored
    (tmp_path / "errors.json").write_text(stored[:-20])
    assert reopened()[0].events() == ()


@pytest.mark.parametrize(
    ("text", "exit_code", "succeeded"),
    [
        (GREEN, 0, True),
        (GREEN, None, True),
        ("BUILD FAILED", 0, False),
        ("", 0, True),
        ("", 1, False),
        ("", None, None),
        ("BUILD FAILED in 1s\n" + GREEN, None, True),
    ],
)
def test_how_a_command_ended(text, exit_code, succeeded):
    assert outcome("./gradlew build", text, exit_code).succeeded is succeeded


@pytest.mark.parametrize(
    ("command", "tasks"),
    [
        ("./gradlew build", ("build",)),
        ("cd app && ../gradlew -q :app:test --tests 'a.B' --rerun -Pci=true | tee log", (":app:test",)),
        ("gradlew.bat assembleDebug", ("assembleDebug",)),
        ("cat gradlew", ()),
        ("./app build", ()),
    ],
)
def test_the_tasks_that_a_command_asks_for(command, tasks):
    assert requested_tasks(command) == tasks


@pytest.mark.parametrize(
    ("requested", "task", "included"),
    [
        ("build", ":app:compileDebugKotlin", True),
        (":app:build", ":app:ui:compileKotlin", False),
        ("assembleDebug", ":app:kspDebugKotlin", True),
        ("assembleDebug", ":app:compileReleaseKotlin", False),
        ("assemble", ":app:compileTestKotlin", False),
        ("check", ":app:testDebugUnitTest", True),
        ("test", ":app:integrationTest", False),
        ("build", ":app:compileIntegrationTestKotlin", False),
        ("check", ":app:compileTestKotlin", True),
        ("build", ":app:connectedDebugAndroidTest", False),
        ("build", ":run", False),
        ("run", ":run", True),
    ],
)
def test_which_tasks_a_task_includes(requested, task, included):
    assert covers(requested, task) is included
