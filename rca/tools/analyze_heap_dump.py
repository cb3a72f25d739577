"""`analyze_heap_dump`: an HPROF file → what leaks, what holds it, and what is largest."""

from __future__ import annotations

from models.heap_dump import HeapLeak
from models.tools.analyze_heap_dump import AnalyzeHeapDumpParams, AnalyzeHeapDumpResult
from rca.analysis.rendering.heap_dump_markdown import render_heap_dump
from rca.causes.leaks.leak_hypotheses import find_leak_hypotheses
from rca.causes.project_code import ProjectCode
from rca.heap_dumps.trace_rendering import render_trace
from rca.heap_dumps.worker_run import analyze_in_process
from rca.toolkit.tool import Answer, Tool, ToolContext

_CAUSES_SHARE = 0.5
"""Part of the time that is left after the dump was read, for the code of all leaks."""


def run(context: ToolContext, params: AnalyzeHeapDumpParams) -> Answer[AnalyzeHeapDumpResult]:
    """Analyze the dump in a process of its own, then look for what holds on in the project."""
    path = context.snapshot.resolve(params.file_path).absolute
    found = analyze_in_process(path, params.limit, context.deadline, context.environment, context.progress)
    context.progress("looking for what holds on in the project")
    code = ProjectCode(context.snapshot)
    deadline = context.deadline.part(_CAUSES_SHARE)
    leaks = []
    notes = list(found.notes)
    for leak in found.leaks:
        explained = find_leak_hypotheses(leak.trace, code, deadline)
        leaks.append(
            HeapLeak(trace=leak.trace, text=render_trace(leak.trace), hypotheses=explained.hypotheses)
        )
        name = leak.trace.nodes[-1].class_name
        notes += [f"{name}: {note}" for note in explained.notes]
    return Answer(
        AnalyzeHeapDumpResult(
            dump=found.facts, leaks=tuple(leaks), largest=found.largest, classes=found.classes
        ),
        completeness="partial" if found.notes else "complete",
        provenance=tuple(notes),
    )


TOOL = Tool(
    name="analyze_heap_dump",
    description=(
        "Find memory leaks in a heap dump (.hprof of Android or the JVM): destroyed activities and "
        "fragments, cleared view models, what LeakCanary watched; each with the path from a GC root, the "
        "project's reference that holds on and who should have cleared it. Also what retains most. Up to a "
        "minute for 200 MB. For LeakCanary's text use analyze_error."
    ),
    params=AnalyzeHeapDumpParams,
    result=AnalyzeHeapDumpResult,
    run=run,
    seconds=600.0,
    needs_index=True,
    words=render_heap_dump,
)
