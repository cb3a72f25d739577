"""Schemas of the catalogue: JSON Schema, OpenAI, MCP, 003's prompt, Markdown.

All are generated from the pydantic models; `docs/tools.md` and `docs/tools.schema.json` are this
module's output, and a test fails when they are stale.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from models.envelope import Envelope
from models.error_codes import ErrorCode
from rca.toolkit.tool import Tool

AnyTool = Tool[Any, Any]

_PREFACE = (
    "Each tool is the same on every surface: `rca call TOOL --json '{…}'`, the language server's command "
    "`rca.TOOL`, and VS Code. The answer is an envelope: `{success, data, meta}` or "
    "`{success, error, meta}`."
)
_UNREACHED: dict[str, Callable[[int], bool]] = {
    "minLength": lambda bound: bound <= 3,
    "minItems": lambda bound: bound <= 1,
    "minimum": lambda bound: bound <= 1,
    "maxLength": lambda bound: bound > 1_000,
    "maxItems": lambda bound: bound >= 20,
    "maximum": lambda bound: bound > 10_000,
}
"""Bounds that say nothing to somebody who makes a sensible call."""
_USAGE = json.dumps({"tool": "tool_name", "parameters": {"…": "…"}}, ensure_ascii=False, indent=2)


def title(tool: AnyTool) -> str:
    """Return a tool's name as people read it."""
    return tool.name.replace("_", " ").capitalize()


def parameter_schema(tool: AnyTool) -> dict[str, Any]:
    """Return the JSON Schema of a tool's parameters, plain enough for small models."""
    schema = _plain(tool.params.model_json_schema(by_alias=True))
    assert isinstance(schema, dict)
    schema.pop("description", None)
    return schema


def result_schema(tool: AnyTool) -> dict[str, Any]:
    """Return the JSON Schema of the `data` of a tool's answer."""
    schema = _untitled(tool.result.model_json_schema(by_alias=True, mode="serialization"))
    assert isinstance(schema, dict)
    return schema


def envelope_schema(tool: AnyTool) -> dict[str, Any]:
    """Return the JSON Schema of a tool's whole answer: the envelope with its `data`."""
    envelope = _untitled(Envelope.model_json_schema(by_alias=True, mode="serialization"))
    data = result_schema(tool)
    assert isinstance(envelope, dict)
    definitions = {**envelope.pop("$defs", {}), **data.pop("$defs", {})}
    envelope["properties"]["data"] = data
    envelope["required"] = ["success", "meta"]
    return {**envelope, "$defs": definitions}


def as_json_schema(tools: Iterable[AnyTool]) -> dict[str, Any]:
    """Return parameters and result of each tool as JSON Schema, by name."""
    return {
        tool.name: {"parameters": parameter_schema(tool), "result": result_schema(tool)} for tool in tools
    }


def as_openai(tools: Iterable[AnyTool]) -> list[dict[str, Any]]:
    """Return the tools as OpenAI-style function definitions, which local servers take too."""
    return [
        {
            "type": "function",
            "function": {
                "name": tool.name,
                "description": tool.description,
                "parameters": parameter_schema(tool),
            },
        }
        for tool in tools
    ]


def as_mcp(tools: Iterable[AnyTool], *, output_schemas: bool = False) -> list[dict[str, Any]]:
    """Return the tools as MCP's `tools/list` shows them, in few tokens: models read the list in each session.

    Schemas of the answers are added for programs that ask for them.
    """
    return [
        {
            "name": tool.name,
            "description": tool.description,
            "inputSchema": _for_models(parameter_schema(tool)),
            **({"outputSchema": envelope_schema(tool)} if output_schemas else {}),
            "annotations": _hints(tool),
        }
        for tool in tools
    ]


def _hints(tool: AnyTool) -> dict[str, Any]:
    """Return what clients show; the protocol looks at `idempotentHint` only where a tool writes."""
    hints = {
        "readOnlyHint": tool.risk == "read_only",
        "destructiveHint": tool.risk == "dangerous",
        "openWorldHint": tool.open_world,
    }
    return hints if tool.risk == "read_only" else hints | {"idempotentHint": tool.idempotent}


def _for_models(schema: dict[str, Any]) -> dict[str, Any]:
    """Drop from a parameter schema what does not help to make a call; the server checks each call anyway.

    That is the refusal of unknown names (the server understands near ones), bounds that no call comes near,
    and defaults that say no more than to leave a parameter out.
    """
    definitions = schema.get("$defs", {})

    def plain(node: Any) -> Any:  # noqa: ANN401 - JSON
        if isinstance(node, list):
            return [plain(one) for one in node]
        if not isinstance(node, dict):
            return node
        if "$ref" in node:
            node = definitions[node["$ref"].rpartition("/")[2]] | {
                key: value for key, value in node.items() if key != "$ref"
            }
        kept = {
            key: value
            for key, value in node.items()
            if key not in ("additionalProperties", "$defs")
            and not (key in _UNREACHED and isinstance(value, int) and _UNREACHED[key](value))
            and not (key == "default" and value in ([], False, 0))
        }
        return {
            key: {name: plain(one) for name, one in value.items()} if key == "properties" else plain(value)
            for key, value in kept.items()
        }

    shown = plain(schema)
    assert isinstance(shown, dict)
    return shown


def as_prompt(tools: Iterable[AnyTool]) -> str:
    """Return the tools as the system prompt of seed 003 lists them."""
    listing = {
        tool.name: {
            "description": tool.description,
            "parameters": {
                name: f"{_type_name(field)} ({_needed(required)}) - {field.get('description', '')}"
                for name, field, required in _fields(parameter_schema(tool))
            },
        }
        for tool in tools
    }
    shown = json.dumps(listing, ensure_ascii=False, indent=2)
    return f"AVAILABLE TOOLS:\n{shown}\n\nUSAGE FORMAT:\n{_USAGE}\n"


def as_markdown(tools: Iterable[AnyTool]) -> str:
    """Return the tools as the page `docs/tools.md`."""
    parts = [
        "# Tools",
        "<!-- Generated by `make docs`; do not edit. -->",
        _PREFACE,
        *(_section(tool) for tool in tools),
        "## Error codes",
        "\n".join(f"- `{code}`" for code in ErrorCode),
    ]
    return "\n\n".join(parts) + "\n"


def _section(tool: AnyTool) -> str:
    rows = [
        f"| `{name}` | {_type_name(field)} | {_default(field, required)} | {_description(field)} |"
        for name, field, required in _fields(parameter_schema(tool))
    ]
    result = result_schema(tool)
    results = [
        f"| `{name}` | {_type_name(field)} | {_description(field)} |"
        for name, field in result.get("properties", {}).items()
    ]
    risk = f"Risk: `{tool.risk}`. Time limit: {tool.seconds:g} s."
    parameters = "| parameter | type | default | |\n|---|---|---|---|\n" + "\n".join(rows)
    data = "| `data` | type | |\n|---|---|---|\n" + "\n".join(results)
    return f"## `{tool.name}`\n\n{tool.description}\n\n{risk}\n\n{parameters}\n\n{data}"


def _fields(schema: dict[str, Any]) -> list[tuple[str, dict[str, Any], bool]]:
    required = set(schema.get("required", ()))
    return [(name, field, name in required) for name, field in schema.get("properties", {}).items()]


def _type_name(field: dict[str, Any]) -> str:
    if "enum" in field:
        return " or ".join(f"`{value}`" for value in field["enum"])
    if "anyOf" in field:
        return " or ".join(_type_name(option) for option in field["anyOf"])
    if "$ref" in field:
        return str(field["$ref"]).rsplit("/", 1)[-1]
    if field.get("type") == "array":
        return f"array of {_type_name(field.get('items', {}))}"
    return str(field.get("type", "any"))


def _default(field: dict[str, Any], required: bool) -> str:
    if required:
        return "required"
    return f"`{json.dumps(field['default'])}`" if field.get("default") is not None else ""


def _needed(required: bool) -> str:
    return "required" if required else "optional"


def _description(field: dict[str, Any]) -> str:
    return str(field.get("description", "")).replace("|", "\\|").replace("\n", " ")


def _plain(node: Any) -> Any:  # noqa: ANN401 - JSON
    """Drop titles and `null` alternatives: leaving a parameter out says the same."""
    node = _untitled(node)
    if isinstance(node, dict):
        options = node.get("anyOf")
        if isinstance(options, list) and {"type": "null"} in options:
            rest = [option for option in options if option != {"type": "null"}]
            if len(rest) == 1:
                node = {**{key: value for key, value in node.items() if key != "anyOf"}, **rest[0]}
                if node.get("default", ...) is None:
                    del node["default"]
        return {key: _plain(value) for key, value in node.items()}
    return [_plain(item) for item in node] if isinstance(node, list) else node


def _untitled(node: Any) -> Any:  # noqa: ANN401 - JSON
    if isinstance(node, dict):
        return {
            key: _untitled(value)
            for key, value in node.items()
            if not (key == "title" and isinstance(value, str))
        }
    return [_untitled(item) for item in node] if isinstance(node, list) else node
