"""What messages of linkage, memory, coroutines, data, injection, Android and builds say."""

import pytest

from rca.causes.failure.classification import classify, classify_build_message

MESSAGES = [
    ("NoSuchMethodError", "No virtual method show(I)V in class Lcom/shop/Dialog; or its super classes (declaration of …)", "linkage", ""),
    ("NoSuchMethodError", "'void com.shop.Dialog.show(int)'", "linkage", "com.shop.Dialog.show"),
    ("NoSuchMethodError", "java.nio.ByteBuffer.clear()Ljava/nio/ByteBuffer;", "linkage", "java.nio.ByteBuffer.clear"),
    ("NoSuchMethodError", "No virtual method flip()Ljava/nio/ByteBuffer; in class Ljava/nio/ByteBuffer; or its super classes", "linkage", None),
    ("MissingMethodException", "No signature of method: java.time.ZonedDateTime.format() is applicable for argument types: (String) values: [x]", "linkage", "format"),
    ("MissingPropertyException", "No such property: price for class: com.shop.Item", "linkage", "price"),
    ("IllegalAccessError", "Field 'com.shop.Cart.total' is inaccessible to class 'com.shop.Bill' (declaration of", "linkage", "'com.shop.Cart.total'"),
    ("StatusRuntimeException", "UNAVAILABLE: io exception", "io", "UNAVAILABLE"),
    ("StatusException", "CANCELLED: shutdown", "cancellation", None),
    ("StatusRuntimeException", "DEADLINE_EXCEEDED: deadline exceeded after 4.9s", "timeout", None),
    ("JedisDataException", "WRONGTYPE Operation against a key holding the wrong kind of value", "database", "WRONGTYPE"),
    ("EndpointSelectionTimeoutException", "Failed to select within 3200 ms an endpoint from: Group{}", "timeout", None),
    ("ProvisionException", "Unable to provision, see the following errors:\n1) [Guice/ErrorInjectingConstructor]: IllegalArgumentException: price is taken", "dependency_injection", None),
    ("RuntimeExceptionWithAttachments", "EventQueue.isDispatchThread()=false Toolkit.getEventQueue()=x", "wrong_thread", None),
    ("IllegalStateException", "Shutdown in progress", "lifecycle", None),
    ("SecurityException", "shop: One of RECEIVER_EXPORTED or RECEIVER_NOT_EXPORTED should be specified when a receiver isn't being registered", "permission", None),
    ("IllegalStateException", "Fragment com.shop.Cart$1 must be a public static class to be  properly recreated", "lifecycle", "com.shop.Cart$1"),
    ("SQLiteFullException", "database or disk is full (code 13)", "database", None),
    ("SQLiteException", "Expression tree is too large (maximum depth 1000)", "database", None),
    ("NullPointerException", "Attempt to invoke\nvirtual method 'int android.view.View.getWidth()'\non a null object reference", "null_dereference", "getWidth"),
    ("ClassCastException", "com.shop.ShortcutInfo", "cast", None),
    ("JedisConnectionException", "Could not get a resource from the pool", "io", None),
    ("IllegalThreadStateException", None, "lifecycle", None),
    ("FileUriExposedException", "file:///a.vcf exposed beyond app through Intent.getData()", "permission", None),
    ("NoSuchFieldError", "No static field Shop of type I in class La/R$style; or its superclasses", "linkage", "Shop"),
    ("NoClassDefFoundError", "com/shop/Dialog", "linkage", "com/shop/Dialog"),
    ("NoClassDefFoundError", "Failed resolution of: Lcom/shop/Dialog;", "linkage", "com/shop/Dialog"),
    ("NoClassDefFoundError", "Could not initialize class com.shop.Dialog", "linkage", "com.shop.Dialog"),
    ("ClassNotFoundException", 'Didn\'t find class "com.shop.Dialog" on path: DexPathList[[]]', "linkage", "com.shop.Dialog"),
    ("VerifyError", "Verifier rejected class com.shop.Dialog: void a.b() failed", "linkage", "com.shop.Dialog"),
    ("OutOfMemoryError", "Failed to allocate a 4194320 byte allocation with 1024 free bytes and 1KB until OOM", "out_of_memory", None),
    ("OutOfMemoryError", "Java heap space", "out_of_memory", "Java heap space"),
    ("JobCancellationException", "StandaloneCoroutine was cancelled", "cancellation", "StandaloneCoroutine was cancelled"),
    ("TimeoutCancellationException", "Timed out waiting for 5000 ms", "timeout", None),
    ("MissingFieldException", "Field 'price' is required for type with serial name 'com.shop.Item', but it was missing", "serialization", "price"),
    ("JsonDecodingException", "Encountered an unknown key 'colour' at path: $.items[0]", "serialization", "colour"),
    ("SerializationException", "Serializer for class 'Item' is not found.", "serialization", "Item"),
    ("JsonDataException", "Required value 'price' missing at $.items[1]", "serialization", "$.items[1]"),
    ("JsonDataException", "Expected an int but was NULL at path $.price", "serialization", "$.price"),
    ("JsonSyntaxException", "java.lang.IllegalStateException: Expected BEGIN_OBJECT but was STRING at line 1 column 1 path $", "serialization", "$"),
    ("UnrecognizedPropertyException", 'Unrecognized field "colour" (class com.shop.Item), not marked as ignorable', "serialization", "colour"),
    ("IllegalArgumentException", "Unable to create converter for class com.shop.Item\n for method Api.items", "serialization", "com.shop.Item"),
    ("NotSerializableException", "com.shop.Item", "serialization", "com.shop.Item"),
    ("IllegalStateException", "A migration from 3 to 4 was required but not found. Please provide", "database", None),
    ("IllegalStateException", "Migration didn't properly handle: items(com.shop.Item).\n Expected:\nTableInfo{}", "database", "items"),
    ("SQLiteException", "no such table: items (code 1 SQLITE_ERROR): , while compiling: SELECT", "database", "items"),
    ("SQLiteException", "no such column: colour (code 1)", "database", "colour"),
    ("SQLiteConstraintException", "UNIQUE constraint failed: items.id (code 1555)", "database", "items.id"),
    ("IllegalArgumentException", "column 'colour' does not exist. Available columns: []", "database", "colour"),
    ("NoDefinitionFoundException", "No definition found for type 'com.shop.Cart'. Check your modules", "dependency_injection", "com.shop.Cart"),
    ("NoSuchBeanDefinitionException", "No qualifying bean of type 'com.shop.Cart' available: expected at least 1 bean", "dependency_injection", None),
    ("Resources$NotFoundException", "Resource ID #0x7f0a0012", "resource", "0x7f0a0012"),
    ("Resources$NotFoundException", "String resource ID #0x3", "resource", "0x3"),
    ("InflateException", "Binary XML file line #12 in com.shop:layout/cart: Error inflating class com.shop.CartView", "inflation", "com.shop.CartView"),
    ("NullPointerException", "Missing required view with ID: com.shop:id/total", "inflation", "com.shop:id/total"),
    ("SecurityException", "Permission Denial: starting Intent {} requires android.permission.CALL_PHONE", "permission", "android.permission.CALL_PHONE"),
    ("ActivityNotFoundException", "No Activity found to handle Intent { act=a.VIEW }", "manifest", "act=a.VIEW"),
    ("ForegroundServiceStartNotAllowedException", "startForegroundService() not allowed due to mAllowStartForeground false: service com.shop/.Sync", "background_start", "com.shop/.Sync"),
    ("TransactionTooLargeException", "data parcel size 1048876 bytes", "parcel", None),
    ("BadParcelableException", "ClassNotFoundException when unmarshalling: com.shop.Item", "parcel", "com.shop.Item"),
    ("DeadObjectException", "", "dead_process", None),
    ("IllegalStateException", "Fragment CartFragment{1a2b3c} (uuid) not attached to a context.", "lifecycle", "CartFragment"),
    ("IllegalStateException", "Can not perform this action after onSaveInstanceState", "lifecycle", None),
    ("BadTokenException", "Unable to add window -- token null is not valid; is your activity running?", "lifecycle", "null"),
    ("CalledFromWrongThreadException", "Only the original thread that created a view hierarchy can touch its views.", "wrong_thread", None),
    ("NetworkOnMainThreadException", None, "wrong_thread", None),
    ("IllegalStateException", "Cannot access database on the main thread since it may lock the UI", "wrong_thread", None),
]  # fmt: skip


@pytest.mark.parametrize(("type_", "message", "family", "name"), MESSAGES)
def test_families(type_, message, family, name):
    condition = classify(f"some.library.{type_}", message)
    assert (condition.family, condition.name) == (family, name and name.strip())


@pytest.mark.parametrize(
    ("type_", "message", "sentence"),
    [
        ("IllegalStateException", "A migration from 3 to 4 was required but not found.", "Room has no migration from version 3 to 4."),
        ("SQLiteDowngradeFailedException", "Can't downgrade database from version 5 to 4", "The database is of version 5, and the code asks for 4."),
        ("IllegalArgumentException", "the bind value at index 2 is null", "The query's argument 2 (from 1) was null."),
    ],
)  # fmt: skip
def test_sentences(type_, message, sentence):
    assert classify(type_, message).sentence == sentence


@pytest.mark.parametrize(
    ("message", "family", "name"),
    [
        ("Unresolved reference: Cart", "build_symbol", "Cart"),
        ("Unresolved reference 'Cart'.", "build_symbol", "Cart"),
        ("cannot find symbol\n  symbol:   class Cart\n  location: package com.shop", "build_symbol", "Cart"),
        ("package com.shop.cart does not exist", "build_symbol", "com.shop.cart"),
        ("Type mismatch: inferred type is String? but String was expected", "build_type", None),
        ("incompatible types: String cannot be converted to int", "build_type", None),
        ("Duplicate class a.B found in modules x-1.0 (a:x:1.0) and y-1.0 (a:y:1.0)", "build_duplicate", "a.B"),
        ("Could not find com.shop:cart:1.2.", "build_dependency", "com.shop:cart:1.2."),
        ("Manifest merger failed : Attribute application@label", "build_configuration", None),
        ("[Dagger/MissingBinding] com.shop.Cart cannot be provided without an @Inject constructor.", "dependency_injection", "com.shop.Cart"),
    ],
)  # fmt: skip
def test_messages_of_builds(message, family, name):
    condition = classify_build_message(message)
    assert (condition.family, condition.name) == (family, name)


def test_a_warning_of_a_compiler_is_of_no_family():
    assert classify_build_message("variable 'x' is never used") is None


def test_a_guice_error_names_what_the_constructor_threw():
    condition = classify(
        "com.google.inject.ProvisionException",
        "Unable to provision, see the following errors:\n\n1) [Guice/ErrorInjectingConstructor]: IllegalArgumentException: taken",
    )
    assert (
        condition.sentence
        == "Guice could not make an object, as its code threw `IllegalArgumentException`: taken"
    )


@pytest.mark.parametrize(
    ("message", "family", "said"),
    [
        (
            "Cannot get the value of a property of type java.util.Map with value type org.gradle.api.provider.ListProperty as",
            "build_configuration",
            "`Map`",
        ),
        (
            "Cannot set the value of read-only property 'sources' for task ':app:report' of type x.Report.",
            "build_configuration",
            "read-only property `sources` of `:app:report`",
        ),
        (
            "Could not find protoc-3.8.0-osx-aarch_64.exe (com.google.protobuf:protoc:3.8.0).",
            "build_dependency",
            "no file `protoc-3.8.0-osx-aarch_64.exe`",
        ),
        (
            "exception IOException is never thrown in body of corresponding try statement",
            "build_type",
            "`IOException` is caught",
        ),
    ],
)
def test_build_messages(message, family, said):
    condition = classify_build_message(message)
    assert condition.family == family
    assert said in condition.sentence
