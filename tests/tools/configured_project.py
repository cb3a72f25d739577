"""A server with configuration in every format, and the code that uses it."""

from tests.tools.built_project import BuiltProject

FILES = """\
// file: settings.gradle.kts
include(":app")
// file: app/build.gradle.kts
plugins { alias(libs.plugins.kotlin.jvm) }
android {
    defaultConfig {
        buildConfigField("String", "API_URL", "\\"https://api.example.com\\"")
        resValue("string", "flavor_name", "Pro")
        manifestPlaceholders["scheme"] = "shop"
    }
}
val cacheSize: String by project
dependencies { implementation(libs.ktor.core) }
// file: gradle/libs.versions.toml
[versions]
ktor = "3.0.0"
idle = "1.0"

[libraries]
ktor-core = { module = "io.ktor:ktor-core", version.ref = "ktor" }
alone = "a:b:1"

[bundles]
web = ["ktor-core"]

[plugins]
kotlin-jvm = { id = "org.jetbrains.kotlin.jvm", version = "2.1.0" }
// file: gradle.properties
org.gradle.jvmargs=-Xmx2g
cacheSize=10
nobody.reads=1
// file: app/src/main/resources/application.yml
server:
  port: 8080
mail:
  host: smtp.example.com
  smtp-auth: true
  retry:
    max-attempts: 3
  password: hunter2-Secret9
  unused-thing: 1
features: [a, b]
// file: app/src/main/kotlin/a/b/MailProperties.kt
package a.b

@ConfigurationProperties("mail")
class MailProperties(
    val host: String,
    val smtpAuth: Boolean = false,
    val retry: Retry,
    val sender: String,
) {
    class Retry(val maxAttempts: Int)
}
// file: app/src/main/kotlin/a/b/Reader.kt
package a.b

class Reader(private val environment: Environment, @Value("\\${mail.host}") private val host: String) {
    fun port() = environment.getProperty("server.port")
    fun name(@Value("\\${server.name:shop}") name: String) = name
    fun lost(@Value("\\${server.lost}") lost: String) = lost
}
// file: app/src/main/AndroidManifest.xml
<manifest xmlns:android="http://x" package="a.b">
  <uses-permission android:name="android.permission.INTERNET"/>
  <application>
    <activity android:name=".Main" android:scheme="${scheme}"/>
    <meta-data android:name="a.b.KEY" android:value="x"/>
  </application>
</manifest>
// file: app/src/main/kotlin/a/b/Main.kt
package a.b
class Main {
    fun run(info: Info) {
        BuildConfig.API_URL
        R.string.flavor_name
        info.metaData.getString("a.b.KEY")
    }
}
"""


def configured(folder):
    """Return the project, written below a folder."""
    project = BuiltProject(folder)
    project.add(FILES)
    return project
