"""The loopback server as a fixture."""

from __future__ import annotations

import pytest

from tests.web.loopback import Web


@pytest.fixture
def web(monkeypatch):
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    server = Web()
    yield server
    server.close()
