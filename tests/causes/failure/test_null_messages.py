"""What messages about null say, in the words of Android's runtime, the JVM and Kotlin."""

import pytest

from rca.causes.failure.classification import classify

ART = (
    "Attempt to invoke virtual method 'java.lang.String com.shop.Cart.label(int)' on a null object reference"
)
ART_INTERFACE = "Attempt to invoke interface method 'int java.util.List.size()' on a null object reference"
JVM = 'Cannot invoke "com.shop.Cart.label(int)" because '


def test_art_names_the_method_that_was_called_on_null():
    condition = classify("java.lang.NullPointerException", ART)
    assert condition.family == "null_dereference"
    assert condition.sentence == "`Cart.label` was called on null."
    assert (condition.target.kind, condition.target.name) == ("call", "label")
    assert condition.target.owner == "com.shop.Cart"


@pytest.mark.parametrize(
    ("message", "kind", "name"),
    [
        (ART_INTERFACE, "call", "size"),
        ("Attempt to read from field 'int com.shop.Cart.total' on a null object reference", "read", "total"),
        (
            "Attempt to write to field 'boolean com.shop.Cart.open' on a null object reference in method 'void a.B.c()'",
            "write",
            "open",
        ),
        ("Attempt to get length of null array", "length", ""),
        ("Attempt to read from null array", "array", ""),
        ("Attempt to write to null array", "array", ""),
        ("Null reference used for synchronization (monitor-enter)", "lock", ""),
        (JVM + '"this.cart" is null', "call", "label"),
        (JVM + '"<local4>" is null', "call", "label"),
        (JVM.removesuffix(" because "), "call", "label"),
        ('Cannot read field "total" because "<local2>.cart" is null', "read", "total"),
        ('Cannot assign field "total" because "cart" is null', "write", "total"),
        ('Cannot load from int array because "this.sizes" is null', "array", ""),
        ('Cannot store to object array because "<parameter1>" is null', "array", ""),
        ('Cannot read the array length because "parts" is null', "length", ""),
        ('Cannot enter synchronized block because "this.lock" is null', "lock", ""),
        ("lateinit property cart has not been initialized", "lateinit", "cart"),
    ],
)
def test_what_to_look_for(message, kind, name):
    exception = (
        "kotlin.UninitializedPropertyAccessException" if "lateinit" in message else "NullPointerException"
    )
    target = classify(exception, message).target
    assert (target.kind, target.name) == (kind, name)


@pytest.mark.parametrize(
    ("because", "value"),
    [
        ('"this.cart" is null', "this.cart"),
        ('the return value of "com.shop.Shop.cart()" is null', "com.shop.Shop.cart()"),
        ('"<local4>" is null', None),
    ],
)
def test_helpful_messages_name_the_value(because, value):
    assert classify("java.lang.NullPointerException", JVM + because).target.value == value


@pytest.mark.parametrize(
    "message",
    [
        "Parameter specified as non-null is null: method com.shop.Cart.add, parameter item",
        "Argument for @NotNull parameter 'item' of com/shop/Cart.add must not be null",
    ],
)
def test_null_arguments_name_function_and_parameter(message):
    condition = classify("java.lang.IllegalArgumentException", message)
    assert (condition.family, condition.name) == ("null_argument", "item")
    assert condition.sentence == "`Cart.add` was given null for its parameter `item`, which allows none."


def test_get_class_is_a_check_that_r8_wrote():
    message = "Attempt to invoke virtual method 'java.lang.Class java.lang.Object.getClass()' on a null object reference"
    condition = classify("java.lang.NullPointerException", message)
    assert (condition.family, condition.target.kind) == ("null_check", "not_null")


def test_unboxing_is_said_to_be_that():
    message = "Attempt to invoke virtual method 'int java.lang.Integer.intValue()' on a null object reference"
    assert (
        classify("NullPointerException", message).sentence
        == "A boxed `Integer` was unboxed while it was null."
    )


def test_a_message_of_the_code_itself_is_no_known_form():
    condition = classify("java.lang.NullPointerException", "cart has to be loaded first")
    assert (condition.family, condition.sentence) == ("null_check", None)


def test_a_message_that_was_cut_says_what_is_left():
    condition = classify("java.lang.NullPointerException", "Attempt to invoke virtual method")
    assert (condition.sentence, condition.target.kind) == ("A method was called on null.", "dereference")


def test_no_message_says_what_the_type_says():
    assert classify("java.lang.NullPointerException", None).target.kind == "dereference"
    assert classify("kotlin.KotlinNullPointerException", None).target.kind == "not_null"
