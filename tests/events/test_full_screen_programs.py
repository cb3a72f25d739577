"""What editors, pagers and multiplexers draw, in the escape sequences that they use."""

import pytest

from tests.events.watching import CRASH, LOGCAT, chunk

ENTER, LEAVE = "\x1b[?1049h\x1b[22;0;0t\x1b[1;24r\x1b[H\x1b[2J", "\x1b[?1049l\x1b[23;0;0t"


def drawn(text):
    return "\x1b[1;1H" + text.replace("\n", "\x1b[K\r\n").replace("\t", "        ")


@pytest.mark.parametrize("command", ["vim BasketTest.kt", "less crash.log", "k9s", "adb logcat | less"])
@pytest.mark.parametrize("piece", [1, 5, 100_000])
def test_a_file_that_is_looked_at_is_no_error(watch, seen, command, piece):
    kind = "log" if "logcat" in command else "terminal"
    text = ENTER + drawn(CRASH.format(n=1)) + drawn(CRASH.format(n=1)) + LEAVE + "done\r\n"
    for at in range(0, len(text), piece):
        watch.push(chunk(text[at : at + piece], kind=kind, command=command))
    watch.push(chunk(LOGCAT.format(n=1), kind=kind, command=command, ended=True))
    (event,) = seen.wait(lambda events: any("no user" in event.title for event in events))
    assert event.count == 1


@pytest.mark.parametrize("command", ["tmux new -s shop", "/usr/bin/screen", "ssh shop.example"])
def test_what_a_multiplexer_shows_of_other_programs_is_read(watch, seen, command):
    watch.push(chunk(ENTER + drawn(CRASH.format(n=1)) + LEAVE, command=command, ended=True))
    (event,) = seen.wait(lambda events: events)
    assert event.title == "java.lang.IllegalStateException: basket 1 is empty"


def test_a_screen_that_another_command_drew_says_nothing_of_the_next(watch, seen):
    watch.push(chunk(ENTER + drawn(CRASH.format(n=1)), command="vim notes.txt"))
    watch.push(chunk(CRASH.format(n=2), "r2", ended=True))
    (event,) = seen.wait(lambda events: events)
    assert event.sources == ("./gradlew r2",)
