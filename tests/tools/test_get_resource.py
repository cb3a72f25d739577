"""`get_resource`: definitions by qualifier, uses in code and XML, languages that lack a text."""

import pytest

from rca.tools.get_resource import TOOL
from tests.tools.built_project import ANDROID_APP, BuiltProject

RES = "app/src/main/res"


def strings(**texts):
    inner = "".join(f'  <string name="{name}">{text}</string>\n' for name, text in texts.items())
    return f"<resources>\n{inner}</resources>\n"


@pytest.fixture
def app(tmp_path):
    made = BuiltProject(tmp_path)
    made.modules(app=ANDROID_APP)
    made.write(f"{RES}/values/strings.xml", strings(title="Cart", pay="Pay", empty="Nothing"))
    made.write(f"{RES}/values-de/strings.xml", strings(title="Korb"))
    made.write(f"{RES}/values-pt-rBR/strings.xml", strings(title="Carrinho", pay="Pagar"))
    made.write(
        f"{RES}/layout/cart.xml",
        '<LinearLayout xmlns:android="http://x">\n<TextView android:id="@+id/title"\n'
        ' android:text="@string/title" android:background="@drawable/frame"/>\n</LinearLayout>\n',
    )
    made.write(f"{RES}/layout-land/cart.xml", "<FrameLayout/>\n")
    made.write(f"{RES}/drawable-hdpi/frame.png", "not really a picture")
    made.write(
        f"{RES}/values/styles.xml", '<resources><style name="Theme.Shop.Dark" parent="Base"/></resources>\n'
    )
    made.write(
        "app/src/main/kotlin/a/b/Screen.kt",
        "package a.b\nclass Screen {\n    fun show() {\n        text(R.string.title)\n        R.layout.cart\n"
        "        R.style.Theme_Shop_Dark\n        R.id.title\n    }\n}\n",
    )
    yield made
    made.close()


def test_definitions_by_qualifier(app):
    data = app.data_of(TOOL, name="R.string.title")
    assert [(one["qualifier"], one["value"]) for one in data["definitions"]] == [
        ("default", "Cart"),
        ("de", "Korb"),
        ("pt-rBR", "Carrinho"),
    ]
    first = data["definitions"][0]
    assert (first["filePath"], first["line"], first["module"], first["sourceSet"]) == (
        f"{RES}/values/strings.xml",
        2,
        ":app",
        "main",
    )
    assert data["totalDefinitions"] == 3


def test_uses_in_code_and_xml(app):
    data = app.data_of(TOOL, name="@string/title")
    assert [(one["filePath"], one["line"], one["how"], one.get("symbol")) for one in data["uses"]] == [
        ("app/src/main/kotlin/a/b/Screen.kt", 4, "accessor", "Screen.show"),
        (f"{RES}/layout/cart.xml", 3, "reference", None),
    ]
    assert data["totalUses"] == 2


@pytest.mark.parametrize("name", ["R.string.pay", "@string/pay", "string/pay", "pay", "a.b.R.string.pay"])
def test_every_spelling(app, name):
    data = app.data_of(TOOL, name=name)
    assert (data["type"], data["name"], data["totalDefinitions"]) == ("string", "pay", 2)


def test_a_name_of_several_kinds(app):
    data = app.data_of(TOOL, name="title")
    assert (data["type"], data["alsoNamed"]) == ("string", ["id/title"])


def test_an_id(app):
    data = app.data_of(TOOL, name="@+id/title")
    assert data["definitions"][0]["filePath"] == f"{RES}/layout/cart.xml"
    assert [one["line"] for one in data["uses"]] == [7]


def test_languages_that_lack_a_text(app):
    data = app.data_of(TOOL, name="pay")
    assert data["untranslated"] == [{"module": ":app", "qualifiers": ["de"]}]
    assert "untranslated" not in app.data_of(TOOL, name="title")


def test_a_layout_in_two_folders(app):
    data = app.data_of(TOOL, name="R.layout.cart")
    assert [one["qualifier"] for one in data["definitions"]] == ["default", "land"]
    assert "value" not in data["definitions"][0]
    assert data["uses"][0]["line"] == 5


def test_a_picture(app):
    data = app.data_of(TOOL, name="drawable/frame")
    assert [(one["qualifier"], one["filePath"]) for one in data["definitions"]] == [
        ("hdpi", f"{RES}/drawable-hdpi/frame.png")
    ]
    assert data["uses"][0]["how"] == "reference"


@pytest.mark.parametrize("name", ["R.style.Theme_Shop_Dark", "@style/Theme.Shop.Dark"])
def test_dots_are_underscores_in_code(app, name):
    data = app.data_of(TOOL, name=name)
    assert data["definitions"][0]["filePath"] == f"{RES}/values/styles.xml"
    assert data["uses"][0]["line"] == 6


def test_unsaved_text_counts(app):
    from rca.workspace import DocumentOpened

    file = app.root / f"{RES}/values/strings.xml"
    app.workspace.apply(DocumentOpened(file, strings(title="Basket", fresh="New"), 1))
    assert app.data_of(TOOL, name="title")["definitions"][0]["value"] == "Basket"
    assert app.data_of(TOOL, name="fresh")["definitions"][0]["value"] == "New"


def test_pages_of_uses(app):
    calls = "".join("    val a = R.string.empty\n" for _ in range(12))
    app.write("app/src/main/kotlin/a/b/Many.kt", f"package a.b\nclass Many {{\n{calls}}}\n")
    first = app.call(TOOL, name="empty", limit=5)
    assert (len(first["data"]["uses"]), first["data"]["totalUses"], first["meta"]["next"]) == (5, 12, "5")
    rest = app.data_of(TOOL, name="empty", limit=10, cursor=5)
    assert len(rest["uses"]) == 7


def test_many_languages_are_cut(app):
    for number in range(40):
        first, second = divmod(number, 26)
        folder = f"values-{chr(97 + first)}{chr(97 + second)}"
        app.write(f"{RES}/{folder}/strings.xml", strings(empty="x"))
    data = app.data_of(TOOL, name="empty")
    assert len(data["definitions"]) == 30
    assert data["totalDefinitions"] == 41
    assert data["definitions"][0]["qualifier"] == "default"


def test_a_secret_in_a_text_is_masked(app):
    app.write(f"{RES}/values/keys.xml", strings(token="AKIAIOSFODNN7EXAMPLQ"))
    assert "AKIA" not in app.data_of(TOOL, name="token")["definitions"][0]["value"]


def test_a_name_that_is_not_there(app):
    error = app.error_of(TOOL, name="R.string.titel")
    assert error["code"] == "SYMBOL_NOT_FOUND"
    assert "title" in error["suggestion"]


def test_another_kind_of_the_name(app):
    assert app.error_of(TOOL, name="R.color.title")["code"] == "SYMBOL_NOT_FOUND"


@pytest.mark.parametrize(
    "given", [{}, {"name": ""}, {"name": "a b"}, {"name": "../x"}, {"name": "title", "limit": 0}]
)
def test_what_is_no_name(app, given):
    assert app.error_of(TOOL, **given)["code"] == "INVALID_PARAMETERS"


@pytest.mark.parametrize("folder", ["composeResources", "src/debug/res-extra", "res", "lib/src/main/res"])
def test_every_folder_of_resources_is_looked_through(app, folder):
    app.write(f"{folder}/values-fr/strings.xml", strings(only_here="Ici"))
    assert [one["value"] for one in app.data_of(TOOL, name="only_here")["definitions"]] == ["Ici"]


def test_a_definition_that_changed_on_the_disk(app):
    file = app.root / f"{RES}/values-de/strings.xml"
    assert app.data_of(TOOL, name="title")["definitions"][1]["value"] == "Korb"
    file.write_text(strings(fresh="Neu", title="Warenkorb"))
    assert app.data_of(TOOL, name="title")["definitions"][1]["value"] == "Warenkorb"
    assert app.data_of(TOOL, name="fresh")["definitions"][0]["value"] == "Neu"
