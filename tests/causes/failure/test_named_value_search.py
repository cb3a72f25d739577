"""The expression that a check of Kotlin names in its message, where the trace has no frame of it."""

MENU = """class Menu(private val items: List<Item>) {
    fun apply(bar: Bar) {
        items.forEach {
            add(
                bar.menu
                    .find(it.id)
            )
        }
    }
    fun add(item: Item) {}
}
class Bar { val menu = Menu(listOf()) }
class Item { val id = 1 }
fun Menu.find(id: Int): Item = TODO()
"""
TRACE = """java.lang.RuntimeException: Unable to start activity ComponentInfo{{shop/shop.Main}}: java.lang.NullPointerException: {} must not be null
	at android.app.ActivityThread.performLaunchActivity(ActivityThread.java:3677)
"""
MAIN = """class Main { fun start(name: String?) { name!!.trim() } }
"""


def test_it_is_found_to_the_letter_and_before_what_a_named_class_could_throw(ask):
    found = ask(TRACE.format("bar.menu.find(it.id)"), Menu_kt=MENU, Main_kt=MAIN)
    assert (found.expression.file_path, found.expression.start_line) == ("src/main/java/shop/Menu.kt", 6)
    assert found.expression.note.startswith("no frame leads here: this is the expression")


def test_a_cut_argument_matches_any(ask):
    found = ask(TRACE.format("bar.menu.find(…)"), Menu_kt=MENU, Main_kt=MAIN)
    assert found.expression.file_path == "src/main/java/shop/Menu.kt"


def test_an_expression_in_two_files_names_neither(ask):
    other = (
        MENU.replace("class Menu", "class Other")
        .replace("class Bar", "class B2")
        .replace("class Item", "class I2")
    )
    found = ask(TRACE.format("bar.menu.find(it.id)"), Menu_kt=MENU, Other_kt=other)
    assert found.expression is None


def test_a_single_name_is_not_looked_for(ask):
    found = ask(TRACE.format("items"), Menu_kt=MENU)
    assert found.expression is None
