"""Client of a shared ChromaDB server: one collection over HTTP API v2.

ChromaDB's own client waits for ever for a server that does not answer; here every request has its time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

if TYPE_CHECKING:
    import httpx

COLLECTION = "kotlin-rca"
FORMAT = 1
"""The form of the entries; a newer one is left alone."""

_SECONDS = 10.0
_CONNECT_SECONDS = 3.0
PAGE = 1_000
"""Entries that are asked for at a time."""


class ServerProblem(Exception):  # noqa: N818 - a finding about a server
    """Why the server cannot be used, in words for a person. `lasting`: a retry will not help."""

    def __init__(self, message: str, *, lasting: bool) -> None:
        super().__init__(message)
        self.lasting = lasting


@dataclass(frozen=True, slots=True)
class Address:
    """The address of the team's server."""

    url: str
    headers: tuple[tuple[str, str], ...]
    tenant: str
    database: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the collection: metadata, and document or vector where they were asked for."""

    id: str
    metadata: Mapping[str, Any]
    document: str | None = None
    vector: Sequence[float] | None = None


class Server:
    """The team's collection on a server. Every method raises `ServerProblem`."""

    def __init__(self, address: Address, seconds: float | None = None) -> None:
        """`seconds` limits each step of a request, for callers with less time than the exchange."""
        import httpx

        parts = urlsplit(address.url)
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise ServerProblem(f"knowledge.url {address.url!r} is no http or https address", lasting=True)
        self._address = address
        self._base = (
            f"/api/v2/tenants/{quote(address.tenant, safe='')}/databases/{quote(address.database, safe='')}"
        )
        self._http = httpx.Client(
            base_url=address.url.rstrip("/"),
            headers=dict(address.headers),
            timeout=httpx.Timeout(seconds or _SECONDS, connect=seconds or _CONNECT_SECONDS),
            follow_redirects=False,
            trust_env=False,
        )
        self.id = ""
        self.model = ""
        self.size: int | None = None

    def __enter__(self) -> Server:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def open(self, model: str) -> None:
        """Find the collection, or create it for `model`; sets `id` and `model`."""
        if self.look():
            return
        self._call(
            "POST",
            f"{self._base}/collections",
            {
                "name": COLLECTION,
                "get_or_create": True,
                "configuration": {"hnsw": {"space": "cosine"}},
                "metadata": {"model": model, "format": FORMAT},
            },
        )
        # Another member may have made it meanwhile: what it says counts, not what was asked for.
        if not self.look():
            raise ServerProblem(f"the server {self._address.url} made no collection", lasting=True)

    def look(self) -> bool:
        """Return whether the collection exists.

        If so, `id` and `model` identify it, and `size` is the length of its vectors (None: it has none yet).
        """
        self._call("GET", "/api/v2/heartbeat")
        self._call("GET", self._base)
        found = self._call("GET", f"{self._base}/collections/{COLLECTION}")
        if not found:
            return False
        metadata = found.get("metadata") or {}
        if metadata.get("format") != FORMAT:
            raise ServerProblem(
                f"the collection {COLLECTION!r} on {self._address.url} has the form "
                f"{metadata.get('format')!r}, this program knows {FORMAT}: update this program, or use "
                "another database",
                lasting=True,
            )
        self.id, self.model, self.size = (
            str(found.get("id")),
            str(metadata.get("model")),
            found.get("dimension"),
        )
        return True

    def put(self, entries: Sequence[Entry]) -> None:
        """Store entries, replacing those with their ids."""
        self._call(
            "POST",
            f"{self._base}/collections/{self.id}/upsert",
            {
                "ids": [entry.id for entry in entries],
                "embeddings": [list(entry.vector or ()) for entry in entries],
                "documents": [entry.document for entry in entries],
                "metadatas": [dict(entry.metadata) for entry in entries],
            },
        )

    def find(self, where: Mapping[str, Any]) -> list[Entry]:
        """Return id and metadata of all entries that match `where`."""
        found: list[Entry] = []
        while True:
            page = self._get({"where": where, "limit": PAGE, "offset": len(found), "include": ["metadatas"]})
            found += page
            if len(page) < PAGE:
                return found

    def some(self, where: Mapping[str, Any], limit: int) -> list[Entry]:
        """Return id and metadata of a limited number of entries that match `where`, unordered."""
        return self._get({"where": where, "limit": limit, "include": ["metadatas"]})

    def nearest(self, vector: Sequence[float], limit: int) -> list[Entry]:
        """Return id and metadata of the entries nearest to a vector of the collection's model."""
        found = self._call(
            "POST",
            f"{self._base}/collections/{self.id}/query",
            {"query_embeddings": [list(vector)], "n_results": limit, "include": ["metadatas"]},
        )
        ids, metadatas = (found.get("ids") or [[]])[0], (found.get("metadatas") or [[]])[0]
        return [Entry(id_, metadata or {}) for id_, metadata in zip(ids, metadatas, strict=True)]

    def whole(self, ids: Sequence[str]) -> list[Entry]:
        """Return entries with their documents and vectors."""
        return self._get({"ids": list(ids), "include": ["metadatas", "documents", "embeddings"]})

    def _get(self, question: Mapping[str, Any]) -> list[Entry]:
        found = self._call("POST", f"{self._base}/collections/{self.id}/get", question)
        ids = found.get("ids") or []
        nothing = [None] * len(ids)
        return [
            Entry(id_, metadata or {}, document, vector)
            for id_, metadata, document, vector in zip(
                ids,
                found.get("metadatas") or nothing,
                found.get("documents") or nothing,
                found.get("embeddings") or nothing,
                strict=True,
            )
        ]

    def _call(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        import httpx

        url = self._address.url
        try:
            response = self._http.request(method, path, json=body)
        except httpx.TimeoutException as problem:
            raise ServerProblem(f"the server {url} does not answer in time", lasting=False) from problem
        except (httpx.HTTPError, httpx.InvalidURL, ValueError) as problem:
            raise ServerProblem(f"the server {url} cannot be reached: {problem}", lasting=False) from problem
        if response.status_code == 404 and path == f"{self._base}/collections/{COLLECTION}":
            return {}
        if response.status_code >= 400:
            raise self._refusal(response)
        try:
            read = response.json()
        except ValueError as problem:
            raise ServerProblem(f"{url} is no ChromaDB server: it answers no JSON", lasting=True) from problem
        # An upsert is answered with an empty object, or with null.
        return read if isinstance(read, dict) else {}

    def _refusal(self, response: httpx.Response) -> ServerProblem:
        address, status = self._address, response.status_code
        said = response.text[:300]
        if status in {401, 403}:
            message = f"the server {address.url} refuses access ({status}): set knowledge.headers"
        elif status == 404 and response.request.url.path == "/api/v2/heartbeat":
            message = f"{address.url} is no ChromaDB server of version 1 (it has no /api/v2)"
        elif status == 404 and response.request.url.path == self._base:
            message = (
                f"the server {address.url} has no database {address.database!r} in tenant "
                f"{address.tenant!r}: set knowledge.tenant and knowledge.database, or have it made"
            )
        elif "dimension" in said:
            message = f"the collection {COLLECTION!r} holds vectors of another model: {said}"
        else:
            message = f"the server {address.url} answers {status}: {said}"
        return ServerProblem(message, lasting=400 <= status < 500 and status != 429)
