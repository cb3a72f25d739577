"""`search_config`: find configuration by the path of its key (seed 002)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from models.configuration import ConfigFormat
from models.error_codes import ErrorCode
from models.tools.search_config import SearchConfigParams, SearchConfigResult
from rca.configuration.config_parsers import SUFFIXES, Entries, Entry
from rca.configuration.key_patterns import keys_of, lacking_keys, needle_of, pattern_of, read_entries
from rca.configuration.key_usage import KeyUses, key_of, look
from rca.scheduling.deadline import Deadline
from rca.tool_failure import Failure
from rca.toolkit.paging import page_of
from rca.toolkit.tool import Answer, Tool, ToolContext
from rca.workspace import Snapshot

_LOOK_SHARE = 0.7
_BATCH = 16
"""Files between two looks at the time; to read one takes a millisecond."""


def run(context: ToolContext, params: SearchConfigParams) -> Answer[SearchConfigResult]:
    """Read all configuration files, and find the uses of the keys on the page."""
    snapshot = context.snapshot
    fits, needle = pattern_of(params.path_pattern), needle_of(params.path_pattern)
    reading = context.deadline.part(0.6)
    found: list[tuple[int, str, int]] = []
    reasons: list[str] = []
    problems: dict[str, tuple[str, ...]] = {}
    searched = 0
    kept = keys_of(snapshot)
    before = params.path_prefix or ""
    paths = [path for path in snapshot.files(*SUFFIXES) if path.startswith(before)]
    for looked, (path, keys) in enumerate(kept.each(snapshot, paths)):
        if looked % _BATCH == 0 and reading.expired:
            reasons.append(f"the time limit ended the search: {searched} files were read")
            break
        if keys is None:
            continue
        searched += 1
        if keys.problems:
            problems[path] = keys.problems
        if keys.keys and needle in keys.keys:
            found += [
                (rank, path, number)
                for number, key in enumerate(keys.keys.split("\n"))
                if needle in key and (rank := fits(key)) is not None
            ]
    if not found and not reasons:
        raise Failure(
            ErrorCode.NO_RESULTS,
            f"No key fits '{params.path_pattern}' in {searched} files",
            "Give a part of the key, or `*` for one part and `**` for any number.",
        )
    reasons += lacking_keys(problems)
    found.sort()
    page = page_of(found, params)
    shown = _entries(snapshot, page.items, context.deadline)
    if len(shown) < len(page.items):
        reasons.append(f"there was no time to read more than {len(shown)} keys of this page")
        page = replace(page, end=params.cursor + len(shown))
    looking = context.deadline.part(_LOOK_SHARE)  # to show what is found takes time, too
    uses = {path: KeyUses(snapshot, path, kind, looking) for path, kind, _ in shown}
    look([(uses[path], [entry for at, _, entry in shown if at == path]) for path in uses], held=False)
    for one in uses.values():
        reasons.extend(one.reasons)
    result = SearchConfigResult(
        path_pattern=params.path_pattern,
        keys=tuple(key_of(entry, path, kind, uses[path].of(entry)) for path, kind, entry in shown),
        total_keys=len(found),
        searched_files=searched,
    )
    return page.answer(result, dict.fromkeys(reasons))


def _entries(
    snapshot: Snapshot, found: Sequence[tuple[int, str, int]], deadline: Deadline
) -> list[tuple[str, ConfigFormat, Entry]]:
    """Read the keys on the page; of a file that changes at this very moment, those that remain."""
    read: dict[str, Entries | None] = {}
    shown = []
    for _rank, path, number in found:
        if path not in read:
            if deadline.expired:
                break
            read[path] = read_entries(snapshot, path)
        entries = read[path]
        if entries is not None and number < len(entries.entries):
            shown.append((path, entries.format, entries.entries[number]))
    return shown


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
    speaks_for="names",
)
