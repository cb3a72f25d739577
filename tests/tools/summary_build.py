"""Build files with a version catalogue, plugins and a graph of modules, for the summaries' tests."""

from __future__ import annotations

from tests.tools.code_app import make_app
from tests.tools.code_project import CodeProject

CATALOG = """[versions]
kotlin = "2.1.0"
agp = "8.7.1"
room = "2.6.1"
compileSdk = "35"

[libraries]
room-runtime = { module = "androidx.room:room-runtime", version.ref = "room" }
room-ktx = { group = "androidx.room", name = "room-ktx", version.ref = "room" }
junit = "junit:junit:4.13.2"

[bundles]
room = ["room-runtime", "room-ktx"]

[plugins]
android-application = { id = "com.android.application", version.ref = "agp" }
kotlin-android = { id = "org.jetbrains.kotlin.android", version.ref = "kotlin" }
"""


def make_build(project: CodeProject) -> CodeProject:
    """Write the sample app with a build of three modules, `:app` → `:feature:pay-now` → `:core:data`."""
    make_app(project)
    project.write("gradle/libs.versions.toml", CATALOG)
    project.write(
        "settings.gradle.kts",
        'rootProject.name = "shop"\ninclude(":app", ":core:data", ":feature:pay-now")\n',
    )
    project.write(
        "gradle/wrapper/gradle-wrapper.properties",
        "distributionUrl=https\\://services.gradle.org/distributions/gradle-8.11.1-bin.zip\n",
    )
    project.write(
        "app/build.gradle.kts",
        "plugins {\n    alias(libs.plugins.android.application)\n    alias(libs.plugins.kotlin.android)\n}\n"
        'android {\n    namespace = "shop.app"\n    defaultConfig { minSdk = 24 }\n}\n'
        "dependencies {\n    implementation(projects.feature.payNow)\n    implementation(project(\":core:data\"))\n"
        "    testImplementation(libs.junit)\n    implementation(\"com.squareup.okio:okio:3.9.0\")\n}\n",
    )  # fmt: skip
    project.write(
        "feature/pay-now/build.gradle",
        "plugins { id 'java-library' }\ndependencies {\n    api project(':core:data')\n"
        "    implementation libs.bundles.room\n    testImplementation libs.junit\n}\n",
    )
    project.write(
        "feature/pay-now/src/main/java/shop/pay/Payment.kt",
        "package shop.pay\n\nimport shop.data.Basket\nimport kotlinx.coroutines.flow.Flow\n\n"
        "/** Pays a basket. */\nclass Payment(val basket: Basket)\n\nclass PaymentRepository\n",
    )
    return project
