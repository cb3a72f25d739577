"""The lock of what users get, and the wheels that the extension of a platform carries."""

import shutil
import subprocess
import zipfile

import pytest

from scripts.distribution.dependency_lock import find_mismatches, mismatches, parse_lock, read_lock
from scripts.distribution.platform_wheels import copy_wheels, fetch_wheels, find_missing, wanted_packages
from scripts.distribution.vsix_platforms import LEFT_OUT, PLATFORMS, PYTHONS

HASH = "sha256:" + "0" * 64
LINUX, WINDOWS, MAC = (PLATFORMS[name] for name in ("linux-x64", "win32-x64", "darwin-arm64"))


def lock_of(*lines):
    return parse_lock("\n".join(f"{line} \\\n    --hash={HASH}" for line in lines))


def names(packages):
    return {one.name for one in packages}


def test_the_lock_fits_the_requirements_and_what_ci_tests():
    assert mismatches() == []
    assert len(read_lock()) > 120
    assert not names(read_lock()) & {"torch", "sentence-transformers", "pytest"}


def test_a_lock_that_does_not_fit_is_told():
    locked = lock_of("click==8.5.1", "numpy==2.4.6")
    assert find_mismatches(locked, ["click>=8,<9"], "numpy==2.4.6\n") == []
    wrong = find_mismatches(locked, ["click>=9", "httpx"], "numpy==2.5\npytest==9\n")
    assert [line.split(" ")[0] for line in wrong] == ["click>=9", "httpx", "numpy"]


@pytest.mark.parametrize("line", ["click>=8 --hash=" + HASH, "click==8.5.1"])
def test_a_line_without_version_or_hash_is_refused(line):
    with pytest.raises(ValueError, match="no pinned version with hashes"):
        parse_lock(line)


def test_each_platform_gets_its_own_packages():
    locked = read_lock()
    linux, windows, mac = (names(wanted_packages(locked, one, "3.12")) for one in (LINUX, WINDOWS, MAC))
    assert linux - windows == {"uvloop"}
    assert windows - linux == {"pywin32", "colorama"}
    assert mac == linux
    assert all(wanted_packages(locked, one, python) for one in PLATFORMS.values() for python in PYTHONS)
    assert not PLATFORMS.keys() & LEFT_OUT.keys()


@pytest.fixture
def index(tmp_path, monkeypatch):
    """A folder of wheels in place of the package index, and a lock of them."""
    folder = tmp_path / "index"
    folder.mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    made = [
        write_wheel(folder, "pure", "py3-none-any"),
        write_wheel(folder, "native", "cp312-cp312-manylinux_2_17_x86_64"),
    ]
    write_wheel(folder, "native", "cp312-cp312-win_amd64")
    lines = [f"{path.name.split('-')[0]}==1.0 --hash=sha256:{digest(path)}" for path in made]
    return parse_lock("\n".join(lines))


def write_wheel(folder, name, tag):
    path = folder / f"{name}-1.0-{tag}.whl"
    info = f"{name}-1.0.dist-info"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(f"{name}.py", f"TAG = {tag!r}\n")
        archive.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        archive.writestr(f"{info}/WHEEL", f"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: {tag}\n")
        archive.writestr(f"{info}/RECORD", "")
    return path


def digest(path):
    return subprocess.run(["sha256sum", path], capture_output=True, text=True, check=True).stdout.split()[0]


def test_wheels_of_a_platform_are_fetched_by_their_hashes(index, tmp_path):
    fetch_wheels(LINUX, "3.12", index, tmp_path / "linux")
    assert sorted(path.name.split("-")[0] for path in (tmp_path / "linux").iterdir()) == ["native", "pure"]
    with pytest.raises(subprocess.CalledProcessError, match="exit status") as failed:
        fetch_wheels(WINDOWS, "3.12", index, tmp_path / "windows")
    assert "DO NOT MATCH THE HASHES" in failed.value.stderr


def test_what_has_no_wheel_is_named(index):
    assert find_missing(LINUX, "3.12", index) == []
    assert find_missing(LINUX, "3.13", index) == ["native"]
    assert find_missing(MAC, "3.12", index) == ["native"]


def test_only_what_the_lock_names_is_copied(index, tmp_path):
    cache = tmp_path / "cache"
    fetch_wheels(LINUX, "3.12", index, cache)
    shutil.copy(cache / "pure-1.0-py3-none-any.whl", cache / "pure-0.9-py3-none-any.whl")
    copy_wheels(cache, tmp_path / "out", index)
    assert sorted(path.name.split("-")[1] for path in (tmp_path / "out").iterdir()) == ["1.0", "1.0"]
