"""Protocols of the index and the libraries that the resolver reads, so that neither imports the other."""

from __future__ import annotations

from typing import Protocol

from rca.languages.facts import Facts
from rca.languages.name_roles import Role


class Files(Protocol):
    """The project's facts by file, and its files by name; with them what is known of libraries."""

    @property
    def libraries(self) -> Libraries:
        """What is known of the libraries that the project uses."""

    def facts(self, path: str) -> Facts | None:
        """Return the facts of a file."""

    def declaring(self, name: str, role: Role) -> tuple[str, ...]:
        """Return the files that declare or call a name."""

    def places(self, name: str, role: Role) -> tuple[tuple[str, str], ...]:
        """Return the files that declare or call a name, and the package of each."""

    def aliases_of(self, class_name: str) -> tuple[str, ...]:
        """Return the names of type aliases whose target names a class."""


class Libraries(Protocol):
    """Declarations of libraries, as facts of files that nobody wrote: language "library", no body.

    Such a file has a path of the form `library:<origin>/<name>` and is what is decoded at once, so it
    is small: one top-level class with all that is inside it; or, of one package, the top-level
    functions, properties (extensions with them) and type aliases of one name.

    What its declarations say, beyond what those of Kotlin sources say in the same fields:

    - Type texts are Kotlin's, each class by its full name with dots (`kotlin.collections.Map.Entry<K, V>?`,
      `kotlin.Function` types as `(T, kotlin.Int) -> R`, `T.() -> R`, `suspend (T) -> R`), type parameters
      by their own (`R`). Java's are mapped as the Kotlin compiler does: `kotlin.Int`, `kotlin.IntArray`,
      `kotlin.Array<kotlin.String>`, `kotlin.Any`, `kotlin.collections.MutableList<E>`; a raw type or `?`
      has `*` as arguments. The element's type stands for a vararg.
    - `type_parameters` are `T` or `T : bound & bound`, without variance. `type` is always written (a
      constructor's is None).
    - Kinds and nesting are as in Kotlin sources: constructors are named as their class, a companion is a
      `companion` inside its class, enum entries and nested classes lie inside their class.
    - Modifiers beside Kotlin's own words (`operator infix inline suspend static abstract override open
      data fun value expect protected internal @JvmName("x")`): `java` on a class that Java declares, whose
      getters then are properties and whose one `abstract` method takes a lambda. `static` is a Java static
      member; `abstract` stands on each method without a body. Private members, synthetic and bridge
      methods are left out.
    - `facade` is the JVM class of top-level functions (`CollectionsKt`).
    - Lines and offsets are 0; `header_end` too.
    """

    def facts(self, path: str) -> Facts | None:
        """Return the facts of a library file; None where no library has it."""

    def class_places(self, qualified: str) -> tuple[str, ...]:
        """Return the files that declare a class or type alias of a full name (`kotlin.Map.Entry`)."""

    def callable_places(self, qualified: str) -> tuple[str, ...]:
        """Return the files with top-level functions or properties of a full name (`kotlin.io.println`)."""

    def declares(self, name: str) -> bool:
        """Return whether any library has a function or property of a simple name, member or not."""

    def has_package(self, package: str) -> bool:
        """Return whether a library declares a package."""
