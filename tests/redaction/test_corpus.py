"""The corpus of published formats: recall and false masks in each part, and nothing of it in a ledger."""

import pytest

from evaluation.redaction import sights
from evaluation.redaction.corpus import clean, secrets
from evaluation.redaction.measures import PARTS, error_texts, false_masks, missed, sight_misses, survives
from models.settings import KnowledgeSettings
from models.tools.confirm_solution import ConfirmSolutionParams
from models.tools.record_solution import RecordSolutionParams
from rca.knowledge.knowledge_store import KnowledgeStore
from rca.redaction import redact


@pytest.mark.parametrize("part", PARTS)
def test_at_least_99_of_100_secrets_are_gone(part):
    misses, counts = missed(part)
    lines = sum(of for _found, of in counts.values())
    assert lines >= 200
    assert len(misses) <= lines / 100, "\n".join(f"{line.kind}: {line.text}" for line in misses)


@pytest.mark.parametrize("part", PARTS)
def test_lines_that_only_look_so_stay(part):
    wrong, lines = false_masks(part)
    assert lines >= 25
    assert [line.text for line in wrong] == []


@pytest.mark.parametrize("sight", sights.SIGHTS)
def test_at_least_95_of_100_lines_by_kind_are_masked_and_1_of_100_harmless_ones_at_most(sight):
    kept, count, wrong, of = sight_misses(sight)
    assert count >= 100
    assert len(kept) <= count * 0.05, "\n".join(line.text for line in kept)
    assert len(wrong) <= of * 0.01, "\n".join(line.text for line in wrong)


def test_places_of_one_part_are_in_no_other():
    texts = {part: {line.text for line in clean(part)} for part in PARTS}
    assert not texts["dev"] & texts["held"] | texts["held"] & texts["fresh"]
    assert len({line.text for part in PARTS for line in secrets(part)}) >= 1_000


def test_of_real_error_texts_only_people_are_masked():
    kinds = {kind for _name, line in error_texts() for kind in redact(line).kinds}
    assert kinds <= {"email", "home_folder"}


def test_a_part_of_a_secret_counts_as_left():
    assert survives("abcdefghijklmnop", "x bcdefghijk y")
    assert not survives("abcdefghijklmnop", "x bcdefghij y")
    assert survives("hunter2", "my hunter2!")


def test_nothing_of_it_reaches_the_disk(tmp_path):
    lines = list(secrets("held"))[::6]
    store = KnowledgeStore(tmp_path, KnowledgeSettings(starter=False))
    for number, line in enumerate(lines):
        stored = store.record(
            RecordSolutionParams(
                error_text=f"java.lang.IllegalStateException: {line.text}\n\tat a.b.C{number}.d(C.kt:1)",
                error_description=line.text,
                root_cause=line.text,
                solution=line.text,
                error_type=line.text,
                fixed_in=line.text,
            )
        )
        store.record(
            RecordSolutionParams(error_text=line.text, root_cause="x y z", solution=line.text, worked=False)
        )
        store.confirm(ConfirmSolutionParams(id=stored.id, outcome="did_not_work", note=line.text))
    store.close()
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()).decode("latin-1")
    assert kept.count("redacted") > len(lines)
    assert [line.text for line in lines if line.secret and survives(line.secret, kept)] == []
