"""Which uses of a function can be null, where the trace or message gives no line."""

NULL = "java.lang.NullPointerException"
SCREEN = """import android.content.Intent;
import java.util.Map;
class Screen {
    private final Map<String, Row> rows = new java.util.HashMap<>();
    private Row last;
    private final Row first = new Row();
    void show(Intent intent, String key) {
        first.draw();
        if (last == null) {
            last = new Row();
        }
        last.draw();
        Row row = rows.get(key);
        row.draw();
        String id = intent.getStringExtra("id");
        log(id.trim());
    }
    void log(String text) { text.trim(); }
}
class Row { void draw() {} }
"""


def uses(found):
    return [(one.text, one.start_line) for one in (found.expression, *found.others)]


def test_uses_that_can_be_null_come_first_and_checked_ones_are_left_out(ask):
    found = ask(f"{NULL}\n\tat shop.Screen.show(Unknown Source)", Screen_java=SCREEN)
    assert uses(found)[:2] == [("row.draw()", 15), ("id.trim()", 17)]
    assert ("last.draw()", 13) not in uses(found)
    assert ("first.draw()", 9) not in uses(found)
    assert found.expression.note.startswith("the line is not known; of ")
    assert "a lookup that may find nothing, line 14" in found.expression.note
    assert found.others[0].note == "an extra of an intent, line 16"


def test_a_line_that_is_known_is_not_ranked(ask):
    found = ask(f"{NULL}\n\tat shop.Screen.show(Screen.java:9)", Screen_java=SCREEN)
    assert uses(found) == [("first.draw()", 9)]
    assert found.expression.note is None


def test_casts_of_a_function_without_a_line(ask):
    code = """class Screen {
    void show(Object row) {
        log((String) row);
        log((Integer) row);
    }
}
"""
    found = ask(
        "java.lang.ClassCastException: java.lang.Long cannot be cast to java.lang.Integer\n"
        "\tat shop.Screen.show(Unknown Source)",
        Screen_java=code,
    )
    assert uses(found) == [("(Integer) row", 5)]


def test_elements_of_a_function_without_a_line(ask):
    code = """class Screen {
    int show(int[] rows, String text) {
        log(text);
        int first = rows[0];
        return first + rows[2];
    }
}
"""
    found = ask(
        "java.lang.ArrayIndexOutOfBoundsException: length=1; index=2\n\tat shop.Screen.show(Unknown Source)",
        Screen_java=code,
    )
    assert uses(found) == [("rows[0]", 5), ("rows[2]", 6)]


def test_a_function_that_the_message_names_is_searched(ask):
    code = """class Screen {
    var row: Row? = null
    fun show() {
        log(1)
        row!!.draw()
    }
    fun log(i: Int) {}
}
class Row { fun draw() {} }
"""
    trace = f"{NULL}: while shop.Screen.show() ran\n\tat java.lang.Thread.run(Thread.java:1)"
    found = ask(trace, Screen_kt=code)
    assert uses(found) == [("row!!", 6)]
    assert found.expression.note == "the line is not known; nothing else in Screen.show fits"


def test_the_number_of_a_resource_is_no_null(ask):
    code = (
        "package shop;\nclass Cart {\n    void run() {\n"
        "        Cling cling = (Cling) host().findViewById(R.id.cling);\n    }\n}\n"
    )
    found = ask(f"{NULL}\n\tat shop.Cart.run(Cart.java:4)", Cart_java=code)
    assert (found.expression.text, found.others) == ("host().findViewById(R.id.cling)", ())


FRAGMENT = """class Page {
    private var _binding: Binding? = null
    private val binding get() = _binding!!
    lateinit var chapters: List<String>
    fun onCreateView() { _binding = Binding() }
    fun onDestroyView() { _binding = null }
    fun refresh() {
        if (chapters.isEmpty()) return
        val text = Texts.read()
        binding.title = text.trim()
    }
}
class Binding { var title: String = "" }
"""
TEXTS = """class Texts { static String read() { return System.getProperty("x"); } }
"""


def test_a_getter_that_asserts_comes_first_and_an_unset_lateinit_is_none(ask):
    trace = f"{NULL}\n\tat shop.Page.refresh(Unknown Source)\n\tat android.os.Handler.handleCallback(Handler.java:942)"
    found = ask(trace, Page_kt=FRAGMENT, Texts_java=TEXTS)
    assert (found.expression.text, found.expression.start_line) == ("binding", 11)
    assert "its getter asserts `_binding!!` (`null` is written, line 7)" in found.expression.note
    assert (found.value.text, found.value.start_line) == ("_binding", 4)
    assert not [one for one in (found.expression, *found.others) if "chapters" in one.text]


def test_a_getter_that_asserts_is_what_fails_on_a_line_that_is_known(ask):
    found = ask(f"{NULL}\n\tat shop.Page.refresh(Page.kt:11)", Page_kt=FRAGMENT, Texts_java=TEXTS)
    assert (found.expression.text, found.value.text) == ("binding", "_binding")


def test_where_the_message_says_what_was_null_the_getter_is_not_blamed(ask):
    message = "Attempt to invoke virtual method 'java.lang.String java.lang.String.trim()' on a null object reference"
    found = ask(f"{NULL}: {message}\n\tat shop.Page.refresh(Page.kt:11)", Page_kt=FRAGMENT, Texts_java=TEXTS)
    assert (found.expression.text, found.value.text) == ("text.trim()", "text")


def test_an_expression_behind_a_check_is_said_to_be_no_cause_in_this_code(ask):
    code = """class Lines {
    fun show(all: List<Any?>) {
        for (one in all) {
            val text = if (one == null)
                "none"
            else
                one.toString()
            println(text)
        }
    }
}
"""
    message = "Attempt to invoke virtual method 'java.lang.String java.lang.Object.toString()' on a null object reference"
    found = ask(f"{NULL}: {message}\n\tat shop.Lines.show(Lines.kt:188)", Lines_kt=code)
    assert found.expression.text == "one.toString()"
    assert "line 5 checks it first, so this code cannot fail so" in found.expression.note
