"""A real metasearch, where one is installed: Debian's package `searx`, in front of the loopback server.

`SEARX_ROOT` may name a folder into which its packages were unpacked (`dpkg -x`); without it and without the
package these tests are left out, and the loopback server speaks its format instead.
"""

from __future__ import annotations

import os
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.web.loopback import Fault
from tests.web.search_requests import QUERY, one, only

ROOT = Path(os.environ.get("SEARX_ROOT", "/"))
PACKAGES = ROOT / "usr" / "lib" / "python3" / "dist-packages"
PYTHON = "/usr/bin/python3"
pytestmark = pytest.mark.skipif(not (PACKAGES / "searx").is_dir(), reason="Debian's searx is not installed")

SETTINGS = """
use_default_settings: false
general: {{debug: false, instance_name: test}}
search: {{safe_search: 0, autocomplete: "", language: en, default_lang: en,
  ban_time_on_fail: 0, max_ban_time_on_fail: 0}}
server: {{port: {port}, bind_address: 127.0.0.1, secret_key: test, base_url: false, image_proxy: false,
  http_protocol_version: "1.1"}}
ui: {{static_path: {share}/static, templates_path: {share}/templates, default_theme: oscar, default_locale: en,
  theme_args: {{oscar_style: logicodev}}}}
outgoing: {{request_timeout: 3.0, useragent_suffix: "", pool_connections: 10, pool_maxsize: 10, enable_http2: false}}
engines:
  - name: loopback
    engine: json_engine
    shortcut: lo
    enable_http: true
    categories: general
    search_url: {base}/se/search/advanced?q={{query}}
    results_query: items
    url_query: link
    title_query: title
    content_query: body
locales: {{en: English}}
doi_resolvers: {{oadoi.org: "https://oadoi.org/"}}
default_doi_resolver: oadoi.org
enabled_plugins: []
checker: {{off_when_debug: true}}
"""


@pytest.fixture
def searx(web, tmp_path):
    """Start an instance; gives its address."""
    running = []

    def start():
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        share = ROOT / "usr" / "share" / "python3-searx"
        settings = tmp_path / "settings.yml"
        settings.write_text(SETTINGS.format(port=port, share=share, base=web.base))
        own = {"SEARX_SETTINGS_PATH": str(settings), "PYTHONPATH": str(PACKAGES), "PATH": os.environ["PATH"]}
        process = subprocess.Popen(
            [PYTHON, "-m", "searx.webapp"],
            env=own,
            cwd=tmp_path,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        running.append(process)
        address = f"http://127.0.0.1:{port}"
        for _ in range(300):
            try:
                urllib.request.urlopen(f"{address}/config", timeout=1).close()
            except (urllib.error.URLError, OSError):
                time.sleep(0.1)
            else:
                return address
        pytest.fail("searx did not start")

    yield start
    for process in running:
        process.terminate()
        process.wait(10)


def test_a_real_instance_is_asked_and_read(web, tmp_path, searx):
    address = searx()
    answer = one(web, tmp_path, "searxng", searxng_url=address)
    assert answer.problem is None
    titles = [page.title for page in answer.pages]
    assert any("Fragment not attached to a context & crash" in title for title in titles)
    assert {page.url for page in answer.pages} >= {
        "https://stackoverflow.com/questions/101/fragment-not-attached"
    }
    assert web.asked[-1][1]["q"] == QUERY


def test_an_engine_of_a_real_instance_that_fails_is_named(web, tmp_path, searx):
    web.faults["/se/search/advanced"] = Fault(500)
    answer = one(web, tmp_path, "searxng", query=only("another question"), searxng_url=searx())
    assert answer.pages == ()
    assert answer.gaps == ("searxng: no answer from loopback",)
