"""An Android project with a file of every kind that tools read, and one call of each tool on it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

from evaluation.project_text import parse_project, write_project
from models.settings import KnowledgeSettings, Settings
from rca.knowledge.knowledge_store import KnowledgeStore
from rca.knowledge.observation_recorder import Observation
from rca.toolkit.tool import ToolContext, invoke, soft_deadline
from rca.toolkit.tool_catalog import load
from rca.workspace import Workspace

MAIN = "app/src/main"
CODE = f"{MAIN}/kotlin/shop"
_PATIENCE = 10
"""Times a tool's own limit: what is tested is the answer, on machines that are busy with other tests."""
_WRITTEN = 1_600_000_000
"""When all files were written: long enough ago for every cache to believe it."""

TRACE = """Exception in thread "main" java.lang.IllegalStateException: no items
\tat shop.Cart.total(Cart.kt:7)
\tat shop.Checkout.pay(Checkout.kt:5)
\tat shop.Legacy.run(Legacy.java:5)
"""
OBFUSCATED = """java.lang.IllegalStateException: no items
\tat a.a.b(SourceFile:2)
\tat shop.Checkout.pay(Checkout.kt:5)
"""

FILES = parse_project("""\
// file: app/src/main/kotlin/shop/Cart.kt
package shop

import javax.inject.Inject

class Cart @Inject constructor(private val items: List<Int>) {
    fun total(): Int {
        check(items.isNotEmpty()) { "no items" }
        return items.sum()
    }
}
// file: app/src/main/kotlin/shop/Checkout.kt
package shop

class Checkout(private val cart: Cart) {
    fun pay(): Int {
        return cart.total()
    }

    fun title(context: Context) = context.getString(R.string.title)

    fun port(environment: Environment) = environment.getProperty("server.port")
}
// file: app/src/main/kotlin/shop/MainActivity.kt
package shop

import android.app.Activity

class MainActivity : Activity() {
    override fun onCreate(state: Bundle?) {
        setContentView(R.layout.main)
        Checkout(Cart(listOf(1))).pay()
    }
}
// file: app/src/main/java/shop/Legacy.java
package shop;

public class Legacy {
    public void run(Checkout checkout) {
        checkout.pay();
        new Cart(null).total();
    }
}
// file: app/src/test/kotlin/shop/CartTest.kt
package shop

import org.junit.Test

class CartTest {
    @Test
    fun `adds up`() {
        Cart(listOf(1, 2)).total()
    }
}
// file: app/src/main/AndroidManifest.xml
<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="shop">
    <application>
        <activity android:name=".MainActivity" android:exported="true" />
    </application>
</manifest>
// file: app/src/main/res/values/strings.xml
<resources>
    <string name="title">Shop</string>
    <string name="greeting">Hello</string>
</resources>
// file: app/src/main/res/layout/main.xml
<LinearLayout xmlns:android="http://schemas.android.com/apk/res/android">
    <TextView android:id="@+id/label" android:text="@string/title" />
    <shop.PriceView android:id="@+id/price" />
</LinearLayout>
// file: app/src/main/resources/application.yml
server:
  port: 8080
mail:
  host: "smtp.example.com"
// file: app/src/main/resources/META-INF/services/shop.Payment
shop.Cart
// file: settings.gradle.kts
rootProject.name = "shop"

include(":app")
// file: build.gradle.kts
plugins {
    alias(libs.plugins.kotlin.jvm) apply false
}
// file: app/build.gradle.kts
plugins {
    id("com.android.application")
    alias(libs.plugins.kotlin.jvm)
}

android {
    namespace = "shop"
    defaultConfig {
        minSdk = 26
        proguardFiles("proguard-rules.pro")
    }
}

dependencies {
    implementation(libs.okhttp)
}
// file: app/proguard-rules.pro
-keep class shop.Cart { *; }
// file: gradle/libs.versions.toml
[versions]
okhttp = "4.12.0"

[libraries]
okhttp = { module = "com.squareup.okhttp3:okhttp", version.ref = "okhttp" }

[plugins]
kotlin-jvm = { id = "org.jetbrains.kotlin.jvm", version = "2.1.0" }
// file: gradle.properties
org.gradle.caching=true
kotlin.version=2.1.0
// file: gradle/wrapper/gradle-wrapper.properties
distributionUrl=https\\://services.gradle.org/distributions/gradle-8.5-bin.zip
// file: config/detekt/detekt.yml
style:
  active: true
  WildcardImport:
    active: true
  ForbiddenMethodCall:
    active: true
    methods:
      - 'kotlin.io.println'

exceptions:
  PrintStackTrace:
    active: true
// file: .editorconfig
root = true

[*.{kt,kts}]
max_line_length = 60
indent_style = space
// file: .gitignore
build/
local.properties
/generated/
// file: generated/Generated.kt
package shop

class Generated {
    fun use() = Cart(listOf()).total()
}
// file: notes.txt
The total of a Cart is never negative.
// file: app/build/outputs/mapping/release/mapping.txt
shop.Cart -> a.a:
# {"id":"sourceFile","fileName":"Cart.kt"}
    1:4:int total():6:9 -> b
// file: app/build/test-results/test/TEST-shop.CartTest.xml
<testsuite name="shop.CartTest" tests="2" failures="1">
  <testcase name="adds up" classname="shop.CartTest" time="0.1" />
  <testcase name="fails" classname="shop.CartTest" time="0.1">
    <failure message="no items">java.lang.IllegalStateException: no items
\tat shop.Cart.total(Cart.kt:7)</failure>
  </testcase>
</testsuite>
// file: app/build/reports/jacoco/test/jacocoTestReport.xml
<report name="app">
  <package name="shop">
    <class name="shop/Cart" sourcefilename="Cart.kt">
      <method name="total" desc="()I" line="6"><counter type="LINE" missed="1" covered="2" /></method>
    </class>
    <sourcefile name="Cart.kt">
      <line nr="7" mi="0" ci="3" mb="1" cb="1" />
      <line nr="8" mi="3" ci="0" mb="0" cb="0" />
    </sourcefile>
  </package>
</report>
""").files
WRAPPER = """#!/bin/sh
[ "$1" = --version ] && { echo "Gradle 8.5"; exit 0; }
echo "> Task :app:test UP-TO-DATE"
echo "BUILD SUCCESSFUL in 1s"
"""

Answer = dict[str, Any]

CALLS: dict[str, dict[str, Any]] = {
    "analyze_error": {"errorText": TRACE},
    "analyze_error, obfuscated": {
        "errorText": OBFUSCATED,
        "mappingFile": "app/build/outputs/mapping/release/mapping.txt",
    },
    "analyze_error, of a file": {"filePath": "notes.txt"},
    "parse_error": {"errorText": TRACE},
    "read_file": {"filePath": f"{CODE}/Cart.kt"},
    "get_code_context": {"filePath": f"{CODE}/Cart.kt", "line": 7},
    "find_callers_of_function": {"functionName": "total", "filePath": f"{CODE}/Cart.kt", "maxDepth": 3},
    "trace_value_origin": {"filePath": f"{CODE}/Cart.kt", "line": 8, "expression": "items"},
    "vector_search_db": {"query": "IllegalStateException: no items"},
    "web_search_wiki": {"query": "IllegalStateException no items"},
    "get_user_error_context": {},
    "query_index": {"query": {"type": "pathPrefix", "value": "app"}},
    "search_code": {"query": "total of a cart"},
    "find_class": {"name": "Cart"},
    "find_references": {"symbol": "Cart"},
    "get_dependencies": {"target": "shop.Checkout"},
    "get_dependents": {"target": "shop.Cart", "depth": 2},
    "get_entry_points": {},
    "analyze_impact": {"target": "shop.Cart"},
    "get_file_summary": {"filePath": f"{CODE}/Cart.kt"},
    "get_module_summary": {"module": ":app"},
    "get_plugin_summary": {},
    "detect_patterns": {},
    "check_conventions": {"filePath": f"{CODE}/Cart.kt"},
    "get_config_schema": {"filePath": f"{MAIN}/resources/application.yml"},
    "search_config": {"pathPattern": "**"},
    "get_resource": {"name": "string/title"},
    "list_dirs": {"depth": 3},
    "list_files": {"path": "."},
    "file_search": {"pattern": "**/*.kt"},
    "grep_search": {"pattern": "total"},
    "get_context_plan": {"task": "the total of a Cart is wrong"},
    "validate_output": {
        "outputType": "hypothesis",
        "data": {
            "verdict": "root_cause",
            "rootCause": "the list of items is empty",
            "explanation": "check() throws for an empty list",
            "citations": [{"filePath": f"{CODE}/Cart.kt", "line": 7, "quote": "no items"}],
            "suggestedFix": "return 0",
            "confidence": 0.9,
        },
    },
    "run_build": {},
    "run_tests": {"module": ":app", "task": "test"},
    "get_test_coverage": {"refresh": "never"},
}
"""A call of each tool that looks at files; the name ends at the comma."""


def write_shop(root: Path) -> None:
    """Write the files, with a history of two commits."""
    write_project(root, FILES | {"gradlew": WRAPPER})
    (root / "gradlew").chmod(0o755)
    _git(root, "init", "-q", "--template=")
    _git(root, "add", "-A")
    _git(root, "commit", "-qm", "first")
    cart = root / CODE / "Cart.kt"
    cart.write_text(cart.read_text().replace("items.sum()", "items.sum() + 0"))
    _git(root, "commit", "-qam", "add nothing")
    settle(root)


def settle(root: Path) -> None:
    """Set an old modification time on all files."""
    for folder, _, names in os.walk(root):
        for name in (*names, "."):
            os.utime(Path(folder, name), (_WRITTEN, _WRITTEN))


def _git(root: Path, *arguments: str) -> None:
    settings = ("-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *settings, *arguments], cwd=root, check=True, capture_output=True)


def tool_of(call: str) -> str:
    """Return the name of the tool that a call is of."""
    return call.partition(",")[0]


class OpenShop:
    """The project that tools are called on; it has to be closed."""

    def __init__(self, root: Path, data: Path) -> None:
        self.root = root
        self.data = data
        self.knowledge = KnowledgeStore(data, KnowledgeSettings(starter=False))
        self.workspace = Workspace([root], data)
        self.workspace.index()

    def reread(self) -> None:
        """Forget what was read of the project; its index stays on the disk."""
        self.workspace.close()
        self.workspace = Workspace([self.root], self.data)
        self.workspace.index()

    def close(self) -> None:
        self.workspace.close()
        self.knowledge.close()

    def call(
        self,
        call: str,
        parameters: dict[str, Any] | None = None,
        observe: Callable[[Observation], None] = lambda _observation: None,
    ) -> Answer:
        """Make one of the calls, or another one of a tool; `observe` is told what it sees of solutions.

        How long a build ran is taken out: it differs between two answers, whatever was read.
        """
        tool = load(tool_of(call))
        context = ToolContext(
            self.workspace.snapshot,
            self.knowledge,
            Settings(),
            self.data,
            deadline=soft_deadline(_PATIENCE * tool.seconds),
            approve=lambda _request: "yes",
            observe=observe,
        )
        given = CALLS[call] if parameters is None else parameters
        answer = invoke(tool, given, context).model_dump(mode="json")
        run = (answer.get("data") or {}).get("run")
        if run is not None:
            del run["seconds"]
        return answer
