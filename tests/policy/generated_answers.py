"""Answers made up from the schema of a tool's result, for properties that hold for each."""

import random

from rca.toolkit import tool_catalog
from rca.toolkit.tool_schemas import result_schema

DEEPEST = 4
"""Errors hold errors: below this lists end."""


def answer(tool, seed):
    """Make up a whole result of a tool, some of it large."""
    schema = result_schema(tool_catalog.load(tool))
    return _made(schema, schema.get("$defs", {}), random.Random(seed), 0)


def _made(schema, definitions, chance, depth):  # noqa: PLR0911 - one for each kind of schema
    if "$ref" in schema:
        return _made(definitions[schema["$ref"].rpartition("/")[2]], definitions, chance, depth + 1)
    if "anyOf" in schema:
        return _made(chance.choice(schema["anyOf"]), definitions, chance, depth)
    if "enum" in schema:
        return chance.choice(schema["enum"])
    if "const" in schema:
        return schema["const"]
    match schema.get("type"):
        case "object":
            required = schema.get("required", ())
            return {
                name: _made(field, definitions, chance, depth)
                for name, field in schema.get("properties", {}).items()
                if name in required or chance.random() < 0.8
            }
        case "array":
            most = 0 if depth >= DEEPEST else 4 if depth else 20
            items = schema.get("items", {})
            return [
                _made(items, definitions, chance, depth + 1) for _ in range(chance.choice((0, 1, 3, most)))
            ]
        case "string":
            times = chance.choice((0, 1, 1, 1, 2, 40))
            return ("some words\n" * max(times, schema.get("minLength", 0)))[: schema.get("maxLength")]
        case "integer":
            return chance.randrange(1000)
        case "number":
            return round(chance.random(), 2)
        case "boolean":
            return chance.random() < 0.5
        case _:
            return None
