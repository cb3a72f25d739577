"""Frames as the source has them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rca.knowledge.problem.frame_normalization import is_bridge, is_noise, normal_frame, normal_names

NAMES = st.from_regex(r"[a-z][a-zA-Z]{2,9}", fullmatch=True)
NUMBERS = st.integers(0, 99)


@pytest.mark.parametrize(
    ("class_name", "method", "folded"),
    [
        ("com.example.Cart", "load", "com.example.Cart.load"),
        ("com.example.CartKt", "load$default", "com.example.CartKt.load"),
        ("com.example.Cart", "access$load", "com.example.Cart.load"),
        ("com.example.Cart", "load$lambda$0", "com.example.Cart.load"),
        ("com.example.Cart", "load$lambda-3", "com.example.Cart.load"),
        ("com.example.Cart$load$1", "invokeSuspend", "com.example.Cart.load"),
        ("com.example.Cart$load$1$total$2", "invoke", "com.example.Cart.load"),
        ("com.example.Cart$load$$inlined$map$1$2", "emit", "com.example.Cart.load"),
        ("com.example.Cart$$ExternalSyntheticLambda4", "run", "com.example.Cart.run"),
        ("com.example.Cart$Companion", "create", "com.example.Cart.create"),
        ("com.example.Cart$Line", "price", "com.example.Cart.Line.price"),
        ("com.example.Cart$1", "onClick", "com.example.Cart.onClick"),
        ("com.example.Repo$DefaultImpls", "all", "com.example.Repo.all"),
        ("com.example.MoneyKt", "plus-x1Y2z3A", "com.example.MoneyKt.plus"),
        ("java.base/java.util.ArrayList", "get", "java.util.ArrayList.get"),
        ("com.example.Cart", "<init>", "com.example.Cart.<init>"),
    ],
)
def test_what_compilers_add_is_folded(class_name, method, folded):
    assert normal_frame(class_name, method) == folded


def test_lambda_numbers_do_not_matter():
    assert normal_frame("a.B$run$1$2", "invoke") == normal_frame("a.B$run$7", "invokeSuspend")


def test_machinery_is_noise_and_the_rest_is_not():
    assert is_noise("kotlinx.coroutines.DispatchedTask.run")
    assert is_noise("java.lang.reflect.Method.invoke")
    assert not is_noise("androidx.fragment.app.FragmentManager.checkStateLoss")
    assert not is_noise("com.example.Cart.load")


def test_names_in_records_are_folded_the_same_way():
    assert normal_names(["at a.B$run$1.invoke(B.kt:3)", "a.B.run"]) == ("a.B.run",)


@given(function=NAMES, inner=NAMES, one=NUMBERS, other=NUMBERS)
def test_a_function_is_itself_however_its_lambdas_coroutines_and_defaults_are_compiled(
    function, inner, one, other
):
    folded = f"com.example.Cart.{function}"
    for class_name, method in (
        ("com.example.Cart", function),
        ("com.example.Cart", f"{function}$default"),
        ("com.example.Cart", f"{function}$suspendImpl"),
        ("com.example.Cart", f"{function}$lambda${one}"),
        ("com.example.Cart", f"{function}$lambda${one}${other}"),
        ("com.example.Cart", f"{function}$lambda-{one}"),
        ("com.example.Cart", f"access${function}"),
        (f"com.example.Cart${function}${one}", "invokeSuspend"),
        (f"com.example.Cart${function}${one}${inner}${other}", "invoke"),
        (f"com.example.Cart${function}$$inlined$map${one}${other}", "emit"),
        (f"com.example.Cart$Companion${function}${one}", "invoke"),
    ):
        assert normal_frame(class_name, method) == folded


@given(
    classes=st.lists(st.from_regex(r"[A-Z][a-z]{2,8}", fullmatch=True), min_size=1, max_size=3), method=NAMES
)
def test_what_the_programmer_named_stays(classes, method):
    assert normal_frame("a.b." + "$".join(classes), method) == f"a.b.{'.'.join(classes)}.{method}"


@given(name=st.from_regex(r"[A-Za-z0-9_]{20,27}", fullmatch=True), number=NUMBERS)
def test_bridges_that_compilers_make_are_known(name, number):
    assert is_bridge("a.Cart", f"$r8$lambda${name}")
    assert is_bridge(f"a.Cart$$ExternalSyntheticLambda{number}", "run")
    assert is_bridge(f"a.Cart$$Lambda${number}/0x1f", "accept")
    assert is_bridge("android.view.View", "-$$Nest$mperformClickInternal")
    assert not is_bridge("a.Cart", f"load$lambda${number}")
