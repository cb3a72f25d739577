"""One event of Sentry in the notations that people quote it in, by the name of the notation."""

from __future__ import annotations

import html
import json
import pprint

import yaml

EVENT = {
    "event_id": "a" * 32,
    "platform": "java",
    "release": "com.acme.notes@1.2.3+45",
    "contexts": {"device": {"model": "One", "brand": "acme"}, "os": {"name": "Android", "version": "13"}},
    "exception": {
        "values": [
            {
                "type": "IllegalStateException",
                "module": "java.lang",
                "value": 'no "note" is open; it\'s gone',
                "stacktrace": {
                    "frames": [
                        {
                            "function": "run",
                            "module": "java.lang.Thread",
                            "filename": "Thread.java",
                            "lineno": 920,
                        },
                        {
                            "function": "save",
                            "module": "com.acme.notes.Editor",
                            "filename": "Editor.kt",
                            "lineno": 31,
                            "in_app": True,
                        },
                    ]
                },
            }
        ]
    },
}
JSON = json.dumps(EVENT, indent=2)
_LINE = json.dumps(EVENT)


def _kotlin(value):
    if isinstance(value, dict):
        return f"mapOf({', '.join(f'{json.dumps(name)} to {_kotlin(one)}' for name, one in value.items())})"
    return f"listOf({', '.join(map(_kotlin, value))})" if isinstance(value, list) else json.dumps(value)


def _script(value, indent=""):
    if isinstance(value, dict):
        fields = "".join(f"{indent}  {name}: {_script(one, indent + '  ')},\n" for name, one in value.items())
        return f"{{\n{fields}{indent}}}"
    if isinstance(value, list):
        return f"[\n{''.join(f'{indent}  {_script(one, indent)},' for one in value)}\n{indent}]"
    return repr(value) if isinstance(value, str) else json.dumps(value)


def _brackets(value, form, opening, closing):
    """Return a value whose maps have `form` for a field between their brackets."""
    if isinstance(value, dict):
        fields = (form.format(name, _brackets(one, form, opening, closing)) for name, one in value.items())
        return f"{opening}{', '.join(fields)}{closing}"
    if isinstance(value, list):
        return f"[{', '.join(_brackets(one, form, opening, closing) for one in value)}]"
    return json.dumps(value)


def _go(value):
    if isinstance(value, dict):
        fields = "".join(f'"{name}": {_go(one)},\n' for name, one in value.items())
        return f"map[string]interface{{}}{{\n{fields}}}"
    if isinstance(value, list):
        return f"[]interface{{}}{{\n{''.join(f'{_go(one)},' for one in value)}\n}}"
    return json.dumps(value)


def _objective_c(value):
    if isinstance(value, dict):
        fields = (f'@"{name}": {_objective_c(one)}' for name, one in value.items())
        return f"@{{{', '.join(fields)}}}"
    if isinstance(value, list):
        return f"@[{', '.join(map(_objective_c, value))}]"
    return "@YES" if value is True else f"@{json.dumps(value)}"


def _calls(value):
    if isinstance(value, dict):
        return f"dict({', '.join(f'{name}={_calls(one)}' for name, one in value.items())})"
    return f"[{', '.join(map(_calls, value))}]" if isinstance(value, list) else repr(value)


def _quoted(text):
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _lines(lead):
    return "\n".join(lead + line for line in JSON.split("\n"))


EVERY = {
    "Kotlin's maps": f"val event = {_kotlin(EVENT)}\nclient.send(event)",
    "a Kotlin test": f'@Test fun x() {{\n  val json = """\n{JSON}\n  """.trimIndent()\n  check(json)\n}}',
    "JavaScript": f"const e = {_script(EVENT)};\nsend(e);",
    "JavaScript without commas": _script(EVENT).replace(",\n", "\n"),
    "JavaScript with remarks": _script(EVENT).replace("filename", "// the file\n filename"),
    "TypeScript": f"const e: Event = {_script(EVENT)} as unknown as Event;",
    "a function's result": f"function make() {{\n  return {_script(EVENT)};\n}}",
    "an argument": f"expect(sent).toEqual(expect.objectContaining({_script(EVENT)}));",
    "Ruby": "event = " + _brackets(EVENT, ":{0} => {1}", "{ ", " }"),
    "PHP": "$event = " + _brackets(EVENT, "'{0}' => {1}", "[", "]") + ";",
    "Swift": "let e: [String: Any] = " + _brackets(EVENT, '"{0}": {1}', "[", "]"),
    "Swift's raw text": f'let json = #"{_LINE}"#',
    "Go": f"event := {_go(EVENT)}",
    "Objective-C": f"NSDictionary *e = {_objective_c(EVENT)};",
    "Rust": f"let e = json!({JSON});",
    "Python": f"data = {pprint.pformat(EVENT)}",
    "Python's calls": f"data = {_calls(EVENT)}",
    "Java": f'String json = "{_quoted(_LINE)}";',
    "Java in several parts": "String json =\n    "
    + " +\n    ".join(f'"{_quoted(line)}\\n"' for line in JSON.split("\n"))
    + ";",
    "YAML": yaml.safe_dump(EVENT),
    "YAML in a fence": f"The event:\n```yaml\n{yaml.safe_dump(EVENT)}```\n",
    "escaped": json.dumps(_LINE)[1:-1],
    "text in JSON": json.dumps({"message": _LINE}),
    "a log line": f"12-01 10:00:00.123  1000  1022 D Sentry: {_LINE}",
    "log lines": _lines("12-01 10:00:00.123  1000  1022 D Sentry: "),
    "a comment": _lines(" * "),
    "remarks": _lines("// "),
    "a quote": _lines("> "),
    "an added part": _lines("+ "),
    "HTML": f"<pre>{html.escape(JSON)}</pre>",
    "code in a sentence": f"I see `{_LINE}` in the log",
    "a cell": f"| event |\n|---|\n| `{_LINE}` |",
    "a sentence": f"Sending: {_LINE} to server",
    "an envelope": f"{json.dumps({'sdk': {}})}\n{json.dumps({'type': 'event'})}\n{_LINE}",
}
