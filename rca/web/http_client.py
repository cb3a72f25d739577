"""The HTTP client: limits of time and size, SSRF guard, politeness towards hosts."""

from __future__ import annotations

import codecs
import json
import time
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin, urlsplit

from rca import __version__
from rca.scheduling.deadline import Deadline
from rca.web.prompt_injection import strip_prompt_injection
from rca.web.rate_limits import asked_pause, is_passing, reason, retry_after, spent_pause
from rca.web.response_body import LARGEST, TooLarge, Unreadable, unpacked
from rca.web.search_source import RateLimited, Request, SourceProblem
from rca.web.ssrf_guard import Destination, destination, trust

if TYPE_CHECKING:
    import httpx

ANSWER_SECONDS = 8.0
"""Longest that one source takes, second tries and redirects included."""

_CONNECT_SECONDS = 3.0
_MOST_REDIRECTS = 3
_SHORT_WAIT = 2.0  # a pause that is worth waiting for; a longer one is told to the caller
_RETRY_PAUSE = 0.3
_REDIRECTS = frozenset({301, 302, 303, 307, 308})


class FetchResult:
    """One HTTP answer, read to its end.

    Attributes:
        status: HTTP status.
        headers: by lower-case name.
        body: decompressed bytes.
        payload: the JSON of the body, None where it is none.
    """

    def __init__(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.body = body
        self.payload = _json(body, headers.get("content-type", ""))


class Client:
    """Asks one source.

    Args:
        source: its name, for messages.
        deadline: the call's limit and cancel flag.
        hints: what an HTTP status means that it is known to answer with.
    """

    def __init__(
        self, source: str, deadline: Deadline, hints: Mapping[int, str] = MappingProxyType({})
    ) -> None:
        self._source = source
        self._hints = hints
        self._watch = deadline
        self._deadline = time.monotonic() + ANSWER_SECONDS
        self.pause = 0.0
        """Seconds for which the source wants no further question; it says so even with an answer."""

    def get(self, request: Request) -> Any:  # noqa: ANN401 - whatever a stranger sent; the sources check its shape
        """Send a request; return the JSON of an answer with status 200.

        A server error, a broken connection and a short pause are retried once.

        Raises:
            RateLimited: the source wants a pause that is too long to wait for.
            SourceProblem: any other failure.
        """
        answered = self._ask(request)
        payload = answered.payload
        told = strip_prompt_injection(reason(payload))
        limited = asked_pause(answered.status, answered.headers, payload)
        if limited is not None:
            message = f"{self._source} allows no further question now{told}"
            raise RateLimited(message, limited)
        if answered.status != 200:
            hint = self._hints.get(answered.status, "")
            more = f"; {hint}" if hint else ""
            message = f"{self._source} answered with HTTP status {answered.status}{told}{more}"
            raise SourceProblem(message)
        if payload is None:
            message = f"{self._source} answered with something that is no JSON"
            raise SourceProblem(message)
        self.pause = max(self.pause, spent_pause(answered.headers))
        return payload

    def _ask(self, request: Request) -> FetchResult:
        try:
            answered = self._follow(request)
        except _Broken:
            if not self._may_wait(_RETRY_PAUSE):
                raise
        else:
            wait = _retry_pause(answered)
            if wait is None or not self._may_wait(wait):
                return answered
        return self._follow(request)

    def _may_wait(self, seconds: float) -> bool:
        """Wait if the pause is short and the remaining time allows it."""
        if seconds > _SHORT_WAIT or seconds >= self._left():
            return False
        end = time.monotonic() + seconds
        while time.monotonic() < end and not self._watch.expired:
            time.sleep(min(0.05, max(0.0, end - time.monotonic())))
        return not self._watch.expired

    def _left(self) -> float:
        left = self._deadline - time.monotonic()
        remaining = self._watch.remaining
        return left if remaining is None else min(left, remaining)

    def _follow(self, request: Request) -> FetchResult:
        """Request a URL, following redirects on the same host only: the user allowed no other."""
        url = request.target
        for _ in range(_MOST_REDIRECTS + 1):
            answered = self._once(url, request)
            if answered.status not in _REDIRECTS or "location" not in answered.headers:
                return answered
            url = self._redirected(url, answered.headers["location"])
        message = f"{self._source} redirects more than {_MOST_REDIRECTS} times"
        raise SourceProblem(message)

    def _redirected(self, url: str, location: str) -> str:
        origin = urlsplit(url)
        try:
            target = urljoin(url, location)
            parts = urlsplit(target)
            same = (parts.hostname, _port(parts.scheme, parts.port)) == (
                origin.hostname,
                _port(origin.scheme, origin.port),
            )
        except ValueError:
            same, parts, target = False, origin, url
        if same and parts.scheme == origin.scheme:
            return target
        # The one other place that is the same: the encrypted side of a host that was asked in the open.
        secured = origin.scheme == "http" and parts.scheme == "https" and parts.port is None
        if secured and origin.port is None and parts.hostname == origin.hostname:
            return target
        place = strip_prompt_injection(location[:120])
        message = f"{self._source} redirects to another place, which was not asked: {place}"
        raise SourceProblem(message)

    def _once(self, url: str, request: Request) -> FetchResult:
        import httpx

        place = destination(url, self._source)
        left = self._left()
        if left <= 0 or self._watch.expired:
            raise self._late()
        limits = httpx.Timeout(left, connect=min(_CONNECT_SECONDS, left))
        headers = {**_headers(request), "Host": place.host}
        try:
            with (
                open_http(place, limits, self._source) as http,
                http.stream(
                    "GET", place.url, headers=headers, extensions={"sni_hostname": place.server_name}
                ) as response,
            ):
                named = {name.lower(): value for name, value in response.headers.items()}
                body = unpacked(self._pieces(response), named.get("content-encoding", ""))
                return FetchResult(response.status_code, named, body)
        except TooLarge:
            message = f"{self._source} sent more than {LARGEST:,} bytes"
            raise SourceProblem(message) from None
        except httpx.TimeoutException as problem:
            raise self._late() from problem
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, Unreadable) as problem:
            message = f"{self._source} could not be asked: {type(problem).__name__}: {problem}"
            raise _Broken(message) from problem

    def _pieces(self, response: httpx.Response) -> Iterator[bytes]:
        for piece in response.iter_raw():
            if self._left() <= 0 or self._watch.expired:
                raise self._late()
            yield piece

    def _late(self) -> SourceProblem:
        return SourceProblem(f"{self._source} did not answer in time")


class _Broken(SourceProblem):
    """The connection failed or broke off; a retry may help."""


def open_http(place: Destination, limits: httpx.Timeout, source: str) -> httpx.Client:
    """Return a client that connects to the resolved destination, and follows no redirect.

    Raises:
        SourceProblem: the proxy or the certificates in the environment cannot be used.
    """
    import httpx

    encrypted = place.url.startswith("https:") or (place.proxy or "").startswith("https:")
    try:
        # The environment's proxies were looked at where the address was; httpx would judge by the number.
        # Loading certificates takes time that plain HTTP has no use for.
        return httpx.Client(
            trust_env=False,
            proxy=place.proxy,
            timeout=limits,
            verify=trust() if encrypted else False,
            follow_redirects=False,
        )
    except (ValueError, ImportError, OSError, httpx.InvalidURL) as problem:
        message = (
            f"{source} could not be asked: the environment's proxy or certificates cannot be used: {problem}"
        )
        raise SourceProblem(message) from problem


def _headers(request: Request) -> dict[str, str]:
    own = {"User-Agent": f"kotlin-rca/{__version__}", "Accept": "application/json", "Accept-Encoding": "gzip"}
    return {**own, **dict(request.headers), **dict(request.secret_headers)}


def _retry_pause(answered: FetchResult) -> float | None:
    """Return the seconds to wait before a retry; None if it would not help."""
    if answered.status == 429 or (answered.status == 503 and "retry-after" in answered.headers):
        return retry_after(answered.headers)
    return _RETRY_PAUSE if is_passing(answered.status, answered.payload) else None


def _port(scheme: str, port: int | None) -> int | None:
    return port if port is not None else {"http": 80, "https": 443}.get(scheme)


def _json(body: bytes, content_type: str) -> Any:  # noqa: ANN401 - JSON
    """Parse JSON in its own encoding, else in that of the header; None if it is invalid."""
    try:
        return json.loads(body)
    except UnicodeDecodeError:
        claimed = content_type.partition("charset=")[2].partition(";")[0].strip(" \"'") or "utf-8"
    except (ValueError, RecursionError):
        return None
    try:
        return json.loads(body.decode(codecs.lookup(claimed).name, "replace"))
    except (ValueError, LookupError, RecursionError):
        return None
