"""Names of the project and of the user, which never leave the machine."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rca.error_text.frame_origin import in_packages, is_known_library, origin_of
from rca.redaction import redact
from rca.text.identifiers import split_words

if TYPE_CHECKING:
    from rca.workspace import Snapshot

_MASK = re.compile(r"<redacted [a-z_]+>@?")
_ASSIGNED = re.compile(
    r"(?i)[\w.-]*(?:passw|pwd|secret|token|api[_-]?key|auth|credential|bearer|session)[\w.-]*\s*=\s*[^\s,;]+"
)
"""What may be a value of code elsewhere (`password=read(x)`) is a secret where it leaves the machine."""

_DEX = re.compile(r"(?<![\w/])L((?:[\w$-]+/)+[\w$-]+);")
_PUBLIC_HOSTS = re.compile(
    r"(?:[\w-]+\.)*(?:android\.com|apache\.org|github\.com|google\.com|gradle\.org|jetbrains\.com|jitpack\.io"
    r"|kotlinlang\.org|maven\.org|oracle\.com|sonatype\.org)"
)
_ADDRESS = re.compile(r"\b[a-zA-Z][a-zA-Z0-9+.-]{1,20}://([^\s'\"<>)\]/:@]*)[^\s'\"<>)\]]*")
_COORDINATE = re.compile(r"(?<![\w.:-])([a-z][\w-]*(?:\.[\w-]+)+):[\w.-]+(?::[\w.+-]+)?")
_COMPONENT = re.compile(r"(?<![\w./])[a-z]\w*(?:\.\w+)+/\.?[\w.$]+")
_TOOL_VERSION = re.compile(r"(?:kotlin|ksp|gradle|agp|java|jdk|compose|android)(?:-[a-z]+)*-v?\d[\w.+-]*")
_NOISE = re.compile(
    r"\(?[\w$-]+\.(?:kt|kts|java|xml|gradle|groovy|db|so|apk|aab|aar|jar|dex|json|properties|png|txt)\b(?::\d+)*\)?"
    r"|(?:file:/{0,3}|~|[A-Za-z]:)?[\\/][^\s:'\"()]*[\\/][^\s'\"()]*"  # a path
    r"|(?<![\w/.:-])[\w.-]+(?:/[\w.-]+){2,}"  # a path that begins nowhere
    r"|(?<![\w:])(?::[\w.-]+){2,}"  # a module or task of the build
    r"|@[0-9a-f]{5,16}\b|\b0x[0-9a-fA-F]+\b"  # identities and addresses
    r"|\b[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\b"
    r"|\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{6,40}\b"
    r"|\b\d{1,3}(?:\.\d{1,3}){3}\b(?::\d+)?"  # an address of a machine
    r"|(?<![\w.])\d[\d -]{5,}\d(?![\w.])"  # a long number may be a person's
)
_PUBLIC_FILES = frozenset(
    {"AndroidManifest.xml", "gradle-wrapper.properties", "gradle.properties", "local.properties"}
)
_PUBLIC_SCRIPTS = re.compile(r"\(?(?:build|settings)\.gradle")
_DOTTED = re.compile(r"(?<![\w$.])[\w$-]+(?:\.[\w$-]+)+")
_NAME = re.compile(r"[A-Za-z_$][\w$]*")
_PACKAGE = re.compile(r"[a-z_][\w-]*")
_DOMAIN = re.compile(r"[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}")
_TELLING = re.compile(r"[A-Z]|_|\$|[a-z]\d")
"""What makes a name more than a word: capitals, underscores, digits."""

_HOMES = frozenset({"home", "Users", "users"})
_NOBODY = frozenset(
    {"root", "user", "users", "runner", "admin", "android", "gradle", "kotlin", "shared", "public"}
)
_ROOTS = frozenset(
    {"com", "org", "net", "io", "dev", "me", "app", "de", "uk", "co", "fr", "eu", "info", "github", "gitlab"}
)
_COMMON = frozenset(
    {"example", "android", "google", "sample", "samples", "test", "kotlin", "java", "apps", "mobile"}
)
_BLANKS = re.compile(r"\s+")
LIBRARY_PACKAGES = (
    "kotlin", "kotlin.collections", "kotlin.coroutines", "kotlin.text", "kotlinx.coroutines",
    "kotlinx.coroutines.flow", "java.lang", "java.io", "java.util", "java.util.concurrent", "java.net",
    "java.nio.file", "java.time", "android.app", "android.content", "android.content.res", "android.os",
    "android.view", "android.widget", "android.graphics", "android.net", "android.util", "android.database",
    "android.database.sqlite", "android.webkit", "androidx.fragment.app", "androidx.lifecycle",
    "androidx.activity", "androidx.appcompat.app", "androidx.recyclerview.widget", "androidx.navigation",
    "androidx.room", "androidx.work", "androidx.compose.runtime", "androidx.compose.ui",
    "androidx.compose.material3", "androidx.compose.foundation",
)  # fmt: skip
"""Where a class is looked for that a text names without its package."""


@dataclass(frozen=True)
class PrivateNames:
    """What of a text is the project's or the person's own.

    Attributes:
        packages: of the app's own code.
        is_own: whether the project declares a simple name that no library is known to have.
        has_package: whether a public library has a package.
        words: names of people and folders, removed wherever they stand as a word.
        owners: whose the packages are, removed as a part of a name, too: `acme_customers`, `acmeId`.
    """

    packages: tuple[str, ...] = ()
    is_own: Callable[[str], bool] = lambda _name: False
    has_package: Callable[[str], bool] = lambda _package: False
    words: frozenset[str] = frozenset()
    owners: frozenset[str] = frozenset()

    def without(self, text: str) -> str:
        """Return what of a text may be sent: no secrets, paths, hosts, long numbers, people or private names.

        Qualified names stay where they belong to a platform or a library that is publicly known; every
        other package is taken for private, as in-house libraries look like any. A class that the text
        names by a private package goes under its short name too. Simple names go where the project
        declares them (`CartViewModel`, `loadCart`); words in lower case stay, they tell nothing.
        """
        plain = _DEX.sub(lambda found: found[1].replace("/", "."), without_secrets(text))
        plain = _COMPONENT.sub(" ", _ADDRESS.sub(_public_host, plain))
        plain = _COORDINATE.sub(lambda found: found[0] if self.is_public(found[1]) else " ", plain)
        plain = _NOISE.sub(_public_file, plain)
        private: set[str] = {*self.words, *self.owners}

        def keep(found: re.Match[str]) -> str:
            name = found[0]
            if self.is_public(name):
                return name
            private.update(part for part in re.split(r"[.$]", name) if part[:1].isupper())
            return " "

        plain = _DOTTED.sub(keep, plain)
        private.update(
            name
            for name in _NAME.findall(plain)
            if name not in private and _TELLING.search(name) and self.is_own(name)
        )
        plain = _NAME.sub(
            lambda found: " " if found[0] in private or self._speaks_of_people(found[0]) else found[0], plain
        )
        kept = [token for token in _BLANKS.split(plain) if token and not self._holds_package(token)]
        return " ".join(kept)

    def is_public(self, name: str) -> bool:
        """Return whether a dotted name belongs to a known library or platform, or is no name of code."""
        if in_packages(name, self.packages):
            return False
        if name.replace(".", "").isdigit() or re.fullmatch(r"v?\d[\w.+-]*", name):
            return True  # a version
        if any(known.fullmatch(name) for known in (_PUBLIC_HOSTS, _TOOL_VERSION)) or _PUBLIC_SCRIPTS.match(
            name
        ):
            return True
        parts = name.split(".")
        head = next((place for place, part in enumerate(parts) if not _PACKAGE.fullmatch(part)), len(parts))
        if head == 0:
            # `Fragment.requireContext`, `R.string`: simple names, each looked at by itself.
            return not any(_TELLING.search(part) and self.is_own(part) for part in parts)
        if _known(name) or _known(name + "."):
            return True
        return any(self.has_package(".".join(parts[:count])) for count in range(head, 0, -1))

    def _speaks_of_people(self, name: str) -> bool:
        lower = name.lower()
        if lower in self.words or lower in self.owners:
            return True
        return bool(self.owners) and any(part.lower() in self.owners for part in split_words(name))

    def _holds_package(self, token: str) -> bool:
        """Return whether a token still contains one of the packages, whatever it is joined to."""
        dotted = token.replace("/", ".").replace("\\", ".").lower()
        return any(package.rstrip(".*").lower() in dotted for package in self.packages if "." in package)


def without_secrets(text: str) -> str:
    """Return a text without tokens, passwords, keys and e-mail addresses; its lines stay."""
    return _MASK.sub(" ", redact(_ASSIGNED.sub(" ", text)).text)


def private_names(snapshot: Snapshot, app_packages: Iterable[str]) -> PrivateNames:
    """Return what is private in the texts of a workspace.

    While the index is incomplete, a name counts as the project's own unless a library is known to have it.
    """
    from rca.index.default_library import shipped

    index = snapshot.index
    public = shipped()
    packages = tuple(dict.fromkeys((*app_packages, *snapshot.app_packages)))

    def of_library(name: str) -> bool:
        return public.declares(name) or any(public.class_places(f"{one}.{name}") for one in LIBRARY_PACKAGES)

    def is_own(name: str) -> bool:
        simple = name.rpartition("$")[2] or name
        declared = any(
            index.declaring(simple, role) for role in ("class", "callable", "extension", "resource")
        )
        return (declared or not index.ready) and not of_library(simple)

    return PrivateNames(packages, is_own, public.has_package, _people(snapshot), _owners(packages))


def _people(snapshot: Snapshot) -> frozenset[str]:
    """Return, in lower case, the owner of the workspace's home folder, and the workspace's own folder."""
    found: set[str] = set()
    for root in snapshot.roots:
        parts = root.parts
        found.update(parts[place + 1] for place in range(len(parts) - 1) if parts[place] in _HOMES)
        if _TELLING.search(root.name) and _NAME.fullmatch(root.name):
            found.add(root.name)
    return _telling(found)


def _owners(packages: Iterable[str]) -> frozenset[str]:
    """Return, in lower case, the owners of packages: the first part of each that is no domain."""
    found: set[str] = set()
    for package in packages:
        segments = package.rstrip(".*").split(".")
        if len(segments) > 1 and segments[0] in _ROOTS and not _known(package + "."):
            found.add(next((one for one in segments if one not in _ROOTS), ""))
    return _telling(found)


def _telling(found: Iterable[str]) -> frozenset[str]:
    lower = {name.lower() for name in found}
    return frozenset(name for name in lower if len(name) > 2) - _NOBODY - _COMMON


def _known(name: str) -> bool:
    return is_known_library(name) or origin_of(name, ("-",)) == "platform"


def _public_host(found: re.Match[str]) -> str:
    return found[1] if _PUBLIC_HOSTS.fullmatch(found[1]) else " "


def _public_file(found: re.Match[str]) -> str:
    name = found[0].strip("()").partition(":")[0]
    return name if name in _PUBLIC_FILES or _PUBLIC_SCRIPTS.match(name) else " "
