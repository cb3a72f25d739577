"""The report as a page of MCP Apps: who is offered it, and what it shows in a real browser with a scripted host."""

import asyncio
import json
import re
import shutil
import subprocess

import pytest
from mcp.client.extension import advertise

from lsp_server.mcp.report_app import MIME, REPORT, URI, page
from tests.lsp_server.mcp_clients import UI, connect
from tests.project_folder import write_file

SHOWS_APPS = advertise(UI, {"mimeTypes": [MIME]})
CRASH = (
    "java.lang.IllegalStateException: <img src=x onerror=alert(1)> left\n\tat app.Basket.first(Basket.kt:4)\n"
)
HOST = """<!doctype html><meta charset="utf-8"><body><pre id="log"></pre><pre id="shown"></pre><script>
const result = %RESULT%;
const frame = document.createElement("iframe");
frame.setAttribute("sandbox", "allow-scripts allow-same-origin");
const log = [];
window.addEventListener("message", ({ source, data }) => {
  if (source !== frame.contentWindow) return;
  log.push(data.method ?? data.id);
  const send = (message) => source.postMessage({ jsonrpc: "2.0", ...message }, "*");
  if (data.method === "ui/initialize") {
    send({ id: data.id, result: { protocolVersion: "2026-01-26", hostInfo: { name: "t", version: "1" }, hostCapabilities: {},
      hostContext: { theme: "dark", availableDisplayModes: ["inline", "fullscreen"] } } });
  } else if (data.method === "ui/notifications/initialized") {
    send({ method: "ui/notifications/tool-input", params: { arguments: {} } });
    send({ method: "ui/notifications/tool-result", params: result });
    send({ id: "teardown", method: "ui/resource-teardown", params: { reason: "end" } });
  }
  document.querySelector("#log").textContent = JSON.stringify(log);
  const inside = frame.contentDocument;
  document.querySelector("#shown").textContent = JSON.stringify({ text: inside.body.innerText, theme: inside.documentElement.style.colorScheme,
    images: inside.images.length, buttons: [...inside.querySelectorAll("button")].map((one) => one.textContent) });
});
frame.srcdoc = %PAGE%;
document.body.append(frame);
</script>"""


@pytest.fixture
def project(tmp_path):
    write_file(
        tmp_path / "project",
        "app/Basket.kt",
        "package app\n\nclass Basket {\n    fun first() = error(1)\n}\n",
    )
    return tmp_path / "project"


async def analyzed(project, environment, mode, extensions, crash=CRASH):
    async with connect(
        "stdio", mode, project, environment, toolset="debugging", extensions=extensions
    ) as client:
        tools = {tool.name: tool.meta for tool in (await client.list_tools()).tools}
        return tools, await client.call_tool("analyze_error", {"errorText": crash})


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_the_page_is_offered_to_hosts_that_show_such_pages(project, environment, mode):
    async with connect(
        "stdio", mode, project, environment, toolset="debugging", extensions=[SHOWS_APPS]
    ) as client:
        tools = {tool.name: tool.meta for tool in (await client.list_tools()).tools}
        answer = await client.call_tool("analyze_error", {"errorText": CRASH})
        (content,) = (await client.read_resource(URI)).contents
    assert tools["analyze_error"]["ui"]["resourceUri"] == URI
    assert tools["read_file"] is None
    assert "<h1>" in answer.meta[REPORT]["html"]
    assert content.mime_type == MIME
    assert content.meta["ui"]["csp"] == {"connectDomains": [], "resourceDomains": []}


@pytest.mark.parametrize("extensions", [[], [advertise(UI, {"mimeTypes": ["text/plain"]})]])
async def test_no_other_client_hears_of_it(project, environment, extensions):
    tools, answer = await analyzed(project, environment, "auto", extensions)
    assert "ui" not in (tools["analyze_error"] or {})
    assert REPORT not in (answer.meta or {})


def test_the_page_loads_nothing_and_runs_only_its_own_script():
    html = page().contents[0].text
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]+)"', html)
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy
    assert not re.search(r"\b(?:src|href)\s*=\s*[\"']|@import|url\(", html)


@pytest.mark.skipif(shutil.which("chromium") is None, reason="needs Chromium")
@pytest.mark.parametrize("is_error", [False, True])
async def test_a_browser_shows_the_report_that_the_host_hands_over(project, environment, tmp_path, is_error):
    crash = "  " if is_error else CRASH
    _tools, answer = await analyzed(project, environment, "auto", [SHOWS_APPS], crash)
    result = answer.model_dump(by_alias=True, mode="json", exclude_none=True)
    if is_error:
        result = {**result, "isError": True, "content": [{"type": "text", "text": "TOO_LARGE: too long"}]}
    quoted = (json.dumps(part).replace("</", "<\\/") for part in (result, page().contents[0].text))
    given = dict(zip(("%RESULT%", "%PAGE%"), quoted, strict=True))
    host = tmp_path / "host.html"
    host.write_text(re.sub("%RESULT%|%PAGE%", lambda match: given[match.group()], HOST), encoding="utf-8")
    options = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--virtual-time-budget=5000")
    done = await asyncio.to_thread(
        subprocess.run,
        ["chromium", *options, f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom", host.as_uri()],
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    log, shown = (
        json.loads(found.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))
        for found in re.findall(r'<pre id="(?:log|shown)">(.*?)</pre>', done.stdout, re.DOTALL)
    )
    assert log[:2] == ["ui/initialize", "ui/notifications/initialized"]
    assert "ui/notifications/size-changed" in log
    assert "teardown" in log
    assert shown["theme"] == "dark"
    assert shown["images"] == 0
    if is_error:
        assert "TOO_LARGE: too long" in shown["text"]
        assert shown["buttons"] == []
    else:
        assert "java.lang.IllegalStateException" in shown["text"]
        assert "onerror=alert(1)" in shown["text"]
        assert "app/Basket.kt" in shown["text"]
        assert shown["buttons"] == ["Full screen"]
