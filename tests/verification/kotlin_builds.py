"""A Kotlin project that real Maven builds: the real compiler by antrun, JUnit 5 by surefire."""

from __future__ import annotations

from pathlib import Path

from tests.debian import needs_packages
from tests.project_folder import write_file
from tests.verification.builds import MAVEN, MAVEN_REPOSITORY

JUPITER = MAVEN_REPOSITORY / "org/junit/jupiter/junit-jupiter-engine/5.9.2"
ANTRUN = MAVEN_REPOSITORY / "org/apache/maven/plugins/maven-antrun-plugin/3.1.0"
PROVIDER = MAVEN_REPOSITORY / "org/apache/maven/surefire/surefire-junit-platform"

needs_maven_with_junit5 = needs_packages(
    "maven, junit5, libsurefire-java, libmaven-antrun-plugin-java",
    are_there=MAVEN is not None and JUPITER.exists() and ANTRUN.exists() and PROVIDER.exists(),
)

CART = """package shop

class Cart(private val prices: List<Int>) {
    fun total(): Int = prices.sum()

    fun average(): Int = total() / prices.size
}
"""
CART_TEST = """package shop

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Nested
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource

class CartTest {
    @Test fun `adds prices up`() = assertEquals(3, Cart(listOf(1, 2)).total())

    @Test fun `has an average when empty`() = assertEquals(0, Cart(emptyList()).average())

    @ParameterizedTest
    @ValueSource(ints = [1, 2])
    fun doubles(price: Int) = assertEquals(2, 2 * price)

    @Nested inner class WhenFull {
        @Test fun says() = assertEquals("red", "\\u001b[31mred")
    }
}
"""
_POM = """<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>shop</groupId><artifactId>shop</artifactId><version>1</version>
<properties><project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>
<dependencies>{dependencies}</dependencies>
<build><testSourceDirectory>src/test/kotlin</testSourceDirectory><plugins>
<plugin><artifactId>maven-resources-plugin</artifactId><version>3.3.0</version></plugin>
<plugin><artifactId>maven-compiler-plugin</artifactId><version>3.10.1</version></plugin>
<plugin><artifactId>maven-antrun-plugin</artifactId><version>3.1.0</version><executions><execution>
<phase>test-compile</phase><goals><goal>run</goal></goals><configuration><target>
<java classname="org.jetbrains.kotlin.cli.jvm.K2JVMCompiler" fork="true" failonerror="true">
<classpath><fileset dir="{compiler}" includes="*.jar"/></classpath>
<jvmarg value="-Dorg.jetbrains.kotlin.cliMessageRenderer=GradleStyle"/>
<jvmarg value="-XX:TieredStopAtLevel=1"/><jvmarg value="-XX:+UseSerialGC"/>
<arg value="-no-stdlib"/><arg value="-no-reflect"/>
<arg value="-cp"/><arg value="{stdlib}:{test_jars}"/>
<arg value="-d"/><arg value="target/test-classes"/>
<arg value="src/main/kotlin"/><arg value="src/test/kotlin"/>
</java></target></configuration></execution></executions></plugin>
<plugin><artifactId>maven-surefire-plugin</artifactId><version>2.22.3</version><configuration>
<forkCount>0</forkCount><additionalClasspathElements><element>{stdlib}</element></additionalClasspathElements>
</configuration></plugin>
</plugins></build></project>
"""
_ARTIFACTS = ("junit-jupiter-api", "junit-jupiter-engine", "junit-jupiter-params")


def kotlin_project(folder: Path, compiler: Path, cart: str = CART, test: str = CART_TEST) -> Path:
    """Write the project.

    Args:
        folder: where.
        compiler: the folder of the compiler's jars.
        cart: the text of its class.
        test: the text of its tests.
    """
    dependencies = "".join(
        f"<dependency><groupId>org.junit.jupiter</groupId><artifactId>{name}</artifactId>"
        "<version>5.9.2</version><scope>test</scope></dependency>"
        for name in _ARTIFACTS
    )
    java = Path("/usr/share/java")
    jars = [
        java / f"{name}.jar"
        for name in (*_ARTIFACTS, "junit-platform-commons", "apiguardian-api", "opentest4j")
    ]
    pom = _POM.format(
        dependencies=dependencies,
        compiler=compiler,
        stdlib=compiler / "kotlin-stdlib.jar",
        test_jars=":".join(map(str, jars)),
    )
    write_file(folder, "pom.xml", pom)
    write_file(folder, ".mvn/maven.config", f"-o\n-Dmaven.repo.local={MAVEN_REPOSITORY}\n")
    write_file(folder, ".mvn/jvm.config", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC\n")
    write_file(folder, "src/main/kotlin/shop/Cart.kt", cart)
    write_file(folder, "src/test/kotlin/shop/CartTest.kt", test)
    return folder
