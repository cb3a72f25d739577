"""Leak traces as LeakCanary prints them."""

from __future__ import annotations

from models.leak_trace import LeakReference, LeakTrace


def render_trace(trace: LeakTrace) -> str:
    """Return a leak trace as LeakCanary prints it."""
    lines = ["┬───", f"│ GC Root: {trace.gc_root}", "│"]
    if trace.known_leak is not None:
        lines.insert(0, f"Leak pattern: {trace.known_leak}")
    for at, node in enumerate(trace.nodes):
        is_last = at == len(trace.nodes) - 1
        lines.append(f"{'╰→' if is_last else '├─'} {node.class_name} {node.kind}")
        lead = "     " if is_last else "│    "
        reason = f" ({node.reason})" if node.reason else ""
        lines.append(f"{lead}Leaking: {(node.leaking or 'unknown').upper()}{reason}")
        if node.retained is not None:
            lines.append(f"{lead}Retaining {node.retained}")
        lines += [f"{lead}{label}" for label in node.labels]
        if node.reference is not None:
            lines += _reference_lines(node.reference, lead)
    return "\n".join(lines)


def _reference_lines(reference: LeakReference, lead: str) -> list[str]:
    static = "static " if reference.kind == "static_field" else ""
    joint = "" if reference.name.startswith("[") else "."
    before = f"{lead}↓ {static}{reference.owner}{joint}"
    lines = [f"{before}{reference.name}"]
    if reference.suspect:
        lines.append(f"{lead}{' ' * (len(before) - len(lead))}{'~' * len(reference.name)}")
    return lines
