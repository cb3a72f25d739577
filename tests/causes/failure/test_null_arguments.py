"""The argument that was null inside of a function of a library."""

import pytest

CALLED = (
    "java.lang.NullPointerException: Attempt to invoke virtual method 'char[] java.lang.String.toCharArray()' "
    "on a null object reference\n"
    "\tat java.io.File.fixSlashes(File.java:185)\n"
    "\tat java.io.File.<init>(File.java:134)\n"
    "\tat shop.Store.open(Store.{}:{})"
)
JAVA = """import java.io.File;
class Store {{
    void open(String path, int mode) {{
        File file = {};
    }}
}}
"""
KOTLIN = """import java.io.File
class Store {
    fun open(path: String?) {
        val file: File = File(path)
    }
}
"""


@pytest.mark.parametrize(
    ("call", "value"),
    [
        ("new File(path)", "path"),
        ('new File("/data", path)', "path"),
        ('new File("/data")', None),
        ("new File(path, path)", None),
    ],
)
def test_the_argument_of_a_construction(ask, call, value):
    found = ask(CALLED.format("java", 5), Store_java=JAVA.format(call))
    assert (found.expression.text, found.others) == (call, ())
    assert (found.value.text if found.value else None) == value


def test_a_type_that_is_only_named_is_no_construction(ask):
    found = ask(CALLED.format("kt", 5), Store_kt=KOTLIN)
    assert (found.expression.text, found.value.text, found.others) == ("File(path)", "path", ())


def test_the_receiver_of_a_call_was_not_null(ask):
    code = """class Store {
    void show(Printer printer, String text, int count) {
        printer.print(text, count);
    }
}
"""
    trace = (
        "java.lang.NullPointerException: Attempt to invoke virtual method 'int java.lang.String.length()' on a "
        "null object reference\n\tat lib.Printer.print(Printer.java:3)\n\tat shop.Store.show(Store.java:4)"
    )
    found = ask(trace, Store_java=code)
    assert (found.expression.text, found.value.text) == ("printer.print(text, count)", "text")


def test_what_a_library_holds_itself_is_no_argument(ask):
    code = """class Store {
    void show(lib.view.Page page) {
        lib.view.Pages.draw(page);
    }
}
"""
    trace = (
        "java.lang.NullPointerException: Attempt to invoke virtual method 'int lib.view.Host.state()' on a null "
        "object reference\n\tat lib.view.Page.state(Page.java:3)\n\tat lib.view.Pages.draw(Pages.java:4)\n"
        "\tat shop.Store.show(Store.java:4)"
    )
    found = ask(trace, Store_java=code)
    assert (found.value, found.condition) == (None, "`Host.state` was called on null.")
