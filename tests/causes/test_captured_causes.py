"""One stack trace with two causes: the values at a real JVM's throw tell which it was."""

import pytest

from tests.causes.captured_crash import first_hypothesis

PLAYER = """package shop;
class Player {
    private Runnable sink;
    private boolean playing = true;
    private boolean attached = true;
    private Integer volume;
    void attach(Runnable to) { sink = to; }
    void stop() {
        playing = false;
        sink = null;
    }
    void detach() {
        attached = false;
        sink = null;
    }
    void onSample(int size) {
        sink.run();
    }
}
class Main {
    public static void main(String[] args) {
        Player player = new Player();
        player.attach(() -> { });
        if (args[0].equals("a")) player.stop(); else player.detach();
        player.onSample(1);
    }
}
"""
DIVISORS = """package shop;
class Clock {
    private boolean started;
    void start() { started = true; }
    int seconds() {
        if (!started) return 0;
        return 4;
    }
}
record Plan(String text, Integer lanes) {
    static Plan of(String text) {
        return new Plan(text, text.isEmpty() ? 0 : 2);
    }
}
class Rate {
    int perLane(int bytes, Clock clock, Plan plan) {
        int seconds = clock.seconds();
        return bytes / seconds / plan.lanes();
    }
}
class Main {
    public static void main(String[] args) {
        Clock clock = new Clock();
        if (args[0].equals("b")) clock.start();
        System.out.println(new Rate().perLane(8, clock, Plan.of(args[0].equals("b") ? "" : "x")));
    }
}
"""
BRANCH = """package shop;
import java.util.HashMap;
import java.util.Map;
class Rates {
    private final Map<String, Integer> known = new HashMap<>();
    Integer live(String name) { return known.get(name); }
}
class Book {
    Integer closing(String name) { return name.isEmpty() ? 1 : null; }
}
class Exchange {
    int rate(boolean open, String name) {
        Integer rate;
        if (open) {
            rate = new Rates().live(name);
        } else {
            rate = new Book().closing(name);
        }
        return rate + 1;
    }
}
class Main {
    public static void main(String[] args) {
        System.out.println(new Exchange().rate(args[0].equals("a"), "EUR"));
    }
}
"""
ACCOUNT = """package shop;
class Account {
    private boolean frozen;
    private boolean verified;
    void freeze() { frozen = true; }
    void verify() { verified = true; }
    void withdraw(long cents) {
        if (frozen || !verified) {
            throw new IllegalStateException("refused");
        }
    }
}
class Fraud {
    void review(Account account, long cents) {
        if (cents > 100) account.freeze();
    }
}
class Desk {
    void open(Account account, String paper) {
        if (paper.equals("passport")) account.verify();
    }
}
class Main {
    public static void main(String[] args) {
        Account account = new Account();
        new Desk().open(account, args[0].equals("a") ? "passport" : "permit");
        new Fraud().review(account, args[0].equals("a") ? 900 : 1);
        account.withdraw(1);
    }
}
"""
KOTLIN = """package shop

enum class State { OPEN, CLOSED, FAILED }

class Order(val number: Int, var open: Boolean = true)

class Desk(private val orders: List<Order>) {
    private var state = State.OPEN

    fun close() {
        state = State.CLOSED
    }

    fun fail() {
        state = State.FAILED
    }

    fun next(): Int {
        check(state == State.OPEN) { "not open" }
        return orders.size
    }
}

fun main(args: Array<String>) {
    val desk = Desk(listOf(Order(1)))
    if (args[0] == "a") desk.close() else desk.fail()
    println(desk.next())
}
"""


@pytest.mark.parametrize(
    ("source", "cause", "function", "statement"),
    [
        (PLAYER, "a", "Player.stop", "`sink` was null: line 10 of `Player.stop` gives `null`."),
        (PLAYER, "b", "Player.detach", "`sink` was null: line 14 of `Player.detach` gives `null`."),
        (DIVISORS, "a", "Clock.seconds", "`seconds` was 0: line 6 of `Clock.seconds` gives `0`."),
        (DIVISORS, "b", "Plan.of", "`plan.lanes()` was 0: line 12 of `Plan.of` gives `0`."),
        (BRANCH, "a", "Rates.live", "`rate` was null: it can come from line 6 of `Rates.live`"),
        (BRANCH, "b", "Book.closing", "`rate` was null: line 9 of `Book.closing` gives `null`."),
        (ACCOUNT, "a", "Fraud.review", "line 15 of `Fraud.review` calls it."),
        (ACCOUNT, "b", "Desk.open", "line 20 of `Desk.open` calls it."),
        (KOTLIN, "a", "Desk.close", "`state` was CLOSED: line 11 of `Desk.close` gives `State.CLOSED`."),
        (KOTLIN, "b", "Desk.fail", "`state` was FAILED: line 15 of `Desk.fail` gives `State.FAILED`."),
    ],
)
def test_values_decide_between_two_causes(source, cause, function, statement, bug, programs):
    without, found = first_hypothesis(bug, programs, source, cause)
    assert without.places[0].function != function
    assert (found.places[0].function, found.kind) == (function, "captured_value")
    assert statement in found.statement


def test_what_the_values_rule_out_is_said(bug, programs):
    _, found = first_hypothesis(bug, programs, PLAYER, "a")
    assert found.evidence[:2] == (
        "It also sets `playing` to false, and it was so.",
        "The record of the run rules out `Player.detach`: it did not run before the throw.",
    )
