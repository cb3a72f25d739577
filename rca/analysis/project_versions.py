"""Which versions of Kotlin, the build tools and libraries a project uses."""

from __future__ import annotations

import re

from rca.analysis.summary.builds import Builds
from rca.workspace import Snapshot
from rca.workspace.modules import Modules

_WRAPPER = "gradle/wrapper/gradle-wrapper.properties"
_DISTRIBUTION = re.compile(r"distributionUrl\s*=.*?gradle-([\w.+-]+?)-(?:bin|all)\.zip")


def project_versions(snapshot: Snapshot) -> dict[str, str]:
    """Give the version of `kotlin`, `androidGradlePlugin` and `gradle`, and of each library by `group:name`.

    What the build files do not tell is left out.
    """
    index = snapshot.index
    builds = Builds(index, Modules(index.listed))
    wrapper = _DISTRIBUTION.search(snapshot.text(_WRAPPER) or "")
    found = {
        "kotlin": builds.kotlin_version,
        "androidGradlePlugin": builds.android_version,
        "gradle": wrapper[1] if wrapper else None,
    }
    for build in builds.by_module.values():
        for name, (version, _) in build.libraries.items():
            found.setdefault(name.lower(), version)
    return {name: version for name, version in found.items() if version}
