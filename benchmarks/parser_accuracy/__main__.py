"""Compare the Kotlin parser with the compiler's own, file by file.

    python -m benchmarks.parser_accuracy FOLDER... [--cache DIR] [--misses N]

Prints recall and precision of classes, functions, properties, constructors, type aliases and each kind of
call site: a row counts when kind, name and character offset agree. Files in which the compiler sees a
syntax error are left out and counted. Needs Java 17; the compiler comes from the npm registry once.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from pathlib import Path

from benchmarks.oracle.tool import Tool
from rca.languages.facts import CLASS_KINDS, NONE, CallSite, Facts
from rca.languages.registry import extract
from rca.text.decoding import NotText, decode

Row = tuple[str, int, str]
_DUMP = Path(__file__).parent / "Dump.java"
_CACHE = Path.home() / ".cache" / "kotlin-rca-oracle"
_WORD = re.compile(r"`[^`]+`|\w+")
_KINDS = ("class", "function", "property", "constructor", "typealias", "call", "new", "reference", "infix")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--cache", type=Path, default=_CACHE)
    parser.add_argument("--misses", type=int, default=0, help="differences to print")
    options = parser.parse_args()
    files = sorted(path for folder in options.folders for path in folder.rglob("*.kt") if path.is_file())
    found: Counter[str] = Counter()
    expected: Counter[str] = Counter()
    given: Counter[str] = Counter()
    compared = broken = noisy = shown = 0
    for path, wanted in _compiler_rows(files, options.cache):
        if any(kind == "error" for kind, _, _ in wanted):
            broken += 1
            continue
        text = _text(path)
        if text is None:
            continue
        compared += 1
        facts = extract("a.kt", text)
        noisy += bool(facts.problems)
        theirs = Counter(_in_characters(wanted, text))
        ours = Counter(_named(_our_rows(facts), theirs, text))
        both = ours & theirs
        for total, rows in ((found, both), (expected, theirs), (given, ours)):
            for (kind, _, _), count in rows.items():
                total[kind] += count
        for sign, rows in (("-", theirs - ours), ("+", ours - theirs)):
            for kind, offset, name in rows:
                if shown < options.misses:
                    shown += 1
                    print(f"{sign} {path}:{text.count(chr(10), 0, offset) + 1}: {kind} {name!r} at {offset}")
    print(f"{compared} files compared, {broken} left out; the reader notes a problem in {noisy}")
    print(f"{'':12} {'expected':>9} {'recall':>9} {'precision':>9}")
    for kind in _KINDS:
        recall, precision = found[kind] / max(1, expected[kind]), found[kind] / max(1, given[kind])
        print(f"{kind:12} {expected[kind]:9} {recall:9.4%} {precision:9.4%}")


def _compiler_rows(files: Iterable[Path], cache: Path) -> Iterator[tuple[Path, list[Row]]]:
    jar = Tool(cache).jar("kotlin-compiler")
    with tempfile.TemporaryDirectory() as classes:
        everything = f"{classes}:{jar.parent}/*"
        subprocess.run(["javac", "-nowarn", "-d", classes, "-cp", str(jar), str(_DUMP)], check=True)
        names = "".join(f"{path}\n" for path in files)
        dumped = subprocess.run(
            ["java", "-cp", everything, "Dump"], check=True, input=names.encode(), stdout=subprocess.PIPE
        )
    rows: list[Row] = []
    path: Path | None = None
    for line in dumped.stdout.decode().splitlines():
        kind, _, rest = line.partition("\t")
        if kind == "file":
            if path is not None:
                yield path, rows
            path, rows = Path(rest), []
        else:
            offset, _, name = rest.partition("\t")
            rows.append((kind, int(offset), name))
    if path is not None:
        yield path, rows


def _text(path: Path) -> str | None:
    try:
        text = decode(path.read_bytes()).text
    except NotText:
        return None
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _in_characters(rows: Iterable[Row], text: str) -> Iterator[Row]:
    """Turn offsets in UTF-16 units into characters."""
    wide = [index for index, character in enumerate(text) if ord(character) > 0xFFFF]
    for kind, offset, name in rows:
        yield kind, offset - sum(1 for position, index in enumerate(wide) if index + position < offset), name


def _our_rows(facts: Facts) -> Iterator[Row]:
    for row in facts.declarations:
        kind = "class" if row.kind in CLASS_KINDS else row.kind
        if kind == "constructor" and "implicit" not in row.modifiers:
            yield "constructor", row.end, ""
        elif kind in ("class", "function", "property", "typealias"):
            unnamed = not row.name or (row.name_start == row.start and row.kind == "companion")
            yield (kind, row.end, "") if unnamed else (kind, row.name_start, row.name)
    entries = {row.start for row in facts.declarations if row.kind == "enum_entry"}
    for site in _written(facts):
        if site.form == "new" and site.start not in entries:
            yield "new", site.start, ""
        elif site.form in ("call", "infix", "reference"):
            yield site.form, site.start, site.name
        elif _is_invoke(site):
            yield "call", site.start, "invoke" if _is_of_result(facts, site) else ""


def _named(rows: Iterable[Row], theirs: Counter[Row], text: str) -> Iterator[Row]:
    """Name the calls of what may be held under a name, which have none: the name, or `invoke`."""
    for kind, offset, name in rows:
        unnamed = kind == "call" and not name
        word = _WORD.match(text, offset) if unnamed else None
        held = (kind, offset, "" if word is None else word[0].strip("`"))
        yield held if unnamed and held in theirs else (kind, offset, "invoke" if unnamed else name)


def _written(facts: Facts) -> Iterator[CallSite]:
    """Leave out the `invoke` of what is held under a name that is called: the call of the name is kept.

    That of a local stands just before the call of its name, those of properties at the end of all.
    """
    sites = facts.calls
    calls = {(site.start, site.arguments) for site in sites if site.form == "call"}
    end = len(sites)
    while (
        end
        and _is_of_held(facts, sites[end - 1])
        and (sites[end - 1].start, sites[end - 1].arguments) in calls
    ):
        end -= 1
    for site, following in zip_longest(sites[:end], sites[1:end]):
        of_local = following is not None and following.form == "call" and _is_of_held(facts, site)
        if not of_local or (following.start, following.arguments) != (site.start, site.arguments):
            yield site


def _is_invoke(site: CallSite) -> bool:
    return site.name == "invoke" and site.form == "operator"


def _is_of_held(facts: Facts, site: CallSite) -> bool:
    return _is_invoke(site) and not _is_of_result(facts, site)


def _is_of_result(facts: Facts, site: CallSite) -> bool:
    """Return whether what is called is what a call gives that is written there: `f(1)(2)`, `a.f(1)(2)`."""
    called = facts.expressions[site.receiver] if site.receiver != NONE else None
    if called is None or called.form != "call":
        return False
    before = facts.calls[called.number]
    return before.start >= site.start and (before.form in ("call", "new") or _is_invoke(before))


if __name__ == "__main__":
    main()
