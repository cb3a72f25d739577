"""Errors whose answer is a declaration: of a class, a binding, an entity, a migration."""

import pytest

from tests.causes.configuration.shop import causes, first, shown

CART = "app/src/main/kotlin/a/b/Cart.kt"


@pytest.mark.parametrize(
    ("text", "source", "expected"),
    [
        (
            "SerializationException: Serializer for class 'a.b.Cart' is not found.",
            "package a.b\n\ndata class Cart(val id: String)\n",
            ("needs_annotation", f"{CART}:3"),
        ),
        (
            (
                "kotlinx.serialization.MissingFieldException: Field 'price' is required for type with serial name "
                "'a.b.Cart', but it was missing"
            ),
            "package a.b\n@Serializable\ndata class Cart(\n    val id: String,\n    val price: Int,\n)\n",
            ("required_member", f"{CART}:5"),
        ),
        (
            (
                'com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException: Unrecognized field "price" '
                "(class a.b.Cart), not marked as ignorable"
            ),
            "package a.b\ndata class Cart(val id: String)\n",
            ("required_member", f"{CART}:2"),
        ),
        (
            (
                "androidx.fragment.app.Fragment$InstantiationException: Unable to instantiate fragment a.b.Cart: could "
                "not find Fragment constructor"
            ),
            "package a.b\n\nclass Cart(val id: String) : Fragment()\n",
            ("needs_constructor", f"{CART}:3"),
        ),
        (
            "java.io.NotSerializableException: a.b.Cart",
            "package a.b\n\nclass Cart(val id: String) {\n}\n",
            ("needs_supertype", f"{CART}:3"),
        ),
        (
            "org.mockito.exceptions.base.MockitoException: Cannot mock/spy class a.b.Cart\nMockito cannot mock/spy because :",
            "package a.b\n\nclass Cart\n",
            ("needs_modifier", f"{CART}:3"),
        ),
    ],
)
def test_the_header_or_the_member_that_an_error_is_about(tmp_path, text, source, expected):
    assert first(tmp_path, f"{text}\n", {CART: source}) == expected


@pytest.mark.parametrize(
    ("text", "source", "has"),
    [
        (
            "java.io.NotSerializableException: a.b.Cart",
            "package a.b\n\nclass Cart(val id: String) : java.io.Serializable\n",
            "implements `Serializable`",
        ),
        (
            "Mockito: Cannot mock/spy class a.b.Cart",
            "package a.b\n\nopen class Cart\n",
            "is `open`",
        ),
        (
            "java.lang.InstantiationException: java.lang.Class<a.b.Cart> has no zero argument constructor",
            "package a.b\n\nclass Cart {\n    constructor()\n    constructor(id: String)\n}\n",
            "has a constructor without parameters",
        ),
    ],
)
def test_a_class_that_has_what_the_error_says_it_lacks(tmp_path, text, source, has):
    found = next(one for one in causes(tmp_path, f"{text}\n", {CART: source}) if one.mechanism[:5] == "needs")
    assert f"`Cart` {has}, which the error says it lacks" in found.statement
    missing = causes(tmp_path / "other", f"{text}\n", {CART: "package a.b\n\nclass Cart(val id: String)\n"})
    assert found.confidence < next(one for one in missing if one.mechanism == found.mechanism).confidence


def test_a_serializable_class_whose_module_lacks_the_plugin(tmp_path):
    files = {
        CART: "package a.b\n@Serializable\nclass Cart\n",
        "app/build.gradle.kts": 'plugins {\n    kotlin("jvm")\n}\n',
    }
    text = "SerializationException: Serializer for class 'a.b.Cart' is not found.\n"
    assert first(tmp_path, text, files) == ("serialization_plugin", "app/build.gradle.kts:1-3")


def test_two_stores_for_one_file(tmp_path):
    source = (
        "package a.b\n\n@Inject\nclass SeenStore(context: Context) {\n"
        '    val store = PreferenceDataStoreFactory.create { context.file("seen-items") }\n}\n'
    )
    text = (
        "java.lang.IllegalStateException: There are multiple DataStores active for the same file: "
        "/data/user/0/a.b/files/datastore/seen-items.preferences_pb. You should keep one.\n"
    )
    assert first(tmp_path, text, {CART: source}) == ("scope", f"{CART}:3-4")


DAGGER = "error: [Dagger/MissingBinding] a.b.Cart cannot be provided without an @Inject constructor or an @Provides-annotated method.\n"


def test_a_class_that_offers_no_constructor_to_dagger(tmp_path):
    assert first(tmp_path, DAGGER, {CART: "package a.b\n\nclass Cart(val id: String)\n"}) == (
        "missing_binding", f"{CART}:3",
    )  # fmt: skip


def test_an_interface_is_bound_in_a_module_of_its_neighbours(tmp_path):
    module = "app/src/main/kotlin/a/b/c/ShopModule.kt"
    files = {
        CART: "package a.b.c\n\ninterface Cart\n",
        module: "package a.b.c\n\n@Module\nobject ShopModule {\n    @Provides\n    fun desk(): Desk = Desk()\n}\n",
    }
    text = DAGGER.replace("a.b.Cart", "a.b.c.Cart")
    assert first(tmp_path, text, files) == ("missing_binding", f"{module}:5")


def test_koin_knows_no_class_by_itself(tmp_path):
    module = "app/src/main/kotlin/a/b/c/Modules.kt"
    files = {
        CART: "package a.b.c\n\nclass Cart\n",
        module: "package a.b.c\n\nval shop = module {\n    single { Desk() }\n    factory { Till(get()) }\n}\n",
    }
    text = "org.koin.core.error.NoBeanDefFoundException: No definition found for class:'a.b.c.Cart'. Check your definitions!\n"
    assert first(tmp_path, text, files) == ("missing_binding", f"{module}:4-5")


def test_beans_that_ask_for_each_other(tmp_path):
    files = {
        CART: "package a.b\n@Service\nclass Cart(val desk: Desk)\n@Service\nclass Desk(val cart: Cart)\n"
    }
    text = (
        "The dependencies of some of the beans in the application context form a cycle:\n"
        "┌─────┐\n|  cart defined in file [Cart.class]\n↑     ↓\n|  desk defined in file [Desk.class]\n└─────┘\n"
    )
    found = causes(tmp_path, text, files)[0]
    assert (found.mechanism, shown(found), shown(found, 1)) == ("binding_cycle", f"{CART}:2-3", f"{CART}:4-5")


DATABASE = """package a.b

@Database(
    entities = [Cart::class],
    version = 3,
)
abstract class Shop : RoomDatabase()

@Entity(tableName = "carts")
data class Cart(
    @PrimaryKey val id: Long,
    @ColumnInfo(name = "owner_id") val owner: Long,
)
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            (
                "java.lang.IllegalStateException: Room cannot verify the data integrity. Looks like you've changed schema "
                "but forgot to update the version number."
            ),
            ("schema_version", f"{CART}:5"),
        ),
        (
            "java.lang.IllegalStateException: A migration from 2 to 3 was required but not found.",
            ("missing_migration", f"{CART}:5"),
        ),
        (
            "android.database.sqlite.SQLiteException: no such table: carts (code 1)",
            ("missing_table", f"{CART}:9-13"),
        ),
        (
            "android.database.sqlite.SQLiteException: no such column: owner_id (code 1)",
            ("column", f"{CART}:12"),
        ),
        (
            "android.database.sqlite.SQLiteConstraintException: NOT NULL constraint failed: carts.owner_id (code 1299)",
            ("column", f"{CART}:12"),
        ),
    ],
)
def test_what_a_database_says_leads_to_its_declaration(tmp_path, text, expected):
    assert first(tmp_path, f"{text}\n", {CART: DATABASE}) == expected
