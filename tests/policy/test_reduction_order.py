"""Large answers give way in their tool's own order, and never lose what the question was about."""

import re

import jsonschema
import pytest

from rca.policy.answer_truncation import answer_size, following, shorten
from rca.policy.reduction_order import ORDERS
from rca.policy.reductions import CutEvenly, DropField, Rows, Text, Window
from rca.toolkit import tool_catalog
from rca.toolkit.tool_schemas import result_schema
from tests.policy.generated_answers import answer

LIMITS = (200, 400, 800, 1600, 3200)
SEEDS = range(2)


def shown_at(tool, data, limit):
    return shorten(data, limit, ORDERS[tool], tool_catalog.load(tool).sized_by_caller)[0]


def part_of(small, large, path=""):
    """Return where `small` holds what `large` does not."""
    if isinstance(large, dict):
        return [
            wrong
            for key, part in small.items()
            for wrong in (part_of(part, large[key], f"{path}.{key}") if key in large else [f"{path}.{key}"])
        ]
    if isinstance(large, list):
        if len(small) > len(large):
            return [path]
        return [
            wrong for one, other in zip(small, large, strict=False) for wrong in part_of(one, other, path)
        ]
    if isinstance(large, str):
        return [] if small.removesuffix("…") in large else [path]
    # A smaller window begins later and ends earlier, and says so.
    return [] if small == large or path.endswith(("startLine", "endLine")) else [path]


@pytest.mark.parametrize("tool", sorted(ORDERS))
@pytest.mark.parametrize("seed", SEEDS)
def test_any_limit_gives_a_part_of_the_answer_that_keeps_to_the_schema(tool, seed):
    whole = answer(tool, seed)
    schema = result_schema(tool_catalog.load(tool))
    larger = whole
    check = jsonschema.Draft202012Validator(schema)
    check.validate(whole)
    for limit in sorted(LIMITS, reverse=True):
        shown = shown_at(tool, whole, limit)
        check.validate(shown)
        tool_catalog.load(tool).result.model_validate(shown)
        assert part_of(shown, larger) == []
        assert answer_size(shown) <= max(limit, answer_size(larger))
        larger = shown


@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("seed", range(8))
def test_the_root_of_an_error_stays(seed, limit):
    whole = answer("analyze_error", seed)
    shown = shown_at("analyze_error", whole, limit)
    assert shown["culprit"] == whole["culprit"]
    was, now = whole["error"], shown["error"]
    assert now.get("culprit") == was.get("culprit")
    assert len(now.get("diagnostics", ())) >= min(5, len(was.get("diagnostics", ())))
    for one, other in zip(now.get("exceptions", ()), was.get("exceptions", ()), strict=True):
        assert (one["type"], one["relation"]) == (other["type"], other["relation"])
        assert bool(one["frames"]) == bool(other["frames"])
        assert (other["message"] or "").startswith((one["message"] or "").removesuffix("…"))


@pytest.mark.parametrize("tool", sorted(ORDERS))
def test_each_move_is_about_fields_that_the_result_has(tool):
    schema = result_schema(tool_catalog.load(tool))
    order = ORDERS[tool]
    for move in order.moves:
        if isinstance(move, CutEvenly):
            continue
        field = at(schema, move.path)
        if isinstance(move, Rows):
            assert is_(field, "array"), move
        elif isinstance(move, Text):
            assert is_(field, "string"), move
        elif isinstance(move, Window):
            assert {"context", "startLine", "endLine"} <= set(followed(field, schema)["properties"]), move
        elif isinstance(move, DropField):
            (items,) = [followed(one["items"], schema) for one in options(field) if "items" in one]
            assert move.field in items["properties"], move
            assert move.field not in items.get("required", ()), move
    for kept in order.keeps:
        assert at(schema, kept), kept


def test_rows_far_away_go_before_those_at_hand():
    callers = [
        {"callerName": f"C{n}", "filePath": "a/B.kt", "line": n, "callChain": ["x"] * 9} for n in range(60)
    ]
    data = {"functionName": "f", "filePath": "a", "callers": callers, "totalCallers": 60}
    shown, done = shorten(data, 600, ORDERS["find_callers_of_function"])
    kept = len(shown["callers"])
    assert shown["callers"] == callers[:kept]
    assert 3 <= kept < 60
    assert shown["totalCallers"] == 60
    assert f"{kept} of 60 callers" in done
    assert following(ORDERS["find_callers_of_function"], data, shown, 40) == str(40 + kept)


def test_code_stays_where_the_error_is():
    lines = [f"val number{n} = {n}\n" for n in range(100)]
    data = {
        "filePath": "a/B.kt",
        "errorLine": 51,
        "startLine": 1,
        "endLine": 100,
        "context": {
            "before": "".join(lines[:50]),
            "errorLine": lines[50].rstrip(),
            "after": "".join(lines[51:]),
        },
    }
    shown, _ = shorten(data, 300, ORDERS["get_code_context"])
    around = shown["context"]
    assert around["before"].endswith("val number49 = 49\n")
    assert around["after"].startswith("val number51 = 51\n")
    assert shown["startLine"] == 51 - around["before"].count("\n")
    assert shown["endLine"] == 51 + around["after"].count("\n")
    assert re.match(rf"val number{shown['startLine'] - 1} ", around["before"])


def options(field):
    return field.get("anyOf", [field])


def is_(field, kind):
    return any(one.get("type") == kind for one in options(field))


def followed(field, schema):
    for one in options(field):
        if "$ref" in one:
            return schema["$defs"][one["$ref"].rpartition("/")[2]]
    return field


def at(schema, path):
    field = schema
    for key in filter(None, path.split(".")):
        field = followed(field, schema)
        if key == "*":
            (field,) = [one["items"] for one in options(field) if "items" in one]
        else:
            field = field["properties"][key]
    return field
