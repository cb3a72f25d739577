"""Frames of generated code lead to what it was made from, where no frame is of written code."""

from __future__ import annotations

import pytest

from rca.analysis.locating.frame_locator import choose_culprit, locate
from rca.error_text import parse
from tests.indexed_project import indexed

SOURCE = """package shop.data

@Dao
interface CartDao {
    @Insert
    suspend fun add(line: Line)
}

@Module
class CartModule {
    @Provides
    fun provideCart(dao: CartDao): Cart = Cart(dao)
}

class Cart @Inject constructor(private val dao: CartDao) {
    class Line
}

class CartActivity
"""


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory):
    files = {
        "src/main/kotlin/shop/data/Cart.kt": SOURCE,
        "src/main/res/layout/item_cart.xml": "<TextView/>\n",
    }
    workspace = indexed(tmp_path_factory.mktemp("generated") / "shop", files)
    yield workspace.snapshot
    workspace.close()


@pytest.mark.parametrize(
    ("frame", "place"),
    [
        ("shop.data.CartDao_Impl.add(CartDao_Impl.kt:90)", ("Cart.kt", 5, "CartDao.add")),
        ("shop.data.CartDao_Impl.add$lambda$3(CartDao_Impl.kt:90)", ("Cart.kt", 5, "CartDao.add")),
        ("shop.data.CartDao_Impl$7.call(CartDao_Impl.java:180)", ("Cart.kt", 4, None)),
        (
            "shop.data.CartModule_ProvideCartFactory.get(CartModule_ProvideCartFactory.java:20)",
            ("Cart.kt", 11, "CartModule.provideCart"),
        ),
        ("shop.data.Cart_Factory.newInstance(Cart_Factory.java:20)", ("Cart.kt", 15, None)),
        ("shop.data.Cart_Line_Factory.get(Cart_Line_Factory.java:20)", ("Cart.kt", 16, None)),
        ("shop.data.Hilt_CartActivity.inject(Hilt_CartActivity.java:20)", ("Cart.kt", 19, None)),
        ("shop.data.Cart_LineJsonAdapter.fromJson(Cart_LineJsonAdapter.kt:20)", ("Cart.kt", 16, None)),
        ("shop.databinding.ItemCartBinding.bind(ItemCartBinding.java:90)", ("item_cart.xml", None, None)),
        ("other.CartDao_Impl.add(CartDao_Impl.kt:90)", None),
        ("shop.data.GoneBinding.bind(GoneBinding.java:90)", None),
    ],
)
def test_generated_code_leads_to_its_source(snapshot, frame, place):
    text = f"java.lang.IllegalStateException: no\n\tat {frame}\n\tat java.lang.Thread.run(Thread.java:1012)\n"
    report = parse(text, ("shop",))
    frames = locate(report, snapshot)
    if place is None:
        assert frames == ()
        return
    (found,) = frames
    function = found.function.name if found.function else None
    assert (found.file_path.rpartition("/")[2], found.line, function) == place
    assert "generated" in found.note
    assert choose_culprit(report, frames, snapshot) == found


def test_written_code_comes_alone(snapshot):
    text = (
        "java.lang.IllegalStateException: no\n"
        "\tat shop.data.CartDao_Impl.add(CartDao_Impl.kt:90)\n"
        "\tat shop.data.CartModule.provideCart(Cart.kt:12)\n"
    )
    assert [frame.line for frame in locate(parse(text, ("shop",)), snapshot)] == [12]
