"""What directories of servers and extensions are told: `python -m scripts.distribution.directories`.

Writes the folder `distribution`: `server.json` of the MCP registry, the bundle `mcpb/` for desktop clients,
and a Dockerfile. The source is `product.json` here and `pyproject.toml`; `--check` says which files are not
as they would be written. `namespace` and `repository` of `product.json` are the owner's to fill in.
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rca.toolkit import tool_catalog

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "distribution"
_REGISTRY_SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"
_NO_NAMESPACE = "com.example"


@dataclass(frozen=True)
class Product:
    """What is said of the product everywhere."""

    name: str
    title: str
    summary: str
    namespace: str
    repository: str
    keywords: tuple[str, ...]
    version: str
    license: str
    requires_python: str

    @property
    def is_publishable(self) -> bool:
        """Return whether the owner has filled in where it is published."""
        return self.namespace != _NO_NAMESPACE and self.repository != ""


def read_product() -> Product:
    """Return the product as `product.json` and `pyproject.toml` describe it."""
    told = json.loads((Path(__file__).parent / "product.json").read_text("utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    told["keywords"] = tuple(told["keywords"])
    return Product(
        **told,
        version=project["version"],
        license=project["license"],
        requires_python=project["requires-python"],
    )


def render_files(product: Product) -> dict[str, str]:
    """Return the text of each file of the folder `distribution`, by its path there."""
    return {
        "server.json": _json(registry_entry(product)),
        "mcpb/manifest.json": _json(bundle_manifest(product)),
        "mcpb/pyproject.toml": _BUNDLE_PROJECT.format_map(vars(product)),
        "mcpb/src/server.py": _BUNDLE_SERVER,
        "Dockerfile": _DOCKERFILE.format_map(vars(product)),
    }


def registry_entry(product: Product) -> dict[str, Any]:
    """Return the entry of the MCP registry: a package of PyPI that `uvx` runs."""
    entry: dict[str, Any] = {
        "$schema": _REGISTRY_SCHEMA,
        "name": f"{product.namespace}/{product.name}",
        "title": product.title,
        "description": product.summary,
        "version": product.version,
        "packages": [
            {
                "registryType": "pypi",
                "identifier": product.name,
                "version": product.version,
                "runtimeHint": "uvx",
                "transport": {"type": "stdio"},
                "packageArguments": [{"type": "positional", "value": "mcp"}],
            }
        ],
    }
    if product.repository:
        entry["repository"] = {"url": product.repository, "source": "github"}
    return entry


def bundle_manifest(product: Product) -> dict[str, Any]:
    """Return the manifest of the MCP bundle; its host installs the packages by uv."""
    arguments = ["run", "--directory", "${__dirname}", "src/server.py", "mcp"]
    tools = tool_catalog.load_all("debugging")
    return {
        "manifest_version": "0.4",
        "name": product.name,
        "display_name": product.title,
        "version": product.version,
        "description": product.summary,
        "author": {"name": product.title},
        "license": product.license,
        "keywords": list(product.keywords),
        "server": {
            "type": "uv",
            "entry_point": "src/server.py",
            "mcp_config": {
                "command": "uv",
                "args": [*arguments, "--workspace", "${user_config.workspace}"],
            },
        },
        "user_config": {
            "workspace": {
                "type": "directory",
                "title": "Project",
                "description": "The folder of the Gradle or Maven build",
                "required": True,
            }
        },
        "tools": [{"name": tool.name, "description": tool.description} for tool in tools],
        "compatibility": {
            "platforms": ["darwin", "linux", "win32"],
            "runtimes": {"python": product.requires_python},
        },
    }


_BUNDLE_PROJECT = """\
[project]
name = "{name}-bundle"
version = "{version}"
requires-python = "{requires_python}"
dependencies = ["{name}=={version}"]
"""

_BUNDLE_SERVER = '''\
"""Starts the MCP server of the package that this bundle depends on."""

from lsp_server.__main__ import main

main()
'''

_DOCKERFILE = """\
# The MCP server in a container: docker run -i --rm -v "$PWD:/project:ro" -v kotlin-rca:/data kotlin-rca
FROM python:3.13-slim AS packages
WORKDIR /source
COPY requirements.lock ./
RUN python -m venv /opt/rca \\
    && /opt/rca/bin/pip install --no-cache-dir --require-hashes --requirement requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY models models
COPY rca rca
COPY lsp_server lsp_server
RUN /opt/rca/bin/pip install --no-cache-dir --no-deps .

FROM python:3.13-slim
# hadolint ignore=DL3008
RUN apt-get update && apt-get install --yes --no-install-recommends git \\
    && rm -rf /var/lib/apt/lists/* \\
    && useradd --create-home rca && mkdir /data && chown rca /data
COPY --from=packages /opt/rca /opt/rca
ENV PATH=/opt/rca/bin:$PATH RCA_DATA_DIR=/data
USER 1000
WORKDIR /project
ENTRYPOINT ["rca"]
CMD ["mcp", "--workspace", "/project"]
"""


def pack_bundle(target: Path, product: Product, icon: Path) -> None:
    """Write the MCP bundle: a zip of the folder `mcpb` with its icon."""
    manifest = {**bundle_manifest(product), "icon": "icon.png"}
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in render_files(product).items():
            if name.startswith("mcpb/") and not name.endswith("manifest.json"):
                archive.writestr(name.removeprefix("mcpb/"), text)
        archive.writestr("manifest.json", _json(manifest))
        archive.write(icon, "icon.png")


def find_stale(folder: Path = FOLDER) -> list[str]:
    """Return the files that are missing or not as they would be written."""
    return [
        name
        for name, text in render_files(read_product()).items()
        if not (folder / name).is_file() or (folder / name).read_text("utf-8") != text
    ]


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def main() -> int:
    """Write the files, or say which are stale."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--check", action="store_true")
    if options.parse_args().check:
        stale = find_stale()
        for name in stale:
            print(f"distribution/{name} is stale: run `make docs`", file=sys.stderr)
        return 1 if stale else 0
    for name, text in render_files(read_product()).items():
        path = FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
