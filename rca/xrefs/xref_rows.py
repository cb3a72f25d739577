"""Row format of xrefs, packed as MessagePack."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from models.code import Evidence
from rca.xrefs.declaration_hash import DeclarationHash

if TYPE_CHECKING:
    import msgspec

FORM = 3
"""Grows whenever these rows, or what they mean, change."""

EVIDENCES: tuple[Evidence, ...] = (
    "receiver_type",
    "constructor",
    "import",
    "same_scope",
    "same_package",
    "callable_reference",
    "override_family",
    "unique_name",
    "name_only",
    "editor",
)


class Site(NamedTuple):
    """A call site of one declaration.

    `site` is its index in the facts of its file, `caller` the key of the declaration that it counts for
    (0 for none) and `shown` that one's name; `evidence` an index, `confidence` in thousandths. Where it
    may run what overrides the declaration, `runs_overrides` says so, `receiver` being the key of the
    full name of the type that it goes to (0 where any fits). `spelled` is the name that it uses, empty
    where that is the declaration's own.
    """

    site: int
    line: int
    caller: int
    shown: str
    evidence: int
    confidence: int
    runs_overrides: bool
    receiver: int
    spelled: str


class Function(NamedTuple):
    """A declaration that calls something, or that overrides something.

    `names` are the names by which calls may speak of it; with `class_name` also those of that class's
    type aliases. `bases` are the keys of what it overrides, `lineage` those of the full names of its
    class and of all above; `module` the folder whose code sees it, None where all does.
    """

    name: str
    line: int
    names: tuple[str, ...]
    class_name: str | None
    bases: tuple[int, ...]
    lineage: tuple[int, ...]
    module: str | None


class FileLinks(NamedTuple):
    """The links of one file: call sites by the key of what they call, functions by their keys.

    `doubts` counts by group the sites that could mean each of a group of declarations; `groups` gives
    the name that those sites use, and the keys of the declarations. A group among `crowds` has name and
    shape instead of its members; see `rca.resolve.common_names`.
    """

    edges: dict[int, list[Site]]
    functions: dict[int, Function]
    doubts: dict[int, int]
    groups: dict[int, tuple[str, tuple[int, ...]]]
    crowds: dict[int, tuple[str, str]]


class Codec(NamedTuple):
    """Packs any of the rows; unpacks each kind."""

    pack: msgspec.msgpack.Encoder
    sites: msgspec.msgpack.Decoder[list[Site]]
    function: msgspec.msgpack.Decoder[Function]
    shape: msgspec.msgpack.Decoder[list[DeclarationHash]]


@lru_cache(maxsize=1)
def codec() -> Codec:
    """Return the packer and the unpackers."""
    from msgspec.msgpack import Decoder, Encoder  # here: a start without a question needs none

    return Codec(Encoder(), Decoder(list[Site]), Decoder(Function), Decoder(list[DeclarationHash]))
