"""Personal data: e-mail addresses and home folders."""

from __future__ import annotations

import re

from rca.redaction.line_filter import MASK, on_lines
from rca.text.lazy_regex import lazy_regex

_EMAIL = lazy_regex(
    # The at sign may be escaped, for an address (%40), JSON or HTML.
    r"(?<![\w.+%$-])(?:([\w.+%!#'-]{1,64}?)|\"[^\"\r\n]{1,64}\")(?:@|%40|\\u0040|&#(?:64|x40);)"
    r"((?:(?:[^\W_]|-){1,63}\.){1,6}(xn--[a-z0-9-]{2,40}|[^\W\d_]{2,24})|"
    r"\[(?:IPv6:)?[0-9a-fA-F.:]{3,45}\])(?![\w-])"
)
_ADDRESS = ("@", "%40", "u0040", "&#")
_FOLDER = ("/users", "\\users", "/home", "\\home", "/root/", "%2fhome", "%2fusers", "documents and settings")
_CODE_LABELS = frozenset({"this", "super", "return", "break", "continue", "git"})
_NOT_DOMAINS = frozenset(
    # What ends a file or a member name rather than a domain: icon@2x.png, base.apk@classes.dex.
    {
        "png", "jpg", "jpeg", "webp", "gif", "svg", "xml", "kt", "kts", "java", "class", "so", "dex", "odex",
        "vdex", "oat", "art", "jar", "aar", "apk", "aab", "klib", "json", "js", "ts", "pom", "module", "toml",
    }
)  # fmt: skip
_HUMPED = lazy_regex(r"[a-z][A-Z]")
_CLASS_NAME = lazy_regex(r"(?:\w+\.)*[A-Z]\w*(?:\$\w+)*")
_IDENTITY = lazy_regex(r"[0-9a-f]{4,16}")
_MESSAGE_ID = lazy_regex(r"\d{6,}\.[0-9A-Za-z]{6,}")

_UNIX = (
    # A slash may be escaped, as Android's JSON writer does.
    r"(?:(?:/(?:System/)?Volumes/[^/\s:\"'<>]{1,40}|/var|/usr|/export|/mnt/[a-z]|/cygdrive/[a-z]|"
    r"/[a-z])?\\?/Users\\?/(?!Shared\b)"
    r"|(?:/var|/usr|/export|/data|/mnt|/nfs|/net|/srv|"
    r"/vol)?\\?/home\\?/(?=[^/\\\s:\"'<>]+\\?/))[^/\\\s:\"'<>]+"
)
_SLASHES = r"[\\/]{1,4}"
_WINDOWS_NAME = (
    r"(?!(?:Public|Default|All Users)\b)(?:[^\\/:*?\"<>|\r\n]{1,64}(?=[\\/])|[^\\/:*?\"<>|\s]{1,64})"
)
_HOME = lazy_regex(
    r"(?:(?<![\w.~/\\@-])(?<!route=)|(?<=//)|(?<=\\[?.]\\)|(?<=\\[?.]\\\\)|(?<=\s-[IL])|"
    r"(?<=\A-[IL])|(?<=\s@))"
    rf"(?:{_UNIX}|/root(?=/)"
    # A name that ends the path is one only where a home folder is what is meant.
    r"|(?:(?<=home=)|(?<=HOME=)|(?<=PWD=)|(?<=cd )|(?<=home: )|(?<=\bfolder )|"
    r"(?<=directory )|(?<=-> ))/home/[^/\s:;&\"'<>]+"
    rf"|[A-Za-z]\\?:{_SLASHES}(?:[Uu]sers|USERS|Documents and Settings){_SLASHES}{_WINDOWS_NAME})"
)
_NETWORK = lazy_regex(
    # \\server\Users\name, \\server\c$\Users\name, \\wsl$\Ubuntu\home\name, //wsl.localhost/Ubuntu/home/name
    r"(?<![\w:/\\])(?:\\{2,4}(?:\?\\{1,2}UNC\\{1,2})?[\w.$-]{1,63}(?:\\{1,2}[\w.$-]{1,40})?\\{1,2}|//wsl(?:\.localhost|\$)/[\w.-]{1,40}/)"
    rf"(?:[Uu]sers|home){_SLASHES}{_WINDOWS_NAME}"
)
_TILDE = lazy_regex(r"(?<![\w/.~])~[a-z][\w.-]{1,31}(?=/)")
_HOMEPATH = lazy_regex(r"(?<=HOMEPATH=)\\Users\\[^\\\s\"']{1,64}", re.IGNORECASE)
_REMOTE = lazy_regex(r"(vscode-(?:remote|vfs)://[^/\s\"']{1,80})/(?:home|Users)/[^/\s:\"'<>]+")
_ENCODED = lazy_regex(r"(?:%2F|(?<=[/=]))(?:Users|home)%2F(?!Shared\b)[\w.+~-]+(?=%2F|\b)", re.IGNORECASE)


def mask_emails(text: str) -> str:
    """Mask e-mail addresses; labels (`this@Main.x`), object identities and file names stay."""
    mask = MASK.format("email")
    return on_lines(
        text,
        _ADDRESS,
        lambda line: _EMAIL.sub(lambda found: mask if _is_address(found) else found[0], line),
    )


def _is_address(found: re.Match[str]) -> bool:
    local, domain, last = found[1] or "", found[2], found[3] or ""
    if local in _CODE_LABELS or last.lower() in _NOT_DOMAINS or _MESSAGE_ID.fullmatch(local):
        return False
    # `'@kotlinx.coroutines.ExperimentalCoroutinesApi'`, an annotation in quotes.
    if (found[1] is not None and not any(map(str.isalnum, local))) or _HUMPED.search(last):
        return False
    first = domain.split(".", 1)[0]
    identity = _IDENTITY.fullmatch(first) is not None and any(map(str.isdigit, first))
    return not (identity and _CLASS_NAME.fullmatch(local))


def mask_home_folders(text: str) -> str:
    """Replace the user's home folder by `~` in paths of Linux, macOS and Windows, shares and URLs."""
    if "~" in text:
        text = _TILDE.sub("~", text)
    return on_lines(text, _FOLDER, _mask_homes)


def _mask_homes(line: str) -> str:
    line = _HOMEPATH.sub("~", _NETWORK.sub("~", _REMOTE.sub(r"\1~", line)))
    return _HOME.sub("~", _ENCODED.sub("~", line))
