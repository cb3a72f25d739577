"""Lines of a trace that are of another revision of a file, and lines that only look so."""

import pytest

from rca.analysis.locating.frame_locator import locate
from rca.causes.failure.find_failure import find_failure
from rca.causes.moved_lines.moved_frames import follow_moved_lines
from rca.error_text import parse
from rca.scheduling.deadline import Deadline
from tests.indexed_project import indexed

BOOM = "java.lang.IllegalStateException: boom"


class Followed:
    """Frames of a trace, by their text."""

    def __init__(self, root, trace, files):
        texts = {
            f"src/main/java/shop/{name.replace('_', '.')}": f"package shop{';' * name.endswith('java')}\n{text}"
            for name, text in files.items()
        }
        self.snapshot = indexed(root, texts).snapshot
        self.report = parse(trace, app_packages=("shop",))
        self.frames = follow_moved_lines(
            self.report, locate(self.report, self.snapshot), self.snapshot, Deadline(20)
        )

    @property
    def lines(self):
        """Line of the trace and line now, of the frames of `Cart` whose line is of another revision."""
        moved = [one for one in self.frames if one.reported_line is not None and "Cart" in one.file_path]
        return {one.reported_line: one.line for one in moved}

    @property
    def notes(self):
        return [one.note for one in self.frames if one.note]

    @property
    def failure(self):
        return find_failure(self.report, self.frames, self.snapshot, Deadline(20))


@pytest.fixture
def follow(tmp_path):
    def find(*frames, thrown=BOOM, **files):
        trace = "\n\tat ".join((thrown, *frames))
        return Followed(tmp_path / "project", trace, files)

    return find


STOCK = """class Stock {
    int take(String name) {
        throw new IllegalStateException("boom");
    }
}
"""


def cart(body, language="java"):
    head = "class Cart {\n    Stock stock = new Stock();\n    int total() {\n"
    if language == "kt":
        head = "class Cart(private val stock: Stock) {\n\n    fun total(): Int {\n"
    return head + "".join(f"        {line}\n" for line in body) + "    }\n}\n"


TAKE, TOTAL = "shop.Stock.take(Stock.java:4)", "shop.Cart.total(Cart.java:{})"


@pytest.mark.parametrize(
    ("line", "held"),
    [(5, "no code"), (6, "no code"), (7, "no call of `take`"), (9, "no call of `take`")],
)
def test_a_line_that_does_not_call_is_replaced_by_the_one_that_does(follow, line, held):
    body = ["", "// take one", "int count = 0;", 'return stock.take("a");', "}", "void other() {"]
    found = follow(TAKE, TOTAL.format(line), Stock_java=STOCK, Cart_java=cart(body))
    assert found.lines == {line: 8}
    assert found.notes == [f"line {line} holds {held}; line 8 calls `take`: the line moved, found by content"]


def test_a_line_in_another_function_is_replaced(follow):
    body = ['return stock.take("a");', "}", "int other() {", "return 1;"]
    found = follow(TAKE, TOTAL.format(8), Stock_java=STOCK, Cart_java=cart(body))
    assert found.lines == {8: 5}
    assert found.notes[0].endswith("; line 5 calls `take`: the line moved, found by content")


def test_several_calls_are_listed(follow):
    body = ['int a = stock.take("a");', "log(a);", 'return stock.take("b");']
    found = follow(TAKE, TOTAL.format(6), Stock_java=STOCK, Cart_java=cart(body))
    assert found.notes == [
        "line 6 holds no call of `take`; lines 5, 7 call `take`, which of them it was is not known"
    ]


def test_of_several_calls_each_may_be_the_failing_expression(follow):
    body = ["int a = names.get(1);", "log(a);", "return names.get(2);"]
    found = follow(
        "java.util.ArrayList.remove(ArrayList.java:427)",
        TOTAL.format(6),
        thrown="java.lang.IndexOutOfBoundsException: Index: 2, Size: 0",
        Cart_java=cart([line.replace("get", "remove") for line in body]),
    )
    shown = (found.failure.expression, *found.failure.others)
    assert [one.text for one in shown] == ["names.remove(1)", "names.remove(2)"]
    assert "which of them it was is not known" in found.failure.expression.note


def test_frames_that_moved_alike_move_the_others_of_their_file(follow):
    body = [
        "start();",
        "",
        "int a = first();",
        "return a;",
        "}",
        "int first() {",
        "log();",
        "return second();",
        "}",
        "int second() {",
        "String[] names = null;",
        "int size = names.length;",
        "return size;",
    ]
    found = follow(
        "shop.Cart.second(Cart.java:15)",
        "shop.Cart.first(Cart.java:11)",
        "shop.Cart.total(Cart.java:6)",
        thrown="java.lang.NullPointerException",
        Cart_java=cart(body),
    )
    assert found.lines == {15: 16, 11: 12, 6: 7}
    assert found.failure.expression.text == "names.length"
    assert found.notes[0] == "line 15 is of another revision: other lines of this file moved by +1"


def test_a_line_beside_one_that_moved_is_no_failing_expression_by_itself(follow):
    body = [
        'log(names.get("a").trim());',
        "return first();",
        "}",
        "int first() {",
        "// nothing",
        "return total();",
    ]
    found = follow(
        "shop.Cart.total(Cart.java:5)",
        "shop.Cart.first(Cart.java:9)",
        thrown="java.lang.NullPointerException",
        Cart_java=cart(body),
    )
    assert found.lines == {5: 5, 9: 10}
    assert "may be" in found.frames[0].note


JAVA_FITS = [
    ["return stock", "    .take(", '        "a");'],
    ["return add(1,", '    stock.take("a"));'],
    ["int a =", '    stock.take("a");', "return a;"],
    ["if (stock != null &&", '        stock.take("a") > 0) {', "}", "return 1;"],
    ["call(stock::take);", 'stock.take("b");', "return 1;"],
]


@pytest.mark.parametrize(
    ("body", "line"), [(body, 5) for body in JAVA_FITS] + [(body, 6) for body in JAVA_FITS]
)
def test_lines_of_java_that_fit_stay(follow, body, line):
    found = follow(TAKE, TOTAL.format(line), Stock_java=STOCK, Cart_java=cart(body))
    assert found.lines == {}


KOTLIN_STOCK = """class Stock {
    val rows = mutableListOf<Int>()
    val first: Int get() = error("boom")
    var isOpen: Boolean
        get() = error("boom")
        set(value) = error("boom")
    var count: Int
        get() = 1
        set(value) = error("boom")
    fun take(name: String, many: Int = 1): Int = error("boom")
    operator fun get(name: String): Int = error("boom")
    operator fun set(name: String, many: Int) { error("boom") }
    operator fun plus(many: Int): Stock = error("boom")
    operator fun plusAssign(many: Int) { error("boom") }
    operator fun contains(name: String): Boolean = error("boom")
    operator fun invoke(name: String): Int = error("boom")
    operator fun iterator(): Iterator<Int> = error("boom")
    operator fun component1(): Int = error("boom")
    operator fun compareTo(other: Stock): Int = error("boom")
    operator fun not(): Boolean = error("boom")
    operator fun rangeTo(other: Stock): IntRange = error("boom")
    infix fun with(other: Stock): Stock = error("boom")
    override fun toString(): String = error("boom")
    override fun equals(other: Any?): Boolean = error("boom")
    suspend fun load(): Int = error("boom")
    fun each(block: (Int) -> Unit) { block(1) }
    @JvmName("renamed") fun named(): Int = error("boom")
    inline fun guarded(block: () -> Int): Int { hidden(); return block() }
    fun hidden() { error("boom") }
    operator fun getValue(owner: Any?, property: Any?): Int = error("boom")
}
"""
KOTLIN_FITS = [
    ("getFirst", "val a = stock.first"),
    ("isOpen", "if (stock.isOpen) return 1"),
    ("setOpen", "stock.isOpen = true"),
    ("setCount", "stock.count += 2"),
    ("take$default", 'stock.take("a")'),
    ("get", 'val a = stock["a"]'),
    ("set", 'stock["a"] = 3'),
    ("plus", "val a = stock + 3"),
    ("plusAssign", "stock += 3"),
    ("contains", 'val a = "a" in stock'),
    ("invoke", 'stock("a")'),
    ("iterator", "for (one in stock) log(one)"),
    ("component1", "val (a) = stock"),
    ("compareTo", "val a = stock < other"),
    ("not", "if (!stock) return 1"),
    ("rangeTo", "val a = stock..other"),
    ("with", "val a = stock with other"),
    ("toString", 'log("stock: $stock")'),
    ("equals", "if (stock == other) return 1"),
    ("each", "stock.each { log(it) }"),
    ("renamed", "val a = stock.named()"),
    ("hidden", "val a = stock.guarded { 3 }"),
    ("getValue", "log(delegated)"),
    ("take", 'val a = stock?.take("a") ?: 1'),
    ("take", 'log("taken: ${stock.take("a")}")'),
    ("take", 'val a = listOf("a").map(stock::take)'),
    ("<init>", "val a = Stock()"),
    ("<init>", "val a = object : Stock() {}"),
]


@pytest.mark.parametrize(("method", "line"), KOTLIN_FITS)
def test_lines_of_kotlin_that_fit_stay(follow, method, line):
    body = ["log(1)", line, "log(2)", 'stock.take("z")', "stock.hidden()", "return Stock().take()"]
    found = follow(
        f"shop.Stock.{method}(Stock.kt:5)",
        "shop.Cart.total(Cart.kt:6)",
        Stock_kt=KOTLIN_STOCK,
        Cart_kt=cart(body, "kt"),
    )
    assert found.lines == {}


def test_code_that_kotlin_inlines_from_a_library_stays(follow):
    body = ["val a = rows.first { it > 1 }", "val iterator = rows.iterator()", "return iterator.next()"]
    found = follow(
        "java.util.ArrayList$Itr.next(ArrayList.java:1)",
        "shop.Cart.total(Cart.kt:5)",
        Cart_kt=cart(body, "kt"),
    )
    assert found.lines == {}


def test_an_imported_alias_stays(tmp_path):
    code = "import far.take as grab\nclass Cart {\n    fun total(): Int {\n        grab()\n        take()\n"
    files = {
        "src/Cart.kt": f"package shop\n{code}        return 1\n    }}\n}}\n",
        "src/Far.kt": "package far\nfun take() {}\n",
    }
    snapshot = indexed(tmp_path / "project", files).snapshot
    report = parse(
        f"{BOOM}\n\tat far.FarKt.take(Far.kt:2)\n\tat shop.Cart.total(Cart.kt:5)",
        app_packages=("shop", "far"),
    )
    places = locate(report, snapshot)
    assert follow_moved_lines(report, places, snapshot, Deadline(20)) == places


def test_a_line_inside_a_text_of_several_lines_is_not_blank(follow):
    body = ['val a = """', "", '  ${stock.take("a")}', '"""', "return 1"]
    found = follow(
        TAKE.replace("java", "kt"),
        "shop.Cart.total(Cart.kt:6)",
        Stock_kt=KOTLIN_STOCK,
        Cart_kt=cart(body, "kt"),
    )
    assert found.lines == {}


def test_stubs_and_bridges_of_the_same_name_stay(follow):
    body = ["return other.total();"]
    found = follow(
        "shop.Other.total(Other.java:4)",
        TOTAL.format(4),
        Cart_java=cart(body),
        Other_java=STOCK.replace("take", "total").replace("Stock", "Other"),
    )
    assert found.lines == {}


def test_recovered_frames_of_coroutines_stay(follow):
    body = ["log(1)", "return stock.load()"]
    found = follow(
        "shop.Stock.load(Stock.kt:26)",
        "_COROUTINE._BOUNDARY._(CoroutineDebugging.kt:46)",
        "shop.Cart.total(Cart.kt:5)",
        Stock_kt=KOTLIN_STOCK,
        Cart_kt=cart(body, "kt"),
    )
    assert found.lines == {}


def test_the_failing_expression_is_the_one_that_was_found_by_content(follow):
    body = ["int size = names.size();", 'log(stock.take("a"));', "return names.get(2);"]
    found = follow(
        "java.util.ArrayList.get(ArrayList.java:427)",
        TOTAL.format(9),
        thrown="java.lang.IndexOutOfBoundsException: Index: 2, Size: 0",
        Cart_java=cart(body),
    )
    assert found.failure.expression.text == "names.get(2)"
    assert found.failure.expression.start_line == 7
