"""Tasks by the code: what a line that waits has handed to a pool, a dispatcher or the main thread."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from models.wait_graph import WaitKind
from rca.hangs.code_statements import assigned_statements, assigned_values
from rca.hangs.hang_code import CodePlace, HangCode, code_lines

_SUBMITTED = re.compile(
    r"(?P<executor>[A-Za-z_][\w.]{0,120}?)\??\.(?:submit|execute|invokeAll|invokeAny|launch|async)\s*[({]"
    r"|\b(?:supplyAsync|runAsync|thenApplyAsync|thenRunAsync)\s*\(.*,\s*(?P<given>[A-Za-z_][\w.]{0,120})\s*\)"
    r"|\b(?:withContext|launch|async|runBlocking)\s*\(\s*(?P<dispatcher>[A-Za-z_][\w.]{0,120})"
)
_MAIN = re.compile(
    r"Dispatchers\.Main\b(?!\.immediate)|\brunOnUiThread\s*[({]|\bHandler\(Looper\.getMainLooper\(\)\)|\bmainExecutor\b|\bmainHandler\.post"
)
_JOINED = re.compile(r"\b(?P<name>[A-Za-z_]\w*)\.(?:join|await|get)\s*\(")
_NOT_AWAITED = re.compile(r"\w\??\.(?:launch|async|submit|execute|post\w*)\b")
"""Work for somebody else, whose end `runBlocking` does not await by itself."""
_TOGETHER = re.compile(r"\b(?:allOf|awaitAll|joinAll)\s*\(|\w\.(?:awaitAll|joinAll)\b")
_WORD = re.compile(r"[A-Za-z_]\w*")
_RESULT_OF = re.compile(r"\b(?P<name>[a-z]\w{1,80})\([^()]*\)\s*\.(?:join|get)\(")
_CALL = re.compile(r"\b(?P<name>[a-z]\w{1,80})\s*\(")
_POOL_OF = re.compile(
    r"Executors\.\w+|ThreadPoolExecutor\(|newSingleThreadContext|newFixedThreadPoolContext|asCoroutineDispatcher"
)
_ONE_THREAD = re.compile(
    r"limitedParallelism\(1\b|newSingleThread\w+|newFixedThreadPool\(1\b|newScheduledThreadPool\(1\b"
)
_TEXT = re.compile(r'"(?P<text>[^"\n]{1,100})"')
_STANDARD = {"Dispatchers.Default": "DefaultDispatcher", "Dispatchers.IO": "DefaultDispatcher"}
_DEPTH = 2


@dataclass(frozen=True, slots=True)
class HandedTask:
    """A task that the code hands over. `executor` is the expression that takes it."""

    executor: str
    path: str
    line: int

    @property
    def is_main(self) -> bool:
        """Whether the main thread must run it."""
        return self.executor == "main"


def handed_tasks(place: CodePlace, kind: WaitKind, code: HangCode) -> list[HandedTask]:
    """Return the tasks whose end a line waits for, as far as its function shows them.

    Of `runBlocking` they are those of its block, and of the project's functions that the block calls; of a
    future that which the line makes, or the one that is assigned to the awaited name; of a latch those that
    count it down.
    """
    found: list[HandedTask] = []
    region, joined = _region(place, kind, code)
    seen: set[tuple[str, int]] = set()
    for step in range(_DEPTH + 1):
        following: list[tuple[str, int, str]] = []
        for path, number, text in region:
            if (path, number) in seen:
                continue
            seen.add((path, number))
            if kind != "run_blocking" or not _NOT_AWAITED.search(text) or (path, number) in joined:
                found += _handed(text, path, number)
            if kind == "future" and not step and (made := _RESULT_OF.search(text)) is not None:
                functions = own_functions(made["name"], place.path, code)
                following += _body(functions[0], code) if len(functions) == 1 else []
            if kind == "run_blocking" and step < _DEPTH:
                for called in _called(text, path, code):
                    following += _body(called, code)
        region = following
    return found


def handed_in_line(place: CodePlace, code: HangCode) -> list[HandedTask]:
    """Return the tasks that a place's line itself hands over."""
    lines = code.lines(place.path)
    if place.line is None or place.line > len(lines):
        return []
    return list(_handed(lines[place.line - 1].partition("//")[0], place.path, place.line))


def _region(
    place: CodePlace, kind: WaitKind, code: HangCode
) -> tuple[list[tuple[str, int, str]], set[tuple[str, int]]]:
    """Return the lines that say what a place waits for, and which of them make what it joins by name."""
    body = list(_body(place, code))
    at = next((number for number, one in enumerate(body) if one[1] == place.line), None)
    if at is None:
        return [], set()
    if kind == "run_blocking":
        block = _block(body, at)
        names = {match["name"] for _path, _number, text in block for match in _JOINED.finditer(text)}
        made = [one for name in sorted(names) for one in _assigned(name, body)]
        return [*block, *made], {(path, number) for path, number, _text in made}
    name = awaited_name(place, code, "await" if kind == "latch" else "await|join|get")
    if kind == "latch":
        return list(_counting(name, body)) if name is not None else [], set()
    return [body[at], *_made(name, body, at)], set()


def _made(name: str | None, body: Sequence[tuple[str, int, str]], at: int) -> Iterator[tuple[str, int, str]]:
    """Yield the statements, each in one line, that make the tasks which a line waits for.

    They are assigned to the awaited name, or to one of those that `allOf` and `awaitAll` wait for together.
    """
    together = _TOGETHER.search(body[at][2])
    names = _WORD.findall(body[at][2]) if together is not None else []
    numbered = [(number, text) for _path, number, text in body]
    for one in dict.fromkeys((*([name] if name is not None else ()), *names)):
        for statement in assigned_statements(one, numbered):
            yield body[at][0], statement[0][0], " ".join(text.strip() for _number, text in statement)


def _counting(name: str, body: Sequence[tuple[str, int, str]]) -> Iterator[tuple[str, int, str]]:
    """Yield the lines that hand over a block which counts a latch down."""
    counts = re.compile(rf"\b{re.escape(name)}\s*(?:\.|::)\s*(?:countDown|arrive\w*)\b")
    for number, one in enumerate(body):
        hands_over = _MAIN.search(one[2]) or _SUBMITTED.search(one[2])
        if hands_over and any(counts.search(text) for _path, _line, text in _block(body, number)):
            yield one


def _assigned(name: str, body: Sequence[tuple[str, int, str]]) -> Iterator[tuple[str, int, str]]:
    assigned = re.compile(rf"\b{re.escape(name)}\b\s*(?::[^=]*)?=[^=]")
    yield from (one for one in body if name in one[2] and assigned.search(one[2]))


def _block(body: Sequence[tuple[str, int, str]], at: int) -> list[tuple[str, int, str]]:
    """Return the lines from one on until its brackets are closed."""
    depth, block = 0, []
    for one in body[at:]:
        block.append(one)
        depth += sum(one[2].count(bracket) for bracket in "({") - sum(
            one[2].count(bracket) for bracket in ")}"
        )
        if depth <= 0:
            break
    return block


def _handed(text: str, path: str, number: int) -> Iterator[HandedTask]:
    if _MAIN.search(text):
        yield HandedTask("main", path, number)
    for match in _SUBMITTED.finditer(text):
        executor = match["executor"] or match["given"] or match["dispatcher"]
        if "Dispatchers.Main" not in executor:
            yield HandedTask(executor, path, number)


def handed(text: str) -> Iterator[HandedTask]:
    """Yield the tasks that a line of code hands over, without their place."""
    yield from _handed(text, "", 0)


def _called(text: str, path: str, code: HangCode) -> Iterator[CodePlace]:
    """Yield the functions of the project that a line calls, of names that it declares once."""
    for match in _CALL.finditer(text):
        functions = own_functions(match["name"], path, code)
        if len(functions) == 1:
            yield functions[0]


def own_functions(name: str, path: str, code: HangCode) -> Sequence[CodePlace]:
    """Return the functions of a name that a caller may mean: those of its own file, if it has some.

    Args:
        name: the function.
        path: the caller's file.
        code: the project's.
    """
    functions = code.functions(name)
    return [one for one in functions if one.path == path] or functions


def _body(place: CodePlace, code: HangCode) -> Iterator[tuple[str, int, str]]:
    yield from ((place.path, number, text) for number, text in code_lines(place, code))


def pool_name_of(executor: str, path: str, code: HangCode) -> str | None:
    """Return the pool of an executor: the standard dispatcher's, or the name of its threads in the code.

    None where the code does not say it; an empty text where it is a pool with the JDK's names (`pool-N`).
    """
    if executor in _STANDARD:
        return _STANDARD[executor]
    for value in assigned_values(executor, code.lines(path)):
        if not _POOL_OF.search(value):
            continue
        literal = _TEXT.search(value)
        return literal["text"] if literal is not None else _factory_name(value, path, code)
    return None


def _factory_name(value: str, path: str, code: HangCode) -> str | None:
    """Return the name that a factory of the same file gives its threads; empty where there is no factory."""
    made = _POOL_OF.search(value)
    for name in dict.fromkeys(_WORD.findall(value[made.end() :] if made is not None else "")):
        bodies = list(assigned_values(name, code.lines(path)))
        bodies += [
            " ".join(text for _number, text in code_lines(function, code))
            for function in code.functions(name)
            if function.path == path
        ]
        for body in bodies:
            literal = _TEXT.search(body)
            if re.search(r"\bThread\b|\bThreadFactory", body):
                return literal["text"].partition("%")[0] if literal is not None else None
    return ""


def awaited_name(place: CodePlace, code: HangCode, calls: str = "await|join|get") -> str | None:
    """Return the name of the task or thread that a line waits for."""
    lines = code.lines(place.path)
    if place.line is None or place.line > len(lines):
        return None
    match = re.search(rf"(?P<name>[A-Za-z_]\w*)!?\??\.(?:{calls})\s*\(", lines[place.line - 1])
    return match["name"] if match is not None else None


def assigned_block(name: str, path: str, code: HangCode) -> tuple[int, int] | None:
    """Return the first and last line of the coroutine that is assigned to a name; None unless it is one."""
    lines = code.lines(path)
    starter = re.compile(rf"\b{re.escape(name)}\b\s*(?::[^=]*)?=[^=].*\b(?:async|launch|future)\b.*\{{")
    starts = [number for number, text in enumerate(lines, 1) if name in text and starter.search(text)]
    if len(starts) != 1:
        return None
    depth = 0
    for number in range(starts[0], len(lines) + 1):
        depth += lines[number - 1].count("{") - lines[number - 1].count("}")
        if depth <= 0:
            return starts[0], number
    return None


def thread_literal(name: str, path: str, code: HangCode) -> str | None:
    """Return the name that the code gives the thread in a variable; None where it does not."""
    assigned = re.compile(rf"\b{re.escape(name)}\b\s*(?::[^=]*)?=(?P<value>[^=].*\b[Tt]hread\b.*)")
    found = set()
    for text in code.lines(path):
        match = assigned.search(text) if name in text else None
        literal = _TEXT.search(match["value"]) if match is not None else None
        if literal is not None:
            found.add(literal["text"])
    return found.pop() if len(found) == 1 else None


def is_serial(executor: str, path: str, code: HangCode) -> bool:
    """Return whether the code makes an executor or dispatcher that runs one task at a time."""
    return any(_ONE_THREAD.search(value) for value in assigned_values(executor, code.lines(path)))
