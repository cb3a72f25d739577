"""Frames as the source has them."""

import pytest

from rca.knowledge.frames import is_noise, normal_frame, normal_names


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
