"""Languages that are read by name only, asked through the tools: enclosing function, callers, and honest marks."""

from __future__ import annotations

import pytest

from rca.tools.find_callers_of_function import TOOL as CALLERS
from rca.tools.get_code_context import TOOL as CONTEXT
from tests.tools.code_project import CodeProject

BY_NAME = "this language is matched by name only"

PAIRS = {
    "py": ("def fetch(x):\n    return x\n", "class Page:\n    def load(self):\n        return fetch(1)\n\n    def show(self):\n        self.load()\n", "Page."),
    "js": ("export function fetch(x) {\n  return x\n}\n", "class Page {\n  load() {\n    return fetch(1)\n  }\n  show() {\n    this.load()\n  }\n}\n", "Page."),
    "tsx": ("export function fetch(x: number) {\n  return x\n}\n", "const load = () => {\n  return fetch(1)\n}\nconst show = () => {\n  load()\n}\n", ""),
    "go": ("package a\n\nfunc fetch(x int) int {\n\treturn x\n}\n", "package a\n\nfunc load() int {\n\treturn fetch(1)\n}\n\nfunc show() {\n\tload()\n}\n", ""),
    "rs": ("pub fn fetch(x: i32) -> i32 {\n  x\n}\n", "fn load() -> i32 {\n  fetch(1)\n}\nfn show() {\n  load();\n}\n", ""),
    "c": ("int fetch(int x) {\n  return x;\n}\n", "int load(void) {\n  return fetch(1);\n}\nvoid show(void) {\n  load();\n}\n", ""),
    "cpp": ("int fetch(int x) {\n  return x;\n}\n", "class Page {\n  int load() {\n    return fetch(1);\n  }\n  void show() {\n    load();\n  }\n};\n", "Page."),
    "cs": ("class Api {\n  public static int fetch(int x) {\n    return x;\n  }\n}\n", "class Page {\n  int load() {\n    return Api.fetch(1);\n  }\n  void show() {\n    load();\n  }\n}\n", "Page."),
    "rb": ("def fetch(x)\n  x\nend\n", "class Page\n  def load\n    fetch(1)\n  end\n\n  def show\n    load()\n  end\nend\n", "Page."),
    "php": ("<?php\nfunction fetch($x) {\n  return $x;\n}\n", "<?php\nclass Page {\n  function load() {\n    return fetch(1);\n  }\n  function show() {\n    $this->load();\n  }\n}\n", "Page."),
    "swift": ("func fetch(x: Int) -> Int {\n  return x\n}\n", "class Page {\n  func load() -> Int {\n    return fetch(x: 1)\n  }\n  func show() {\n    load()\n  }\n}\n", "Page."),
    "dart": ("int fetch(int x) {\n  return x;\n}\n", "class Page {\n  int load() {\n    return fetch(1);\n  }\n  void show() {\n    load();\n  }\n}\n", "Page."),
    "scala": ("object Api {\n  def fetch(x: Int): Int = {\n    x\n  }\n}\n", "class Page {\n  def load(): Int = {\n    Api.fetch(1)\n  }\n  def show(): Unit = {\n    load()\n  }\n}\n", "Page."),
    "lua": ("function fetch(x)\n  return x\nend\n", "function load()\n  return fetch(1)\nend\nfunction show()\n  load()\nend\n", ""),
}  # fmt: skip
"""By suffix: a file that declares `fetch`, one that calls it from `load`, which `show` calls, and its class."""


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


@pytest.mark.parametrize("suffix", PAIRS)
def test_callers_and_context_by_name(tmp_path, suffix) -> None:
    declaring, calling, owner = PAIRS[suffix]
    project = CodeProject(tmp_path)
    project.write(f"src/api.{suffix}", declaring)
    project.write(f"src/page.{suffix}", calling)
    project.workspace.index()
    answer = project.call(CALLERS, functionName="fetch", filePath=f"src/api.{suffix}")
    callers = [(one["callerName"], one["depth"]) for one in answer["data"]["callers"]]
    assert callers == [(f"{owner}load", 1), (f"{owner}show", 2)]
    assert {one["evidence"] for one in answer["data"]["callers"]} <= {"unique_name", "name_only"}
    assert all(one["confidence"] <= 0.8 for one in answer["data"]["callers"])
    assert answer["meta"]["completeness"] == "partial"
    assert any(BY_NAME in reason for reason in answer["meta"]["provenance"])
    line = line_of(calling, "fetch(")
    data = project.call(CONTEXT, filePath=f"src/page.{suffix}", line=line)["data"]
    assert "fetch(" in data["context"]["errorLine"]
    assert data["functionDefinition"]["name"] == f"{owner}load"
    assert data["functionDefinition"]["startLine"] == line - 1


def test_callers_of_typescript_over_two_levels(tmp_path) -> None:
    project = CodeProject(tmp_path)
    project.add("""
        // file: src/api/user.ts
        export async function fetchUserData(id: string) {
          return get(id)
        }
        // file: src/components/UserProfile.tsx
        import { fetchUserData } from '../api/user'

        export class UserProfile extends React.Component {
          async loadData() {
            this.user = await fetchUserData(this.props.id)
          }

          render() {
            this.loadData()
            return <div>{this.user}</div>
          }
        }
        // file: src/pages/Dashboard.ts
        import { fetchUserData } from '../api/user'

        export class Dashboard {
          init = async () => {
            await fetchUserData('me')
          }
        }
    """)
    project.workspace.index()
    answer = project.call(CALLERS, functionName="fetchUserData", filePath="src/api/user.ts", maxDepth=2)
    assert [
        (one["callerName"], one["filePath"], one["line"], one["callChain"], one["depth"])
        for one in sorted(answer["data"]["callers"], key=lambda one: (one["depth"], one["callerName"]))
    ] == [
        ("Dashboard.init", "src/pages/Dashboard.ts", 5, ["Dashboard.init", "fetchUserData"], 1),
        ("UserProfile.loadData", "src/components/UserProfile.tsx", 5, ["UserProfile.loadData", "fetchUserData"], 1),
        ("UserProfile.render", "src/components/UserProfile.tsx", 9,
         ["UserProfile.render", "UserProfile.loadData", "fetchUserData"], 2),
    ]  # fmt: skip
    data = project.call(CONTEXT, filePath="src/components/UserProfile.tsx", line=5)["data"]
    assert data["functionDefinition"]["name"] == "UserProfile.loadData"
    assert data["relevantImports"] == [{"module": "../api/user", "imported": ["fetchUserData"], "line": 1}]
