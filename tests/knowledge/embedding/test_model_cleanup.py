"""What earlier models left goes when nobody used it for long; what is in use stays."""

import json
import os
import time

import numpy as np
import pytest
from filelock import FileLock

from rca.knowledge.embedding.model_cleanup import UNUSED_DAYS, StaleModels

NOW, EARLIER, OTHER = "packed-2", "packed-1", "mine"


@pytest.fixture
def leftovers(tmp_path, ledger):
    return StaleModels(tmp_path, ledger, NOW, "packed")


def written(folder, name, days):
    folder.mkdir(parents=True)
    (folder / name).write_text(json.dumps({}))
    (folder / "big.bin").write_bytes(b"x" * 100)
    at = time.time() - days * 86_400
    os.utime(folder / name, (at, at))
    os.utime(folder, (at, at))
    return folder


def embed(ledger, solution, model):
    ledger.put([(solution(number), "candidate") for number in range(1, 4)], "user")
    vector = np.ones(4, dtype="<f4").tobytes()
    missing = ledger.vectors.missing(model, 10)
    ledger.vectors.put(model, {seq: (text_hash, vector) for seq, _text, text_hash in missing})


def count(ledger, model):
    return ledger.vectors.state(model)[0]


@pytest.mark.parametrize(
    ("model", "days", "stays"),
    [
        (NOW, 400, True),
        (EARLIER, UNUSED_DAYS - 1, True),
        (EARLIER, UNUSED_DAYS + 1, False),
        (OTHER, 400, False),
    ],
)
def test_exports_and_indexes(tmp_path, leftovers, model, days, stays):
    export = written(tmp_path / "models" / model, "export.json", days)
    index = written(tmp_path / "knowledge" / f"chroma-{model}", "stamp.json", days)
    leftovers.clear()
    assert (export.exists(), index.exists()) == (stays, stays)


def test_an_index_that_a_process_owns_stays(tmp_path, leftovers):
    index = written(tmp_path / "knowledge" / f"chroma-{EARLIER}", "stamp.json", 400)
    with FileLock(str(index / "owner.lock")):
        leftovers.clear()
        assert (index / "big.bin").exists()


def test_an_export_under_way_and_other_files_stay(tmp_path, leftovers):
    fresh = written(tmp_path / "models" / f".{NOW}.abc", "export.json", 400)
    ledger = tmp_path / "knowledge" / "backups"
    written(ledger, "ledger.db", 400)
    leftovers.clear()
    assert fresh.exists()
    assert ledger.exists()


def test_embeddings_of_earlier_releases_go_with_their_export(tmp_path, ledger, solution, leftovers):
    for model in (NOW, EARLIER, OTHER):
        embed(ledger, solution, model)
    export = written(tmp_path / "models" / EARLIER, "export.json", 1)
    leftovers.clear()
    assert count(ledger, EARLIER) == 3
    os.utime(export / "export.json", (0, 0))
    os.utime(export, (0, 0))
    leftovers.clear()
    assert (count(ledger, NOW), count(ledger, EARLIER), count(ledger, OTHER)) == (3, 0, 3)


def test_what_cannot_go_is_no_error(tmp_path, leftovers):
    (tmp_path / "models").write_text("a file where the folder should be")
    leftovers.clear()
