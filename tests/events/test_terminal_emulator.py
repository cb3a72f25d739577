"""What consoles do to text before it is read: cursor movement, colour, pieces cut anywhere."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rca.events.terminal_emulator import Screen
from tests.events.watching import CRASH, chunk

RICH = (
    "\x1b[2A\x1b[1m<\x1b[0;32;1;0;39;1m-------------> 0% EXECUTING [3s]\x1b[m\x1b[33D\x1b[1B\x1b[1m> :compileKotlin\x1b[m"
    "\x1b[16D\x1b[1B\x1b[2Ae: file:///shop/src/Basket.kt:7:9 Unresolved reference 'prize'.\x1b[0K\r\n\x1b[0K\r\n\x1b[2A"
)
COLOURED = "\x1b[1m\x1b[31me: \x1b[0mfile:///shop/src/Basket.kt:7:9 Unresolved reference 'prize'.\r\n"
WINDOWS = (
    'Exception in thread "main" java.lang.IllegalStateException: basket \U0001f600 is empty\x1b[K\r\n'
    "\x1b[8Cat shop.Basket.total(Basket.kt:12)\x1b[6;9Hat shop.Checkout.pay(Checkout.kt:40)\x1b(B\x1b[m\r\n"
)


@pytest.mark.parametrize("text", [RICH, COLOURED])
def test_a_compiler_error_is_told_while_the_build_goes_on(watch, seen, text):
    watch.push(chunk(text))
    (event,) = seen.wait(lambda events: events, 10)
    assert event.title == "Basket.kt:7: Unresolved reference 'prize'."


def test_a_trace_on_windows_has_its_frames(watch, seen):
    watch.push(chunk(WINDOWS, ended=True))
    (event,) = seen.wait(lambda events: events, 10)
    assert " ".join(watch.text(event.id).split()) == (
        'Exception in thread "main" java.lang.IllegalStateException: basket \U0001f600 is empty '
        "at shop.Basket.total(Basket.kt:12) at shop.Checkout.pay(Checkout.kt:40)"
    )


@pytest.mark.parametrize("second", ["\ude00", "?"])
def test_half_a_character_ends_nothing(watch, seen, second):
    half = CRASH.format(n="\ud83d")
    at = half.index("\ud83d") + 1
    watch.push(chunk(half[:at]))
    watch.push(chunk(second + half[at:], ended=True))
    watch.push(chunk(CRASH.format(n=1).replace("Basket.", "Till."), "r2", ended=True))
    seen.wait(lambda events: len(events) == 2, 10)


@given(st.sampled_from([RICH, COLOURED, WINDOWS, "\x1b]633;C\x07a\x1b]8;;file:///a\x1b\\b\x1bc"]), st.data())
def test_where_a_text_is_cut_changes_nothing(text, data):
    units = text.encode("utf-16-le", "surrogatepass")
    halves = "".join(chr(int.from_bytes(units[at : at + 2], "little")) for at in range(0, len(units), 2))
    cuts = sorted(data.draw(st.sets(st.integers(0, len(halves)))))
    screen = Screen("./gradlew build")
    pieces = [
        screen.printed(halves[start:end]) for start, end in zip([0, *cuts], [*cuts, len(halves)], strict=True)
    ]
    assert "".join(pieces) == Screen("./gradlew build").printed(text)
    assert "\x1b" not in "".join(pieces)


def test_an_output_that_breaks_the_watch_costs_itself(watch, seen, monkeypatch):
    def broken(*_arguments, **_more):
        monkeypatch.undo()
        raise ValueError

    monkeypatch.setattr("rca.events.event_log.EventLog.put", broken)
    watch.push(chunk(CRASH.format(n=1), ended=True))
    watch.push(chunk(CRASH.format(n=2), "r2", ended=True))
    (event,) = seen.wait(lambda events: events, 10)
    assert event.sources == ("./gradlew r2",)
