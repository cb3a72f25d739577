"""Whose code a class is, with and without knowing the app's packages."""

import pytest

from rca.error_text import parse
from rca.error_text.frame_origin import origin_of


@pytest.mark.parametrize(
    ("class_name", "origin"),
    [
        ("com.example.shop.Cart", "app"),
        ("com.example.shop.Cart$load$1", "app"),
        ("com.example.shop.ComposableSingletons$HomeKt$lambda-1$1", "app"),
        ("com.example.shopping.Cart", "library"),
        ("com.example.shop.db.CartDao_Impl", "generated"),
        ("com.example.shop.db.CartDao_Impl$3", "generated"),
        ("com.example.shop.Hilt_HomeActivity", "generated"),
        ("com.example.shop.DaggerAppComponent$Builder", "generated"),
        ("com.example.shop.Home_MembersInjector", "generated"),
        ("com.example.shop.databinding.HomeBinding", "generated"),
        ("com.example.shop.Home$$ExternalSyntheticLambda0", "generated"),
        ("com.example.shop.Order$$serializer", "generated"),
        ("com.example.shop.R$layout", "generated"),
        ("androidx.room.RoomDatabase", "library"),
        ("kotlinx.coroutines.DispatchedTask", "library"),
        ("a.b.c", "library"),
        ("android.os.Handler", "platform"),
        ("java.lang.Thread", "platform"),
        ("com.android.internal.os.ZygoteInit", "platform"),
        ("com.android.volley.Request", "library"),
    ],
)
def test_with_packages(class_name, origin):
    assert origin_of(class_name, ("com.example.shop", "org.example.*")) == origin


@pytest.mark.parametrize(
    ("class_name", "origin"),
    [
        ("net.quillpad.sync.Files", "app"),
        ("MainKt", "app"),
        ("okhttp3.Call", "library"),
        ("com.google.samples.apps.todo.Tasks", "app"),
        ("com.google.gson.Gson", "library"),
        ("a.b.c", "library"),
        ("qj8", "library"),
        ("net.quillpad.sync.a", "library"),
        ("dalvik.system.NativeStart", "platform"),
    ],
)
def test_without_packages(class_name, origin):
    assert origin_of(class_name, ()) == origin


def test_a_root_package_with_a_wildcard():
    assert origin_of("org.example.till.Drawer", ("org.example.*",)) == "app"


def test_the_named_process_decides_what_is_the_apps():
    text = (
        "FATAL EXCEPTION: main\nProcess: net.quillpad.sync.debug, PID: 9\njava.lang.Error: x\n"
        "\tat org.unknownlib.Core.run(Core.java:3)\n\tat net.quillpad.ui.Home.show(Home.kt:8)"
    )
    report = parse(text)
    assert [frame.origin for frame in report.exceptions[0].frames] == ["library", "app"]
    assert report.culprit.line == 8
