"""Messages of our own: what the server answers, what the page says and what the extension sends are one list."""

import re
from pathlib import Path

from lsp_server.features.devices import DEVICES, LOG_LINES
from lsp_server.features.discovered_tests import TEST_RESULTS, TESTS_CHANGED
from lsp_server.features.editor_state import EDITOR_CALLERS
from lsp_server.features.error_events import ERROR_EVENTS
from lsp_server.language_server import create_server

ROOT = Path(__file__).parents[2]
SENT = {EDITOR_CALLERS, ERROR_EVENTS, DEVICES, LOG_LINES, TESTS_CHANGED, TEST_RESULTS}
"""What the server itself sends."""


def answered() -> set[str]:
    return {name for name in create_server().protocol.fm.features if name.startswith("rca/")}


def test_each_has_its_row_in_the_page_and_no_row_is_of_another():
    page = (ROOT / "docs" / "lsp-protocol.md").read_text()
    assert set(re.findall(r"^\| `(rca/\w+)` \|", page, re.MULTILINE)) == answered() | SENT


def test_the_extension_knows_each_and_no_other():
    sources = (ROOT / "vscode-extension" / "src").glob("*.ts")
    named = {name for path in sources for name in re.findall(r'"(rca/\w+)"', path.read_text())}
    assert named == answered() | SENT
