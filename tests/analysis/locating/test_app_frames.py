"""What the workspace declares is the app's: without its package, masked, shortened, or under a library's prefix."""

from __future__ import annotations

import pytest

from rca.analysis.locating.app_frames import attribute_frames
from rca.analysis.locating.frame_locator import choose_culprit, locate
from rca.error_text import parse
from tests.indexed_project import indexed

FILES = """\
// file: app/src/main/kotlin/com/example/shop/cart/Input.kt
package com.example.shop.cart

interface Input

class RealInput : Input {
    fun strip() {
        error(1)
    }
}

fun trimmed() = 1
// file: app/src/main/kotlin/com/example/shop/Handler.kt
package com.example.shop

class Handler {
    fun handle() = 1
}
"""


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    opened = indexed(tmp_path_factory.mktemp("shop") / "app", FILES)
    yield opened
    opened.close()


def culprit(workspace, *frames):
    lines = "".join(f"\n\tat {frame}" for frame in frames)
    text = f"java.lang.IllegalStateException: no input{lines}"
    report = attribute_frames(parse(text, workspace.snapshot.app_packages), workspace.snapshot)
    place = choose_culprit(report, locate(report, workspace.snapshot), workspace.snapshot)
    told = None if report.culprit is None else report.culprit.class_name
    return told, None if place is None else (place.file_path.rpartition("/")[2], place.line)


@pytest.mark.parametrize(
    "name",
    [
        "RealInput.strip",
        "cart.RealInput.strip",
        "shop.cart.RealInput.strip",
        "com.***.cart.RealInput.strip",
        "com.*.*.cart.RealInput.strip",
        "***.RealInput.strip",
        "xxx.cart.RealInput.strip",
        "com.xxx.cart.RealInput.strip",
        "c.e.s.c.RealInput.strip",
        "c.e.shop.cart.RealInput.strip",
        "com.….cart.RealInput.strip",
        "….cart.RealInput.strip",
        "....cart.RealInput.strip",
        "InputKt.trimmed",
        "c.e.s.c.InputKt.trimmed",
    ],
)
def test_a_frame_whose_package_was_left_out_is_the_apps(workspace, name):
    line = 11 if "trimmed" in name else 7
    told, place = culprit(workspace, f"{name}(Input.kt:{line})", "android.os.Handler.run(Handler.java:5)")
    assert told == name.rpartition(".")[0], "class names are as in the text"
    assert place == ("Input.kt", line)


@pytest.mark.parametrize(
    "frame",
    [
        "Handler.dispatchMessage(Handler.java:106)",
        "RealInput.strip(RealInput.kt:4)",
        "org.vendor.RealInput.strip(Input.kt:7)",
        "okhttp3.RealInput.strip(Input.kt:7)",
        "com.***.billing.RealInput.strip(Input.kt:7)",
        "o.v.RealInput.strip(Input.kt:7)",
        "Handler.post(Unknown Source:3)",
    ],
)
def test_another_class_of_that_name_is_not(workspace, frame):
    assert culprit(workspace, frame) == (None, None)


def test_without_a_file_the_method_tells(workspace):
    assert culprit(workspace, "Handler.handle(Unknown Source:3)") == ("Handler", ("Handler.kt", 4))


@pytest.mark.parametrize("package", ["com.github.shop", "com.netflix.shop", "app.cash.shop", "coil.shop"])
def test_an_app_under_a_librarys_prefix_is_an_app(tmp_path, package):
    workspace = indexed(
        tmp_path / "app", {"src/Cart.kt": f"package {package}\n\nclass Cart {{\n    fun pay() = 1\n}}\n"}
    )
    text = (
        "java.lang.IllegalStateException: x\n"
        f"\tat {package.rpartition('.')[0]}.other.Lib.call(Lib.kt:3)\n\tat {package}.Cart.pay(Cart.kt:4)"
    )
    for packages in ((), workspace.snapshot.app_packages):
        report = attribute_frames(parse(text, packages), workspace.snapshot)
        assert [frame.origin for frame in report.exceptions[0].frames] == ["library", "app"]
        assert report.culprit.class_name == f"{package}.Cart"
    workspace.close()


def test_packages_that_the_caller_gave_decide_complete_names(workspace):
    text = "a.B: x\n\tat com.example.shop.cart.RealInput.strip(Input.kt:7)\n\tat Handler.handle(Handler.kt:4)"
    report = attribute_frames(parse(text, ("com.other",)), workspace.snapshot, only_partial=True)
    assert [frame.origin for frame in report.exceptions[0].frames] == ["library", "app"]


@pytest.mark.parametrize("name", ["RealInput.strip", "com.***.cart.RealInput.strip"])
def test_crashlytics_names_files_of_kotlin_as_those_of_java(workspace, name):
    assert culprit(workspace, f"{name}(Input.java:7)") == (name.rpartition(".")[0], ("Input.kt", 7))
