"""`rca doctor`: checks what works on this machine, and how to repair what does not."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from lsp_server.cli.options import TOOL_FAILED, json_option, print_json, read_settings, workspace_option
from lsp_server.environment_variables import (
    GRADLE_ROOTS,
    data_folder,
    find_workspace,
    settings_from_environment,
    usable_settings,
)

if TYPE_CHECKING:
    from models.settings import KnowledgeSettings

Result = Literal["ok", "warning", "failed"]


@dataclass(frozen=True)
class Check:
    """The result of one check."""

    name: str
    result: Result
    found: str
    advice: str = ""


@click.command(name="doctor")
@workspace_option
@json_option
def command(workspaces: tuple[Path, ...], as_json: bool) -> None:
    """Check the installation. The exit code is 1 if something necessary does not work."""
    workspace = workspaces[0].resolve() if workspaces else find_workspace(Path.cwd())
    checks = list(_checks(workspace))
    failed = any(check.result == "failed" for check in checks)
    if as_json:
        print_json({"ok": not failed, "checks": [check.__dict__ for check in checks]})
    else:
        from rich.text import Text

        from lsp_server.cli.word_wrap import Page

        page = Page()
        marks = {"ok": ("✓", "green"), "warning": ("!", "yellow"), "failed": ("✗", "red")}
        for check in checks:
            mark, style = marks[check.result]
            page.line(Text.assemble((mark, style), f" {check.name:18}", check.found), 20)
            if check.advice:
                page.line(Text(f"  → {check.advice}", style=style), 4)
    sys.exit(TOOL_FAILED if failed else 0)


def _checks(workspace: Path) -> Iterator[Check]:
    for check in (_python, _compiled, _packages, _git, _settings, _data, _knowledge, _team, _model):
        yield _guarded(check)
    yield _guarded(lambda: _workspace(workspace))


def _guarded(check: Callable[[], Check]) -> Check:
    try:
        return check()
    except Exception as problem:  # noqa: BLE001 - a check that crashes is itself a finding
        return Check(check.__name__.strip("_"), "failed", f"{type(problem).__name__}: {problem}")


def _python() -> Check:
    return Check("python", "ok", f"{platform.python_version()} ({sys.executable})")


def _compiled() -> Check:
    from rca import native_modules

    if native_modules.is_used():
        return Check("readers", "ok", "compiled")
    from_sources = (Path(native_modules.__file__).parents[1] / "Makefile").exists()
    advice = "Install a C compiler and run `make setup`: indexing takes less time then."
    return Check(
        "readers", "ok", "pure Python", advice if from_sources and not os.environ.get("RCA_PURE") else ""
    )


def _packages() -> Check:
    found, missing = [], []
    for package in ("pygls", "chromadb", "onnxruntime", "tree-sitter"):
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            missing.append(package)
    if missing:
        return Check(
            "packages",
            "failed",
            f"missing: {', '.join(missing)}",
            "Install kotlin-rca again; from the sources, run `make setup`.",
        )
    return Check("packages", "ok", ", ".join(found))


def _git() -> Check:
    path = shutil.which("git")
    if path is None:
        return Check("git", "warning", "not found", "Install git: suspect changes are found in its history.")
    shown = subprocess.run(  # noqa: S603 - a fixed command
        [path, "--version"], capture_output=True, text=True, timeout=10, check=False
    ).stdout
    return Check("git", "ok", shown.strip())


def _settings() -> Check:
    try:
        read_settings(settings_from_environment())
    except click.UsageError as problem:
        advice = "Correct it or remove it: commands refuse to run with it, and a language server ignores it."
        return Check("settings", "failed", problem.message, advice)
    return Check("settings", "ok", "as `rca settings` lists them")


def _knowledge_settings() -> KnowledgeSettings:
    """Return the valid settings; invalid ones are reported on a line of their own."""
    return usable_settings(settings_from_environment())[0].knowledge


def _data() -> Check:
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as problem:
        advice = "Make it writable, or set RCA_DATA_DIR to another folder. Until then nothing is stored."
        return Check("data folder", "failed", f"{folder}: {problem.strerror}", advice)
    free = shutil.disk_usage(folder).free
    if free < 500_000_000:
        return Check("data folder", "warning", f"{folder}, {free // 1_000_000} MB free", "Free disk space.")
    return Check("data folder", "ok", f"{folder}, {free // 1_000_000_000} GB free")


def _knowledge() -> Check:
    from models.settings import KnowledgeSettings
    from rca.knowledge.knowledge_store import KnowledgeStore
    from rca.tool_failure import Failure

    store = KnowledgeStore(data_folder(), KnowledgeSettings())
    try:
        stats = store.stats()
    except Failure as failure:
        return Check("knowledge", "failed", failure.error.message, failure.error.suggestion or "")
    finally:
        store.close()
    return Check("knowledge", "ok", f"{stats.records} solutions")


def _team() -> Check:
    from rca.knowledge.knowledge_store import KnowledgeStore

    store = KnowledgeStore(data_folder(), _knowledge_settings())
    try:
        state = store.sync()
    finally:
        store.close()
    if state is None:
        return Check("team", "ok", "not set (knowledge.url)")
    found = f"{state.url}: {state.state}, {state.members} others"
    return Check("team", "ok" if state.state == "synced" else "warning", found, state.note or "")


def _model() -> Check:
    from rca.knowledge.embedding.embedder import SET_UP_ADVICE, Embedder
    from rca.tool_failure import Failure

    embedder = Embedder(_knowledge_settings().embedding_model, data_folder() / "models")
    if embedder.needs_setup:
        return Check("embedding model", "warning", f"{embedder.source} is not set up", SET_UP_ADVICE)
    try:
        embedder.check()
    except Failure as failure:
        return Check("embedding model", "warning", failure.error.message, failure.error.suggestion or "")
    return Check("embedding model", "ok", embedder.source)


def _workspace(workspace: Path) -> Check:
    builds = [name for name in GRADLE_ROOTS if (workspace / name).is_file()]
    if not builds:
        advice = (
            "Run inside a Gradle or Maven project, or pass --workspace DIR. Without one only parsing works."
        )
        return Check("workspace", "warning", f"{workspace} has no Gradle or Maven build", advice)
    return Check("workspace", "ok", f"{workspace} ({builds[0]})")
