"""Lambdas that an error names by the class that a compiler gave them."""

import pytest

from evaluation.project_text import project_files
from rca.causes.lookup.lambda_places import lambda_places
from rca.causes.project_code import ProjectCode
from rca.navigation.lambda_names import find_lambda_names
from tests.indexed_project import indexed

SCREEN = project_files("""
// file: src/main/kotlin/shop/Screen.kt
package shop

class Screen(val title: String) {
    fun load(source: Source) {
        source.onReady { title.length }
    }

    fun show(menu: Menu) {
        menu.addListener { context ->
            menu.item(context)
        }
    }

    fun name() = title
}
// file: src/main/java/shop/Till.java
package shop;

class Till {
    Till() {}
    void open(java.util.concurrent.Executor executor) {
        executor.execute(() -> ring());
    }
    void ring() {}
}
""")


@pytest.mark.parametrize(
    ("text", "class_name", "method"),
    [
        ("Unknown kind 'a.b.Screen$$Lambda/0x0000000101d9c270'", "a.b.Screen", None),
        ("a.b.Screen$$Lambda$12/0x00000008400b4c40 cannot be cast", "a.b.Screen", None),
        ("at a.b.Screen$$ExternalSyntheticLambda3.run(Unknown Source:2)", "a.b.Screen", None),
        ("a.b.Screen$$InternalSyntheticLambda$1$2af$0", "a.b.Screen", None),
        ("a.b.-$$Lambda$Screen$kVylv1rl9MOSbHFZoVyK5dl1kfY", "a.b.Screen", None),
        ("a.b.Screen$load$1 is not serializable", "a.b.Screen", "load"),
        ("at a.b.Screen.lambda$load$0(Screen.java:7)", "a.b.Screen", "load"),
        ("at a.b.Screen.load$lambda$0(Unknown Source:9)", "a.b.Screen", "load"),
        ("at a.b.Screen.load$lambda-0(Unknown Source:9)", "a.b.Screen", "load"),
        ("at a.b.Screen.$r8$lambda$2uKfY9(Unknown Source:0)", "a.b.Screen", None),
        ("a/b/Screen$Row$$Lambda$3", "a.b.Screen.Row", None),
    ],
)
def test_names_of_lambdas(text, class_name, method):
    assert (class_name, method) in find_lambda_names(text)


@pytest.mark.parametrize("text", ["a.b.Screen", "a.b.Screen$Row", "a.b.Screen$1", "costs 3$ a piece", "$$"])
def test_other_names_are_no_lambdas(text):
    assert find_lambda_names(text) == ()


@pytest.fixture
def places(tmp_path):
    code = ProjectCode(indexed(tmp_path / "project", SCREEN).snapshot)
    return lambda text: [(one.function.name, one.line, one.weight) for one in lambda_places(text, code)]


def test_the_lambda_that_shares_words_with_the_message_comes_first(places):
    found = places("Unknown menu context 'shop.Screen$$Lambda/0x01'")
    assert found == [("show", 9, 0.6), ("load", 5, 0.4)]


def test_a_function_that_the_name_holds_is_the_only_one(places):
    assert places("shop.Screen$load$1 is not serializable") == [("load", 5, 0.8)]


def test_the_only_function_with_a_lambda(places):
    assert places("shop.Till$$ExternalSyntheticLambda0 failed") == [("open", 6, 0.8)]


def test_a_class_without_lambdas_and_one_that_is_not_there(places):
    assert places("shop.Gone$$Lambda$1 failed") == []
    assert places("shop.Screen$name$1 failed") == []


def test_such_an_error_leads_to_the_function_and_not_to_the_class(bug):
    text = "java.lang.IllegalStateException: Unknown menu context 'shop.Screen$$Lambda/0x01'\n"
    first = bug(SCREEN, text).hypotheses().hypotheses[0]
    assert (first.kind, first.places[0].function) == ("looked_up", "Screen.show")
