"""One way out: HTTP with limits of time and size, checked redirects, and courtesy to who is asked."""

from __future__ import annotations

import ipaddress
import json
import re
import socket
import time
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin, urlsplit

from rca import __version__
from rca.cancellation import Watch
from rca.web.source import NoAddress, RateLimited, SourceProblem

if TYPE_CHECKING:
    import httpx

LARGEST_ANSWER = 2_000_000
"""Bytes of one answer, after decompression."""

ANSWER_SECONDS = 8.0
"""Longest that one question takes, its second try and redirects included."""

_CONNECT_SECONDS = 3.0
_MOST_REDIRECTS = 3
_SHORT_WAIT = 2.0  # a pause that is worth waiting for; a longer one is told to the caller
_RETRY_PAUSE = 0.3
_DEFAULT_PAUSE = 60.0
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_TOO_MANY = frozenset({429})
_SECONDS = re.compile(r"\bin (\d{1,7}) seconds?\b")


class Answered:
    """One HTTP answer, read to its end.

    Attributes:
        status: HTTP status.
        headers: by lower-case name.
        body: decompressed bytes.
    """

    def __init__(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.body = body

    def json(self) -> Any:  # noqa: ANN401 - whatever a stranger sent; the sources check its shape
        """Give the JSON of the body, None where it is none."""
        try:
            return json.loads(self.body)
        except (ValueError, RecursionError):
            return None


class Client:
    """Asks one source.

    Args:
        source: its name, for messages.
        watch: the call's limit and cancel flag.
    """

    def __init__(self, source: str, watch: Watch) -> None:
        self._source = source
        self._watch = watch
        self._deadline = time.monotonic() + ANSWER_SECONDS
        self.pause = 0.0
        """Seconds for which the source wants no further question; it says so even with an answer."""

    def get_json(self, url: str, parameters: dict[str, str], headers: dict[str, str] | None = None) -> Any:  # noqa: ANN401 - JSON
        """Ask and give the JSON that came back with status 200.

        A server error, a broken connection and a short pause are met with one second try.

        Raises:
            NoAddress: the address is none.
            RateLimited: the source wants a pause that is too long to wait for.
            SourceProblem: anything else that is no answer.
        """
        import httpx

        target = _address(url, self._source)
        query = httpx.QueryParams(parameters)
        answered = self._ask(f"{target}?{query}", headers or {})
        payload = answered.json()
        limited = _rate_limit(answered, payload)
        if limited is not None:
            message = f"{self._source} allows no further question now{_reason(payload)}"
            raise RateLimited(message, limited)
        if answered.status != 200:
            message = f"{self._source} answered with HTTP status {answered.status}{_reason(payload)}"
            raise SourceProblem(message)
        if payload is None:
            message = f"{self._source} answered with something that is no JSON"
            raise SourceProblem(message)
        return payload

    def _ask(self, url: str, headers: dict[str, str]) -> Answered:
        try:
            answered = self._follow(url, headers)
        except _Broken:
            if not self._may_wait(_RETRY_PAUSE):
                raise
        else:
            wait = _retry_pause(answered)
            if wait is None or not self._may_wait(wait):
                return answered
        return self._follow(url, headers)

    def _may_wait(self, seconds: float) -> bool:
        """Wait if the time that is left allows it and the wait is short."""
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

    def _follow(self, url: str, headers: dict[str, str]) -> Answered:
        import httpx

        origin = urlsplit(url)
        with httpx.Client(follow_redirects=False, headers=_headers(headers)) as http:
            for _ in range(_MOST_REDIRECTS + 1):
                answered = self._once(http, url)
                if answered.status not in _REDIRECTS or "location" not in answered.headers:
                    return answered
                url = urljoin(url, answered.headers["location"])
                _check_redirect(origin.netloc, origin.scheme, url, self._source)
        message = f"{self._source} redirects more than {_MOST_REDIRECTS} times"
        raise SourceProblem(message)

    def _once(self, http: httpx.Client, url: str) -> Answered:
        import httpx

        left = self._left()
        if left <= 0 or self._watch.expired:
            message = f"{self._source} did not answer in time"
            raise SourceProblem(message)
        limits = httpx.Timeout(left, connect=min(_CONNECT_SECONDS, left))
        try:
            with http.stream("GET", url, timeout=limits) as response:
                return Answered(
                    response.status_code,
                    {name.lower(): value for name, value in response.headers.items()},
                    self._body(response),
                )
        except httpx.TimeoutException as problem:
            message = f"{self._source} did not answer in time"
            raise SourceProblem(message) from problem
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError) as problem:
            message = f"{self._source} could not be asked: {type(problem).__name__}: {problem}"
            raise _Broken(message) from problem

    def _body(self, response: httpx.Response) -> bytes:
        parts: list[bytes] = []
        size = 0
        for part in response.iter_bytes():
            parts.append(part)
            size += len(part)
            if size > LARGEST_ANSWER:
                message = f"{self._source} sent more than {LARGEST_ANSWER:,} bytes"
                raise SourceProblem(message)
            if self._left() <= 0 or self._watch.expired:
                message = f"{self._source} did not finish its answer in time"
                raise SourceProblem(message)
        return b"".join(parts)


class _Broken(SourceProblem):
    """The connection failed or was cut off, which a second try may mend."""


def _headers(more: dict[str, str]) -> dict[str, str]:
    return {"User-Agent": f"kotlin-rca/{__version__}", "Accept": "application/json", **more}


def _address(url: str, source: str) -> str:
    try:
        parts = urlsplit(url)
        valid = (
            parts.scheme in {"http", "https"} and bool(parts.hostname) and not parts.query and parts.port != 0
        )
    except ValueError:
        valid = False
    if not valid:
        message = f"The address set for {source} is no http(s) address: '{url}'"
        raise NoAddress(message)
    return url


def _check_redirect(netloc: str, scheme: str, url: str, source: str) -> None:
    """Refuse a redirect that leads to this machine, its network, or out of encryption.

    The place that the user set may itself be local; a redirect may stay there and may not go to another.
    """
    target = urlsplit(url)
    if target.netloc == netloc and target.scheme == scheme:
        return
    if target.scheme != "https" and not (scheme == "http" and target.scheme == "http"):
        message = f"{source} redirects to an address without encryption, which was not followed"
        raise SourceProblem(message)
    if not _is_public(target.hostname or ""):
        message = f"{source} redirects to a private address, which was not followed"
        raise SourceProblem(message)


def _is_public(host: str) -> bool:
    try:
        found = socket.getaddrinfo(host, None, proto=socket.IPPROTO_TCP)
    except (OSError, UnicodeError):
        return False
    addresses = [ipaddress.ip_address(str(entry[4][0]).partition("%")[0]) for entry in found]
    return bool(addresses) and all(address.is_global for address in addresses)


def _retry_pause(answered: Answered) -> float | None:
    """Give the seconds to wait before a second try, None where one would not help."""
    if answered.status in _TOO_MANY or (answered.status == 503 and "retry-after" in answered.headers):
        return _retry_after(answered.headers)
    return _RETRY_PAUSE if answered.status >= 500 else None


def _rate_limit(answered: Answered, payload: object) -> float | None:
    """Give the pause in seconds that an answer asks for, None where it is none of that kind."""
    headers = answered.headers
    spent = headers.get("x-ratelimit-remaining") == "0"
    if answered.status in _TOO_MANY or (
        answered.status in {403, 503} and ("retry-after" in headers or spent)
    ):
        return _retry_after(headers)
    if answered.status == 403 and "rate limit" in _reason(payload):
        return _DEFAULT_PAUSE  # GitHub's limit on bursts comes without a header
    # Stack Exchange says so with status 400 and an error of its own.
    if (
        answered.status != 200
        and isinstance(payload, dict)
        and payload.get("error_name") == "throttle_violation"
    ):
        wait = _SECONDS.search(str(payload.get("error_message", "")))
        return float(wait[1]) if wait else _DEFAULT_PAUSE
    return None


def _retry_after(headers: dict[str, str]) -> float:
    value = headers.get("retry-after", "").strip()
    if value.isdigit():
        return float(value)
    if value:
        try:
            return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
        except (ValueError, TypeError):
            return _DEFAULT_PAUSE
    reset = headers.get("x-ratelimit-reset", "")
    return max(0.0, float(reset) - time.time()) if reset.isdigit() else _DEFAULT_PAUSE


def _reason(payload: object) -> str:
    """Quote the source's own words on what is wrong, cut short: they are untrusted."""
    if not isinstance(payload, dict):
        return ""
    code = f"{payload['error_id']} " if isinstance(payload.get("error_id"), int) else ""
    words = next((payload[key] for key in ("error_message", "message", "error") if payload.get(key)), "")
    return f": {code}{str(words)[:160]}" if words else ""
