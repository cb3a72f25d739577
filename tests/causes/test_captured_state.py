"""What the state at a throw says of functions: which have run, on which object, and what they left as it was."""

import pytest

from rca.causes.captured.text_functions import call_of_text
from tests.causes.captured_crash import first_hypothesis

QUEUE = """package shop;
import java.util.ArrayDeque;
class Oven {
    final ArrayDeque<Integer> trays = new ArrayDeque<>();
    private int cleanings;
    void clean() {
        cleanings++;
        trays.clear();
    }
    int bake() {
        return trays.removeFirst() * 2;
    }
}
class Baker {
    void fill(Oven oven, int rolls) {
        if (rolls > 10) oven.trays.addLast(rolls);
    }
}
class Main {
    public static void main(String[] args) {
        Oven oven = new Oven();
        new Baker().fill(oven, args[0].equals("a") ? 4 : 40);
        if (args[0].equals("b")) oven.clean();
        System.out.println(oven.bake());
    }
}
"""
CLASSES = """package shop;
interface Source { String title(); }
class Feed implements Source {
    public String title() { return null; }
}
class Draft implements Source {
    private final String text;
    Draft(String text) { this.text = text; }
    public String title() { return text.isEmpty() ? null : text; }
}
class Page {
    int width(Source source) {
        String title = source.title();
        return title.length();
    }
}
class Main {
    public static void main(String[] args) {
        System.out.println(new Page().width(args[0].equals("a") ? new Feed() : new Draft("")));
    }
}
"""
LEFT = """package shop;
class Room {
    private boolean taken;
    private int visits;
    void enter() { visits++; taken = true; }
    void leave() { visits++; }
    void book() {
        if (taken) throw new IllegalStateException("taken");
    }
}
class Main {
    public static void main(String[] args) {
        Room room = new Room();
        room.enter();
        room.leave();
        room.book();
    }
}
"""
PARSED = """package shop;
class Clock {
    String hours(String text) { return text.substring(0, text.indexOf(':')).trim(); }
}
class Shift {
    String minutes(String text) { return text.substring(text.length() - 2); }
}
class Roster {
    int length(String from, String to) {
        String hours = new Clock().hours(from);
        String minutes = new Shift().minutes(to);
        return Integer.parseInt(hours) * 60 + Integer.parseInt(minutes);
    }
}
class Main {
    public static void main(String[] args) {
        System.out.println(new Roster().length(args[0].equals("a") ? "x:1" : "8:0", args[0].equals("a") ? "12" : "1x"));
    }
}
"""


@pytest.mark.parametrize(
    ("source", "cause", "function", "said"),
    [
        (QUEUE, "a", "Baker.fill", "adds to it under a condition"),
        (QUEUE, "b", "Oven.clean", "takes from it"),
        (CLASSES, "a", "Feed.title", "gives `null`"),
        (CLASSES, "b", "Draft.title", "gives `null`"),
        (LEFT, "a", "Room.leave", "nothing sets it back"),
        (PARSED, "a", "Clock.hours", "`hours` was"),
    ],
)
def test_the_state_decides(source, cause, function, said, bug, programs):
    _, found = first_hypothesis(bug, programs, source, cause)
    assert (found.places[0].function, found.kind) == (function, "captured_value"), found
    assert said in found.statement


def test_what_has_run_and_what_has_not_is_said(bug, programs):
    _, found = first_hypothesis(bug, programs, QUEUE, "a")
    assert "The record of the run rules out `Oven.clean`: it did not run before the throw." in found.evidence


@pytest.mark.parametrize(
    ("name", "text", "arguments", "value"),
    [
        ("startsWith", '"SP-7"', ['"SP"'], "true"),
        ("substringBefore", '"a;b"', ['";"'], '"a"'),
        ("substring", '"abc"', ["1", "2"], '"b"'),
        ("toInt", '"12"', [], "12"),
        ("uppercase", '"ab"', [], '"AB"'),
    ],
)
def test_functions_of_texts(name, text, arguments, value):
    assert call_of_text(name, text, arguments).text == value


@pytest.mark.parametrize(
    ("name", "text", "arguments"),
    [
        ("substring", '"abc"', ["2", "9"]),
        ("toInt", '"1x"', []),
        ("trim", "shop.Page", []),
        ("hash", '"a"', []),
    ],
)
def test_what_a_text_does_not_give_is_not_known(name, text, arguments):
    assert call_of_text(name, text, arguments) is None
