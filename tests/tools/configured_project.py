"""A server with configuration in every format, and the code that uses it."""

from tests.tools.built_project import BuiltProject

APPLICATION = """server:
  port: 8080
mail:
  host: smtp.example.com
  smtp-auth: true
  retry:
    max-attempts: 3
  password: hunter2-Secret9
  unused-thing: 1
features: [a, b]
"""
PROPERTIES_CLASS = """package a.b

@ConfigurationProperties("mail")
class MailProperties(
    val host: String,
    val smtpAuth: Boolean = false,
    val retry: Retry,
    val sender: String,
) {
    class Retry(val maxAttempts: Int)
}
"""
READER = """package a.b

class Reader(private val environment: Environment, @Value("\\${mail.host}") private val host: String) {
    fun port() = environment.getProperty("server.port")
    fun name(@Value("\\${server.name:shop}") name: String) = name
    fun lost(@Value("\\${server.lost}") lost: String) = lost
}
"""
CATALOG = """[versions]
ktor = "3.0.0"
idle = "1.0"

[libraries]
ktor-core = { module = "io.ktor:ktor-core", version.ref = "ktor" }
alone = "a:b:1"

[bundles]
web = ["ktor-core"]

[plugins]
kotlin-jvm = { id = "org.jetbrains.kotlin.jvm", version = "2.1.0" }
"""
SCRIPT = """plugins { alias(libs.plugins.kotlin.jvm) }
android {
    defaultConfig {
        buildConfigField("String", "API_URL", "\\"https://api.example.com\\"")
        resValue("string", "flavor_name", "Pro")
        manifestPlaceholders["scheme"] = "shop"
    }
}
val cacheSize: String by project
dependencies { implementation(libs.ktor.core) }
"""
MANIFEST = """<manifest xmlns:android="http://x" package="a.b">
  <uses-permission android:name="android.permission.INTERNET"/>
  <application>
    <activity android:name=".Main" android:scheme="${scheme}"/>
    <meta-data android:name="a.b.KEY" android:value="x"/>
  </application>
</manifest>
"""


def configured(folder):
    made = BuiltProject(folder)
    made.write("settings.gradle.kts", 'include(":app")\n')
    made.write("app/build.gradle.kts", SCRIPT)
    made.write("gradle/libs.versions.toml", CATALOG)
    made.write("gradle.properties", "org.gradle.jvmargs=-Xmx2g\ncacheSize=10\nnobody.reads=1\n")
    made.write("app/src/main/resources/application.yml", APPLICATION)
    made.write("app/src/main/kotlin/a/b/MailProperties.kt", PROPERTIES_CLASS)
    made.write("app/src/main/kotlin/a/b/Reader.kt", READER)
    made.write("app/src/main/AndroidManifest.xml", MANIFEST)
    made.write(
        "app/src/main/kotlin/a/b/Main.kt",
        "package a.b\nclass Main {\n    fun run(info: Info) {\n        BuildConfig.API_URL\n"
        '        R.string.flavor_name\n        info.metaData.getString("a.b.KEY")\n    }\n}\n',
    )
    return made
