"""A command as an answer shows it."""

from pathlib import PurePosixPath, PureWindowsPath

import pytest

from rca.builds.build_tool import shown

WINDOWS, POSIX = PureWindowsPath(r"C:\Users\ann\shop"), PurePosixPath("/opt/shop")


@pytest.mark.parametrize(
    ("part", "root", "wanted"),
    [
        ("/opt/shop/gradlew", POSIX, "./gradlew"),
        ("/opt/shopping/gradlew", POSIX, "/opt/shopping/gradlew"),
        ("--tests", POSIX, "--tests"),
        (r"C:\Users\ann\shop\app\gradlew.bat", WINDOWS, "./app/gradlew.bat"),
        (r"c:\users\ann\SHOP\gradlew.bat", WINDOWS, "./gradlew.bat"),
        (":app:test", WINDOWS, ":app:test"),
    ],
)
def test_what_lies_in_the_workspace_is_shown_without_its_folder(part, root, wanted):
    assert shown(part, root) == wanted


def test_secrets_are_masked():
    assert "hunter2hunter2" not in shown("-Dpassword=hunter2hunter2", POSIX)
