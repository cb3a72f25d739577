"""Output as programs print it, through the real parser, on the watch's own thread."""

import re
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rca.error_text import occurrences
from rca.events.event_log import MOST_EVENTS, EventLog
from rca.events.output_buffer import CommandOutput, LogOutput, may_hold_errors
from rca.events.problem_identity import merged
from tests.events.watching import COMPILE, CRASH, FAILURE, LOGCAT, REPORT, SHORT, chunk, distinct

WORDS = ["Exception", "error:", "FAIL", "FATAL", "ANR in ", "Fatal signal ", "*** ***", "Caused by"]
ANY_WORD = re.compile(
    "|".join([*map(re.escape, WORDS), r"Error\b", r"\be: ", r"\bat [\w$.<>/@\-]{3,400} ?\("])
)


def test_a_crash_in_a_command_becomes_one_event(watch, seen):
    watch.push(chunk("starting\n" + CRASH.format(n=1)[:80]))
    watch.push(chunk(CRASH.format(n=1)[80:], ended=True))
    (event,) = seen.wait(lambda events: events and events[0].verdict)
    assert (event.count, event.kind, event.verdict) == (1, "jvm_exception", "novel")
    assert event.title == "java.lang.IllegalStateException: basket 1 is empty"
    assert event.sources == ("./gradlew r1",)
    assert watch.text(event.id).startswith('Exception in thread "main"')


def test_the_same_problem_of_two_runs_is_one_event(watch, seen):
    for run in ("r1", "r2"):
        watch.push(chunk(CRASH.format(n=run[1]), run, ended=True))
    (event,) = seen.wait(lambda events: events and events[0].count == 2)
    assert event.sources == ("./gradlew r2", "./gradlew r1")
    assert event.last_seen >= event.first_seen


def test_a_build_is_told_while_it_runs_and_again_as_a_whole(watch, seen):
    watch.push(chunk(COMPILE))
    (early,) = seen.wait(lambda events: len(events) == 1)
    watch.push(chunk(FAILURE, ended=True))
    watch.push(chunk(CRASH.format(n=1), "r2", ended=True))  # read after it
    late = seen.wait(lambda events: len(events) == 2)[-1]
    assert late.count == 1
    assert "Unresolved reference" in early.title
    assert "Unresolved reference" in late.title


def test_a_log_counts_each_occurrence(watch, seen):
    for n in range(3):
        watch.push(chunk("06-01 10:00:00.000  1  1 I chatty: hello\n" + LOGCAT.format(n=n), kind="log"))
        seen.wait(lambda events, n=n: events and events[0].count == n + 1)
    watch.push(chunk(LOGCAT.format(n=5) + LOGCAT.format(n=6), kind="log"))
    (event,) = seen.wait(lambda events: events[0].count == 5)
    assert event.kind == "jvm_exception"


def test_a_trace_that_pauses_in_the_middle_is_one_occurrence(watch, seen):
    whole = LOGCAT.format(n=1)
    cut = whole.index("06-01", 200 + whole[200:].index("NullPointer"))
    watch.push(chunk(whole[:cut], kind="log"))
    seen.wait(lambda events: events)
    watch.push(chunk(whole[cut:], kind="log"))
    (event,) = seen.wait(lambda events: watch.text(events[0].id).count("Profile.kt") == 1)
    assert event.count == 1


@pytest.mark.parametrize(
    ("line", "goes_on"),
    [
        ("\tat shop.BasketTest.adds two prices(BasketTest.kt:3)\n", True),
        ("\tat shop.Basket.total(Basket.kt:12)\n", True),
        ("at home we saw (once) an Exception\n", False),
    ],
)
def test_a_log_goes_on_with_a_frame_whose_method_is_a_sentence(line, goes_on):
    output = LogOutput()
    output.add("java.lang.IllegalStateException: no basket\n")
    output.take()
    output.add(line)
    assert output.take().continues is goes_on


def test_what_a_command_no_longer_says_is_withdrawn(watch, seen):
    watch.push(chunk(CRASH.format(n=1), "problems", kind="problems", replace=True))
    seen.wait(lambda events: len(events) == 1)
    watch.push(chunk("", "problems", kind="problems", replace=True))
    assert seen.wait(lambda events: not events) == ()


def test_ordinary_output_is_never_read(watch, seen):
    watch.push(chunk("> Task :app:test\n" * 20_000, ended=True))
    watch.push(chunk(CRASH.format(n=1), "r2", ended=True))
    seen.wait(lambda events: events)
    assert [event.sources for event in watch.events()] == [("./gradlew r2",)]


@pytest.mark.parametrize("kind", ["terminal", "log"])
def test_a_crash_at_the_end_of_a_flood_is_found(watch, seen, kind):
    line = "06-01 10:00:00.000  77  77 W Noise: Error 5 while polling, will retry\n"
    for _ in range(200):
        watch.push(chunk(line * 1_000, kind=kind))
    watch.push(chunk(LOGCAT.format(n=1), kind=kind, ended=True))
    events = seen.wait(lambda events: any("no user" in event.title for event in events), 60)
    assert len(events) <= 2


@pytest.mark.parametrize("kind", ["terminal", "log"])
def test_crashes_that_come_together_are_all_there(watch, seen, kind):
    watch.push(chunk(distinct(50), kind=kind, ended=True))
    events = seen.wait(lambda events: len(events) == 50)
    assert len({event.title for event in events}) == 50
    assert seen.forgotten == 0


def test_more_than_the_list_holds_are_counted(watch, seen):
    watch.push(chunk(distinct(230), kind="log", ended=True))
    events = seen.wait(lambda events: len(events) == MOST_EVENTS)
    assert seen.forgotten == 30
    titles = " ".join(event.title for event in events)
    assert "Brokenaa" in titles, "the first one is the root"
    assert "Brokenvi" in titles, "the newest one"
    assert "Brokenba" not in titles
    watch.dismiss(None)
    assert seen.wait(lambda events: not events) == ()
    assert seen.forgotten == 0


def test_what_is_known_of_forgotten_problems_is_bounded(monkeypatch):
    monkeypatch.setattr("rca.events.event_log._MOST_FORGOTTEN", 40)
    log = EventLog()
    found = occurrences(distinct(MOST_EVENTS + 100), ("shop",))
    for run in ("r1", "r2"):
        log.put(run, "a log", found, datetime.now(UTC))
    assert log.forgotten >= 100, "each counts"
    assert len(log._forgotten) == 40
    log.dismiss(None)
    assert log.forgotten == 0


def test_a_crash_stays_however_much_the_command_prints_after_it(watch, seen):
    watch.push(chunk(CRASH.format(n=1)))
    for _ in range(60):
        watch.push(chunk("frame drawn in 7 ms, nothing to see\n" * 2_000))
    watch.push(chunk("exit: failed\n", ended=True))
    watch.push(chunk(CRASH.format(n=1), "r2", ended=True))
    (event,) = seen.wait(lambda events: events and len(events[0].sources) == 2)
    assert event.count == 2


@given(
    st.lists(st.sampled_from([*WORDS, *"ae: .(_(\n", "at", "Error", "an/app.kt"]), max_size=12).map("".join)
)
def test_a_text_may_hold_errors_where_it_has_a_word_of_them(text):
    assert may_hold_errors(text) == (ANY_WORD.search(text) is not None)


def test_a_word_that_is_printed_in_two_pieces_is_seen():
    output = CommandOutput()
    output.add("java.lang.IllegalStateExc")
    assert not output.has_news
    output.add("eption: no basket\n")
    assert output.has_news


def test_a_flood_without_errors_is_kept_in_bounds_and_never_given():
    output = CommandOutput()
    for _ in range(40):
        output.add("frame drawn in 7 ms, nothing to see\n" * 3_000)
        output.drop()
    assert not output.is_full
    assert not output.has_news
    last = output.take().text
    assert 1_000_000 < len(last) < 2_200_000
    assert last.startswith("frame drawn")


def test_what_may_be_part_of_an_error_is_not_dropped():
    output = CommandOutput()
    output.add(CRASH.format(n=1))
    while not output.is_full:
        output.add("frame drawn in 7 ms, nothing to see\n" * 3_000)
        output.drop()
    assert "basket 1 is empty" in output.let_go().text
    assert "basket" not in output.take().text
    output.add("frame drawn in 7 ms, nothing to see\n" * 60_000)
    output.drop()
    assert not output.is_full, "the error is let go, so what follows can be dropped"


@given(st.integers(0, 4_000), st.integers(1, 700))
def test_wherever_a_long_output_is_cut_each_crash_counts_once(filler, piece):
    whole = "." * filler + "\n" + "".join(f"step {n} of many\n{CRASH.format(n=n)}" for n in range(30))
    found = ()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rca.events.output_buffer._MOST", 1_500)
        output = CommandOutput()
        for at in range(0, len(whole), piece):
            output.add(whole[at : at + piece])
            if output.is_full:
                found = merged(found, occurrences(output.let_go().text, ("shop",)))
        found = merged(found, occurrences(output.take().text, ("shop",)))
    assert sum(one.count for one in found if one.report.kind == "jvm_exception") == 30


def test_the_end_of_a_log_that_came_in_one_piece_is_read(watch, seen):
    line = "06-01 10:00:00.000  77  77 I chatty: all is well\n"
    watch.push(chunk(line * 6_000 + LOGCAT.format(n=1) + line * 50, kind="log", ended=True))
    watch.push(chunk(CRASH.format(n=1), "last", ended=True))
    events = seen.wait(lambda events: any("basket" in one.title for one in events))
    assert len(events) == 2


def test_many_runs_without_an_end_are_bounded(watch, seen):
    for n in range(500):
        watch.push(chunk("Error: nothing\n", f"n{n}"))
    watch.push(chunk(CRASH.format(n=1), "last", ended=True))
    seen.wait(lambda events: any("basket" in event.title for event in events))
    assert len(watch._runs) <= 200


@pytest.mark.parametrize("colour", [False, True])
def test_a_failed_test_is_one_event_with_the_trace_of_its_report(watch, seen, colour):
    failed = "\x1b[1madds two prices\x1b[22m \x1b[31mFAILED\x1b[0;39m" if colour else "adds two prices FAILED"
    text = SHORT.replace("adds two prices FAILED", failed)
    watch.push(chunk(text.replace("\n", "\r\n") if colour else text))
    (short,) = seen.wait(lambda events: events)
    watch.push(chunk("", ended=True, reports=REPORT))
    (whole,) = seen.wait(lambda events: events and events[0].id != short.id)
    assert (whole.count, whole.title) == (1, "java.lang.AssertionError: expected:<1> but was:<2>")
    assert "at shop.BasketTest.adds two prices" in watch.text(whole.id)
    assert "Execution failed for task ':app:test'" in watch.text(whole.id)


STAMPED = "06-01 10:00:00.100  4242  4242 E AndroidRuntime: "
OTHER = "06-01 10:00:00.100  1000  1023 I chatty  : all is well\n"


def test_an_error_far_before_one_that_pauses_stays(watch, seen):
    whole = LOGCAT.format(n=1)
    cut = whole.rindex("06-01")
    first = whole.replace("no user", "no basket").replace("NullPointer", "IllegalState")
    watch.push(chunk(first + OTHER * 400 + whole[:cut], kind="log"))
    seen.wait(lambda events: len(events) == 2)
    watch.push(chunk(whole[cut:], kind="log", ended=True))
    watch.push(chunk(CRASH.format(n=1), "last", ended=True))
    events = seen.wait(lambda events: any("basket 1" in event.title for event in events))
    assert sorted((event.title.rpartition(": ")[2], event.count) for event in events) == [
        ("basket 1 is empty", 1),
        ("no basket", 1),
        ("no user", 1),
    ]


@pytest.mark.parametrize("between", ["", OTHER * 3])
@pytest.mark.parametrize(
    "stamp",
    [
        STAMPED,
        "E/AndroidRuntime( 4242): ",
        "E/AndroidRuntime: ",
        "E( 4242: 4242) ",
        "2025-06-01 10:00:00.100 +0200  4242  4242 E AndroidRuntime: ",
        "     1717236000.100  4242  4242 E AndroidRuntime: ",
        "2025-06-01 10:00:00.100  4242-4242  AndroidRuntime          shop.app                E  ",
    ],
)
def test_a_trace_goes_on_after_a_pause_in_each_format(watch, seen, stamp, between):
    lines = LOGCAT.format(n=0).replace(
        "\tat android.os", "Caused by: java.io.IOException: gone\n\tat shop.app"
    )
    whole = "".join(stamp + line.removeprefix(STAMPED) + "\n" for line in lines.splitlines())
    cut = whole.index(stamp + "Caused by")
    watch.push(chunk(whole[:cut], kind="log"))
    seen.wait(lambda events: events)
    watch.push(chunk(between + whole[cut:], kind="log", ended=True))
    watch.push(chunk(CRASH.format(n=1), "last", ended=True))
    events = seen.wait(lambda events: any("basket 1" in event.title for event in events))
    assert [(event.title, event.count) for event in events[1:]] == [("java.io.IOException: gone", 1)]
