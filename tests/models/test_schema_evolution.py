"""Schema evolution (seed 003): what was published stays; a new parameter is optional.

`contract.json` holds what the tools took and gave when it was written. To add to the contract needs no change of it; it
is written anew (`python -m tests.models.test_schema_evolution`) when a release publishes what was added. To take
something away breaks callers: that needs two releases in which the parameter's description begins with `[DEPRECATED]`.
"""

import json
from pathlib import Path

import pytest

from models.wire import SEED_SPELLINGS
from rca.toolkit import tool_catalog
from rca.toolkit.tool_schemas import parameter_schema, result_schema

PUBLISHED = Path(__file__).with_name("contract.json")


def fields(schema, definitions, at="", above=()):
    """Return the path of each field of a schema, with its type; what holds itself is followed once."""
    name = schema.get("$ref", "").rpartition("/")[2]
    if name:
        return {} if name in above else fields(definitions[name], definitions, at, (*above, name))
    found = {}
    for choice in schema.get("anyOf", ()):
        found |= fields(choice, definitions, at, above)
    if "items" in schema:
        found |= fields(schema["items"], definitions, f"{at}[]", above)
    for key, field in schema.get("properties", {}).items():
        path = f"{at}.{key}".lstrip(".")
        found[path] = sorted(types(field, definitions))
        found |= fields(field, definitions, path, above)
    return found


def types(field, definitions):
    """Return the JSON types that a field may have, and the values of an enumeration."""
    if "$ref" in field:
        return types(definitions[field["$ref"].rpartition("/")[2]], definitions)
    if "anyOf" in field:
        return set().union(*(types(choice, definitions) for choice in field["anyOf"]))
    if "enum" in field:
        return {f"={value}" for value in field["enum"]}
    return {f"={field['const']}"} if "const" in field else {field.get("type", "any")}


def contract(tool):
    taken, given = parameter_schema(tool), result_schema(tool)
    return {
        "parameters": fields(taken, taken.get("$defs", {})),
        "required": sorted(taken.get("required", ())),
        "result": fields(given, given.get("$defs", {})),
    }


def as_named_now(before, now):
    """Return the contract before, a parameter under its new name where its old one is still accepted."""
    renamed = {
        old: new
        for new in now["parameters"]
        for old in SEED_SPELLINGS.get(new, ())
        if old in before["parameters"] and old not in now["parameters"] and new not in before["parameters"]
    }
    parameters = {renamed.get(name, name): kinds for name, kinds in before["parameters"].items()}
    required = [renamed.get(name, name) for name in before["required"]]
    return {**before, "parameters": parameters, "required": required}


def broken(before, now):
    """Return what callers of the contract before would miss in that of now."""
    before = as_named_now(before, now)
    lost = [f"parameter {name}" for name in before["parameters"] if name not in now["parameters"]]
    narrowed = [
        f"parameter {name} no longer takes {kind}"
        for name, kinds in before["parameters"].items()
        for kind in kinds
        if name in now["parameters"] and kind not in now["parameters"][name]
    ]
    demanded = [f"parameter {name} is required" for name in now["required"] if name not in before["required"]]
    gone = [f"result {name}" for name in before["result"] if name not in now["result"]]
    retyped = [
        f"result {name} may be {kind}"
        for name, kinds in now["result"].items()
        for kind in kinds
        if name in before["result"] and kind not in before["result"][name] and not kind.startswith("=")
    ]
    return lost + narrowed + demanded + gone + retyped


@pytest.mark.parametrize("name", json.loads(PUBLISHED.read_text(encoding="utf-8")))
def test_what_was_published_still_holds(name):
    assert name in tool_catalog.TOOLSETS["all"]
    published = json.loads(PUBLISHED.read_text(encoding="utf-8"))[name]
    assert broken(published, contract(tool_catalog.load(name))) == []


BEFORE = {"parameters": {"a": ["integer"], "k": ["=x", "=y"]}, "required": ["a"], "result": {"r": ["string"]}}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"parameters": {"k": ["=x", "=y"]}}, ["parameter a"]),
        ({"parameters": {"a": ["string"], "k": ["=x", "=y"]}}, ["parameter a no longer takes integer"]),
        ({"parameters": {"a": ["integer"], "k": ["=x"]}}, ["parameter k no longer takes =y"]),
        ({"required": ["a", "k"]}, ["parameter k is required"]),
        ({"result": {}}, ["result r"]),
        ({"result": {"r": ["null", "string"]}}, ["result r may be null"]),
        (
            {"parameters": {**BEFORE["parameters"], "new": ["string"]}, "result": {"r": ["string"], "s": []}},
            [],
        ),
    ],
)
def test_each_way_of_breaking_it_is_seen(change, says):
    assert broken(BEFORE, {**BEFORE, **change}) == says


if __name__ == "__main__":
    whole = {name: contract(tool_catalog.load(name)) for name in tool_catalog.TOOLSETS["all"]}
    PUBLISHED.write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")
