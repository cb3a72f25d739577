"""What the journal and the kept outputs could not give is named."""

import pytest

from models.error_codes import ErrorCode
from rca.policy.metrics import Journal
from rca.policy.output_store import OutputStore
from rca.tool_failure import Failure
from tests.policy.test_metrics import record


def test_lines_and_files_that_cannot_be_read_are_named(tmp_path):
    journal = Journal(tmp_path)
    journal.write(record(day="2026-05-01"))
    journal.write(record(day="2026-05-02"))
    first, second = sorted(tmp_path.iterdir())
    first.write_text(first.read_text() + "{cut\n")
    second.unlink()
    second.mkdir()
    unread = []
    assert len(list(journal.read(unread=unread.append))) == 1
    assert unread[0] == f"{first}: 1 lines are no calls"
    assert unread[1].startswith(f"{second} cannot be read")


def test_a_kept_output_that_cannot_be_read_is_not_one_that_never_was(tmp_path):
    outputs = OutputStore(tmp_path)
    handle = outputs.keep("long text")
    (path,) = tmp_path.iterdir()
    path.unlink()
    with pytest.raises(Failure) as caught:
        outputs.read(handle)
    assert caught.value.error.code is ErrorCode.FILE_NOT_FOUND
    path.mkdir()
    with pytest.raises(Failure) as caught:
        outputs.read(handle)
    assert caught.value.error.code is ErrorCode.PERMISSION_DENIED
