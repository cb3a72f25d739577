"""Build files with a version catalogue, plugins and a graph of modules, for the summaries' tests."""

from __future__ import annotations

from tests.tools.code_app import make_app
from tests.tools.code_project import CodeProject

FILES = """\
// file: gradle/libs.versions.toml
[versions]
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
// file: settings.gradle.kts
rootProject.name = "shop"
include(":app", ":core:data", ":feature:pay-now")
// file: gradle/wrapper/gradle-wrapper.properties
distributionUrl=https\\://services.gradle.org/distributions/gradle-8.11.1-bin.zip
// file: app/build.gradle.kts
plugins {
    alias(libs.plugins.android.application)
    alias(libs.plugins.kotlin.android)
}
android {
    namespace = "shop.app"
    defaultConfig { minSdk = 24 }
}
dependencies {
    implementation(projects.feature.payNow)
    implementation(project(":core:data"))
    testImplementation(libs.junit)
    implementation("com.squareup.okio:okio:3.9.0")
}
// file: feature/pay-now/build.gradle
plugins { id 'java-library' }
dependencies {
    api project(':core:data')
    implementation libs.bundles.room
    testImplementation libs.junit
}
// file: feature/pay-now/src/main/java/shop/pay/Payment.kt
package shop.pay

import shop.data.Basket
import kotlinx.coroutines.flow.Flow

/** Pays a basket. */
class Payment(val basket: Basket)

class PaymentRepository
"""


def make_build(project: CodeProject) -> CodeProject:
    """Write the sample app with a build of three modules, `:app` → `:feature:pay-now` → `:core:data`."""
    make_app(project)
    project.add(FILES)
    return project
