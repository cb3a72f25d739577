"""Emacs itself, in batch, with the configuration of docs/lsp.md.

Not run where Emacs lacks Eglot or `kotlin-mode`; `EMACSLOADPATH` names the folders of packages.
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

EMACS = shutil.which("emacs")
PACKAGES = """
; Emacs has most of these loaded when it starts: newer ones take their place here.
(dolist (name '("eldoc" "project" "xref" "jsonrpc" "flymake")) (load name t t))
(require 'kotlin-mode)
(require 'eglot)
"""
DRIVER = """
(require 'flymake)
(setq eglot-sync-connect 90 eglot-connect-timeout 90 eglot-autoshutdown nil enable-local-variables nil)
(defvar seen (make-hash-table :test 'equal))
(defun wait-for (what check)
  (let ((end (+ (float-time) 90)) found)
    (while (not (setq found (funcall check)))
      (when (> (float-time) end) (error "no %s" what))
      (accept-process-output nil 0.1))
    found))
(defun run ()
  (find-file (getenv "SOURCE"))
  (puthash "mode" (symbol-name major-mode) seen)
  (apply #'eglot (eglot--guess-contact))
  (wait-for "server" (lambda () (eglot-current-server)))
  (let ((source (current-buffer)) (server (eglot-current-server))
        (text (with-temp-buffer (insert-file-contents (getenv "ERROR_TEXT")) (buffer-string))))
    (puthash "root" (expand-file-name (project-root (eglot--project server))) seen)
    (kill-new text)
    (rca-analyze)
    (wait-for "answer" (lambda ()
      (accept-process-output nil 0.1)
      (or (seq-find (lambda (buffer) (string-suffix-p ".md" (or (buffer-file-name buffer) ""))) (buffer-list))
          (with-current-buffer "*Messages*"
            (save-excursion (goto-char (point-min)) (search-forward "##" nil t))))))
    (puthash "document"
             (or (seq-some #'buffer-file-name
                           (seq-filter (lambda (buffer)
                                         (string-suffix-p ".md" (or (buffer-file-name buffer) "")))
                                       (buffer-list)))
                 :json-false)
             seen)
    (puthash "messages" (with-current-buffer "*Messages*" (buffer-string)) seen)
    (set-buffer source)
    (let ((first (wait-for "diagnostic" (lambda ()
                   (set-buffer source)
                   (flymake-start)
                   (car (flymake-diagnostics))))))
      (puthash "line" (line-number-at-pos (flymake-diagnostic-beg first)) seen)
      (puthash "message" (flymake-diagnostic-text first) seen)
      (goto-char (flymake-diagnostic-beg first)))
    (puthash "actions"
             (vconcat (mapcar (lambda (action) (plist-get action :title))
                              (eglot-code-actions (point) (point))))
             seen)))
(condition-case problem (run)
  (error (puthash "problem" (error-message-string problem) seen)))
(with-temp-file (getenv "SEEN") (insert (json-encode seen)))
(kill-emacs 0)
"""


def _has_packages() -> bool:
    if EMACS is None:
        return False
    check = "(kill-emacs (if (and (require 'eglot nil t) (require 'kotlin-mode nil t)) 0 1))"
    return (
        subprocess.run([EMACS, "--batch", "--eval", check], capture_output=True, check=False).returncode == 0
    )


@pytest.mark.skipif(not _has_packages(), reason="needs Emacs with Eglot and kotlin-mode")
def test_errors_and_actions_show_in_emacs(own_app, environment, tmp_path):
    command = tmp_path / "bin" / "rca"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m lsp_server "$@"\n')
    command.chmod(0o755)
    start = tmp_path / "init.el"
    start.write_text("\n".join((PACKAGES, *blocks("elisp"), DRIVER)), "utf-8")
    text = own_app / "errors" / "01-crash.txt"
    frame = re.search(r"at com\.example\.larder\.\S+\((\w+\.kt):(\d+)\)", text.read_text("utf-8"))
    assert frame is not None
    source = next(own_app.rglob(frame[1]))
    seen = tmp_path / "seen.json"
    done = subprocess.run(
        [EMACS, "--batch", "-l", str(start)],
        cwd=own_app,
        env={
            **environment,
            "PATH": os.pathsep.join((str(command.parent), os.environ["PATH"])),
            "PYTHONPATH": str(Path(__file__).parents[2]),
            "EMACSLOADPATH": os.environ.get("EMACSLOADPATH", ""),
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
    assert found["mode"] == "kotlin-mode"
    assert Path(found["root"]).samefile(own_app)
    assert found["line"] == int(frame[2])
    assert any(title.startswith("Show the report") for title in found["actions"])
    # Before 1.16 Eglot opens no documents: the answer is a message that names the file.
    told = re.search(r"the whole answer: (\S+\.md)\)", found["messages"])
    report = Path(found["document"] or (told[1] if told is not None else ""))
    assert source.name in report.read_text("utf-8")
