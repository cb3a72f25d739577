"""An event whose past solutions could not be looked up stands without them, and the log says why."""

from models.error_codes import ErrorCode
from rca.error_text import occurrences
from rca.events.event_details import find_details
from rca.tool_failure import Failure
from rca.workspace import Workspace
from tests.events.watching import CRASH


class Damaged:
    """A store whose ledger is damaged."""

    def find(self, *_query, **_how):
        raise Failure(ErrorCode.DB_CONNECTION_FAILED, "the file is damaged")


def test_a_store_that_fails_is_logged(tmp_path, caplog):
    root = tmp_path / "shop"
    root.mkdir()
    (root / "Basket.kt").write_text("package shop\nclass Basket")
    workspace = Workspace([root], tmp_path / "data")
    workspace.index()
    (occurrence,) = occurrences(CRASH.format(n=1), ())
    details = find_details(occurrence, workspace.snapshot, Damaged())
    workspace.close()
    assert details.verdict is None
    assert "past solutions of an error were not looked up: the file is damaged" in caplog.text
