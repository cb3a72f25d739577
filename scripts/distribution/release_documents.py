"""Documents of a release: the SBOM (CycloneDX), checksums, and the provenance statement (in-toto, SLSA)."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from packaging.utils import canonicalize_name

from scripts.distribution.dependency_lock import LockedPackage, read_lock

_DOCUMENTS = ("SHA256SUMS", "provenance.json", "NOTES.md")
"""Not among what they are about."""


def bill_of_materials(version: str, lock: Path) -> str:
    """Return a CycloneDX document of what users get: each locked package with the hashes of its files."""
    locked = read_lock(lock)
    product = _reference("kotlin-rca", version)
    return _json(
        {
            "bomFormat": "CycloneDX",
            "specVersion": "1.6",
            "version": 1,
            "metadata": {
                "component": {
                    "type": "application",
                    "bom-ref": product,
                    "name": "kotlin-rca",
                    "version": version,
                    "purl": product,
                    "licenses": [{"license": {"id": "Apache-2.0"}}],
                }
            },
            "components": [_component(one) for one in locked],
            "dependencies": [
                {"ref": product, "dependsOn": [_reference(one.name, one.version) for one in locked]}
            ],
        }
    )


def _component(package: LockedPackage) -> dict[str, object]:
    reference = _reference(package.name, package.version)
    # A package has many files, one for each platform: a hash of the component itself would name none of them.
    files = [{"name": "file-hash", "value": one} for one in package.hashes]
    return {
        "type": "library",
        "bom-ref": reference,
        "name": package.name,
        "version": package.version,
        "purl": reference,
        "properties": files,
    }


def _reference(name: str, version: str) -> str:
    return f"pkg:pypi/{canonicalize_name(name)}@{version}"


def checksums(folder: Path) -> str:
    """Return the SHA-256 of each artifact of a folder, as `sha256sum --check` reads them."""
    return "".join(f"{digest}  {name}\n" for name, digest in _digests(folder).items())


def provenance(folder: Path, commit: str, version: str) -> str:
    """Return an in-toto statement of which commit and command the artifacts of a folder were built from."""
    subjects = [{"name": name, "digest": {"sha256": digest}} for name, digest in _digests(folder).items()]
    build = {
        "buildType": "urn:kotlin-rca:release-script:1",
        "externalParameters": {"command": "python -m scripts.distribution.release artifacts"},
        "resolvedDependencies": [{"name": f"v{version}", "digest": {"gitCommit": commit}}],
    }
    return _json(
        {
            "_type": "https://in-toto.io/Statement/v1",
            "subject": subjects,
            "predicateType": "https://slsa.dev/provenance/v1",
            "predicate": {"buildDefinition": build, "runDetails": {"builder": {"id": "local"}}},
        }
    )


def _digests(folder: Path) -> dict[str, str]:
    found = {}
    for path in sorted(folder.iterdir()):
        if path.is_file() and path.name not in _DOCUMENTS:
            with path.open("rb") as file:
                found[path.name] = hashlib.file_digest(file, "sha256").hexdigest()
    return found


def _json(value: object) -> str:
    return json.dumps(value, indent=2) + "\n"
