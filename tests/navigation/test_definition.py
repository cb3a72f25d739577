"""What the identifier at a place means: each test marks the place with <|> and names what is meant."""

from __future__ import annotations

import pytest

from evaluation.project_text import split_cursor
from rca.navigation.definition import find_definition

SHOP = """package shop

import base.Money
import base.Money as Cash
import base.format
import base.Color.RED

annotation class Tracked(val name: String = "")

interface Priced { val price: Money; fun total(count: Int): Money }

@Tracked(name = "item")
class Item(val name: String, amount: Int) : Priced {
    override val price: Money = Money(amount)
    private var seen = 0
    override fun total(count: Int): Money {
        seen += count
        val result = price * count
        return result.also { sum -> log("$sum ${sum.cents} of $name") }
    }
    fun <T : Priced> best(others: List<T>, by: (T) -> Int): T? = others.maxByOrNull { one -> by(one) }
    companion object {
        const val LIMIT = 3
        fun of(name: String) = Item(name, amount = LIMIT)
    }
}

fun log(text: String) {}
fun Item.label(prefix: String = "") = prefix + format(price)

fun use(item: Item, cash: Cash) {
    val (a, b) = item to cash
    for (i in 0..Item.LIMIT) { log("$i") }
    val copy = Item.of(name = item.name)
    copy.label(prefix = "x")
    listOf(item).map(Item::label).forEach { log(it) }
    when (val kind = RED) { RED -> log(kind.name); else -> {} }
    try { b.cents } catch (problem: Exception) { log(problem.toString()) }
    val ifEmpty = { log("none") }
    ifEmpty()
    // a comment of item
    log("text item")
}
"""
BASE = """package base

data class Money(val cents: Int) {
    operator fun times(count: Int) = Money(cents * count)
}
enum class Color { RED, GREEN }
fun format(money: Money) = money.cents.toString()
"""
JAVA = """package shop;

import base.Money;
import java.util.List;

public class Cart {
    private final List<Item> items;
    Cart(List<Item> items) { this.items = items; }
    Money sum(int factor) {
        Money total = new Money(0);
        for (Item item : items) {
            Money one = item.total(factor);
            total = one;
        }
        items.forEach(it -> ShopKt.log(it.getName()));
        Object other = total;
        if (other instanceof Money money) { return money; }
        return total;
    }
}
"""


@pytest.fixture
def shop(project):
    project.write("base/Base.kt", BASE)
    project.write("shop/Shop.kt", SHOP)
    project.write("shop/Cart.java", JAVA)
    return project


def meaning(project, path, marked):
    """Return what stands at the mark of a line of a file, as `kind name` or `kind name@line`."""
    snapshot = project.open().snapshot
    text = snapshot.text(path)
    before, after = split_cursor(marked)
    assert text.count(before + after) == 1, f"{text.count(before + after)} places"
    found = find_definition(snapshot.index, path, text.index(before + after) + len(before), snapshot.text)
    if found is None:
        return None
    assert text[found.start : found.end] == found.name
    if found.package is not None:
        return f"package {found.package}"
    if found.local is not None:
        local = found.local
        held = snapshot.text(local.path)
        assert held[local.start : local.end] == local.name
        return f"{local.kind} {local.name}@{held.count(chr(10), 0, local.start) + 1}"
    return " ".join(f"{one.declaration.kind} {one.qualified_name}" for one in found.symbols)


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("import ba<|>se.Money\n", "package base"),
        ("import base.Mon<|>ey\n", "class base.Money"),
        ("Money as Ca<|>sh", "class base.Money"),
        ("import base.for<|>mat", "function base.format"),
        ("import base.Color.RE<|>D", "enum_entry base.Color.RED"),
        ("import base.Co<|>lor.RED", "enum base.Color"),
        ("class It<|>em(val", "class shop.Item"),
        ("@Tra<|>cked(name", "annotation shop.Tracked"),
        (") : Pri<|>ced {", "interface shop.Priced"),
        ("price: Money = Mon<|>ey(amount)", "constructor base.Money.Money"),
        ("price: Mon<|>ey = Money", "class base.Money"),
        ("Money(amo<|>unt)", "parameter amount@13"),
        ("se<|>en += count", "property shop.Item.seen"),
        ("seen += cou<|>nt", "parameter count@16"),
        ("return resu<|>lt.also", "local result@18"),
        ("pri<|>ce * count", "property shop.Item.price"),
        ('log("$su<|>m ', "parameter sum@19"),
        ("${sum.cen<|>ts}", "property base.Money.cents"),
        ('of $na<|>me")', "property shop.Item.name"),
        ("List<<|>T>, by", "type_parameter T@21"),
        ("fun <T : Pri<|>ced> best", "interface shop.Priced"),
        ("-> b<|>y(one)", "parameter by@21"),
        ("by(on<|>e)", "parameter one@21"),
        ("0..It<|>em.LIMIT", "class shop.Item"),
        ("0..Item.LIM<|>IT", "property shop.Item.Companion.LIMIT"),
        ("Item.o<|>f(name = item.name)", "function shop.Item.Companion.of"),
        ("Item.of(na<|>me = item.name)", "parameter name@24"),
        ("of(name = item.na<|>me)", "property shop.Item.name"),
        ("Item(name, amo<|>unt = LIMIT)", "parameter amount@13"),
        ("copy.lab<|>el(", "function shop.label"),
        ("label(pre<|>fix = ", "parameter prefix@29"),
        ("Item::lab<|>el", "function shop.label"),
        ("(It<|>em::label", "class shop.Item"),
        ("cash: Ca<|>sh)", "class base.Money"),
        ('log("$<|>i")', "local i@33"),
        ("ki<|>nd.name", "local kind@37"),
        ("log(prob<|>lem.toString", "local problem@38"),
        ("b<|>.cents }", "local b@32"),
        ("ifEmp<|>ty()", "local ifEmpty@39"),
        ("comment of it<|>em", None),
        ("text it<|>em", None),
        ("ret<|>urn result", None),
    ],
)
def test_kotlin(shop, marked, expected):
    assert meaning(shop, "shop/Shop.kt", marked) == expected


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("import base.Mo<|>ney;", "class base.Money"),
        ("final List<It<|>em> items", "class shop.Item"),
        ("this.ite<|>ms = items", "property shop.Cart.items"),
        ("this.items = ite<|>ms", "parameter items@8"),
        ("new Mon<|>ey(0)", "constructor base.Money.Money"),
        ("item.to<|>tal(factor)", "function shop.Item.total"),
        ("item.total(fac<|>tor)", "parameter factor@9"),
        ("total = on<|>e;", "local one@12"),
        ("Item item : ite<|>ms", "property shop.Cart.items"),
        ("= it<|>em.total", "local item@11"),
        ("log(i<|>t.getName", "parameter it@15"),
        ("ShopKt.lo<|>g(", "function shop.log"),
        ("it.getNa<|>me()", "property shop.Item.name"),
        ("return mon<|>ey;", "local money@17"),
        ("        return tot<|>al;", "local total@10"),
    ],
)
def test_java(shop, marked, expected):
    assert meaning(shop, "shop/Cart.java", marked) == expected


LAYOUT = """<layout xmlns:android="http://schemas.android.com/apk/res/android">
    <shop.ui.Chart android:id="@+id/chart" style="@style/Theme.Shop" android:onClick="clicked"/>
    <TextView android:text="@string/title" android:labelFor="@id/chart" />
</layout>
"""


@pytest.fixture
def app(project):
    project.write(
        "app/src/main/AndroidManifest.xml",
        '<manifest package="shop"><application>\n<activity android:name=".ui.Home"/>\n'
        '<activity android:name="shop.ui.Chart" android:label="@string/title"/></application></manifest>',
    )
    project.write("app/src/main/res/layout/home_screen.xml", LAYOUT)
    project.write(
        "app/src/main/res/values/values.xml",
        '<resources>\n<string name="title">T</string>\n<style name="Theme.Shop"/></resources>',
    )
    project.write(
        "app/src/main/res/values-land/values.xml", '<resources><string name="title">L</string></resources>'
    )
    project.write(
        "app/src/main/java/shop/ui/Home.kt",
        """package shop.ui
import shop.databinding.HomeScreenBinding
class Home {
    fun show() = listOf(R.string.title, R.id.chart, R.style.Theme_Shop, R.layout.home_screen, R.string.none)
    fun bind(by: Inflater) = HomeScreenBinding.inflate(by)
    fun clicked(view: View) {}
}
class Chart
""",
    )
    project.write(
        "app/src/main/java/shop/ui/Old.java",
        "package shop.ui;\nimport shop.R;\nclass Old { int title() { return R.string.title; } }\n",
    )
    project.write("lib/other/Home.kt", "package other.ui\nclass Home")
    return project


@pytest.mark.parametrize(
    ("path", "marked", "expected"),
    [
        ("java/shop/ui/Home.kt", "R.string.tit<|>le", "string title string title"),
        ("java/shop/ui/Home.kt", "R.id.cha<|>rt", "id chart"),
        ("java/shop/ui/Home.kt", "R.style.Theme_<|>Shop", "style Theme.Shop"),
        ("java/shop/ui/Home.kt", "R.layout.<|>home_screen", "layout home_screen"),
        ("java/shop/ui/Home.kt", "R.string.no<|>ne", None),
        ("java/shop/ui/Home.kt", "= HomeScreen<|>Binding", "layout home_screen"),
        ("java/shop/ui/Home.kt", "databinding.HomeScreen<|>Binding", "layout home_screen"),
        ("java/shop/ui/Old.java", "R.string.tit<|>le", "string title string title"),
        ("res/layout/home_screen.xml", "@string/ti<|>tle", "string title string title"),
        ("res/layout/home_screen.xml", "@<|>id/chart", "id chart"),
        ("res/layout/home_screen.xml", "@style/Theme<|>.Shop", "style Theme.Shop"),
        ("res/layout/home_screen.xml", "<shop.ui.Ch<|>art", "class shop.ui.Chart"),
        ("res/layout/home_screen.xml", '"clic<|>ked"', "function shop.ui.Home.clicked"),
        ("res/layout/home_screen.xml", "<Text<|>View", None),
        ("AndroidManifest.xml", '".ui.Ho<|>me"', "class shop.ui.Home"),
        ("AndroidManifest.xml", '"shop.ui.<|>Chart"', "class shop.ui.Chart"),
        ("AndroidManifest.xml", "@string/<|>title", "string title string title"),
    ],
)
def test_android_resources_and_what_xml_names(app, path, marked, expected) -> None:
    assert meaning(app, f"app/src/main/{path}", marked) == expected


def test_an_import_from_a_kotlin_file_reads_that_package_alone(project) -> None:
    rename = '@file:JvmName("Prices")\npackage {0}\n@JvmName("asCents")\nfun toCents() = 1\n'
    for package in ("base", "far", "further"):
        project.write(f"{package}/Prices.kt", rename.format(package))
    text = (
        "package shop;\nimport static base.Prices.asCents;\nclass Till { int open() { return asCents(); } }\n"
    )
    project.write("shop/Till.java", text)
    snapshot = project.open().snapshot
    with snapshot.index.resolver() as resolver:
        found = find_definition(snapshot.index, "shop/Till.java", text.index("asCents"), snapshot.text)
        assert found is not None
        assert [(one.path, one.name) for one in found.symbols] == [("base/Prices.kt", "toCents")]
        assert resolver.files.seen == 2, "the file itself, and the one that declares what it imports"
