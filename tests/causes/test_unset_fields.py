"""A field that is null until a function sets it, and callers that do not ask whether it is set."""

import pytest

from evaluation.project_text import project_files

API = """// file: src/main/java/shop/Api.java
package shop;
class Api {
    private Config config;
    void loaded(String text) {
        config = new Config(text);
    }
    String name() {
        return config.name;
    }
    TEST
}
class Config { String name; Config(String name) { this.name = name; } }
// file: src/main/java/shop/Screen.java
package shop;
class Screen {
    Api api;
    void show() {
        api.name();
    }
}
class Row {
    Api api;
    void draw() {
        if (api.isLoaded()) api.name();
    }
}
"""
TEST = "boolean isLoaded() { return config != null; }"
CRASH = """java.lang.NullPointerException
    at shop.Api.name(Api.java:8)
    at shop.Screen.show(Screen.java:5)
"""


@pytest.fixture
def found(bug):
    def find(code, text=CRASH):
        asked = bug(project_files(code), text)
        stated = {
            one.function.name: [reason.statement for reason in one.reasons] for one in asked.candidate_list()
        }
        source = asked.hypotheses().value_source
        return source, stated

    return find


def test_who_sets_it_and_who_does_not_ask(found):
    source, stated = found(API.replace("TEST", TEST))
    assert source.statement == "`config` is null until `Api.loaded` (line 5) sets it."
    assert source.line == 5
    assert (
        "`Screen.show` does not ask first whether `config` is set (line 5); `Api.isLoaded` (line 10) tells "
        "whether it is: `Row.draw` (line 11) ask it." in stated["show"]
    )


def test_a_class_that_cannot_tell(found):
    source, stated = found(API.replace("TEST", ""))
    assert source.statement == "`config` is null until `Api.loaded` (line 5) sets it."
    assert not any("does not ask" in one for one in stated["show"])


def test_who_calls_the_function_that_sets_it(found):
    task = """// file: src/main/java/shop/LoadTask.java
package shop;
class LoadTask extends android.os.AsyncTask<String, Void, Void> {
    Api api;
    protected Void doInBackground(String... names) {
        api.loaded(names[0]);
        return null;
    }
}
"""
    source, _stated = found(API.replace("TEST", "") + task)
    assert source.statement == (
        "`config` is null until `Api.loaded` (line 5) sets it, which `LoadTask.doInBackground` "
        "(`LoadTask.java:5`) calls."
    )
    many = "".join(task.replace("LoadTask", f"Task{number}") for number in range(3))
    source, _stated = found(API.replace("TEST", "") + many)
    assert source.statement == "`config` is null until `Api.loaded` (line 5) sets it."


def test_a_caller_that_asks(found):
    code = API.replace("TEST", TEST).replace(
        "        api.name();\n", "        if (api.isLoaded()) api.name();\n", 1
    )
    _source, stated = found(code)
    assert not any("does not ask" in one for one in stated["show"])


def test_a_constructor_sets_it(found):
    code = API.replace("TEST", "Api() { config = null; config = new Config(null); }")
    source, _stated = found(code)
    assert source is None or "until" not in source.statement


def test_what_sets_it_back_to_null_is_said(found):
    code = API.replace("TEST", "void closed() {\n        config = null;\n    }")
    source, _stated = found(code)
    assert source.statement == (
        "`config` is null until `Api.loaded` (line 5) sets it, and again once `Api.closed` (line 11) has set it "
        "to null."
    )
