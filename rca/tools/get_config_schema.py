"""`get_config_schema`: the keys of a configuration file, and the code that uses each (seed 002)."""

from __future__ import annotations

from models.error_codes import ErrorCode
from models.tools.get_config_schema import GetConfigSchemaParams, GetConfigSchemaResult
from rca.configuration.config_parsers import SUFFIXES, entries_of
from rca.configuration.key_patterns import lacking_keys
from rca.configuration.key_usage import KeyUses, defined_keys, key_of
from rca.tool_failure import Failure
from rca.toolkit.paging import page_of
from rca.toolkit.tool import Answer, Tool, ToolContext

_MOST_MISSING = 50


def run(context: ToolContext, params: GetConfigSchemaParams) -> Answer[GetConfigSchemaResult]:
    """Parse the file, and find what uses its keys."""
    snapshot, deadline = context.snapshot, context.deadline
    source = snapshot.read(params.file_path)
    path = snapshot.resolve(params.file_path).path
    found = entries_of(path, source.text)
    if found is None:
        raise Failure(
            ErrorCode.INVALID_PARAMETERS,
            f"'{path}' is no configuration file that is understood",
            f"Files that end in {', '.join(SUFFIXES)} are; XML as manifest or resource.",
        )
    uses = KeyUses(snapshot, path, found.format, deadline.part(0.8))
    uses.look(found.entries)
    all_uses = [uses.of(entry) for entry in found.entries]
    chosen = [
        (entry, used)
        for entry, used in zip(found.entries, all_uses, strict=True)
        if params.prefix is None or entry.key.startswith(params.prefix)
    ]
    page = page_of(chosen, params)
    defined, lacking = defined_keys(snapshot, deadline)
    reasons = [*uses.reasons, *(lacking_keys({path: found.problems}) if found.problems else ())]
    reasons += (reason for reason in lacking if reason not in reasons)
    if not snapshot.index.ready:
        reasons.insert(0, "the index is still being checked against the disk")
    result = GetConfigSchemaResult(
        file_path=path,
        format=found.format,
        keys=tuple(key_of(entry, path, found.format, used) for entry, used in page.items),
        total_keys=len(chosen),
        unused_keys=sum(
            not used and entry.type != "section" for entry, used in zip(found.entries, all_uses, strict=True)
        ),
        missing=tuple(uses.missing(defined))[:_MOST_MISSING],
        problems=tuple(found.problems),
    )
    return page.answer(result, reasons)


TOOL = Tool(
    name="get_config_schema",
    description=(
        "List the keys of a configuration file with the code that uses each: YAML, properties, TOML, "
        "version catalogues, HOCON, Gradle scripts, manifests and resource XML. Also names keys that code "
        "asks for and no file defines. Keys that code puts together at run time are not seen."
    ),
    params=GetConfigSchemaParams,
    result=GetConfigSchemaResult,
    run=run,
    needs_index=True,
    speaks_for="names",
)
