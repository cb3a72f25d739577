"""The record of a run decides which functions can be at fault."""

import pytest

from tests.causes.captured_crash import Programs, first_hypothesis

PANTRY = """package shop;

import java.util.*;

class Pantry {
    private final Map<String, String> jars = new TreeMap<>();

    void store(String name, String jar) { jars.put(name, jar); }

    void tidy(String begin) { jars.keySet().removeIf(one -> one.startsWith(begin)); }

    void sell(String name) { jars.remove(name); }

    Optional<String> some() { return jars.values().stream().filter(one -> !one.isEmpty()).findFirst(); }
}

class Kitchen {
    private final Pantry pantry;

    Kitchen(Pantry pantry) { this.pantry = pantry; }

    String cook() { return pantry.some().orElseThrow(); }
}

class Main {
    public static void main(String[] args) {
        Pantry pantry = new Pantry();
        pantry.store("plum", "red");
        if (args[0].equals("a")) pantry.tidy("p"); else pantry.sell("plum");
        System.out.println(new Kitchen(pantry).cook());
    }
}
"""


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    return Programs(lambda: tmp_path_factory.mktemp("program"))


@pytest.mark.parametrize(("cause", "function"), [("a", "Pantry.tidy"), ("b", "Pantry.sell")])
def test_who_emptied_a_collection_last(bug, programs, cause, function):
    _without, found = first_hypothesis(bug, programs, PANTRY, cause)
    assert found.places[0].function == function
    assert "Nothing that adds to it was called after that." in found.statement
