"""The records that ship with the package keep what docs/starter-knowledge.md promises."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import get_args
from urllib.parse import urlsplit

import pytest

from models.error_report import ErrorKind
from models.solution import Solution
from rca.knowledge.starter import Starter

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "rca" / "knowledge" / "starter"
FILES = sorted(FOLDER.glob("*.jsonl"))
LINES = [
    (path.stem, number, line)
    for path in FILES
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
]
RECORDS = [(area, Solution.model_validate_json(line)) for area, _number, line in LINES]

LANGUAGES = {"kotlin", "java", "xml", "groovy", "cpp"}
CRASH_KINDS = {"jvm_exception", "native_crash", "anr"}
METADATA = {
    "createdAt": str,
    "fixedIn": str,
    "kind": str,
    "errorLine": str,
    "frames": list,
    "libraries": list,
    "versions": dict,
    "reference": str,
    "tags": list,
}
NEAR_EQUAL = 0.6
"""Two texts are near-equal when they share this part of their words."""


def words(text):
    return frozenset(re.findall(r"[a-z0-9]+", text.lower()))


def near_equal_pairs(texts):
    sets = sorted(((id_, words(text)) for id_, text in texts), key=lambda item: len(item[1]))
    found = []
    for index, (one, small) in enumerate(sets):
        for other, large in sets[index + 1 :]:
            if len(small) <= NEAR_EQUAL * len(large):
                break  # all that follow are larger still
            if len(small & large) > NEAR_EQUAL * len(small | large):
                found.append((one, other))
    return found


def repeated(values):
    return [value for value, count in Counter(values).items() if count > 1]


def test_package_reads_the_same_records():
    assert sorted(record.id for record in Starter.packaged().solutions()) == sorted(
        record.id for _area, record in RECORDS
    )


def test_each_line_is_one_json_object_in_wire_form():
    for area, number, line in LINES:
        raw = json.loads(line)
        known = set(Solution.model_validate(raw).model_dump(by_alias=True))
        assert set(raw) == known, f"{area}:{number}"


def test_there_are_enough():
    assert len(RECORDS) >= 220


def test_ids_are_unique():
    assert not repeated(record.id for _area, record in RECORDS)


def test_problems_are_unique():
    assert not repeated((record.error_type, record.metadata["errorLine"]) for _area, record in RECORDS)


def check_texts(record):
    assert re.fullmatch(r"starter(-[a-z0-9]+)+", record.id), record.id
    for text in (record.error_description, record.root_cause, record.solution):
        assert 40 <= len(text) <= 1200
        assert text == text.strip()
    assert record.error_type == record.error_type.strip() != ""
    assert record.language in LANGUAGES
    assert 0.5 <= record.confidence <= 0.95
    assert not record.user_validated


def check_metadata(record):
    metadata = record.metadata
    assert {name: type(value) for name, value in metadata.items()} == METADATA
    assert metadata["kind"] in get_args(ErrorKind)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", metadata["createdAt"])
    assert record.error_description.startswith(metadata["errorLine"] + "\n")
    assert set(metadata["versions"]) == {"affected", "fixed"}
    assert all(isinstance(value, str) for value in metadata["versions"].values())
    assert all(re.fullmatch(r"[\w$.<>-]+", frame) for frame in metadata["frames"])
    assert all(re.fullmatch(r"[\w.-]+:[\w.-]+", library) for library in metadata["libraries"])
    assert metadata["tags"]
    assert all(re.fullmatch(r"[a-z0-9][a-z0-9.-]*", tag) for tag in metadata["tags"])


def check_reference(record):
    address = urlsplit(record.metadata["reference"])
    assert address.scheme == "https"
    assert re.fullmatch(r"[a-z0-9-]+(\.[a-z0-9-]+)+", address.netloc)
    assert address.path.strip("/")
    assert not re.search(r"\s", record.metadata["reference"])


@pytest.mark.parametrize("area", sorted({area for area, _record in RECORDS}))
def test_records_are_well_formed(area):
    for found, record in RECORDS:
        if found == area:
            check_texts(record)
            check_metadata(record)
            check_reference(record)


def test_references_are_of_several_sites():
    sites = Counter(urlsplit(record.metadata["reference"]).netloc for _area, record in RECORDS)
    assert len(sites) >= 5
    assert max(sites.values()) < len(RECORDS) * 0.95
    assert len({record.metadata["reference"] for _area, record in RECORDS}) > len(RECORDS) * 0.8


@pytest.mark.parametrize("part", ["error_description", "root_cause", "solution"])
def test_no_two_records_say_the_same(part):
    assert not near_equal_pairs((record.id, getattr(record, part)) for _area, record in RECORDS)


def test_areas_hold_what_they_are_named_after():
    for area, record in RECORDS:
        kind = record.metadata["kind"]
        if area.startswith("crash-"):
            assert kind in CRASH_KINDS, record.id
        elif area == "test-failures":
            assert kind == "test_failure", record.id
        else:
            assert area.startswith("build-"), area
            assert kind not in CRASH_KINDS | {"test_failure", "unknown"}, record.id


def test_crashes_and_builds_are_balanced():
    crashes = sum(area.startswith("crash-") for area, _record in RECORDS) / len(RECORDS)
    assert 0.45 <= crashes <= 0.65


def test_document_counts_right():
    document = (ROOT / "docs" / "starter-knowledge.md").read_text("utf-8")
    rows = re.findall(r"^\| `([\w-]+)\.jsonl` \|.*\| (\d+) \|$", document, re.MULTILINE)
    assert {area: int(count) for area, count in rows} == Counter(area for area, _record in RECORDS)
    total = re.search(r"^\| \*\*all\*\* \|.*\| (\d+) \|$", document, re.MULTILINE)
    assert total
    assert int(total.group(1)) == len(RECORDS)
