"""What to do about the reasons for which Android's package manager refuses an app."""

from __future__ import annotations

_ADVICE = {
    "INSTALL_FAILED_VERSION_DOWNGRADE": (
        "A newer version is installed: raise versionCode, allow a downgrade (--downgrade, debuggable apps "
        "only), or uninstall it first."
    ),
    "INSTALL_FAILED_UPDATE_INCOMPATIBLE": (
        "The installed app is signed with another key: uninstall it first (its data is lost), or sign with "
        "that key."
    ),
    "INSTALL_FAILED_SHARED_USER_INCOMPATIBLE": "Another app of the same sharedUserId has another key.",
    "INSTALL_FAILED_INSUFFICIENT_STORAGE": "Free space on the device, and install again.",
    "INSTALL_FAILED_OLDER_SDK": "The device's Android is older than the app's minSdk: use a newer device.",
    "INSTALL_FAILED_DEPRECATED_SDK_VERSION": "The app's targetSdk is too low for this Android: raise it.",
    "INSTALL_FAILED_NO_MATCHING_ABIS": (
        "The APK has no native libraries for the device's processor: build it for the ABI that "
        "`rca device list --json` shows."
    ),
    "INSTALL_FAILED_CONFLICTING_PROVIDER": (
        "Another app has a content provider of the same authority: uninstall it, or derive the authority "
        "from the applicationId."
    ),
    "INSTALL_FAILED_DUPLICATE_PERMISSION": "Another app declares the same permission: uninstall that one.",
    "INSTALL_FAILED_MISSING_SHARED_LIBRARY": "The device lacks a library of uses-library.",
    "INSTALL_FAILED_MISSING_SPLIT": (
        "The APK is one part of several: build a universal APK, or install all parts with "
        "adb install-multiple."
    ),
    "INSTALL_FAILED_USER_RESTRICTED": (
        "The device does not allow it: turn on Install via USB in its developer options, and confirm "
        "on its screen."
    ),
    "INSTALL_FAILED_ABORTED": "It was declined on the device's screen: install again, and allow it.",
    "INSTALL_FAILED_VERIFICATION_FAILURE": (
        "The device's scanner refused it: turn off Verify apps over USB in its developer options."
    ),
    "INSTALL_FAILED_TEST_ONLY": "The APK is for tests only: build another variant.",
    "INSTALL_FAILED_INVALID_APK": "Build the app again; an APK that was copied may be cut.",
    "INSTALL_PARSE_FAILED_NO_CERTIFICATES": "The APK is not signed: build debug, or sign it.",
    "INSTALL_PARSE_FAILED_NOT_APK": "Build the app again; an APK that was copied may be cut.",
    "INSTALL_PARSE_FAILED_MANIFEST_MALFORMED": "Correct what the message says of AndroidManifest.xml.",
}
_OTHERWISE = "Read the reason above; `rca device log --tag PackageManager --level W --now` shows more of it."


def advice_on(reason: str | None) -> str:
    """Return what to do about a reason such as `INSTALL_FAILED_VERSION_DOWNGRADE`."""
    return _ADVICE.get(reason or "", _OTHERWISE)
