"""A release in a real clone: version, changelog, commit, tag; and the documents of its artifacts."""

import datetime as dt
import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from scripts.distribution.directories import find_stale, pack_bundle, read_product
from scripts.distribution.release import NotReady, current_version, prepare, release_notes, write_documents

ROOT = Path(__file__).parents[2]
DAY = dt.date(2026, 12, 1)
NEEDED = (
    *(".gitignore", "pyproject.toml", "CHANGELOG.md", "requirements.lock", "constraints.txt", "distribution"),
    *("vscode-extension/package.json", "vscode-extension/package-lock.json", "scripts", "rca", "models"),
)


def git(folder, *arguments):
    command = ["git", "-c", "user.name=t", "-c", "user.email=t@example.com", *arguments]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def clone(tmp_path, monkeypatch):
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "t")
        monkeypatch.setenv(f"GIT_{who}_EMAIL", "t@example.com")
    listed = ("ls-files", "--cached", "--others", "--exclude-standard", "--", *NEEDED)
    for name in git(ROOT, *listed).splitlines():
        if (ROOT / name).is_file():
            target = tmp_path / "clone" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, target)
    folder = tmp_path / "clone"
    git(folder, "init", "--quiet", "--initial-branch", "main")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "as it is")
    return folder


def test_a_dry_run_says_all_and_changes_nothing(clone):
    done = prepare(clone, "9.1.0", DAY, dry_run=True)
    assert "tag v9.1.0" in done
    assert "write CHANGELOG.md" in done
    assert git(clone, "status", "--porcelain") == ""
    assert git(clone, "tag") == ""


def test_a_release_sets_the_version_everywhere_and_tags(clone):
    before = release_notes((clone / "CHANGELOG.md").read_text("utf-8"))
    prepare(clone, "9.1.0", DAY, dry_run=False)
    assert current_version(clone) == "9.1.0"
    package = json.loads((clone / "vscode-extension/package.json").read_text("utf-8"))
    lock = json.loads((clone / "vscode-extension/package-lock.json").read_text("utf-8"))
    assert package["version"] == lock["version"] == lock["packages"][""]["version"] == "9.1.0"
    entry = json.loads((clone / "distribution/server.json").read_text("utf-8"))
    assert entry["version"] == entry["packages"][0]["version"] == "9.1.0"
    changelog = (clone / "CHANGELOG.md").read_text("utf-8")
    assert release_notes(changelog, "9.1.0") == before
    assert release_notes(changelog).strip() == ""
    assert git(clone, "status", "--porcelain") == ""
    assert git(clone, "describe", "--exact-match").strip() == "v9.1.0"
    changed = git(clone, "diff", "--stat", "HEAD~1", "--", "vscode-extension/package-lock.json")
    assert "2 insertions" in changed
    with pytest.raises(NotReady, match="the tag v9"):
        prepare(clone, "9.1.0", DAY, dry_run=True)
    with pytest.raises(NotReady, match="nothing under Unreleased"):
        prepare(clone, "9.2.0", DAY, dry_run=True)


def test_what_stands_in_the_way_is_named(clone):
    with pytest.raises(NotReady, match="Invalid version"):
        prepare(clone, "next", DAY, dry_run=True)
    with pytest.raises(NotReady, match="older than"):
        prepare(clone, "0.0.1", DAY, dry_run=True)
    (clone / "pyproject.toml").write_text((clone / "pyproject.toml").read_text("utf-8") + "\n")
    with pytest.raises(NotReady, match="has changes"):
        prepare(clone, "9.1.0", DAY, dry_run=True)


def test_the_documents_fit_the_artifacts(clone, tmp_path):
    dist = tmp_path / "dist"
    dist.mkdir()
    (dist / "kotlin_rca-9.1.0-py3-none-any.whl").write_bytes(b"wheel")
    prepare(clone, "9.1.0", DAY, dry_run=False)
    write_documents(dist, "9.1.0", clone)
    subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=dist, check=True)
    statement = json.loads((dist / "provenance.json").read_text("utf-8"))
    assert {one["name"] for one in statement["subject"]} == {
        "kotlin_rca-9.1.0-py3-none-any.whl",
        "kotlin-rca.cdx.json",
    }
    commit = git(clone, "rev-parse", "HEAD").strip()
    (source,) = statement["predicate"]["buildDefinition"]["resolvedDependencies"]
    assert source["digest"]["gitCommit"] == commit
    materials = json.loads((dist / "kotlin-rca.cdx.json").read_text("utf-8"))
    references = [one["bom-ref"] for one in materials["components"]]
    assert len(references) == len(set(references)) > 120
    assert any(reference.startswith("pkg:pypi/chromadb@") for reference in references)
    assert "Analysis of errors" in (dist / "NOTES.md").read_text("utf-8")


def test_what_directories_are_told_is_fresh():
    assert find_stale() == [], "run `make docs`"


def test_the_extension_is_described_as_the_product():
    product = read_product()
    package = json.loads((ROOT / "vscode-extension/package.json").read_text("utf-8"))
    told = {name: package[name] for name in ("name", "version", "license")}
    assert told == {"name": product.name, "version": product.version, "license": product.license}
    assert package["displayName"] == product.title
    assert tuple(package["keywords"]) == product.keywords
    assert package["description"] == product.summary
    assert len(product.summary) <= 100  # the MCP registry takes no more


def test_the_bundle_starts_the_server(tmp_path):
    product = read_product()
    bundle = tmp_path / "kotlin-rca.mcpb"
    pack_bundle(bundle, product, ROOT / "vscode-extension" / "media" / "icon.png")
    with zipfile.ZipFile(bundle) as archive:
        archive.extractall(tmp_path / "bundle")
    manifest = json.loads((tmp_path / "bundle/manifest.json").read_text("utf-8"))
    assert (tmp_path / "bundle" / manifest["server"]["entry_point"]).is_file()
    assert (tmp_path / "bundle" / manifest["icon"]).is_file()
    arguments = manifest["server"]["mcp_config"]["args"]
    script = arguments.index(manifest["server"]["entry_point"])
    # What uv would run: the script of the bundle with the arguments after it.
    given = [one.replace("${user_config.workspace}", str(tmp_path)) for one in arguments[script + 1 :]]
    question = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "t", "version": "1"},
    }
    asked = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": question})
    done = subprocess.run(
        [sys.executable, tmp_path / "bundle" / "src/server.py", *given],
        input=asked + "\n",
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT), "HOME": str(tmp_path), "PATH": "/usr/bin:/bin"},
        timeout=60,
        check=False,
    )
    assert json.loads(done.stdout.splitlines()[0])["result"]["serverInfo"]["name"], done.stderr
