"""The interface of a source: query, result, failure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import SplitResult, quote, urlencode, urljoin, urlsplit

if TYPE_CHECKING:
    from models.settings import NetworkSettings
    from models.tools.web_search_wiki import WebSource
    from rca.web.web_query import WebQuery

_LARGEST_NUMBER = 2**53

ASKED_FOR = 10
"""Pages that each source is asked for, whatever the caller wants: one kept answer serves them all."""


@dataclass(frozen=True, slots=True)
class Request:
    """One request exactly as it would leave the machine: always GET, never a body.

    `secret_headers` and `secret_parameters` are the user's own keys: sent, but neither shown nor stored.
    """

    url: str
    headers: tuple[tuple[str, str], ...] = ()
    secret_headers: tuple[tuple[str, str], ...] = ()
    secret_parameters: tuple[tuple[str, str], ...] = ()

    @property
    def host(self) -> str:
        """The host, with a non-default port, in lower case."""
        return host_of(self.url)

    @property
    def shown(self) -> str:
        """The request line as shown to the user."""
        key = " (with your key)" if self.secret_headers or self.secret_parameters else ""
        return f"GET {self.url}{key}"

    @property
    def target(self) -> str:
        """The requested address, including the user's key."""
        if not self.secret_parameters:
            return self.url
        joint = "&" if "?" in self.url else "?"
        return f"{self.url}{joint}{urlencode(self.secret_parameters)}"


@dataclass(frozen=True, slots=True)
class Page:
    """One page that a source found.

    `text` is plain text of any length, `solved` whether the source says that the problem is answered or
    closed, `votes` how many readers it helped, `date` when it was last active (seconds since 1970), None
    where the source does not say. Title and text are untrusted: they were written by strangers.
    """

    title: str
    url: str
    text: str
    solved: bool = False
    votes: int | None = None
    date: float | None = None
    author: str | None = None
    licence: str | None = None


@dataclass(frozen=True, slots=True)
class SourceResult:
    """What one answer holds, in the source's own order.

    `pause` is how many seconds the source wants no further question, `note` what the answer lacks.
    """

    pages: tuple[Page, ...]
    pause: float = 0.0
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """One place to ask.

    `requests` makes the questions from (query, base address, settings), best first; each further one is
    asked only where those before it found nothing. `read` reads an answer to (its JSON, base address).
    `hints` say what an HTTP status means that this source is known to answer with.
    """

    name: WebSource
    base: Callable[[NetworkSettings], str | None]
    requests: Callable[[WebQuery, str, NetworkSettings], tuple[Request, ...]]
    read: Callable[[Any, str], SourceResult]
    hints: Mapping[int, str] = field(default_factory=dict)


class SourceProblem(Exception):  # noqa: N818 - told as an error of the contract or as a note
    """A source did not answer; the message says which and why."""


class RateLimited(SourceProblem):
    """A source wants a pause.

    Args:
        message: which source.
        seconds: how long.
    """

    def __init__(self, message: str, seconds: float) -> None:
        super().__init__(message)
        self.seconds = seconds


class NoAddress(SourceProblem):
    """The source has no address in the settings, or an invalid one."""


class NotAllowed(SourceProblem):
    """The user has not allowed this host; nothing was sent.

    Args:
        message: which host, and why.
        host: the host.
        asked: whether the user was asked just now and refused; otherwise nobody could be asked, or the
            user had refused before.
    """

    def __init__(self, message: str, host: str, *, asked: bool) -> None:
        super().__init__(message)
        self.host = host
        self.asked = asked


def host_of(url: str) -> str:
    """Return the host of an address, with a non-default port, in lower case."""
    parts = urlsplit(url)
    host = (parts.hostname or "").lower()
    shown = f"[{host}]" if ":" in host else host
    usual = {"http": 80, "https": 443}.get(parts.scheme)
    return shown if parts.port in (None, usual) else f"{shown}:{parts.port}"


def checked_base(base: str | None, source: str) -> str:
    """Return a base address without a trailing slash.

    Raises:
        NoAddress: none is set, or it is no http(s) address.
    """
    if not base:
        message = f"No address is set for the source '{source}': set `rca.network.{source}Url`"
        raise NoAddress(message)
    try:
        valid = _is_address(urlsplit(base))
    except ValueError:
        valid = False
    if not valid:
        message = f"The address set for {source} is no http(s) address: '{base}'"
        raise NoAddress(message)
    return base.rstrip("/")


def _is_address(parts: SplitResult) -> bool:
    host = parts.hostname or ""
    plain = not any(character.isspace() or ord(character) < 33 for character in parts.netloc)
    nothing_else = (
        not parts.query and not parts.fragment and parts.username is None and parts.password is None
    )
    return parts.scheme in {"http", "https"} and bool(host) and plain and nothing_else and parts.port != 0


def address(base: str, path: str, parameters: dict[str, str]) -> str:
    """Return an address with query parameters; blanks are `%20`, which is easier to read than `+`."""
    return f"{base}{path}?{urlencode(parameters, quote_via=quote)}"


def joined(base: str, url: str) -> str:
    """Resolve a page's address relative to a base address; "" without one."""
    try:
        return urljoin(base, url) if url else ""
    except ValueError:
        return ""


def entries(payload: object, key: str, source: str) -> list[dict[str, Any]]:
    """Return the list of objects under a key of an answer.

    Raises:
        SourceProblem: the answer has another shape.
    """
    found = payload.get(key) if isinstance(payload, dict) else None
    if not isinstance(found, list):
        message = f"{source} answered in a shape that is not understood (no list '{key}')"
        raise SourceProblem(message)
    return [entry for entry in found if isinstance(entry, dict)]


def text_of(entry: dict[str, Any], key: str) -> str:
    """Return a string of an object, "" if it is missing or no string."""
    value = entry.get(key)
    return value if isinstance(value, str) else ""


def inner(entry: dict[str, Any], key: str) -> dict[str, Any]:
    """Return an object inside an object, empty if it is missing or no object."""
    value = entry.get(key)
    return value if isinstance(value, dict) else {}


def number(entry: dict[str, Any], key: str) -> int | None:
    """Return an integer of an object; None if it is missing, of another type, or unreasonably large."""
    value = entry.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > _LARGEST_NUMBER:
        return None
    return value
