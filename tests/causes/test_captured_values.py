"""What the values at a throw add: stated, and deciding between expressions."""

from __future__ import annotations

import pytest

from models.captured_state import CapturedFrame, CapturedState, CapturedValue
from models.failure import FailedCondition, FailureExpression
from rca.causes.captured.expression_values import decide_expression, values_of


def value(name: str, text: str, *fields: CapturedValue, size: int | None = None) -> CapturedValue:
    return CapturedValue(name=name, text=text, type="shop.T", fields=fields, size=size)


USER = value("user", "shop.User", value("address", "null"), value("name", '"Ann"'))
STATE = CapturedState(
    exception="java.lang.NullPointerException",
    message=None,
    thread="main",
    frames=(
        CapturedFrame(
            class_name="shop.Cart",
            method="show",
            file="Cart.kt",
            line=7,
            receiver=value("this", "shop.Cart", value("items", "java.util.ArrayList", size=3)),
            locals=(USER, value("index", "3"), value("other", "null")),
        ),
    ),
    stood_still_ms=1,
)


def expression(text: str, line: int = 7) -> FailureExpression:
    return FailureExpression(
        file_path="src/Cart.kt", start_line=line, start_column=1, end_line=line, end_column=2, text=text
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("items[index]", (("items.size", "3"), ("index", "3"))),
        ("this.items.get(index)", (("this.items.size", "3"), ("index", "3"))),
        ("user!!.address!!.city.length", (("user.address", "null"),)),
        ("user.getAddress().city", (("user.getAddress()", "null"),)),
        ('"index" + unknown', ()),
        ("user.name?.trim()", (("user.name", '"Ann"'),)),
    ],
)
def test_values_that_an_expression_names(text: str, expected: tuple[tuple[str, str], ...]) -> None:
    assert values_of(expression(text), STATE) == expected


def test_another_line_has_no_values() -> None:
    assert values_of(expression("items[index]", line=8), STATE) == ()


def test_the_null_decides_between_two_expressions() -> None:
    first, second = expression("user.name.length"), expression("user.address.city")
    failure = FailedCondition(
        family="null_dereference", condition=None, expression=first, value=first, others=(second,)
    )
    decided = decide_expression(failure, STATE)
    assert decided is not None
    assert decided.expression is not None
    assert decided.expression.text == "user.address.city"
    assert decided.others == (first,)
    both = failure.model_copy(update={"others": (second, expression("other.size"))})
    assert decide_expression(both, STATE) == both
