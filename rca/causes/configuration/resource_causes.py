"""Errors that name a resource: drawables, layouts, texts, bundles of messages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rca.causes.configuration.cause_searcher import CauseSearcher
from rca.causes.configuration.configuration_cause import ConfigurationCause, Span
from rca.causes.configuration.required_attributes import find_lack
from rca.workspace.build_modules import is_test

_KINDS = r"anim|animator|color|drawable|font|layout|menu|mipmap|navigation|raw|transition|xml"
_FILE = re.compile(rf"\bres/({_KINDS})(?:-[\w-]+)?/(\w+)\.\w+")
_ENTRY = re.compile(
    rf"(?:[\w.]+:)?\b({_KINDS}|string|plurals|array|dimen|style|attr|bool|integer)/([\w.]+)\b"
)
_ASKED_IN_VAIN = re.compile(r"resource [\w.:]+/[\w.]+ .{0,120}not found")
_LINE = re.compile(r"XML file line #(\d+)")
_ABOUT = re.compile(
    r"Resources\$NotFoundException|InflateException|XmlPullParserException|resource \S+ .{0,60}not found"
    r"|AAPT|aapt|error: failed|Error inflating|Invalid drawable tag|InflateRequest|failed linking"
)
_BUNDLE = re.compile(
    r"(?:MissingResourceException.{0,120}?)?Can't find (?:resource for )?bundle (?:for base name "
    r")?([\w.$/]+),? "
    r"(?:key ([\w.\-]+)|locale)"
)
_BUNDLE_CLASSES = frozenset(("java.util.PropertyResourceBundle", "java.util.ResourceBundle"))
_FORMAT_TYPES = (
    "MissingFormatArgumentException", "UnknownFormatConversionException", "IllegalFormatConversionException",
    "DuplicateFormatFlagsException", "UnknownFormatFlagsException", "FormatFlagsConversionMismatchException",
    "IllegalFormatFlagsException", "IllegalFormatPrecisionException", "MissingFormatWidthException",
)  # fmt: skip
_SPECIFIER = re.compile(r"%(?:\d+\$)?[-#+0,(]*\d*(?:\.\d+)?(?:[bBhHsScCdoxXeEfgGaAn%]|[tT]\w)")
_STRING_USE = re.compile(r"\bR\.(string|plurals)\.(\w+)")
_LAYOUT_USE = re.compile(r"\bR\.(layout)\.(\w+)")
_BINDING_USE = re.compile(r"\b([A-Z]\w+)Binding\.inflate")
_ABOUT_IDS = re.compile(
    r"No view found for id|does not reference a View inside|cannot be found from the current destination"
    r"|is unknown to this NavController|No destination with ID|does not have a NavController set"
)
_NO_ACTION = re.compile(
    r"Navigation action/destination .{0,200}?cannot be found from the current destination"
)
_ID = re.compile(r"(?<![\w@])(?:[\w.]+:)?id/(\w+)")
_PLACEHOLDER = re.compile(r"Could not resolve placeholder '([\w.-]+)'")
_SERVER_FILE = re.compile(r"(?:^|/)(?:application|bootstrap)[\w-]*\.(?:properties|ya?ml)$")
_MOST = 6


class ResourceCauses(CauseSearcher):
    """Searches the resources of one project for those that an error names."""

    def find(self) -> Iterator[ConfigurationCause]:
        """Yield causes, the surest mechanism first."""
        flat = self._symptoms.flat
        if _ABOUT.search(flat):
            yield from self._named_resources(flat)
        if "InflateException" in flat and not _FILE.search(flat) and not re.search(r"\blayout/\w", flat):
            yield from self._inflated_layouts(flat)
        yield from self._ids(flat)
        yield from self._placeholders(flat)
        if "MissingResourceException" in flat or "Can't find bundle" in flat:
            yield from self._bundles(flat)
        if self._symptoms.has_type(*_FORMAT_TYPES):
            yield from self._format_texts()

    def _named_resources(self, flat: str) -> Iterator[ConfigurationCause]:
        # Where a resource is not found, the file that the error names is the one that asks for it.
        files = () if _ASKED_IN_VAIN.search(flat) else _FILE.finditer(flat)
        named = [(match[1], match[2]) for match in files]
        named += [(match[1], match[2]) for match in _ENTRY.finditer(flat) if f"res/{match[0]}" not in flat]
        line = _LINE.search(flat)
        for kind, name in dict.fromkeys(named):
            paths = self._files.resources(kind, name)
            if paths:
                yield self._file_cause(kind, name, paths, int(line[1]) if line else None)
                yield from self._lacking_attributes(kind, name, paths)
                continue
            values = list(self._values(kind, name))
            if values:
                yield ConfigurationCause(
                    "resource_value",
                    f"`{kind}/{name}`, which the error names, is defined here.",
                    tuple(values)[:_MOST],
                    (f"the error names `{kind}/{name}`",),
                    "Compare the definitions of all qualifiers with what the code and the layouts ask for.",
                )

    def _file_cause(
        self, kind: str, name: str, paths: tuple[str, ...], line: int | None
    ) -> ConfigurationCause:
        spans = []
        for path in paths[:_MOST]:
            count = max(1, self._files.lines(path).count)
            spans.append(Span(path, line, line) if line and line <= count else Span(path, 1, count))
        folders = {path.rpartition("/")[0].rpartition("/")[2] for path in paths}
        limited = "" if kind in folders else f" It exists for `{', '.join(sorted(folders))}` alone."
        return ConfigurationCause(
            "resource_file",
            f"Android cannot read `{kind}/{name}`, which is defined here.{limited}",
            tuple(spans),
            (
                f"the error names `{kind}/{name}`",
                "the project has it in one place"
                if len(paths) == 1
                else f"the project has it in {len(paths)} places",
            ),
            "Check the attributes that this kind must have, and whether a version without qualifiers exists.",
        )

    def _lacking_attributes(self, kind: str, name: str, paths: Sequence[str]) -> Iterator[ConfigurationCause]:
        """Yield the first element of the resource that lacks what Android requires of it."""
        lack = next((one for path in paths[:_MOST] if (one := find_lack(self._files, kind, path))), None)
        if lack is None:
            return
        yield ConfigurationCause(
            "resource_attribute",
            f"`<{lack.tag}>` of `{kind}/{name}` lacks {lack.named}, without which Android refuses it.",
            (lack.span,),
            (f"the error names `{kind}/{name}`", f"its `<{lack.tag}>` has no {lack.named}"),
            f"Add `{lack.text}` after line {lack.span.line}.",
            replaces="resource_file",
        )

    def _values(self, kind: str, name: str) -> Iterator[Span]:
        wanted = re.compile(rf"""\bname\s*=\s*["']{re.escape(name)}["']""")
        tag = "declare-styleable" if kind == "styleable" else kind
        for path in self._files.resources("values"):
            lines = self._files.lines(path)
            if not wanted.search(lines.text):
                continue
            for element in self._files.xml(path).elements:
                is_kind = tag in {element.tag, element.get("type")} or element.tag.endswith(tag)
                if is_kind and element.get("name") == name:
                    yield self._files.element_span(path, element)

    def _inflated_layouts(self, flat: str) -> Iterator[ConfigurationCause]:
        """Yield the layout that the failing line inflates, where the message does not name it."""
        line = _LINE.search(flat)
        for frame in self._symptoms.frames[:3]:
            code = self._files.lines(frame.file_path).line(frame.line) if frame.line else ""
            names = [name for kind, name in _LAYOUT_USE.findall(code) if kind]
            names += [_snake_case(match) for match in _BINDING_USE.findall(code)]
            for name in names:
                paths = self._files.resources("layout", name)
                if paths:
                    yield self._file_cause("layout", name, paths, int(line[1]) if line else None)
                    return

    def _ids(self, flat: str) -> Iterator[ConfigurationCause]:
        """Yield the elements of layouts and navigation graphs whose id the error does not find."""
        if not _ABOUT_IDS.search(flat):
            return
        names = tuple(dict.fromkeys(_ID.findall(flat)))
        if _NO_ACTION.search(flat):
            yield from self._missing_action(names)
        for name in names:
            spans = []
            for path in (*self._files.resources("navigation"), *self._files.resources("layout")):
                if f'id/{name}"' not in self._files.text(path):
                    continue
                spans += [
                    self._files.element_span(path, element)
                    for element in self._files.xml(path).elements
                    if (element.get("id") or "").endswith(f"id/{name}")
                ]
            if spans:
                yield ConfigurationCause(
                    "resource_id",
                    f"`{name}`, which is not found where the code looks for it, is declared here.",
                    tuple(dict.fromkeys(spans))[:_MOST],
                    (f"the error names the id `{name}`",),
                    "Compare the graph or layout that is shown at that moment with the one that "
                    "declares the id.",
                )

    def _missing_action(self, names: Sequence[str]) -> Iterator[ConfigurationCause]:
        """Yield the graphs that would declare an action, where none does; `names` has it first."""
        texts = {path: self._files.text(path) for path in self._files.resources("navigation")}
        if not names or any(f'@+id/{names[0]}"' in text for text in texts.values()):
            return
        holding = [path for path in texts if any(f'id/{name}"' in texts[path] for name in names[1:])]
        spans = []
        for path in sorted(texts, key=lambda path: (path not in holding, -len(texts[path])))[:_MOST]:
            elements = self._files.xml(path).elements
            actions = [one for one in elements if one.tag == "action" and one.parent == 0]
            around = [self._files.element_span(path, one) for one in actions or elements[:1]]
            spans += [Span(path, around[0].line, around[-1].end_line)] if around else []
        if spans:
            yield ConfigurationCause(
                "navigation_action",
                f"No navigation graph declares `{names[0]}`; global actions of a graph stand here.",
                tuple(spans),
                (f"the error names the id `{names[0]}`", "no graph has an action or destination of this id"),
                "Declare the action in the graph of the current destination, or as a global one.",
            )

    def _placeholders(self, flat: str) -> Iterator[ConfigurationCause]:
        """Yield where a server's configuration has the keys that are nearest to one that is missing."""
        match = _PLACEHOLDER.search(flat)
        if match is None:
            return
        key = match[1]
        found: list[tuple[int, Span]] = []
        for path in self._files.snapshot.files(".properties", ".yml", ".yaml"):
            if not _SERVER_FILE.search(path) or is_test(path):
                continue
            near = (
                self._nearest_keys(path, key)
                if path.endswith(".properties")
                else self._yaml_parent(path, key)
            )
            if near is not None:
                found.append(near)
        if found:
            found.sort(key=lambda pair: -pair[0])
            yield ConfigurationCause(
                "configuration_key",
                f"No configuration file sets `{key}`, which the code asks for; its neighbours stand here.",
                tuple(span for _, span in found)[:3],
                (f"the error cannot resolve `{key}`", f"`{found[0][1].path}` lacks it"),
                "Set the key here, or give the code a default.",
            )

    def _yaml_parent(self, path: str, key: str) -> tuple[int, Span] | None:
        """Return the lines below the deepest part of a key that a YAML file has."""
        lines = self._files.lines(path)
        first, depth, matched = 1, -1, 0
        for part in key.split("."):
            wanted = re.compile(rf"^(\s*){re.escape(part)}\s*:")
            at = next(
                (n for n in range(first, lines.count + 1)
                 if (m := wanted.match(lines.line(n))) and len(m[1]) > depth), None
            )  # fmt: skip
            if at is None:
                break
            matched += len(part) + 1
            first, depth = at, len(lines.line(at)) - len(lines.line(at).lstrip())
        if not matched or matched > len(key):
            return None
        last = first
        while last < lines.count and (
            not lines.line(last + 1).strip() or lines.line(last + 1)[depth + 1 : depth + 2].isspace()
        ):
            last += 1
        return matched, Span(path, first, last)

    def _bundles(self, flat: str) -> Iterator[ConfigurationCause]:
        match = _BUNDLE.search(flat)
        if match is None:
            return
        base, key = match[1], match[2]
        files = self._bundle_files(base)
        if key is None:
            return
        best: list[tuple[int, Span]] = []
        for path in files:
            near = self._nearest_keys(path, key)
            if near is not None:
                best.append(near)
        if best:
            best.sort(key=lambda pair: -pair[0])
            yield ConfigurationCause(
                "bundle_key",
                f"The code asks for the message `{key}`, which the bundle does not have; messages of "
                "the same family stand here.",
                tuple(span for _, span in best)[:3],
                (f"the error cannot find the key `{key}`", f"`{best[0][1].path}` lacks it"),
                "Add the key here, or correct the name that the code asks for.",
            )

    def _bundle_files(self, base: str) -> list[str]:
        paths = [path for path in self._files.snapshot.files(".properties") if not is_test(path)]
        if base in _BUNDLE_CLASSES:
            named = [
                (frame.class_name or "").rpartition(".")[2].partition("$")[0]
                for frame in self._symptoms.stack
            ]
            own = [path for path in paths if path.rpartition("/")[2].partition(".")[0].split("_")[0] in named]
            return own or [path for path in paths if "/resources/" in f"/{path}"]
        wanted = base.replace(".", "/")
        return [
            path for path in paths if re.search(rf"(?:^|/){re.escape(wanted)}(?:_\w+)?\.properties$", path)
        ]

    def _nearest_keys(self, path: str, key: str) -> tuple[int, Span] | None:
        """Return the lines whose keys share most with a key that is not there, and how much that is."""
        rows = []
        for number, line in enumerate(self._files.text(path).splitlines(), 1):
            name = re.split(r"[=:\s]", line.strip(), maxsplit=1)[0]
            if name == key:
                return None
            if name and not name.startswith(("#", "!")):
                rows.append((_shared(name, key), number))
        if not rows:
            return None
        most = max(shared for shared, _ in rows)
        if "." not in key[:most]:
            return None
        return most, self._paragraph(path, [number for shared, number in rows if shared == most])

    def _paragraph(self, path: str, numbers: list[int]) -> Span:
        """Return the lines around some up to the next empty ones."""
        lines = self._files.lines(path)
        first, last = min(numbers), max(numbers)
        while first > 1 and lines.line(first - 1).strip():
            first -= 1
        while last < lines.count and lines.line(last + 1).strip():
            last += 1
        return Span(path, first, last)

    def _format_texts(self) -> Iterator[ConfigurationCause]:
        """Yield the texts that the failing line formats."""
        for frame in self._symptoms.frames[:3]:
            if frame.line is None:
                continue
            lines = self._files.lines(frame.file_path)
            for kind, name in dict.fromkeys(_STRING_USE.findall(lines.slice(frame.line, frame.line + 3))):
                spans = sorted(self._values(kind, name), key=self._is_well_formed)
                if spans:
                    yield ConfigurationCause(
                        "format_text",
                        f"The failing call formats `{kind}/{name}`: one of its texts has placeholders "
                        "that do not fit the arguments.",
                        tuple(spans)[:_MOST],
                        (f"line {frame.line} formats `R.{kind}.{name}`",),
                        "Compare the placeholders of every language with the arguments of the call.",
                    )

    def _is_well_formed(self, span: Span) -> bool:
        """Return whether every percent sign of a text begins a placeholder that Java knows."""
        text = self._files.lines(span.path).slice(span.line, span.end_line)
        return "%" not in _SPECIFIER.sub("", text.partition(">")[2])


def _shared(left: str, right: str) -> int:
    """Return how many characters two names begin with together."""
    count = 0
    for one, other in zip(left, right, strict=False):
        if one != other:
            break
        count += 1
    return count


def _snake_case(name: str) -> str:
    """Return the layout's name of a binding class without `Binding`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
