"""The platforms that have an extension of their own with all wheels inside, and those that cannot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
"""The Python versions whose wheels are carried."""

_OLDEST_GLIBC_MINOR = 28
"""VS Code's own server needs glibc 2.28 too."""


@dataclass(frozen=True)
class VsixPlatform:
    """One value of `vsce package --target`, with the wheels that fit there.

    Attributes:
        target: its name for vsce.
        tags: platform tags of wheels, any order: pip takes the best file of all.
        sys_platform: Python's `sys.platform` there.
        machine: `platform.machine()` there.
    """

    target: str
    tags: tuple[str, ...]
    sys_platform: str
    machine: str

    def marker_environment(self, python: str) -> dict[str, str]:
        """Return the variables of environment markers for a Python version such as `3.12`."""
        windows = self.sys_platform == "win32"
        system = {"linux": "Linux", "darwin": "Darwin", "win32": "Windows"}[self.sys_platform]
        return {
            "implementation_name": "cpython",
            "implementation_version": f"{python}.0",
            "os_name": "nt" if windows else "posix",
            "platform_machine": self.machine,
            "platform_python_implementation": "CPython",
            "platform_release": "",
            "platform_system": system,
            "platform_version": "",
            "python_full_version": f"{python}.0",
            "python_version": python,
            "sys_platform": self.sys_platform,
            "extra": "",
        }


def _glibc(machine: str) -> tuple[str, ...]:
    minors = range(_OLDEST_GLIBC_MINOR, 4, -1)
    old = ("manylinux2014", "manylinux2010", "manylinux1")
    return (*(f"manylinux_2_{minor}_{machine}" for minor in minors), *(f"{name}_{machine}" for name in old))


def _macos(machine: str, versions: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"macosx_{version}_{kind}" for version in versions for kind in (machine, "universal2"))


_MACOS_ARM = [f"{major}_0" for major in range(14, 10, -1)]
_MACOS_INTEL = [*_MACOS_ARM, *(f"10_{minor}" for minor in range(16, 8, -1))]

PLATFORMS = {
    one.target: one
    for one in (
        VsixPlatform("linux-x64", _glibc("x86_64"), "linux", "x86_64"),
        VsixPlatform("linux-arm64", _glibc("aarch64"), "linux", "aarch64"),
        VsixPlatform("darwin-arm64", _macos("arm64", _MACOS_ARM), "darwin", "arm64"),
        VsixPlatform("win32-x64", ("win_amd64",), "win32", "AMD64"),
    )
}

_MUSL = tuple(f"musllinux_1_{minor}_x86_64" for minor in (2, 1, 0))
LEFT_OUT = {
    one.target: one
    for one in (
        VsixPlatform("darwin-x64", _macos("x86_64", _MACOS_INTEL), "darwin", "x86_64"),
        VsixPlatform("alpine-x64", _MUSL, "linux", "x86_64"),
        VsixPlatform("win32-arm64", ("win_arm64",), "win32", "ARM64"),
    )
}
"""Platforms for which some packages publish no wheel; `platform_wheels --dry-run TARGET` names them."""
