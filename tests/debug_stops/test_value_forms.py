"""Values as debug adapters write them."""

import pytest

from models.debug_stop import DebugVariable
from rca.debug_stops.value_forms import value_size, value_text
from rca.redaction.named_values import mask_value


@pytest.mark.parametrize(
    ("value", "text", "type_", "size"),
    [
        ("null", "null", None, None),
        ("3", "3", None, None),
        ('"size=3"', '"size=3"', None, None),
        ("ArrayList@14 size=3", "ArrayList", "ArrayList", 3),
        (
            "java.util.ArrayList<Item>@1f size = 0",
            "java.util.ArrayList<Item>",
            "java.util.ArrayList<Item>",
            0,
        ),
        ("int[4]@9", "int[4]", "int[4]", 4),
        ('Money@7 "3 EUR"', '"3 EUR"', "Money", None),
        ("instance of java.util.ArrayList(id=14)", "java.util.ArrayList", "java.util.ArrayList", None),
        ("instance of int[4] (id=9)", "int[4]", "int[4]", 4),
        ("(3) [1, 2, 3]", "(3) [1, 2, 3]", None, 3),
        ("Array(12)", "Array(12)", None, 12),
        ("Map(2) {'a' => 1, 'b' => 2}", "Map(2) {'a' => 1, 'b' => 2}", None, 2),
        ("f(3)", "f(3)", None, None),
        ("None", "None", None, None),
        ("me@example.org", "me@example.org", None, None),
        ("", "", None, None),
    ],
)
def test_what_the_adapter_adds_to_a_value_is_told_from_the_value(value, text, type_, size):
    variable = DebugVariable(name="one", value=value)
    assert value_text(variable) == (text, type_)
    assert value_size(variable) == size


def test_a_size_that_stands_beneath_a_value_or_is_counted_by_the_adapter_is_its_size():
    within = (DebugVariable(name="len()", value="2"), DebugVariable(name="0", value="7"))
    assert value_size(DebugVariable(name="rates", value="[7, 8]", variables=within)) == 2
    assert value_size(DebugVariable(name="names", value="String[]", size=5)) == 5


def test_a_secret_is_known_by_its_form_and_by_the_name_of_its_variable():
    assert mask_value("apiKey", '"Xk29vLqPz83mNw"').startswith('"<redacted')
    assert "ghp_" not in mask_value("text", '"ghp_16C7e42F292c6912E7710c838347Ae178B4a"')
    assert mask_value("index", "3") == "3"
