"""`get_resource`: an Android resource with all its definitions and uses (seed 002's `get_enchantment`)."""

from __future__ import annotations

from pydantic import Field

from models.configuration import ConfigUse, QualifierGap, ResourceDefinition
from models.wire import Params, Wire, absent_if_empty


class GetResourceParams(Params):
    """Which resource."""

    name: str = Field(
        min_length=1,
        max_length=200,
        description="As code or XML names it: `R.string.title`, `@string/title`, `string/title`; or `title`.",
    )
    limit: int = Field(default=50, ge=1, le=500, description="Uses in one answer; `meta.next` continues.")
    cursor: int = Field(default=0, ge=0, description="Uses to skip: `meta.next` of the answer before.")


class GetResourceResult(Wire):
    """The resource; where a bare name means several kinds, the first, and `alsoNamed` tells the others."""

    type: str = Field(description="string, layout, drawable, id, ….")
    name: str
    definitions: tuple[ResourceDefinition, ...] = Field(description="The default first; 30 at most.")
    total_definitions: int
    uses: tuple[ConfigUse, ...]
    total_uses: int
    untranslated: tuple[QualifierGap, ...] = absent_if_empty(
        "Of a text: languages that its module has other texts in."
    )
    also_named: tuple[str, ...] = absent_if_empty("Resources of other kinds with this name.")
