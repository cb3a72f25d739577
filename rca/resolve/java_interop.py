"""Java interoperability: declarations with different names in Kotlin and Java."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rca.languages.facts import NONE, CallSite
from rca.resolve.members import Member
from rca.resolve.resolution import Resolution
from rca.resolve.symbol import Symbol
from rca.resolve.types import Type

if TYPE_CHECKING:
    from rca.resolve.resolver import Resolver

_JVM_NAME = '@JvmName("'
_FIRST_WORD = re.compile(r"[a-z]+")
_CAPITALS = re.compile(r"[A-Z]+")


def java_accessor(resolver: Resolver, path: str, site: CallSite, seen: Type) -> Resolution | None:
    """Find the Java getter behind `a.name`, or the Kotlin property behind `a.getName()`."""
    found = _getter(resolver, site, seen) if site.form in ("read", "write") and site.name else None
    if found is None and resolver.names.facts(path).language == "java":
        found = next(iter(java_renamed(resolver, site, seen)), None) or _property(resolver, site, seen)
    return None if found is None else Resolution((found.symbol,), "receiver_type", receiver=seen)


def _getter(resolver: Resolver, site: CallSite, seen: Type) -> Member | None:
    for name in _accessor_names(site.name, is_write=site.form == "write"):
        for member in (*resolver.members.find(seen, name), *resolver.members.find_on_platform(seen, name)):
            row = member.symbol.declaration
            if (
                row.kind == "function"
                and is_java(member.symbol)
                and len(row.parameters) == (site.form == "write")
            ):
                return member
    return None


def _accessor_names(name: str, *, is_write: bool) -> list[str]:
    """Return the Java methods that Kotlin may mean by a property's name."""
    first_word = _FIRST_WORD.match(name)
    endings = [name[0].upper() + name[1:]]
    if first_word is not None:  # `url` is `getUrl` or `getURL`
        endings.append(first_word[0].upper() + name[first_word.end() :])
    names = [f"{'set' if is_write else 'get'}{ending}" for ending in dict.fromkeys(endings)]
    if is_boolean_getter(name):
        names.append(f"set{name[2:]}" if is_write else name)
    return names


def synthetic_names(method: str) -> tuple[str, ...]:
    """Return the property names by which Kotlin reads or writes through a Java method of a name.

    As the compiler does: `getSpeed` is `speed`, `getURL` is `url`, `getURLName` is `urlName`; `isActive`
    keeps its name, and `setActive` may be the setter of `active` or of `isActive`.
    """
    prefix, rest = method[:3], method[3:]
    if is_boolean_getter(method):
        return (method,)
    if prefix not in ("get", "set") or not rest or "a" <= rest[0] <= "z":
        return ()
    capitals = _CAPITALS.match(rest)
    many = capitals is not None and len(capitals[0]) > 1
    lowered = len(rest) if many and capitals and len(capitals[0]) == len(rest) else 1
    if many and capitals and lowered == 1:
        lowered = len(capitals[0]) - 1  # the last capital begins the next word
    name = rest[:lowered].lower() + rest[lowered:]
    return (name, f"is{rest}") if prefix == "set" else (name,)


def is_boolean_getter(name: str) -> bool:
    """Return whether a Java method's name is that of a getter which Kotlin reads by the same name."""
    return name.startswith("is") and len(name) > 2 and not "a" <= name[2] <= "z"


def _property(resolver: Resolver, site: CallSite, seen: Type) -> Member | None:
    prefix = site.name[:3]
    names = []
    if prefix in ("get", "set") and len(site.name) > 3:
        rest = site.name[3:]
        names = [rest[0].lower() + rest[1:], f"is{rest}"] if prefix == "set" else [rest[0].lower() + rest[1:]]
    elif site.name.startswith("is"):
        names = [site.name]
    for name in names:
        for member in (*resolver.members.find(seen, name), *resolver.members.find_static(seen, name)):
            if member.symbol.declaration.kind == "property" and not is_java(member.symbol):
                return member
    return None


def java_renamed(resolver: Resolver, site: CallSite, seen: Type) -> list[Member]:
    """Return the members of a type that Java knows by the name that is called, and Kotlin by another."""
    depths = {line.name: (line, depth) for line, depth in resolver.members.lineage(seen)}
    return [
        Member(one, *depths[owner.type_name])
        for one in resolver.names.renamed(site.name)
        if (owner := _class_of(one)) is not None and owner.type_name in depths
    ]


def java_facade(resolver: Resolver, path: str, site: CallSite, class_name: str) -> Resolution | None:
    """Find the top-level function behind Java's `FileKt.function(…)`."""
    package, _, simple = class_name.rpartition(".")
    package = package or resolver.names.facts(path).package
    names = {site.name}
    if site.name[:3] in ("get", "set") and len(site.name) > 3:
        names.add(site.name[3].lower() + site.name[4:])
    fitting = [
        symbol
        for name in sorted(names)
        for symbol in resolver.names.top_level(f"{package}.{name}" if package else name)
        if facade_of(symbol) == simple
        and (name == site.name or symbol.declaration.kind == "property")
        and is_called_so_by_java(symbol, site.name)
    ]
    fitting.extend(
        one
        for one in resolver.names.renamed(site.name)
        if facade_of(one) == simple and one.facts.package == package and one not in fitting
    )
    if not fitting:
        return None
    return Resolution(tuple(_taking(resolver, path, site, fitting) or fitting), "import")


def java_static(
    resolver: Resolver, path: str, site: CallSite, seen: Type, members: Sequence[Member]
) -> Resolution | None:
    """Find what `Class.name(…)` means in Java beside its static methods."""
    named = [one.symbol for one in members if is_called_so_by_java(one.symbol, site.name)]
    named.extend(one.symbol for one in java_renamed(resolver, site, seen) if one.symbol not in named)
    targets = _taking(resolver, path, site, named)
    if targets:
        return Resolution(tuple(targets), "receiver_type")
    return java_facade(resolver, path, site, seen.name) or java_accessor(
        resolver, path, site, seen._replace(static=False)
    )


def _taking(resolver: Resolver, path: str, site: CallSite, candidates: Iterable[Symbol]) -> list[Symbol]:
    """Choose what a call from Java fits best: an extension's receiver is its first argument there."""
    fitting = [(one, fits) for one in candidates if (fits := _fit(resolver, path, site, one)) is not False]
    sure = [one for one, fits in fitting if fits]
    return sure or [one for one, _ in fitting]


def _fit(resolver: Resolver, path: str, site: CallSite, symbol: Symbol) -> bool | None:
    """Return whether arguments fit a static method; None where a type is not known."""
    row = symbol.declaration
    if row.kind == "property":
        return len(site.arguments) == (row.receiver is not None) + site.name.startswith("set")
    texts = [*([row.receiver] if row.receiver is not None else []), *(one.type for one in row.parameters)]
    if "@JvmOverloads" in row.modifiers:
        texts = texts[: len(site.arguments)]
    if len(texts) != len(site.arguments):
        return False
    answers = [
        resolver.subtypes.fits(
            resolver.type_of(path, argument),
            None if text is None else resolver.names.read(symbol.path, symbol.index, text),
        )
        for text, argument in zip(texts, site.arguments, strict=True)
    ]
    return False if False in answers else None if None in answers else True


def _class_of(symbol: Symbol) -> Symbol | None:
    """Return the class that Java sees a member in: that around a companion, for a static one."""
    owner = symbol.owner
    if (
        owner is not None
        and owner.declaration.kind == "companion"
        and "@JvmStatic" in symbol.declaration.modifiers
    ):
        return owner.owner
    return owner


def is_java(symbol: Symbol) -> bool:
    """Return whether Java declares a symbol, in the project or in a library."""
    if symbol.facts.language != "library":
        return symbol.facts.language == "java"
    owner = symbol.owner
    while owner is not None:
        if "java" in owner.declaration.modifiers:
            return True
        owner = owner.owner
    return False


def facade_of(symbol: Symbol) -> str | None:
    """Return the simple name of the JVM class of a top-level function; None for other declarations."""
    if symbol.declaration.parent != NONE:
        return None
    if symbol.facts.facade or symbol.facts.language == "library":
        return symbol.facts.facade
    base = symbol.path.rpartition("/")[2].removesuffix(".kt")
    return f"{base[:1].upper()}{base[1:]}Kt"


def jvm_name_of(symbol: Symbol) -> str:
    """Return the name by which Java calls a function."""
    for word in symbol.declaration.modifiers:
        if word.startswith(_JVM_NAME):
            return word.removeprefix(_JVM_NAME).rstrip('")')
    return symbol.name


def jvm_names_of(symbol: Symbol) -> tuple[str, ...]:
    """Return the names that `@JvmName` gives a function, or a property's getter and setter."""
    return tuple(
        word.partition('"')[2].rstrip('")') for word in symbol.declaration.modifiers if "JvmName(" in word
    )


def is_called_so_by_java(symbol: Symbol, name: str) -> bool:
    """Return whether Java may call a declaration found by its Kotlin name: `@JvmName` may give it another."""
    return symbol.name != name or jvm_name_of(symbol) == name
