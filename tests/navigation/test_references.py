"""Where a declaration is used, and how: the rows are `file:line kind enclosing`."""

from __future__ import annotations

import pytest

from evaluation.project_text import split_cursor
from rca.navigation.definition import find_definition
from rca.navigation.hierarchy import find_overridden, find_overriding, find_subclasses
from rca.navigation.references import find_references
from rca.scheduling.deadline import Deadline
from tests.navigation.test_definition import BASE, JAVA, SHOP

MORE = """package more

import base.Money as Cash
import shop.Item
import shop.Priced
import shop.label

typealias Goods = Item

// Item in a comment, "Item" in a string
class Box(val held: Item) : Priced {
    override val price get() = held.price
    override fun total(count: Int): Cash = Cash(1)
    fun again(): Goods = Goods("x", 2)
    fun Item() = "no class"
}
class Other { class Item(val n: Int); fun make() = Item(3) }
object Maker : (Item) -> String { override fun invoke(item: Item) = item.label() }
val anonymous = object : Priced {
    override val price = Cash(2)
    override fun total(count: Int) = price
}
"""


@pytest.fixture
def shop(project):
    project.write("base/Base.kt", BASE)
    project.write("shop/Shop.kt", SHOP)
    project.write("shop/Cart.java", JAVA)
    project.write("more/More.kt", MORE)
    return project


def uses(project, path, marked):
    """Return the uses of what stands at a mark; each must show its own name in the text."""
    snapshot = project.open().snapshot
    text = snapshot.text(path)
    before, after = split_cursor(marked)
    assert text.count(before + after) == 1
    found = find_definition(snapshot.index, path, text.index(before + after) + len(before), snapshot.text)
    target = found.local or found.symbols[0]
    answer = find_references(snapshot.index, target, snapshot.text, Deadline())
    rows = []
    for one in answer.references:
        held = snapshot.text(one.path)
        assert held.count("\n", 0, one.start) + 1 == one.line
        shown = one.inside.display_name if one.inside is not None else "-"
        rows.append(
            f"{one.path.rpartition('/')[2]}:{one.line} {held[one.start : one.end]} {one.kind} {shown}"
        )
    return rows, answer


def test_a_class_is_found_by_what_its_name_means(shop):
    rows, answer = uses(shop, "shop/Shop.kt", "class It<|>em(val")
    assert rows == [
        "More.kt:4 Item import -",
        "More.kt:8 Item type Goods",
        "More.kt:11 Item type Box.held",
        "More.kt:18 Item type Maker",
        "More.kt:18 Item type Maker.invoke",
        "Cart.java:7 Item type Cart",
        "Cart.java:8 Item type Cart.Cart",
        "Cart.java:11 Item type Cart.sum",
        "Shop.kt:24 Item call Item.of",
        "Shop.kt:29 Item type label",
        "Shop.kt:31 Item type use",
        "Shop.kt:33 Item type use",
        "Shop.kt:34 Item type use",
        "Shop.kt:36 Item type use",
    ]
    assert answer.complete


def test_an_interface_has_supertypes_imports_and_bounds(shop):
    rows, _ = uses(shop, "shop/Shop.kt", "interface Pri<|>ced")
    assert rows == [
        "More.kt:5 Priced import -",
        "More.kt:11 Priced supertype Box",
        "More.kt:19 Priced supertype anonymous",
        "Shop.kt:13 Priced supertype Item",
        "Shop.kt:21 Priced type Item.best",
    ]


def test_an_import_alias_is_a_use_and_so_is_what_it_names(shop):
    rows, _ = uses(shop, "base/Base.kt", "class Mon<|>ey(val")
    assert "More.kt:3 Money import -" in rows
    assert "More.kt:13 Cash type Box.total" in rows
    assert "More.kt:13 Cash call Box.total" in rows
    assert "Cart.java:10 Money call Cart.sum" in rows
    assert "Cart.java:17 Money type Cart.sum" in rows


def test_a_function_has_calls_imports_and_overrides(shop):
    rows, _ = uses(shop, "shop/Shop.kt", "fun to<|>tal(count: Int): Money }")
    assert "More.kt:13 total override Box.total" in rows
    assert "More.kt:21 total override total" in rows
    assert "Shop.kt:16 total override Item.total" in rows
    rows, _ = uses(shop, "shop/Shop.kt", "fun Item.la<|>bel(")
    assert rows == [
        "More.kt:6 label import -",
        "More.kt:18 label call Maker.invoke",
        "Shop.kt:35 label call use",
        "Shop.kt:36 label reference use",
    ]


def test_an_operator_is_used_where_its_sign_stands(shop):
    rows, _ = uses(shop, "base/Base.kt", "fun ti<|>mes(")
    (row,) = rows
    assert row.startswith("Shop.kt:18 ")
    assert row.endswith(" call Item.total")


def test_a_property_is_read_and_written(shop):
    rows, _ = uses(shop, "shop/Shop.kt", "private var se<|>en")
    assert {row.split()[2] for row in rows} >= {"read"}
    rows, _ = uses(shop, "shop/Cart.java", "List<Item> ite<|>ms;")
    assert rows == [
        "Cart.java:8 items write Cart.Cart",
        "Cart.java:11 items read Cart.sum",
        "Cart.java:15 items read Cart.sum",
    ]
    rows, _ = uses(shop, "shop/Shop.kt", "Item(val na<|>me: String, amount")
    assert "Cart.java:15 getName call Cart.sum" in rows


def test_an_enum_entry_is_found_by_import_and_by_name(shop):
    rows, _ = uses(shop, "base/Base.kt", "{ RE<|>D, GREEN }")
    assert rows == ["Shop.kt:6 RED import -", "Shop.kt:37 RED read use", "Shop.kt:37 RED read use"]


def test_a_local_is_used_where_it_is_not_shadowed(shop):
    shop.write(
        "own/Own.kt",
        "package own\nfun f(a: Int): Int {\n    var b = a\n    b = 2\n"
        "    listOf(1).map { b -> b + a }\n    run { val a = b; print(a) }\n    return g(a = a)\n}\n"
        "fun g(a: Int) = a\n",
    )
    rows, answer = uses(shop, "own/Own.kt", "fun f(<|>a: Int)")
    assert rows == ["Own.kt:3 a read f", "Own.kt:5 a read f", "Own.kt:7 a read f"]
    assert answer.complete
    rows, _ = uses(shop, "own/Own.kt", "var <|>b = a")
    assert rows == ["Own.kt:4 b write f", "Own.kt:6 b read f"]


def test_the_time_limit_gives_part_of_the_answer_and_says_so(shop):
    snapshot = shop.open().snapshot
    (target,) = snapshot.index.find_classes("shop.Item")
    answer = find_references(snapshot.index, target, snapshot.text, Deadline(0.0))
    assert not answer.complete
    assert "time limit" in answer.reasons[0]


def names(symbols):
    return [one.qualified_name for one in symbols]


def test_classes_below_a_class(shop):
    shop.add("""
        // file: more/Deep.kt
        package more
        open class Deep : Crate()
        class Deeper : Deep()
        open class Crate : shop.Priced
        // file: more/Low.java
        package more;
        class Low extends Deep { }
        class Not extends Other { }
        """)
    snapshot = shop.open().snapshot
    (priced,) = snapshot.index.find_classes("shop.Priced")
    below = find_subclasses(snapshot.index, priced, Deadline())
    assert names(one for one in below if one.name) == ["more.Crate", "more.Box", "shop.Item"]
    assert sum(1 for one in below if not one.name) == 1
    everything = names(find_subclasses(snapshot.index, priced, Deadline(), transitive=True))
    assert set(everything) >= {"more.Deep", "more.Deeper", "more.Low"}
    assert "more.Not" not in everything


def test_members_that_override_and_are_overridden(shop):
    shop.write(
        "more/Deep.java",
        "package more;\nclass Base<T> { void put(T it, int n) {} static void one() {} }\n"
        "class Next extends Base<String> { void put(String it, int n) {} void put(String it) {} static void one() {} }\n",
    )
    shop.write(
        "more/Last.kt", "package more\nclass Last : Next() { override fun put(it: String, n: Int) {} }\n"
    )
    index = shop.open().snapshot.index
    (put,) = index.functions("more/Deep.java", "put", "Base")
    assert names(find_overriding(index, put, Deadline())) == ["more.Next.put", "more.Last.put"]
    (last,) = index.functions("more/Last.kt", "put")
    assert names(find_overridden(index, last)) == ["more.Next.put", "more.Base.put"]
    (one,) = index.functions("more/Deep.java", "one", "Base")
    assert names(find_overriding(index, one, Deadline())) == []
