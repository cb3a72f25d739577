"""Fetches one page for a model: allowed hosts, checked addresses, bounded size."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, urldefrag, urljoin, urlsplit, urlunsplit

from rca import __version__
from rca.redaction import redact
from rca.scheduling.deadline import Deadline
from rca.web.egress_gate import EgressGate
from rca.web.http_client import open_http
from rca.web.prompt_injection import strip_prompt_injection
from rca.web.response_body import Unreadable, beginning
from rca.web.search_source import Request, SourceProblem
from rca.web.ssrf_guard import destination, refuse_local

if TYPE_CHECKING:
    import httpx

LARGEST = 1_000_000
"""Bytes of a page that are taken, after decompression."""

MOST_REDIRECTS = 5
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_SECRETS = frozenset({"token", "private_key", "url_credentials", "password"})
_ACCEPT = "text/html,application/xhtml+xml,text/plain,text/markdown,application/json;q=0.9,*/*;q=0.1"
_SOURCE = "The page"
_PUNYCODE_ONLY = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-._:[]%")


class BadAddress(SourceProblem):
    """The address must not be requested; nothing was sent to it."""


class Late(SourceProblem):
    """The page did not arrive in time."""


@dataclass(frozen=True, slots=True)
class FetchedPage:
    """What came back in the end.

    `url` is where the redirects led; `headers` are by lower-case name; `is_cut` tells that the body had
    more than `LARGEST` bytes. `hosts` are all that were asked.
    """

    url: str
    status: int
    headers: dict[str, str]
    body: bytes
    is_cut: bool
    hosts: tuple[str, ...]


class PageFetcher:
    """Fetches one page.

    Args:
        gate: asks the user about each host, once.
        private_hosts: hosts of a private network that the user's settings name.
        seconds: limit of the whole, redirects included; the time that the user thinks does not count.
        deadline: the call's limit and cancel flag.
    """

    def __init__(
        self, gate: EgressGate, private_hosts: frozenset[str], seconds: float, deadline: Deadline
    ) -> None:
        self._gate = gate
        self._private_hosts = private_hosts
        self._left = seconds
        self._watch = deadline

    def fetch(self, url: str) -> FetchedPage:
        """Request a page and follow its redirects, each of which is checked again.

        Raises:
            BadAddress: an address on the way must not be requested.
            NotAllowed: the user did not allow a host on the way.
            Late: the page did not arrive in time.
            SourceProblem: the page could not be fetched.
        """
        hosts: list[str] = []
        url = checked_address(url)
        for _ in range(MOST_REDIRECTS + 1):
            request = Request(url)
            if request.host not in self._private_hosts:
                # Before the user is asked: what can only be private is no question. Names are not looked up
                # before the user's yes, as that would already tell the name's owner.
                refuse_local(urlsplit(url).hostname or "", _SOURCE)
            self._gate.pass_or_raise("fetch_webpage", (request,))
            hosts.append(request.host)
            status, headers, body, is_cut = self._ask(url, request.host)
            if status not in _REDIRECTS or "location" not in headers:
                return FetchedPage(url, status, headers, body, is_cut, tuple(dict.fromkeys(hosts)))
            url = self._redirected(url, headers["location"])
        message = f"{_SOURCE} redirects more than {MOST_REDIRECTS} times"
        raise SourceProblem(message)

    def _redirected(self, url: str, location: str) -> str:
        try:
            following = checked_address(urljoin(url, location))
        except (BadAddress, ValueError) as problem:
            place = strip_prompt_injection(location[:120])
            message = f"{_SOURCE} redirects to an address that is not asked: {place} ({problem})"
            raise BadAddress(message) from None
        if urlsplit(url).scheme == "https" and urlsplit(following).scheme != "https":
            place = strip_prompt_injection(location[:120])
            message = f"{_SOURCE} redirects from https to http, which is not followed: {place}"
            raise BadAddress(message)
        return following

    def _ask(self, url: str, host: str) -> tuple[int, dict[str, str], bytes, bool]:
        import httpx

        started = time.monotonic()
        end = started + self._left
        try:
            place = destination(url, _SOURCE, private="allowed" if host in self._private_hosts else "never")
            self._check_time(end)
            limits = httpx.Timeout(max(0.001, end - time.monotonic()))
            headers = {
                "User-Agent": f"kotlin-rca/{__version__}",
                "Accept": _ACCEPT,
                "Accept-Encoding": "gzip, deflate",
                "Host": place.host,
            }
            with (
                open_http(place, limits, _SOURCE) as http,
                http.stream(
                    "GET", place.url, headers=headers, extensions={"sni_hostname": place.server_name}
                ) as response,
            ):
                named = {name.lower(): value for name, value in response.headers.items()}
                if response.status_code in _REDIRECTS:
                    return response.status_code, named, b"", False
                pieces = self._pieces(response, end)
                body, is_cut = beginning(pieces, named.get("content-encoding", ""), LARGEST)
                return response.status_code, named, body, is_cut
        except httpx.TimeoutException as problem:
            raise _late() from problem
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, Unreadable, OSError) as problem:
            cause = strip_prompt_injection(str(problem)[:200])
            message = f"Failed to fetch {host}: {type(problem).__name__}: {cause}"
            raise SourceProblem(message) from problem
        finally:
            self._left -= time.monotonic() - started

    def _pieces(self, response: httpx.Response, end: float) -> Iterator[bytes]:
        for piece in response.iter_raw():
            self._check_time(end)
            yield piece

    def _check_time(self, end: float) -> None:
        self._watch.check_cancelled()
        if time.monotonic() >= end or self._watch.expired:
            raise _late()


def checked_address(url: str) -> str:
    """Return the address as it is requested, without its fragment.

    Raises:
        BadAddress: it is no http(s) address, or carries credentials or what looks like a secret.
    """
    text = url.strip()
    if any(ord(character) < 33 or character == "\\" for character in text):
        message = "Invalid URL format: it holds blanks, control characters or backslashes"
        raise BadAddress(message)
    try:
        parts = urlsplit(urldefrag(text).url)
        host, port = _host(parts), parts.port
    except (ValueError, UnicodeError) as problem:
        message = f"Invalid URL format: {problem}"
        raise BadAddress(message) from None
    if parts.scheme not in {"http", "https"}:
        message = f"Invalid URL: it must start with http:// or https://, not '{parts.scheme[:20]}:'"
        raise BadAddress(message)
    if not host or port == 0 or not _PUNYCODE_ONLY.issuperset(host):
        message = "Invalid URL format: it names no host"
        raise BadAddress(message)
    if parts.username is not None or parts.password is not None:
        message = "Invalid URL: it holds a user name or password, which are not sent"
        raise BadAddress(message)
    if found := _SECRETS.intersection(redact(text).kinds):
        message = f"Invalid URL: it holds what looks like a {min(found)}, which is not sent"
        raise BadAddress(message)
    netloc = f"[{host}]" if ":" in host else host
    netloc = netloc if port is None else f"{netloc}:{port}"
    return urlunsplit((parts.scheme, netloc, parts.path or "/", parts.query, ""))


def _host(parts: SplitResult) -> str:
    host = (parts.hostname or "").rstrip(".")
    return host if host.isascii() else host.encode("idna").decode()


def _late() -> Late:
    return Late(f"{_SOURCE} did not come in time")
