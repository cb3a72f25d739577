"""Errors that a resource's value is of another type than the call reads."""

import pytest

from rca.causes.configuration.typed_values import types_of_literal
from tests.causes.configuration.shop import causes, shown

VALUES = "app/src/main/res/values/values.xml"
CODE = "app/src/main/kotlin/a/b/Cart.kt"
RESOURCES = """<resources>
<color name="paper">#fff</color>
<color name="alert">?attr/colorError</color>
<color name="unread">?attr/colorPrimary</color>
<dimen name="gap">12</dimen>
<dimen name="edge">12dp</dimen>
<string name="count">7</string>
</resources>
"""


def failing(number: int) -> str:
    return (
        "android.content.res.Resources$NotFoundException: "
        f"Resource ID #0x7f060258 type #0x{number:x} is not valid\n"
    )


def project(line: str) -> dict[str, str]:
    return {
        VALUES: RESOURCES,
        CODE: f"package a.b\n\nclass Cart {{\n    fun show() {{\n        {line}\n    }}\n}}\n",
        "app/build.gradle.kts": "plugins {\n}\n",
    }


def found(folder, text, files):
    return [one for one in causes(folder, text, files) if one.mechanism == "resource_type"]


def test_an_attribute_that_the_call_does_not_resolve(tmp_path):
    files = project("text.setTextColor(ContextCompat.getColor(context, R.color.alert))")
    [cause] = found(tmp_path, failing(2), files)
    assert [shown(cause), shown(cause, 1)] == [f"{VALUES}:3", f"{CODE}:5"]
    assert "`Cart.kt:5` reads it by `getColor`" in cause.statement
    assert cause.evidence[0] == "type #0x2 is an attribute of the theme (`?attr/…`)"


def test_every_attribute_where_no_code_reads_one(tmp_path):
    assert [shown(one) for one in found(tmp_path, failing(2), project("show()"))] == [
        f"{VALUES}:3",
        f"{VALUES}:4",
    ]


def test_a_number_without_a_unit(tmp_path):
    files = project("resources.getDimensionPixelSize(R.dimen.gap) + resources.getDimension(R.dimen.edge)")
    [cause] = found(tmp_path, failing(0x10), files)
    assert [shown(cause), shown(cause, 1)] == [f"{VALUES}:5", f"{CODE}:5"]


def test_a_call_that_reads_another_kind(tmp_path):
    [cause] = found(tmp_path, failing(3), project("resources.getInteger(R.string.count)"))
    assert (shown(cause), "`getInteger` reads `string/count`" in cause.statement) == (f"{CODE}:5", True)


def test_an_attribute_of_a_view(tmp_path):
    text = "java.lang.UnsupportedOperationException: Can't convert value at index 3 to color: type=0x2\n"
    files = project("context.getColor(R.color.alert)")
    assert [shown(one) for one in found(tmp_path, text, files)] == [f"{VALUES}:3"]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (
            "build/intermediates/runtime_symbol_list/debug/R.txt",
            "int color paper 0x7f060001\nint color unread 0x7f060258\n",
        ),
        (
            "build/generated/source/r/debug/a/b/R.java",
            (
                "public final class R {\n  public static final class color {\n"
                "    public static final int unread=0x7F060258;\n  }\n}\n"
            ),
        ),
    ],
)
def test_the_name_of_the_number_in_a_build_folder(tmp_path, path, text):
    place = tmp_path / "shop/app" / path
    place.parent.mkdir(parents=True)
    place.write_text(text, "utf-8")
    files = project("context.getColor(R.color.alert); context.getColor(R.color.unread)")
    [cause] = found(tmp_path, failing(2), files)
    assert shown(cause) == f"{VALUES}:4"
    assert f"`app/{path}` of the last build says that the id is `color/unread`" in cause.evidence


@pytest.mark.parametrize(
    ("value", "number"),
    [
        ("?android:colorAccent", 2),
        (" ?attr/x ", 2),
        ("12dp", 5),
        ("-3", 0x10),
        ("0x1f", 0x11),
        ("true", 0x12),
        ("#11223344", 0x1C),
        ("50%", 6),
        ("@null", 1),
        ("a text", 3),
    ],
)
def test_types_of_literals(value, number):
    assert number in types_of_literal(value)


def test_a_reference_tells_no_type():
    assert types_of_literal("@color/paper") == frozenset()
