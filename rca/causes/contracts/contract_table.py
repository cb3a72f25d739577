"""The shipped table of throw sites, read when an error is first compared with it."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from importlib import resources

from rca.causes.contracts.contract import Contract, read_contract

DATA = resources.files(__package__) / "data"


@cache
def load_contracts() -> tuple[Contract, ...]:
    """Return every entry, in the order of files and lines."""
    found: list[Contract] = []
    for file in sorted(DATA.iterdir(), key=lambda entry: entry.name):
        if file.name.endswith(".toml"):
            value = tomllib.loads(file.read_text("utf-8"))
            found += [read_contract(row, value["framework"], value["source"]) for row in value["contract"]]
    return tuple(found)


@cache
def contracts_without_message() -> Mapping[str, tuple[Contract, ...]]:
    """Return the entries that a frame of their throw site decides, by the site's simple class name."""
    found: dict[str, list[Contract]] = defaultdict(list)
    for contract in load_contracts():
        if not contract.message:
            found[contract.site_class.rpartition(".")[2]].append(contract)
    return {name: tuple(rows) for name, rows in found.items()}
