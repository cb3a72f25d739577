"""What leaves the machine: never a secret, a path, a person, or a name of the project's own code."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.error_report import Frame, ReportedException
from rca.error_text import parse
from rca.web.private_names import PrivateNames, private_names
from rca.web.web_query import LONGEST, query_of_error, query_of_text
from rca.workspace import Workspace

APP = ("com.example.shop", "shop.data")
OWN = frozenset({"PriceFormatter", "CartViewModel", "loadCart", "KEY_CART", "customer_orders"})
PRIVATE = PrivateNames(
    APP,
    OWN.__contains__,
    lambda package: package in {"androidx", "kotlin", "java", "okhttp3"},
    frozenset({"ann"}),
    frozenset({"acme"}),
)


@pytest.mark.parametrize(
    ("query", "sent"),
    [
        (
            "java.lang.IllegalStateException: Fragment not attached",
            "java.lang.IllegalStateException: Fragment not attached",
        ),
        ("NullPointerException in com.example.shop.cart.CartViewModel.onClear CartViewModel", "NullPointerException in"),
        ("com.example.shopping.Other of nobody known Other", "of nobody known"),
        ("androidx.fragment.app.Fragment stays", "androidx.fragment.app.Fragment stays"),
        ("Landroidx/fragment/app/Fragment; Lcom/example/shop/Cart; x", "androidx.fragment.app.Fragment x"),
        ("shop.data.OrderDao_Impl RuntimeException (OrderDao_Impl.java:42)", "RuntimeException"),
        ("IOException /home/ann/app/build/tmp: no space left", "IOException no space left"),
        ("ENOENT C:\\Users\\Ann\\app\\local.properties", "ENOENT"),
        ("HTTP 401 token=51f0c9a7d2b84e63 okhttp3", "HTTP 401 okhttp3"),
        ("login with password=hunter2(crash) failed", "login with failed"),
        ("leak of com.squareup.leakcanary.Ref@1f2e3d4 at 0x7f00aa", "leak of com.squareup.leakcanary.Ref at"),
        ("mail ann@example.org failed", "mail failed"),
        ("com.example.shop.MainActivity", ""),
        ("Result of PriceFormatter and PriceFormatterFactory", "Result of and PriceFormatterFactory"),
        ("Unresolved reference: and/or kotlin", "Unresolved reference: and/or kotlin"),
        ("Unable to resolve host api.internal.acme.com", "Unable to resolve host"),
        ("GET https://api.acme.com/v1/users?id=7 failed", "GET failed"),
        ("GET https://repo.maven.apache.org/maven2/x/y.pom failed", "GET repo.maven.apache.org failed"),
        ("connect to 10.0.2.2:8080 refused", "connect to refused"),
        ("no such table: customer_orders in loadCart", "no such table: in"),
        ("task :feature:checkout:compileDebugKotlin failed", "task failed"),
        ("Kotlin 2.1.20 with AGP 8.5.0 and Gradle 8.7", "Kotlin 2.1.20 with AGP 8.5.0 and Gradle 8.7"),
        ("see build.gradle.kts, AndroidManifest.xml and fragment_cart.xml", "see build.gradle.kts, AndroidManifest.xml and"),
        ("call 0049 151 2345678 now", "call now"),
        ("Ann said", "said"),
        ("no such table: acme_customers for acmeOrderId in LoadAcmeJob", "no such table: for in"),
        ("announce CHANNEL acmeists", "announce CHANNEL acmeists"),
        ("Work a1b2c3d4-aaaa-bbbb-cccc-1234567890ab stopped", "Work stopped"),
        ("Intent { cmp=com.example.shop/.SyncService } com.other.app/com.other.app.Main failed", "Intent cmp= failed"),
        ("No cached version of com.inhouse:library:1.4.5 available", "No cached version of available"),
        ("No version of com.squareup.okhttp3:okhttp:4.9 fits", "No version of com.squareup.okhttp3:okhttp:4.9 fits"),
        ("ksp-2.2.0-2.0.2 is too old for kotlin-2.2.20", "ksp-2.2.0-2.0.2 is too old for kotlin-2.2.20"),
        ("channel b81c2f6 closed at commit 3bcf573a", "channel closed at commit"),
    ],
)  # fmt: skip
def test_what_may_be_said(query, sent):
    assert re.sub(r"[()]", " ", query_of_text(query, PRIVATE).text).split() == sent.split()


SECRETS = (
    "com.example.shop.Cart", "com.example.shop", "com/example/shop/Cart", "shop.data.Dao", "CartViewModel",
    "PriceFormatter", "loadCart", "KEY_CART", "customer_orders", "ann@example.org", "/home/ann/app/Main",
    "C:\\Users\\ann\\x\\y", "AKIAIOSFODNN7EXAMPLE", "password=hunter2secret", "https://git.acme.com/x",
    "10.20.30.40", "Cart.kt:12", "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
)  # fmt: skip
TELLTALES = (
    "example.shop", "example/shop", "shop.data", "cartviewmodel", "priceformatter", "loadcart", "key_cart",
    "customer_orders", "ann@", "/home/", "users\\", "akiaiosf", "hunter2", "acme", "10.20.30", "cart.kt",
    "16c7e42f292c",
)  # fmt: skip
GAP = st.text(alphabet=" \n\t:;,()[]{}'\"<>|=!?#*", min_size=1, max_size=4)
WORDS = st.sampled_from(
    ("crash", "Fragment", "IllegalStateException:", "not attached", "at", "Caused by:", "$", "…", "42")
)


@settings(deadline=None)  # detectors of secrets load at the first text that may need them
@given(st.lists(st.tuples(st.sampled_from(SECRETS), GAP, WORDS, GAP), min_size=1, max_size=8))
def test_nothing_private_survives_wherever_it_stands(pieces):
    text = "".join(f"{gap}{secret}{other}{word}" for secret, gap, word, other in pieces)
    for sent in (*query_of_text(text, PRIVATE).texts, *query_of_error(None, text, PRIVATE).texts):
        assert not [told for told in TELLTALES if told in sent.lower()], sent


@settings(deadline=None)  # detectors of secrets load at the first text that may need them
@given(st.text(alphabet="ab. $:/\\@0XzC-_com.example.shop", max_size=120))
def test_no_package_of_the_app_survives_what_it_is_glued_to(text):
    sent = query_of_text(f"{text}com.example.shop.Cart{text} com.example.shop.Cart", PRIVATE).text
    assert "com.example.shop" not in sent.lower()


@settings(deadline=None)  # detectors of secrets load at the first text that may need them
@given(st.text(max_size=600))
def test_any_text_gives_a_question_of_bounded_length(text):
    query = query_of_text(text, PRIVATE)
    assert all(0 < len(one) <= LONGEST for one in query.texts)
    assert len(query.texts) <= 2


@settings(deadline=None)  # detectors of secrets load at the first text that may need them
@given(st.text(max_size=300))
def test_what_may_be_sent_stays_as_it_is(text):
    once = PRIVATE.without(text)
    assert PRIVATE.without(once) == once


def exception(kind, message, *frames):
    made = tuple(
        Frame(class_name=name, method=method, file=None, line=None, origin=origin, text="")
        for name, method, origin in frames
    )
    return ReportedException(type=kind, message=message, relation="primary", frames=made)


def test_an_error_is_asked_by_its_exception_and_the_fixed_part_of_its_message():
    root = exception(
        "java.lang.IllegalStateException",
        'Fragment CartViewModel{1f2e3d4} (7c3a9a6e-1c1b-4f5e-9f63-0a1b2c3d4e5f) "my cart" not attached to a context.',
    )
    query = query_of_error(root, "", PRIVATE)
    assert query.exception == "IllegalStateException"
    words = query.text.split()
    assert words[:2] == ["IllegalStateException", "Fragment"]
    assert query.text.endswith("not attached to a context.")
    assert "my cart" not in query.text
    assert "7c3a9a6e" not in query.text


def test_a_short_message_is_asked_with_the_library_that_it_came_from():
    root = exception(
        "java.lang.NullPointerException",
        None,
        ("com.inhouse.core.Secret", "run", "library"),
        ("androidx.fragment.app.Fragment", "requireContext", "library"),
        ("okhttp3.RealCall$AsyncCall", "lambda$enqueue$0", "library"),
        ("com.example.shop.Cart", "show", "app"),
        ("android.view.View", "performClick", "platform"),
    )
    assert query_of_error(root, "", PRIVATE).text == "NullPointerException Fragment.requireContext"


def test_where_the_app_is_on_top_it_is_asked_with_who_called_it():
    root = exception(
        "java.lang.NullPointerException",
        None,
        ("com.example.shop.Cart", "bind", "app"),
        ("com.example.shop.Cart$Row", "onBind", "app"),
        ("androidx.recyclerview.widget.RecyclerView", "onBindViewHolder", "library"),
        ("androidx.recyclerview.widget.RecyclerView", "bindViewHolder", "library"),
    )
    assert query_of_error(root, "", PRIVATE).text == "NullPointerException RecyclerView.onBindViewHolder"


def test_an_exception_of_the_app_is_not_named():
    root = exception("com.example.shop.CartBrokenException", "cannot open the connection to the server")
    query = query_of_error(root, "", PRIVATE)
    assert query.exception is None
    assert query.text == "cannot open the connection to the server"


def test_a_compiler_error_is_asked_without_its_place():
    error = parse("e: file:///home/ann/shop/Cart.kt:12:5 Unresolved reference 'CartViewModel'.")
    query = query_of_error(None, f"Cart.kt:12: {error.diagnostics[0].message}", PRIVATE)
    assert query.text.startswith("Unresolved reference")
    assert "Cart" not in query.text


def test_fewer_words_are_the_first_that_tell_something():
    query = query_of_text(
        "IllegalArgumentException: No view found for id in FragmentContainerView when the activity is restored",
        PRIVATE,
    )
    whole, fewer = query.texts
    assert fewer.startswith("IllegalArgumentException")
    assert fewer == "IllegalArgumentException No view found id FragmentContainerView"
    assert len(fewer.split()) <= 6
    assert set(fewer.split()) <= {word.strip(":") for word in whole.split()}


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory):
    root = tmp_path_factory.mktemp("home") / "home" / "robin" / "shop_app"
    (root / "res" / "layout").mkdir(parents=True)
    (root / "Cart.kt").write_text(
        "package com.acmestores.shop\n\nclass Cart { fun refillShelf() = 1; fun onCreate() {} }\n"
        "class CartViewModel\nclass Result\nfun String.toPriceTag() = this\n"
    )
    (root / "res" / "layout" / "cart_row.xml").write_text(
        '<View xmlns:android="a" android:id="@+id/cart_total"/>'
    )
    workspace = Workspace([root], tmp_path_factory.mktemp("data"))
    yield workspace
    workspace.close()


def test_the_names_of_a_workspace_are_private_and_those_of_libraries_are_not(snapshot):
    snapshot.index()
    names = private_names(snapshot.snapshot, ())
    text = (
        "robin: Cart and CartViewModel of acmestores in shop_app: refillShelf toPriceTag cart_row cart_total onCreate "
        "acmestores_orders "
        "Result NullPointerException requireContext com.acmestores.shop.Cart WorkManager kotlinx.coroutines.Job"
    )
    assert (
        names.without(text)
        == ": and of in : onCreate Result NullPointerException requireContext WorkManager kotlinx.coroutines.Job"
    )


def test_while_nothing_is_indexed_only_names_of_libraries_leave(tmp_path):
    root = tmp_path / "project"
    root.mkdir()
    workspace = Workspace([root], tmp_path / "data")
    names = private_names(workspace.snapshot, ())
    assert not workspace.snapshot.index.ready
    text = "IllegalStateException in SecretEngine near Fragment.requireContext"
    assert names.without(text) == "IllegalStateException in near Fragment.requireContext"
    workspace.close()
