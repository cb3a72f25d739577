"""Mappings and renamed traces made at random after the format's specification (R8's `doc/retrace.md`).

`make_case(seed)` is the same on every machine: `r8_answers.json` holds what R8's own retrace says of each seed.
"""

import json
import random
from dataclasses import dataclass, field

VERSIONS = (None, "1.0", "2.0", "2.1", "2.2", "2.2", "2.2", "2.2", "experimental")
TYPES = ("void", "int", "java.lang.String", "long[]", "com.shop.Item")
THROWN = ("java.lang.NullPointerException", "java.lang.IllegalStateException", "x.e")
MAPPED_EXCEPTION = "x.e"
R8 = "com.android.tools.r8."


@dataclass
class Case:
    """A mapping and a trace of the renamed code."""

    mapping: str
    trace: list[str]


@dataclass
class Method:
    """A method of the renamed code, with lines that its trace may show."""

    owner: str
    name: str
    lines: list[int] = field(default_factory=list)
    outline_lines: list[int] = field(default_factory=list)


class Generator:
    """Makes one case; `pick` and `chance` are all that it draws by."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.methods = []
        self.outlines = []

    def chance(self, share):
        return self.random.random() < share

    def pick(self, values):
        return self.random.choice(values)

    def number(self, low, high):
        return self.random.randint(low, high)

    def case(self):
        version = self.pick(VERSIONS)
        if version is not None:
            self.comment({"id": R8 + "mapping", "version": version}, indent="")
        if self.chance(0.3):
            self.lines.append("# compiler: R8")
        self.lines.append("com.shop.StoreException -> x.e:")
        for index in range(self.number(1, 4)):
            self.mapped_class(index)
        if self.chance(0.2):
            self.lines = [self.respaced(line) for line in self.lines]
        return Case("\n".join(self.lines) + "\n", self.trace())

    def respaced(self, line):
        """Return a line as other tools or hands may write it: R8 allows any white space between its parts."""
        if "#" in line:
            return self.pick(("", " ", "\t")) + line.strip() if self.chance(0.5) else line
        if line.startswith(" "):
            line = self.pick(("  ", "\t", "    ", " \t ")) + line.strip()
            line = line.replace(",", self.pick((",", ", ", " , ")))
            return line.replace(" -> ", self.pick((" -> ", "  ->  ", "\t->\t"))) + self.pick(("", ""))
        return line.replace(" -> ", self.pick((" -> ", "  ->  "))).replace(":", self.pick((":", " :")))

    def comment(self, fact, indent="      "):
        text = json.dumps(fact, separators=self.pick(((",", ":"), (", ", ": "))))
        style = self.number(0, 5)
        if style == 4:
            text = text.replace('"', "'")
        elif style == 5 and "positions" not in text:
            for key in ("id", "version", "fileName", "conditions", "actions"):
                text = text.replace(f'"{key}":', f"{key}:")
        self.lines.append(f"{indent}# {text}")

    def mapped_class(self, index):
        original = f"com.shop.{self.pick(('Cart', 'Order', 'HomeKt', 'Item$Line'))}{index}"
        renamed = original if self.chance(0.2) else f"a.{'abcdef'[index]}"
        self.lines.append(f"{original} -> {renamed}:")
        if self.chance(0.5):
            self.comment({"id": "sourceFile", "fileName": f"File{index}.kt"}, indent="")
        if self.chance(0.15):
            self.comment({"id": R8 + "synthesized"}, indent="")
        for field_number in range(self.number(0, 2)):
            self.lines.append(f"    int field{field_number} -> {'ab'[field_number]}")
        names = "abcdef"[: self.number(1, 5)]
        for name in names:
            self.method(renamed, name)
        if self.chance(0.1):
            self.method(renamed, self.pick(names))

    def method(self, owner, name):
        kind = self.number(0, 11)
        made = Method(owner, name)
        self.methods.append(made)
        signature = self.signature()
        if kind == 0:
            self.lines.append(f"    {signature} -> {name}")
        elif kind == 1:
            for overload in range(self.number(2, 3)):
                self.plain_overload(made, self.signature(overload))
        elif kind == 2:
            self.lines.append(f"    0:65535:{signature}:{self.number(1, 90)}:{self.number(1, 90)} -> {name}")
        elif kind == 3:
            self.outline(made, signature)
        elif kind == 4:
            self.lines.append(f"    0:0:{signature}:{self.number(5, 20)}:{self.number(5, 20)} -> {name}")
            self.positions(made, signature, first=1)
        else:
            self.positions(made, signature, first=self.number(0, 3))
            if self.chance(0.25):
                self.comment({"id": R8 + "synthesized"})
            if self.chance(0.15):
                self.positions(made, self.signature(7), first=max(made.lines, default=0) + 1)

    def signature(self, number=None):
        name = self.pick(("pay", "total", "load", "<init>", "invoke"))
        name = name if number is None or name == "<init>" else f"{name}{number}"
        arguments = ",".join(self.pick(TYPES[1:]) for _ in range(self.number(0, 2)))
        return f"{self.pick(TYPES)} {name}({arguments})"

    def plain_overload(self, made, signature):
        if self.chance(0.5):
            self.lines.append(f"    {signature} -> {made.name}")
            return
        first = max(made.lines, default=0) + 1
        self.positions(made, signature, first)

    def positions(self, made, signature, first):
        """Write ranges of one method, inlined functions and comments of a range included."""
        for _ in range(self.number(1, 3)):
            last = first + self.pick((0, 0, 0, 1, 3))
            for inlined in range(self.pick((0, 0, 0, 1, 2))):
                self.inlined(made.name, first, last, inlined)
            self.lines.append(f"    {first}:{last}:{signature}{self.original(last - first)} -> {made.name}")
            if self.chance(0.15):
                self.rewrite()
            if self.outlines and self.chance(0.5):
                self.callsite(made, signature, last + 1)
                last += 4
            if self.chance(0.1):
                self.comment({"id": R8 + "residualsignature", "signature": "(I)V"})
            made.lines += [first, last]
            first = last + self.pick((1, 1, 1, 4))

    def inlined(self, name, first, last, depth):
        owner = self.pick(("com.shop.Money.", "com.shop.HomeKt.", ""))
        low = self.number(1, 60)
        high = low + (last - first if self.chance(0.5) else 0)
        if self.chance(0.05):
            low, high = high, self.pick((low, 0))  # older versions of R8 wrote such ranges
        self.lines.append(f"    {first}:{last}:void {owner}inlined{depth}():{low}:{high} -> {name}")
        if self.chance(0.05):
            self.comment({"id": R8 + self.pick(("synthesized", "outline"))})

    def original(self, length):
        """Return the lines in the source: none, one, as many as in the renamed code, or another number."""
        low = self.number(1, 80)
        shape = self.number(0, 6)
        if shape == 0:
            return ""
        if shape in (1, 2):
            return f":{low}"
        if shape == 3:
            return f":{low}:{low}"
        if shape == 4:
            return f":{low}:{low + length + self.number(1, 2)}"
        return f":{low}:{low + length}"

    def rewrite(self):
        conditions = [f"throws(L{self.pick(THROWN).replace('.', '/')};)" for _ in range(self.pick((1, 1, 2)))]
        actions = [f"removeInnerFrames({self.number(1, 2)})"]
        self.comment({"id": R8 + "rewriteFrame", "conditions": conditions, "actions": actions})

    def outline(self, made, signature):
        made.outline_lines = list(range(1, self.number(2, 4)))
        self.outlines.append(made)
        for line in made.outline_lines:
            if self.chance(0.3):
                self.lines.append(
                    f"    {line}:{line}:void com.shop.Money.round():{line + 30}:{line + 30} -> {made.name}"
                )
                self.lines.append(f"    {line}:{line}:{signature}:{line} -> {made.name}")
            else:
                self.lines.append(f"    {line}:{line}:{signature}:0:0 -> {made.name}")
        self.comment({"id": R8 + "outline"})

    def callsite(self, made, signature, line):
        """Write a position that called an outline, and the positions that the outline's lines stand for."""
        outline = self.pick(self.outlines)
        moved = {str(number): line + offset for offset, number in enumerate(outline.outline_lines, 1)}
        for position in moved.values():
            if self.chance(0.4):
                self.lines.append(
                    f"    {position}:{position}:void com.shop.Money.add():{position + 70}:{position + 70} -> {made.name}"
                )
            self.lines.append(f"    {position}:{position}:{signature}:{position + 40} -> {made.name}")
        self.lines.append(f"    {line}:{line}:{signature}:0:0 -> {made.name}")
        descriptor = f"L{outline.owner.replace('.', '/')};{outline.name}()V"
        self.comment({"id": R8 + "outlineCallsite", "positions": moved, "outline": descriptor})
        made.lines.append(line)
        self.calls = (outline, made, line)

    def trace(self):
        lines = [f"{self.pick(THROWN)}: it failed"]
        for _ in range(self.number(2, 6)):
            lines += self.frames()
        if self.chance(0.4):
            lines.append(f"Caused by: {self.pick(THROWN)}: it is deeper")
            lines += self.frames()
        return lines

    def frames(self):
        calls = getattr(self, "calls", None)
        if calls is not None and self.chance(0.3):
            outline, caller, line = calls
            inner = [self.frame(outline, self.pick(outline.outline_lines))]
            between = ["\tat java.util.ArrayList.get(ArrayList.java:427)"] if self.chance(0.1) else []
            return [*inner, *between, self.frame(caller, line)]
        if self.chance(0.15):
            return ["\tat android.os.Handler.dispatchMessage(Handler.java:106)"]
        method = self.pick(self.methods)
        known = [*method.lines, *method.outline_lines]
        line = self.pick(known) if known and self.chance(0.75) else self.number(0, 30)
        return [self.frame(method, None if self.chance(0.15) else line)]

    def frame(self, method, line):
        file = self.pick(("SourceFile", "SourceFile", "Unknown Source", ""))
        if line is None:
            return f"\tat {method.owner}.{method.name}({file or 'SourceFile'})"
        return f"\tat {method.owner}.{method.name}({file}:{line})"


def make_case(seed):
    """Return the case of a seed."""
    return Generator(seed).case()
