"""Functions that a framework calls for a request, a message or a schedule."""

from __future__ import annotations

from collections.abc import Iterator

from rca.index.index_view import IndexView
from rca.languages.facts import Facts
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline

_ANNOTATIONS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(
        ("RequestMapping", "GetMapping", "PostMapping", "PutMapping", "DeleteMapping", "PatchMapping",
         "MessageMapping", "Scheduled", "EventListener", "KafkaListener", "RabbitListener", "JmsListener"),
        ("org.springframework.",),
    ),
    **dict.fromkeys(("GET", "POST", "PUT", "DELETE", "PATCH"), ("javax.ws.rs.", "jakarta.ws.rs.")),
}  # fmt: skip
"""Annotation → the packages that it must come from: Retrofit's are clients', not handlers'."""
_KTOR = {
    "Application": ("io.ktor.server.application.", "io.ktor.application."),
    "Route": ("io.ktor.server.routing.", "io.ktor.routing."),
    "Routing": ("io.ktor.server.routing.", "io.ktor.routing."),
}
"""Receiver of a function that sets up Ktor's handlers → the packages that it must come from."""


def handlers(index: IndexView, deadline: Deadline) -> Iterator[tuple[Symbol, str]]:
    """Return the handlers of Spring, JAX-RS and Ktor, each with the reason."""
    names = (*_ANNOTATIONS, *_KTOR)
    for path in dict.fromkeys(path for name in names for path in index.declaring(name, "mentioned")):
        if deadline.expired:
            return
        facts = index.facts(path)
        if facts is None or facts.names_only:
            continue
        for place, row in enumerate(facts.declarations):
            if row.kind != "function":
                continue
            for word in row.modifiers:
                simple = word[1:].partition("(")[0].rpartition(".")[2]
                if word.startswith("@") and _comes_from(facts, simple, _ANNOTATIONS.get(simple, ())):
                    yield Symbol(path, facts, place), f"annotated @{simple}"
                    break
            else:
                if row.receiver in _KTOR and _comes_from(facts, row.receiver, _KTOR[row.receiver]):
                    yield Symbol(path, facts, place), f"extends Ktor's {row.receiver}"


def _comes_from(facts: Facts, simple: str, packages: tuple[str, ...]) -> bool:
    return bool(packages) and any(
        f"{row.path}.".startswith(packages)
        and (row.star or (row.alias or row.path.rpartition(".")[2]) == simple)
        for row in facts.imports
    )
