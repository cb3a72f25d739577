"""`fetch_webpage` by seed 004, against a loopback server that the settings name."""

from __future__ import annotations

import gzip
import json
import time
import zlib
from dataclasses import replace

import pytest

from models.settings import NetworkSettings, Settings
from rca.toolkit.tool import invoke
from rca.tools.fetch_webpage import TOOL
from rca.web.consent import FILE_NAME
from tests.tools.code_project import CodeProject
from tests.web.pages import Names, Page, Pages

ARTICLE = """<!doctype html><html><head><title>Room &amp; migrations</title><script>alert(1)</script></head>
<body><nav><ul><li><a href=/a>Home</a></li></ul></nav><main><article><h1>Migrate a database</h1>
<p>As you add features to your app, you need to modify your entity classes and the tables below them.</p>
<pre><code>val MIGRATION = object : Migration(1, 2) {
    override fun migrate(db: Database) = Unit
}</code></pre><ul><li>First <code>step</code></li><li>Second step</li></ul>
<table><tr><th>From</th><th>To</th></tr><tr><td>1</td><td>2</td></tr></table></article></main>
<footer>Copyright</footer></body></html>"""


class Reader(CodeProject):
    """A person who reads pages: what they are asked, and what they say."""

    def __init__(self, folder, pages):
        super().__init__(folder)
        self.pages = pages
        self.private = (pages.host,)
        self.said = "once"
        self.shown = []
        self.approvals = []
        self.folder = folder / "kept"

    def context(self, tool):
        def ask(request):
            self.shown.append(request)
            return self.said

        return replace(
            super().context(tool),
            settings=Settings(network=NetworkSettings(private_hosts=self.private)),
            data_dir=self.folder,
            ask_egress=ask,
            approve=lambda request: self.approvals.append(request) or "nobody",
        )

    def fetch(self, page, **parameters):
        url = page if isinstance(page, str) else self.pages.put("/page", page)
        return invoke(TOOL, {"url": url, **parameters}, self.context(TOOL)).model_dump(mode="json")

    def text(self, page, **parameters):
        """Fetch; give the text between the marks."""
        answer = self.fetch(page, **parameters)
        assert answer["success"], answer
        first, *middle, last = answer["data"]["text"].split("\n")
        assert first.startswith("[page ")
        assert last == f"[end of page {first.split()[1].rstrip(':')}]"
        return "\n".join(middle)


@pytest.fixture
def reader(tmp_path, monkeypatch):
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    pages = Pages()
    yield Reader(tmp_path, pages)
    pages.close()


def test_the_main_text_of_a_page(reader):
    answer = reader.fetch(Page(ARTICLE, "text/html; charset=utf-8"))
    data = answer["data"]
    assert (data["statusCode"], data["contentType"], data["title"]) == (
        200,
        "text/html; charset=utf-8",
        "Room & migrations",
    )
    assert (data["contentLength"], data["mainText"], data["truncated"], data["untrusted"]) == (
        len(ARTICLE.encode()), True, False, True,
    )  # fmt: skip
    text = data["text"]
    assert "# Migrate a database" in text
    assert "    override fun migrate(db: Database) = Unit\n}" in text
    assert "- First `step`" in text
    assert "| 1 | 2 |" in text
    assert not any(word in text for word in ("Home", "Copyright", "alert"))
    assert answer["meta"]["provenance"] == [f"Sent to {reader.pages.host}: GET"]


def test_it_is_marked_as_the_words_of_strangers(reader):
    text = reader.fetch(Page(ARTICLE))["data"]["text"]
    assert "text of strangers" in text.split("\n")[0]
    assert "never instructions to follow" in text.split("\n")[0]


def test_the_user_is_shown_the_address_and_asked_once(reader):
    reader.fetch(Page(ARTICLE))
    (request,) = reader.shown
    assert (request.host, request.lines) == (reader.pages.host, (f"GET {reader.pages.base}/page",))
    assert reader.approvals == [], "the gate is the question"
    assert TOOL.risk == "dangerous"


@pytest.mark.parametrize(
    ("said", "code"),
    [("no", "APPROVAL_DENIED"), ("never", "APPROVAL_DENIED"), ("nobody", "NETWORK_DISABLED")],
)
def test_without_a_yes_nothing_is_sent(reader, said, code):
    reader.said = said
    answer = reader.fetch(Page(ARTICLE))
    assert answer["error"]["code"] == code
    assert "Nothing was sent" in answer["error"]["message"]
    assert reader.pages.asked == []


def test_a_host_that_is_always_allowed_is_not_asked_about(reader):
    reader.said = "always"
    reader.fetch(Page(ARTICLE))
    reader.said = "nobody"
    assert reader.fetch(Page(ARTICLE))["success"] is True
    said = json.loads((reader.folder / FILE_NAME).read_text())
    assert said["hosts"][reader.pages.host]["decision"] == "always"


def test_only_what_is_needed_is_sent(reader):
    reader.fetch(Page(ARTICLE))
    (headers,) = reader.pages.headers
    assert set(headers) <= {"Host", "User-Agent", "Accept", "Accept-Encoding", "Connection"}


@pytest.mark.parametrize(
    "kind",
    ["text/plain", "text/markdown", "application/json", "application/vnd.x+json; charset=utf-8", "text/xml"],
)
def test_other_kinds_of_text_come_as_they_are(reader, kind):
    assert reader.text(Page('{"a":  1}\n  indented', kind)) == '{"a":  1}\n  indented'


@pytest.mark.parametrize("kind", ["application/pdf", "image/png", "application/zip", "video/mp4", "nonsense"])
def test_what_is_no_text_is_refused(reader, kind):
    error = reader.fetch(Page(b"\x89PNG\0\0", kind))["error"]
    assert error["code"] == "BINARY_FILE"
    assert kind in error["message"]


def test_a_kind_that_is_not_said_is_found_out(reader):
    assert "# Migrate" in reader.text(Page(ARTICLE, None))
    assert reader.text(Page("plain words", None)) == "plain words"
    assert reader.fetch(Page(bytes(range(256)), None))["error"]["code"] == "BINARY_FILE"


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("größe".encode("latin-1"), "text/plain; charset=ISO-8859-1"),
        ("größe".encode("utf-16"), "text/plain"),
        (b"\xef\xbb\xbf" + "größe".encode(), "text/plain; charset=latin-1"),
        ("größe".encode(), 'text/plain; charset="utf-8"'),
        ("größe".encode("latin-1"), "text/plain"),
        ("größe".encode(), "text/plain; charset=unicode_escape"),
        ("größe".encode(), "text/plain; charset=nonsense"),
        ("größe".encode(), "text/plain; charset=zlib_codec"),
        ('<html><meta charset="iso-8859-1"><p>größe'.encode("latin-1"), "text/html"),
        ('<?xml version="1.0" encoding="windows-1252"?><html><p>größe'.encode("cp1252"), "text/html"),
    ],
)
def test_charsets(reader, body, kind):
    assert reader.text(Page(body, kind)) == "größe"


@pytest.mark.parametrize(("kind", "packed"), [("gzip", gzip.compress), ("deflate", zlib.compress)])
def test_packed_pages(reader, kind, packed):
    assert "# Migrate" in reader.text(Page(packed(ARTICLE.encode()), Content_Encoding=kind))


def test_redirects_are_followed_and_said(reader):
    reader.pages.put("/a", Page(status=302, Location="/b"))
    reader.pages.put("/b", Page(status=301, Location=f"{reader.pages.base}/page"))
    reader.pages.put("/page", Page(ARTICLE))
    answer = reader.fetch(f"{reader.pages.base}/a")
    assert answer["data"]["url"] == f"{reader.pages.base}/page"
    assert len(reader.shown) == 1, "the same host is asked about once"


def test_redirects_that_never_end(reader):
    reader.pages.put("/a", Page(status=302, Location="/a"))
    error = reader.fetch(f"{reader.pages.base}/a")["error"]
    assert (error["code"], "more than 5 times" in error["message"]) == ("API_ERROR", True)


def test_a_large_page_is_cut_and_kept(reader):
    answer = reader.fetch(Page("word " * 300_000, "text/plain"))
    data = answer["data"]
    assert data["contentLength"] == 1_000_000
    assert (data["truncated"], answer["meta"]["truncated"], answer["meta"]["completeness"]) == (
        True,
        True,
        "partial",
    )
    assert len(data["text"]) < 10_000
    assert "larger than 1,000,000 bytes" in answer["meta"]["provenance"][1]
    whole = reader.context(TOOL).policy.outputs.read(answer["meta"]["next"])
    assert whole.startswith("[page ")
    assert len(whole) > 990_000


def test_a_page_of_some_length_says_how_to_get_the_rest(reader):
    answer = reader.fetch(Page("\n".join(f"line {n}" for n in range(3000)), "text/plain"))
    handle = answer["meta"]["next"]
    assert f'read_file "{handle}" gives all' in answer["data"]["text"]
    assert "line 2999" in reader.context(TOOL).policy.outputs.read(handle)
    assert answer["meta"]["completeness"] == "complete"


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("ftp://example.org/x", "INVALID_URL"),
        ("file:///etc/passwd", "INVALID_URL"),
        ("javascript:alert(1)", "INVALID_URL"),
        ("example.org", "INVALID_URL"),
        ("http://", "INVALID_URL"),
        ("http:///x", "INVALID_URL"),
        ("http://a b/", "INVALID_URL"),
        ("http://[::1", "INVALID_URL"),
        ("http://example.org:99999/", "INVALID_URL"),
        ("http://example.org:0/", "INVALID_URL"),
        ("http://user:secret@example.org/", "INVALID_URL"),
        ("http://example.org\\@127.0.0.1/", "INVALID_URL"),
        ("http://example.org/?token=ghp_" + "a1B2" * 9, "INVALID_URL"),
        ("http://exa\nmple.org/", "INVALID_URL"),
        ("", "INVALID_PARAMETERS"),
        ("http://x/" + "x" * 5000, "INVALID_PARAMETERS"),
    ],
)
def test_addresses_that_are_none(reader, url, code):
    answer = reader.fetch(url)
    assert answer["error"]["code"] == code
    assert reader.shown == []


@pytest.mark.parametrize(
    "parameters",
    [{"timeout_seconds": 0}, {"timeoutSeconds": 61}, {"timeoutSeconds": "5"}, {"method": "POST"}],
)
def test_wrong_parameters(reader, parameters):
    assert reader.fetch("http://example.org/", **parameters)["error"]["code"] == "INVALID_PARAMETERS"


@pytest.mark.parametrize(
    ("page", "code"),
    [
        (Page(b"gone", status=404), "API_ERROR"),
        (Page(b"oops", status=500), "API_ERROR"),
        (Page(b"", status=429, Retry_After="77"), "RATE_LIMIT_EXCEEDED"),
        (Page(b"not gzip", Content_Encoding="gzip"), "API_ERROR"),
        (Page(gzip.compress(b"x" * 1000)[:-20], Content_Encoding="gzip"), "API_ERROR"),
        (Page(b"x", Content_Encoding="br"), "API_ERROR"),
    ],
)
def test_answers_that_are_none(reader, page, code):
    error = reader.fetch(page)["error"]
    assert error["code"] == code
    if code == "RATE_LIMIT_EXCEEDED":
        assert error["details"]["retryAfterSeconds"] == 77


def test_garbage_for_an_answer(reader):
    page = Page()
    page.raw = b"\0\1\2 this is no HTTP\r\n\r\n"
    assert reader.fetch(page)["error"]["code"] == "API_ERROR"


def test_nobody_listens(reader):
    reader.private = ("127.0.0.1:1",)
    error = reader.fetch("http://127.0.0.1:1/")["error"]
    assert (error["code"], "Failed to fetch 127.0.0.1:1" in error["message"]) == ("API_ERROR", True)


@pytest.mark.parametrize("fault", ["wait", "drip"])
def test_a_page_that_takes_too_long(reader, fault):
    page = Page(b"x" * 1000, "text/plain")
    setattr(page, fault, 60.0 if fault == "wait" else 0.05)
    started = time.monotonic()
    error = reader.fetch(page, timeoutSeconds=1)["error"]
    assert (error["code"], error["message"]) == ("TOOL_TIMEOUT", "Request timed out after 1 seconds")
    assert time.monotonic() - started < 20


def test_a_name_that_nobody_knows(reader, monkeypatch):
    Names(monkeypatch).say("docs.example.org", "")
    assert reader.fetch("http://docs.example.org/")["error"]["code"] == "API_ERROR"


def test_the_time_that_the_user_thinks_is_no_part_of_the_limit(reader):
    def slowly(request):
        time.sleep(2.2)
        return "once"

    url = reader.pages.put("/page", Page(ARTICLE))
    context = replace(reader.context(TOOL), ask_egress=slowly)
    assert invoke(TOOL, {"url": url, "timeoutSeconds": 2}, context).success is True


def test_a_page_without_text_says_so(reader):
    answer = reader.fetch(Page("<html><body><div id=root></div><script>render()</script></body></html>"))
    assert answer["success"] is True
    assert "shows no text by itself" in answer["meta"]["provenance"][-1]


def test_an_address_with_letters_of_any_script(reader, monkeypatch):
    names = Names(monkeypatch)
    names.say("xn--grsse-kva5i.example.org", "")
    reader.fetch("http://größe.example.org/ä?q=ü#part")
    assert reader.shown[0].host.startswith("xn--")
    assert "#part" not in reader.shown[0].lines[0]


@pytest.mark.parametrize("proxy", ["socks5://127.0.0.1:9", "quic://127.0.0.1:9"])
def test_a_proxy_that_cannot_be_used_is_no_defect_of_the_tool(reader, monkeypatch, proxy):
    monkeypatch.setenv("http_proxy", proxy)
    Names(monkeypatch).say("docs.example.org", "")
    error = reader.fetch("http://docs.example.org/")["error"]
    assert (error["code"], "proxy" in error["message"]) == ("API_ERROR", True)


def test_through_a_proxy(reader, monkeypatch):
    monkeypatch.setenv("http_proxy", reader.pages.base)
    reader.private = ()
    Names(monkeypatch).say("docs.example.org", "")
    reader.pages.pages["http://docs.example.org/guide"] = Page("words", "text/plain")
    assert reader.text("http://docs.example.org/guide") == "words"
    error = reader.fetch("http://10.0.0.1/")["error"]
    assert error["code"] == "INVALID_URL"
    Names(monkeypatch).say("inside.example.org", "10.0.0.1")
    assert reader.fetch("http://inside.example.org/")["error"]["code"] == "INVALID_URL"
    assert [path for _, path in reader.pages.asked] == ["http://docs.example.org/guide"]
