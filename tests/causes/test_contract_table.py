"""The shipped table of framework contracts: every entry is whole, and matches its own example."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from rca.causes.contracts.contract import Contract, binary_name, read_contract, simple_name
from rca.causes.contracts.contract_table import load_contracts

_PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")
CONTRACTS = load_contracts()


def test_the_table_has_several_hundred_entries_with_names_of_their_own() -> None:
    names = Counter(contract.id for contract in CONTRACTS)
    assert len(CONTRACTS) > 400
    assert [name for name, count in names.items() if count > 1] == []


@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda contract: contract.id)
def test_an_entry_is_whole(contract: Contract) -> None:
    assert contract.references
    assert contract.exceptions != ("",)
    assert contract.statement.endswith(".")
    assert contract.check.endswith(".")
    assert contract.site_class
    if contract.message:
        assert contract.pattern.search(contract.example)
        assert len(contract.anchor) >= 4
    else:
        assert contract.site_class.rpartition(".")[2] != "*"


@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda contract: contract.id)
def test_an_entry_uses_only_values_of_its_message(contract: Contract) -> None:
    values = set(_PLACEHOLDER.findall(contract.message))
    written = [contract.statement, contract.check]
    written += [f"{reference.owner} {reference.name}" for reference in contract.references]
    assert set(_PLACEHOLDER.findall(" ".join(written))) <= values


def test_no_two_entries_match_the_same_error() -> None:
    keys = Counter(
        (
            contract.message,
            contract.exceptions,
            "" if contract.message else (contract.site_class, contract.site_method),
        )
        for contract in CONTRACTS
    )
    assert [key for key, count in keys.items() if count > 1] == []


@pytest.mark.parametrize(
    ("printed", "name"),
    [
        ("{com.shop/com.shop.HomeActivity}", "HomeActivity"),
        ("com.shop.sync.SyncService$1@5f3a1c0", "SyncService"),
        ("HomeFragment{4f1a2b} (id=0x7f0a0102)", "HomeFragment"),
        ("class com.shop.Cart$Item", "Item"),
    ],
)
def test_class_in_a_printed_value(printed: str, name: str) -> None:
    assert simple_name(printed) == name


def test_a_nested_class_keeps_its_outer_one() -> None:
    assert binary_name("com.shop.Cart$Item") == "com.shop.Cart$Item"


def test_a_reference_that_is_no_name_is_refused() -> None:
    row = {
        "id": "x",
        "at": "a.B.c",
        "throws": "E",
        "statement": "s.",
        "check": "c.",
        "missing_call": ["two words"],
    }
    with pytest.raises(ValueError, match="two words"):
        read_contract(row, "f", "documentation")
