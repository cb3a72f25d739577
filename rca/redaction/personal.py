"""What names a person: e-mail addresses and home folders."""

from __future__ import annotations

import re

from rca.redaction.lines import MASK, on_lines

_EMAIL = re.compile(
    r"(?<![\w.+%$-])([\w.+%-]{1,64})@((?:[A-Za-z0-9-]{1,63}\.){1,6}([A-Za-z]{2,24}))(?![\w-])"
)
_CODE_LABELS = frozenset({"this", "super", "return", "break", "continue", "git"})
_NOT_DOMAINS = frozenset(
    # What ends a file or a member name rather than a domain: icon@2x.png, base.apk@classes.dex.
    {
        "png", "jpg", "jpeg", "webp", "gif", "svg", "xml", "kt", "kts", "java", "class", "so", "dex", "odex",
        "vdex", "oat", "art", "jar", "aar", "apk", "aab", "klib", "json", "js", "ts", "pom", "module", "toml",
    }
)  # fmt: skip
_CLASS_NAME = re.compile(r"(?:\w+\.)*[A-Z]\w*(?:\$\w+)*")
_IDENTITY = re.compile(r"[0-9a-f]{4,16}")

_HOME = re.compile(
    r"(?:(?<![\w.~/\\@-])|(?<=//)|(?<=\\[?.]\\)|(?<=\\[?.]\\\\))"
    # A slash may be escaped, as Android's JSON writer does, and a colon and backslashes, as in properties.
    r"(?:\\?/Users\\?/(?!Shared\b)[^/\\\s:\"'<>]+|\\?/home\\?/[^/\\\s:\"'<>]+(?=\\?/)|/root(?=/)"
    # A name that ends the path is one only where a home folder is what is meant.
    r"|(?:(?<=home=)|(?<=HOME=)|(?<=PWD=)|(?<=cd ))/home/[^/\s:;&\"'<>]+"
    r"|(?:(?:/mnt)?/[a-z]/|[A-Za-z]\\?:[\\/]{1,4})Users[\\/]{1,4}(?!Public\b)"
    r"(?:[^\\/:*?\"<>|\r\n]{1,64}(?=[\\/])|[^\\/:*?\"<>|\s]{1,64}))"
)


def mask_emails(text: str) -> str:
    """Mask e-mail addresses; labels (`this@Main.x`), object identities and file names stay."""
    mask = MASK.format("email")
    return on_lines(
        text, ("@",), lambda line: _EMAIL.sub(lambda found: mask if _is_address(found) else found[0], line)
    )


def _is_address(found: re.Match[str]) -> bool:
    local, domain, last = found[1], found[2], found[3]
    if local in _CODE_LABELS or last.lower() in _NOT_DOMAINS:
        return False
    first = domain.split(".", 1)[0]
    identity = _IDENTITY.fullmatch(first) is not None and any(character.isdigit() for character in first)
    return not (identity and _CLASS_NAME.fullmatch(local))


def mask_home_folders(text: str) -> str:
    """Put `~` where a path names the user, on Linux, macOS and Windows."""
    return on_lines(text, ("/users", "\\users", "/home", "/root/"), lambda line: _HOME.sub("~", line))
