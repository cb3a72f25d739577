"""`get_resource`: an Android resource with all its definitions and uses (seed 002's `get_enchantment`)."""

from __future__ import annotations

import difflib

from models.error_codes import ErrorCode
from models.tools.get_resource import GetResourceParams, GetResourceResult
from rca.caching.memo_key import MemoKey
from rca.configuration.android_resource import Definitions, ResourceName, read_name
from rca.configuration.generated_accessors import resource_uses
from rca.configuration.key_usage import accessor_use
from rca.tool_failure import Failure
from rca.toolkit.paging import page_of
from rca.toolkit.tool import Answer, Tool, ToolContext

_MOST_DEFINITIONS = 30
"""A text may be translated into a hundred languages."""

_ALIKE = 2
"""Letters that a name has in common with one that may be meant."""

_RESOURCE_NAMES = MemoKey[frozenset[str]]("names of resources")


def run(context: ToolContext, params: GetResourceParams) -> Answer[GetResourceResult]:
    """Find the definitions, then their uses."""
    snapshot = context.snapshot
    wanted = read_name(params.name)
    if wanted is None:
        raise Failure(
            ErrorCode.INVALID_PARAMETERS,
            f"'{params.name}' is no resource's name",
            "Name it as code or XML does: R.string.title, @string/title, string/title, title.",
        )
    definitions = Definitions(snapshot, context.deadline.part(0.6))
    by_kind = definitions.of(wanted)
    if not by_kind:
        context.deadline.checkpoint()
        raise _not_found(context, wanted)
    kind = next(iter(sorted(by_kind, key=lambda one: (one == "id", -len(by_kind[one]), one))))
    key = f"{kind}/{wanted.name.replace('.', '_')}"
    uses = [one for one in resource_uses(snapshot, wanted.name, context.deadline) if one.key == key]
    page = page_of(uses, params)
    reasons = ["the time limit ended the search for uses"] if context.deadline.expired else []
    if not snapshot.index.ready:
        reasons.insert(0, "the index is still being checked against the disk")
    result = GetResourceResult(
        type=kind,
        name=wanted.name,
        definitions=tuple(by_kind[kind][:_MOST_DEFINITIONS]),
        total_definitions=len(by_kind[kind]),
        uses=tuple(accessor_use(snapshot, one) for one in page.items),
        total_uses=len(uses),
        untranslated=definitions.untranslated(by_kind[kind], kind),
        also_named=tuple(f"{one}/{wanted.name}" for one in sorted(by_kind) if one != kind),
    )
    return page.answer(result, reasons)


def _not_found(context: ToolContext, wanted: ResourceName) -> Failure:
    index = context.snapshot.index
    names = index.memoize(_RESOURCE_NAMES, lambda: index.names_with("resource"))
    # To compare with all names of a large project takes seconds: what is mistyped mostly begins alike.
    begin = wanted.name[:_ALIKE].lower()
    alike = [name for name in names if name[:_ALIKE].lower() == begin]
    near = difflib.get_close_matches(wanted.name, alike, n=3, cutoff=0.6)
    shown = f"{wanted.kind}/{wanted.name}" if wanted.kind else wanted.name
    return Failure(
        ErrorCode.SYMBOL_NOT_FOUND,
        f"No resource '{shown}' is defined in the project",
        f"Did you mean {', '.join(near)}?" if near else "Libraries' resources are not seen.",
    )


TOOL = Tool(
    name="get_resource",
    description=(
        "Show an Android resource (string, layout, drawable, colour, style, id, …): each definition with its "
        "qualifier, module, source set and value, where code (`R.string.a`) and XML (`@string/a`) use it, "
        "and for texts the languages that lack it. Resources of libraries and uses by name at run time "
        "(getIdentifier) are not seen."
    ),
    params=GetResourceParams,
    result=GetResourceResult,
    run=run,
    needs_index=True,
    speaks_for="names",
)
