"""`search_config`: find configuration by the path of its key (seed 002)."""

from __future__ import annotations

from models.errors import ErrorCode
from models.tools.search_config import SearchConfigParams, SearchConfigResult
from rca.configuration.entries import SUFFIXES, Entry, entries_of, format_of
from rca.configuration.pattern import needle_of, pattern_of
from rca.configuration.schema import KeyUses, config_files, key_of
from rca.failure import Failure
from rca.tool import Answer, Tool, ToolContext

_IN_TIME = ", and there was no time for the others"


def run(context: ToolContext, params: SearchConfigParams) -> Answer[SearchConfigResult]:
    """Read all configuration files, and look for the uses of the keys that are shown."""
    fits = pattern_of(params.path_pattern)
    reading = context.watch.part(0.6)
    found: list[tuple[int, str, Entry]] = []
    reasons: list[str] = []
    searched = 0
    for path, text in config_files(context.snapshot, SUFFIXES, reading, needle_of(params.path_pattern)):
        entries = entries_of(path, text()) if path.startswith(params.path_prefix or "") else None
        if entries is None:
            continue
        searched += 1
        found += [(rank, path, one) for one in entries.entries if (rank := fits(one.key)) is not None]
    ended = reading.expired
    if ended:
        reasons.append(f"the time limit ended the search: {searched} files were read")
    if not found:
        raise Failure(
            ErrorCode.TOOL_TIMEOUT if ended else ErrorCode.NO_RESULTS,
            f"No key fits '{params.path_pattern}' in {searched} files{_IN_TIME if ended else ''}",
            "Give a part of the key, or `*` for one part and `**` for any number.",
        )
    found.sort(key=lambda one: (one[0], one[1], one[2].line))
    end = params.cursor + params.limit
    shown = found[params.cursor : end]
    by_file: dict[str, list[Entry]] = {}
    for _rank, path, entry in shown:
        by_file.setdefault(path, []).append(entry)
    uses: dict[str, KeyUses] = {}
    for path, entries_shown in by_file.items():
        kind = format_of(path)
        assert kind is not None
        uses[path] = KeyUses(context.snapshot, path, kind, context.watch)
        uses[path].look(entries_shown)
        reasons.extend(uses[path].reasons)
    return Answer(
        SearchConfigResult(
            path_pattern=params.path_pattern,
            keys=tuple(
                key_of(entry, path, uses[path].kind, uses[path].of(entry)) for _rank, path, entry in shown
            ),
            total_keys=len(found),
            searched_files=searched,
        ),
        truncated=len(found) > end,
        next=str(end) if len(found) > end else None,
        completeness="partial" if reasons else "complete",
        provenance=tuple(dict.fromkeys(reasons)),
    )


TOOL = Tool(
    name="search_config",
    description=(
        "Find configuration by the path of its key in all YAML, properties, TOML, HOCON, Gradle, manifest "
        "and resource files: `server.port`, `*.port`, `mail.**`, or a part of a key. Each with file, line, "
        "value (secrets masked) and the code that uses it."
    ),
    params=SearchConfigParams,
    result=SearchConfigResult,
    run=run,
    needs_index=True,
)
