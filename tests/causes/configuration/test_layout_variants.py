"""Layouts that differ by screen."""

from tests.causes.configuration.shop import causes, shown

UPRIGHT = "app/src/main/res/layout/cart.xml"
WIDE = "app/src/main/res/layout-land/cart.xml"
CAST = (
    "java.lang.ClassCastException: androidx.appcompat.widget.AppCompatImageButton cannot be cast to "
    "android.widget.Button\n\tat shop.CartScreen.onCreate(CartScreen.kt:8)\n"
)


def layout(*views):
    return "<LinearLayout>\n" + "".join(f'    <{tag} android:id="@+id/{name}"/>\n' for tag, name in views)


def variants(tmp_path, text, upright, wide):
    files = {UPRIGHT: layout(*upright) + "</LinearLayout>\n", WIDE: layout(*wide) + "</LinearLayout>\n"}
    return [one for one in causes(tmp_path, text, files) if one.mechanism.startswith("layout_variant")]


def test_an_id_with_another_class_in_a_variant(tmp_path):
    (found,) = variants(tmp_path, CAST, [("Button", "buy")], [("TextView", "sum"), ("ImageButton", "buy")])
    assert [shown(found, number) for number in (0, 1)] == [f"{WIDE}:3", f"{UPRIGHT}:2"]
    assert found.statement == (
        "`@id/buy` is `ImageButton` in `layout-land/cart.xml:3` and `Button` in `layout/cart.xml:2`; "
        "the code casts it to `Button` in both."
    )


def test_variants_with_the_same_classes_say_nothing(tmp_path):
    assert variants(tmp_path, CAST, [("ImageButton", "buy")], [("ImageButton", "buy")]) == []


def test_a_class_that_the_message_does_not_name_says_nothing(tmp_path):
    assert variants(tmp_path, CAST, [("Button", "buy")], [("CheckBox", "buy")]) == []


def test_a_variant_that_lacks_a_view(tmp_path):
    text = (
        "java.lang.NullPointerException: Missing required view with ID: com.shop:id/sum\n"
        "\tat shop.CartBinding.bind(CartBinding.java:8)\n"
    )
    (found,) = variants(tmp_path, text, [("TextView", "sum")], [("TextView", "total")])
    assert [shown(found, number) for number in (0, 1)] == [f"{WIDE}:1", f"{UPRIGHT}:2"]
