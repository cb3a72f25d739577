"""SSRF guard: resolves a host once, refuses private addresses, and pins the address for the request."""

from __future__ import annotations

import ipaddress
import re
import socket
import ssl
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal
from urllib.parse import urlsplit, urlunsplit
from urllib.request import getproxies, proxy_bypass

from rca.web.search_source import SourceProblem

_LOCAL_NAME = re.compile(
    r"(?:.*\.)?(?:localhost|local|localdomain|lan|home|internal|intranet|corp|home\.arpa|test)|[^.:]+"
)
"""Names that only a private network gives: one word, or an ending that the public name system has not."""

_COMPATIBLE = ipaddress.IPv6Network("::/96")
_TRANSLATED = ipaddress.IPv6Network("64:ff9b::/96")
_METADATA = frozenset({"168.63.129.16"})
"""Public by its number, yet answered inside a cloud's own machines alone."""


@dataclass(frozen=True, slots=True)
class Destination:
    """Where to connect for an address.

    `url` names a number in place of the host, `host` is what the server and its certificate are told.
    With a proxy the name stays, as it is the proxy that looks it up.
    """

    url: str
    host: str
    server_name: str
    proxy: str | None


Private = Literal["if named", "never", "allowed"]
"""Whether a private place may be asked: where the address itself says that it is one, never, or always."""


def destination(url: str, source: str, *, private: Private = "if named") -> Destination:
    """Resolve an address, and refuse a private place that the address does not itself name.

    An address from the user's settings may be local: a private IP address, `localhost`, or a name that only a
    private network resolves. A public name must resolve to a public address, and the connection goes to that
    very address, so that a second DNS answer cannot change it. For an address from a stranger, `private` is
    "never". Behind a proxy, which resolves names itself, the check covers what is known of the name here.

    Raises:
        SourceProblem: the name is unknown, or leads to a private address.
    """
    parts = urlsplit(url)
    name = parts.hostname or ""
    host = parts.netloc.rpartition("@")[2]
    proxy = _proxy(parts.scheme, name)
    if proxy is not None:
        if private == "never":
            _check_before_proxy(name, source)
        return Destination(url, host, name, proxy)
    number = _checked(name, source, private)
    shown = f"[{number}]" if ":" in number else number
    netloc = shown if parts.port is None else f"{shown}:{parts.port}"
    return Destination(urlunsplit((parts.scheme, netloc, parts.path, parts.query, "")), host, name, None)


def may_be_local(name: str) -> bool:
    """Return whether a host is, by its name alone, in a private network or on this machine."""
    try:
        return not ipaddress.ip_address(name.partition("%")[0]).is_global
    except ValueError:
        return _LOCAL_NAME.fullmatch(name.lower().rstrip(".")) is not None


@lru_cache(maxsize=1)
def trust() -> ssl.SSLContext:
    """Return the trusted certificates: those of httpx, or of `SSL_CERT_FILE` and `SSL_CERT_DIR`."""
    import httpx

    return httpx.create_ssl_context()


def refuse_local(name: str, source: str) -> None:
    """Refuse a host that is private by its name alone, without resolving it.

    Raises:
        PrivateAddress: it is a private IP address, or a name that only a private network resolves.
    """
    if may_be_local(name):
        raise _private(name, source)


class PrivateAddress(SourceProblem):
    """A name resolves to a private address; nothing was sent."""


def _check_before_proxy(name: str, source: str) -> None:
    refuse_local(name, source)
    try:
        _checked(name, source, "never")
    except PrivateAddress:
        raise
    except SourceProblem:  # many networks give public names to their proxy alone
        return


def _checked(name: str, source: str, private: Private) -> str:
    try:
        found = socket.getaddrinfo(name, None, proto=socket.IPPROTO_TCP)
    except (OSError, UnicodeError) as problem:
        message = f"{source} could not be asked: no address is known for '{name}' ({problem})"
        raise SourceProblem(message) from problem
    numbers = list(dict.fromkeys(str(entry[4][0]) for entry in found))
    if not numbers:
        message = f"{source} could not be asked: no address is known for '{name}'"
        raise SourceProblem(message)
    is_meant = private == "allowed" or (private == "if named" and may_be_local(name))
    if not is_meant and not all(_is_public(number) for number in numbers):
        raise _private(name, source)
    # Version 4 first: a machine without a route for version 6 still looks both up.
    return min(numbers, key=lambda number: ":" in number)


def _private(name: str, source: str) -> PrivateAddress:
    return PrivateAddress(
        f"{source} was not asked: '{name}' leads to a private address; where that is meant, set its "
        "address by number"
    )


def _is_public(number: str) -> bool:
    address = ipaddress.ip_address(number.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address) and (carried := _carried(address)) is not None:
        address = carried
    return address.is_global and not address.is_multicast and str(address) not in _METADATA


def _carried(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """Return the IPv4 address embedded in an IPv6 one, in any of the standard forms."""
    if address.ipv4_mapped or address.sixtofour:
        return address.ipv4_mapped or address.sixtofour
    if address in _COMPATIBLE or address in _TRANSLATED:
        return ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF)
    return address.teredo[1] if address.teredo else None


def _proxy(scheme: str, name: str) -> str | None:
    """Return the environment's proxy for a host; None for a direct connection."""
    if proxy_bypass(name):
        return None
    proxies = getproxies()
    found = proxies.get(scheme) or proxies.get("all")
    if not found:
        return None
    return found if "://" in found else f"http://{found}"
