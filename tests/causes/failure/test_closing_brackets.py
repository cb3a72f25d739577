"""Frames whose line only closes a block: the code moved since that build."""

STORE = """class Store {
    private Config config;
    String name() {
        return read(config.name);
    }
    String both(Config other) {
        String first = config.name;
        return first + other.name;
    }
    String read(String name) { return name; }
}
class Config { String name; }
"""
NULL = "java.lang.NullPointerException\n\tat shop.Store.{}(Store.java:{})"


def test_the_one_expression_of_the_function_is_taken(ask):
    found = ask(NULL.format("name", 6), Store_java=STORE)
    assert (found.expression.text, found.expression.start_line, found.value.text) == (
        "config.name",
        5,
        "config",
    )
    assert found.expression.note == (
        "line 6 only closes a block, line 5 of Store.name fits: it may have moved"
    )


def test_of_several_expressions_none_is_alone(ask):
    found = ask(NULL.format("both", 10), Store_java=STORE)
    shown = [found.expression, *found.others]
    assert [one.start_line for one in shown] == [8, 9]
    assert "it may have moved" not in found.expression.note


def test_a_line_with_code_that_cannot_fail_names_nothing(ask):
    found = ask(NULL.format("read", 11), Store_java=STORE)
    assert found.expression is None
