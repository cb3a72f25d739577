"""Damaged stores: git's files, the index, the past solutions, a folder that cannot be entered.

The rule is that of `test_damaged_files`: the answer without the fault, or partial with the reason, or an error.
"""

from __future__ import annotations

import errno
import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.faults.injection import refused
from tests.faults.project import CALLS, CODE, TRACE, Answer, OpenShop, write_shop

_ASKED = ("analyze_error", "vector_search_db", "find_callers_of_function", "search_code", "query_index")
_SOLUTION = {"errorText": TRACE, "rootCause": "the list is empty", "solution": "return 0 for an empty list"}


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def garble(file: Path) -> None:
    data = file.read_bytes()
    file.write_bytes(b"\xff\xfe" + data[2:100] + b"\xff" * 2000 + data[2100:])


DAMAGES: dict[str, Callable[[Path], None]] = {"cut": cut, "garbled": garble, "missing": Path.unlink}
STORES = {
    "git's head": ("shop/.git", "HEAD", "suspect changes: "),
    "git's objects": ("shop/.git", "objects/*/*", "suspect changes: "),
    "git's branches": ("shop/.git", "refs/heads/*", "suspect changes: "),
    "git's settings": ("shop/.git", "config", "suspect changes: "),
    "the index": ("data/index", "*.db", "the index"),
    "the past solutions": ("data/knowledge", "ledger.db", "past solutions"),
}


@pytest.fixture(scope="module")
def good(tmp_path_factory) -> tuple[Path, dict[str, Answer]]:
    """A project with an index and a past solution on the disk, and what is answered then."""
    folder = tmp_path_factory.mktemp("stores")
    write_shop(folder / "shop")
    with closing(OpenShop(folder / "shop", folder / "data")) as shop:
        assert shop.call("record_solution", _SOLUTION)["success"]
    answers = _ask(folder)
    assert all(answer["success"] for answer in answers.values())
    return folder, answers


def _ask(folder: Path, others: tuple[str, ...] = ()) -> dict[str, Answer]:
    """Open the project as a program that is started does, and return its answers."""
    with closing(OpenShop(folder / "shop", folder / "data")) as shop:
        return {call: shop.call(call) for call in (*_ASKED, *others)}


def _holds(answer: Answer, plain: Answer, reason: str) -> bool:
    if not answer["success"]:
        return answer["error"]["code"] in ("DB_CONNECTION_FAILED", "NO_RESULTS", "FUNCTION_NOT_FOUND")
    if answer["data"] == plain["data"]:
        return True
    return answer["meta"]["completeness"] == "partial" and reason in " ".join(answer["meta"]["provenance"])


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("store", STORES)
def test_a_damaged_store_changes_no_answer_that_does_not_say_so(good, tmp_path, store, damage) -> None:
    folder, plain = good
    base, pattern, reason = STORES[store]
    files = [file for file in (folder / base).glob(pattern) if file.is_file()]
    assert files
    kept = shutil.copytree(folder / base, tmp_path / "kept")
    try:
        for file in files:
            file.chmod(0o644)
            DAMAGES[damage](file)
        answers = _ask(folder)
    finally:
        shutil.rmtree(folder / base)
        shutil.copytree(kept, folder / base)
    assert {call: answer for call, answer in answers.items() if not _holds(answer, plain[call], reason)} == {}


def test_answers_name_a_folder_that_cannot_be_entered(good) -> None:
    folder, plain = good
    with refused(folder / "shop" / CODE, PermissionError, errno.EACCES):
        answers = _ask(folder, ("get_entry_points", "grep_search"))
    for call, answer in answers.items():
        same = answer.get("data") == plain.get(call, {}).get("data", "none")
        assert same or f"{CODE}/: could not be read: Permission denied" in answer["meta"]["provenance"], call
        assert same or not answer["success"] or answer["meta"]["completeness"] == "partial"
    assert set(_ASKED) <= set(CALLS)
