"""Write the contract to standard output as one JSON Schema, from which `contract.mjs` makes TypeScript.

The root describes the tools: each property is a tool, an object of its `params` and its `result`.
`$defs` holds every model of the contract that the extension speaks, the settings included.
"""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from typing import Any, Literal

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, models_json_schema

from models.device_actions import DeviceAction, DeviceActionResult
from models.device_messages import ConnectedDevices, FollowLog, LogLines, WatchDevices
from models.editor import EditorCallersAnswer, EditorCallersQuestion, EditorState
from models.envelope import Meta
from models.error_codes import ToolError
from models.events import ErrorEvents, FramePlace, OutputChunk
from models.settings import Settings
from models.test_discovery import TestClasses, TestRunNews, TestsChanged, TestsIn, TestsInFile
from rca.toolkit import tool_catalog
from rca.toolkit.tool_schemas import parameter_schema

Mode = Literal["validation", "serialization"]


class WireSchema(GenerateJsonSchema):
    """Describe the JSON as it travels."""

    def field_title_should_be_set(self, _schema: Any) -> bool:  # noqa: ANN401 - pydantic's own signature
        """Leave titles off fields: TypeScript would get a named type for each."""
        return False

    def field_is_required(self, field: Any, total: bool) -> bool:  # noqa: ANN401 - pydantic's own signature
        """Count a field of an answer as present even where it holds its default."""
        if self.mode == "serialization":
            return field.get("serialization_exclude_if") is None
        return super().field_is_required(field, total)


def tools() -> dict[str, tuple[type[BaseModel], type[BaseModel]]]:
    """Map each tool of the contract to its parameters and its result."""
    found: dict[str, tuple[type[BaseModel], type[BaseModel]]] = {}
    for tool in tool_catalog.TOOLSETS["all"]:
        names = vars(importlib.import_module(f"models.tools.{tool}"))
        stems = [
            name.removesuffix("Params") for name in names if name.endswith("Params") and name != "Params"
        ]
        if len(stems) != 1 or f"{stems[0]}Result" not in names:
            raise SystemExit(f"models/tools/{tool}.py must declare one …Params and its …Result")
        found[tool] = (names[f"{stems[0]}Params"], names[f"{stems[0]}Result"])
    return found


def contract() -> dict[str, Any]:
    """Return the schema."""
    catalogue = tools()
    wanted: list[tuple[type[BaseModel], Mode]] = [
        (Meta, "serialization"),
        (ToolError, "serialization"),
        (EditorState, "serialization"),
        (EditorCallersQuestion, "serialization"),
        (EditorCallersAnswer, "serialization"),
        (OutputChunk, "validation"),
        (ErrorEvents, "serialization"),
        (FramePlace, "serialization"),
        (WatchDevices, "validation"),
        (ConnectedDevices, "serialization"),
        (FollowLog, "validation"),
        (LogLines, "serialization"),
        (DeviceAction, "validation"),
        (DeviceActionResult, "serialization"),
        (TestClasses, "serialization"),
        (TestsIn, "validation"),
        (TestsInFile, "serialization"),
        (TestsChanged, "serialization"),
        (TestRunNews, "serialization"),
        (Settings, "validation"),
    ]
    for params, result in catalogue.values():
        wanted += [(params, "validation"), (result, "serialization")]
    references, schema = models_json_schema(wanted, schema_generator=WireSchema)
    properties = {
        name: _closed(
            {"params": references[(params, "validation")], "result": references[(result, "serialization")]}
        )
        for name, (params, result) in catalogue.items()
    }
    return {
        "title": "Tools",
        **_closed(properties),
        "$defs": schema["$defs"],
        "languageModelTools": language_model_tools(),
    }


def language_model_tools() -> list[dict[str, Any]]:
    """Return the debugging tools as package.json offers them to the editor's language models."""
    return [
        {
            "name": f"kotlin_rca_{tool.name}",
            "toolReferenceName": f"rca_{tool.name}",
            "displayName": tool.name.replace("_", " ").capitalize(),
            "modelDescription": tool.description,
            "userDescription": tool.description.partition(". ")[0].partition(": ")[0],
            "canBeReferencedInPrompt": True,
            "icon": "$(debug-alt-small)",
            "tags": ["kotlin", "android", "debugging", tool.risk],
            "inputSchema": parameter_schema(tool),
        }
        for tool in tool_catalog.load_all("debugging")
    ]


def _closed(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "additionalProperties": False,
        "required": list(properties),
        "properties": properties,
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(contract()))
