"""Facts as bytes, for the index on disk. JSON, as it cannot run code when a damaged file is read."""

from __future__ import annotations

import json
import zlib

from rca.languages.facts import CallSite, Declaration, Expression, Facts, Import, Parameter

VERSION = 1
"""Grows whenever extraction or this form changes; an index of another version is built anew."""


def encode(facts: Facts) -> bytes:
    """Pack facts."""
    row = [
        facts.language,
        facts.package,
        facts.imports,
        facts.declarations,
        facts.expressions,
        facts.calls,
        facts.facade,
        facts.problems,
        facts.names_only,
        facts.namespaces,
    ]
    return zlib.compress(json.dumps(row, separators=(",", ":"), ensure_ascii=False).encode(), 1)


def decode(packed: bytes) -> Facts:
    """Unpack facts.

    Raises:
        ValueError, TypeError, zlib.error: the bytes are damaged.
    """
    language, package, imports, declarations, expressions, calls, facade, problems, names_only, spaces = (
        json.loads(zlib.decompress(packed))
    )
    return Facts(
        language,
        package,
        tuple(Import(*row) for row in imports),
        tuple(
            Declaration._make(
                (
                    *row[:12],
                    tuple(Parameter(*parameter) for parameter in row[12]),
                    tuple(row[13]),
                    tuple(row[14]),
                    tuple(row[15]),
                    row[16],
                    tuple(row[17]),
                )
            )
            for row in declarations
        ),
        tuple(Expression(form, name, number, tuple(inputs)) for form, name, number, inputs in expressions),
        tuple(
            CallSite._make((*row[:7], tuple(row[7]), tuple(row[8]), row[9], tuple(row[10]))) for row in calls
        ),
        facade,
        tuple(problems),
        names_only,
        tuple(spaces),
    )
