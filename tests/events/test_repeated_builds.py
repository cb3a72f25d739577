"""One command that builds again and again: what an earlier round said is past when the next one begins."""

import pytest

from models.events import BuildProblem, OutputChunk
from rca.events.event_log import Details
from rca.events.output_buffer import CommandOutput
from tests.events.watching import COMPILE, CRASH, FAILURE, REPORT, SHORT, chunk

PROBLEM = BuildProblem(
    file_path="src/Basket.kt", line=7, column=9, severity="error", message="Unresolved", tool="kotlinc"
)
GRADLE = (
    "\nWaiting for changes to input files... (ctrl-d to exit)\n"
    "modified: /shop/src/Basket.kt\nChange detected, executing build...\n\n"
)
GRADLE_RICH = (
    "\nWaiting for changes to input files of tasks... (ctrl-d to exit)\r\n"
    "\x1b[2A\x1b[1m<-------------> 0% WAITING\x1b[m\x1b[28D\x1b[1B> IDLE\x1b[6D\x1b[1B"
    "\x1b[2A\x1b[1mmodified: /shop/src/Basket.kt\x1b[m\x1b[0K\r\nChange detected, executing build...\x1b[0K\r\n"
)
MAVEN = "[INFO] Changed detected. Running command-line equivalent of:\n[INFO]  mvn compile\n"
QUARKUS = (
    "2025-05-23 08:40:39,923 INFO  [io.qua.dep.dev.RuntimeUpdatesProcessor] (vert.x-worker-thread-1) "
    "Restarting quarkus due to changes in Basket.class.\n"
)
IBAZEL = 'iBazel [3:24PM]: Changed: "/shop/src/Basket.kt". Rebuilding...\niBazel [3:24PM]: Building //shop\n'
JEST = "\x1b[2J\x1b[3J\x1b[H\x1b[1m\x1b[2mDetermining test suites to run...\x1b[22m\n"
VITEST = "\x1b[1;1H\x1b[J\x1b[7m RERUN \x1b[27m src/basket.test.ts x1\n"
STILL = COMPILE.replace(
    "Basket.kt:7:9 Unresolved reference 'prize'", "Till.kt:3:1 Unresolved reference 'coin'"
)


@pytest.mark.parametrize("mark", [GRADLE, GRADLE_RICH, MAVEN, QUARKUS, IBAZEL, JEST, VITEST])
@pytest.mark.parametrize("piece", [7, 100_000])
def test_a_round_makes_past_what_it_has_not(watch, seen, mark, piece):
    def push(text, **more):
        for at in range(0, len(text), piece):
            watch.push(chunk(text[at : at + piece], **more))

    seen.details = Details(None, "novel", None, (PROBLEM,))
    push(COMPILE + STILL + FAILURE)
    (both,) = seen.wait(lambda events: events and events[0].problems)
    push(mark)
    seen.wait(lambda events: events and not events[0].problems)
    push(STILL + FAILURE)
    now, before = seen.wait(lambda events: len(events) == 2 and events[0].problems)
    assert ("Till.kt" in watch.text(now.id), "Basket.kt" in watch.text(now.id)) == (True, False)
    assert (before.id, before.count, before.problems, now.count) == (both.id, 1, (), 1)
    push(mark + "BUILD SUCCESSFUL in 1s\n")
    seen.wait(lambda events: not any(event.problems for event in events))
    push(mark + STILL + FAILURE)
    push("", ended=True)
    again = seen.wait(lambda events: events[0].count == 2)[0]
    assert (again.id, again.first_seen) == (now.id, now.first_seen)


def test_each_round_of_a_text_that_is_told_anew_counts(watch, seen):
    text = GRADLE.join(["", CRASH.format(n=1), "", CRASH.format(n=2)])
    watch.push(OutputChunk(run="1", kind="terminal", name="gradle -t run", text=text, replace=True))
    (event,) = seen.wait(lambda events: events and events[0].count == 2)
    watch.push(
        OutputChunk(
            run="2", kind="terminal", name="gradle -t run", text=text, replace=True, dismissed=(event.id,)
        )
    )
    watch.push(chunk(CRASH.format(n=1), "last", ended=True))
    (event,) = seen.wait(lambda events: "./gradlew last" in events[0].sources)
    assert event.count == 3, "none of the second, which was dismissed"


def test_rounds_that_say_nothing_are_left_out():
    output = CommandOutput()
    for _ in range(20):
        first, *others = output.rounds("\f CPU 3 %\r\n" * 20_000)
        assert len(others) == 1
        output.add(first)
        output.drop()


def test_reports_of_a_round_stand_for_what_it_printed_of_them(watch, seen):
    watch.push(chunk(SHORT + GRADLE + SHORT + "\nWaiting for changes to input files...\n"))
    (short,) = seen.wait(lambda events: events and events[0].count == 2)
    watch.push(chunk("", reports=REPORT))
    whole, before = seen.wait(lambda events: len(events) == 2)
    assert (whole.count, whole.title) == (1, "java.lang.AssertionError: expected:<1> but was:<2>")
    assert (before.id, before.count) == (short.id, 1)
    watch.push(chunk(GRADLE + "BUILD SUCCESSFUL in 1s\n", ended=True))
    watch.push(chunk(CRASH.format(n=1), "last", ended=True))
    events = seen.wait(lambda events: len(events) == 3)
    assert [event.count for event in events] == [1, 1, 1]
