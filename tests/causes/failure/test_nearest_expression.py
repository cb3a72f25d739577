"""Which of several expressions it was, where the trace's line holds none of them."""

import pytest

LOOPS = """class Sync {
    void run(java.util.List<String> first, java.util.List<String> second) {
        for (String one : first) {
            log(one);
            log(one + one);
        }
        log("between");
        log("between");
        log("between");
        log("between");
        log("between");
        log("between");
        for (String two : second) {
            log(two);
        }
    }
    void log(String text) {}
}
"""
TRACE = """java.util.ConcurrentModificationException
\tat java.util.ArrayList$Itr.hasNext(ArrayList.java:760)
\tat shop.Sync.run(Sync.java:{})
"""


@pytest.mark.parametrize(("line", "value"), [(5, "first"), (15, "second"), (4, "first")])
def test_the_nearest_where_the_other_is_far(ask, line, value):
    found = ask(TRACE.format(line), Sync_java=LOOPS)
    assert found.value.text == value


@pytest.mark.parametrize("line", [8, 9, 10])
def test_none_where_both_are_about_as_near(ask, line):
    assert ask(TRACE.format(line), Sync_java=LOOPS).expression is None
