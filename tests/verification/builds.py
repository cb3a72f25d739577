"""Builds for the tests: real Gradle and Maven projects with one fault, and wrappers that only act a build."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from evaluation.project_text import write_project
from tests.debian import needs_packages
from tests.project_folder import write_file

GRADLE = shutil.which("gradle")
MAVEN = shutil.which("mvn")
JUNIT = [Path("/usr/share/java") / name for name in ("junit4.jar", "hamcrest-core.jar")]
MAVEN_REPOSITORY = Path("/usr/share/maven-repo")
SUREFIRE = MAVEN_REPOSITORY / "org/apache/maven/surefire/surefire-junit4"

needs_gradle = needs_packages(
    "gradle, junit4", are_there=GRADLE is not None and all(path.exists() for path in JUNIT)
)
needs_maven = needs_packages(
    "maven, libsurefire-java, libmaven-compiler-plugin-java, libmaven-resources-plugin-java",
    are_there=MAVEN is not None and SUREFIRE.exists(),
)

_QUICK = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
"""For a JVM that lives for seconds: what it would compile better would never be run often enough."""

FAULTY = """package demo;
public class Calc { public static int half(int n) { return n / 0; } }
"""
FIXED = FAULTY.replace("/ 0", "/ 2")
TEST = """package demo;
import org.junit.Test;
import static org.junit.Assert.assertEquals;
public class CalcTest {
    @Test public void halves() { assertEquals(2, Calc.half(4)); }
    @Test public void isThere() { }
}
"""
_POM = """<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>demo</groupId><artifactId>demo</artifactId><version>1</version>
<properties><maven.compiler.source>1.8</maven.compiler.source><maven.compiler.target>1.8</maven.compiler.target>
<project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>
<dependencies><dependency><groupId>junit</groupId><artifactId>junit</artifactId><version>4.x</version>
<scope>test</scope></dependency></dependencies>
<build><plugins>
<plugin><artifactId>maven-resources-plugin</artifactId><version>3.3.0</version></plugin>
<plugin><artifactId>maven-compiler-plugin</artifactId><version>3.10.1</version></plugin>
<plugin><artifactId>maven-surefire-plugin</artifactId><version>2.22.3</version>
<configuration><forkCount>0</forkCount></configuration></plugin>
</plugins></build></project>
"""


def gradle_project(folder: Path, calc: str = FAULTY) -> Path:
    """Write a Gradle project with one class and its test."""
    jars = ", ".join(f"'{path}'" for path in JUNIT)
    build = f"""
// file: settings.gradle
rootProject.name = 'demo'
// file: build.gradle
apply plugin: 'java'
dependencies {{ testCompile files({jars}) }}
"""
    write_project(folder, build + _sources(calc))
    return folder


def maven_project(folder: Path, calc: str = FAULTY) -> Path:
    """Write a Maven project with one class and its test."""
    build = f"""
// file: pom.xml
{_POM}// file: .mvn/maven.config
-o
-Dmaven.repo.local={MAVEN_REPOSITORY}
// file: .mvn/jvm.config
{_QUICK}
"""
    write_project(folder, build + _sources(calc))
    return folder


def wrapper(folder: Path, script: str, name: str = "gradlew") -> Path:
    """Write a wrapper that acts a build; it answers `--version` as Gradle 8.5 does."""
    write_file(folder, "settings.gradle", "rootProject.name = 'shop'\n")
    head = '#!/bin/sh\n[ "$1" = --version ] && { echo "Gradle 8.5"; echo "JVM: 17.0.9 (Debian)"; exit 0; }\n'
    path = write_file(folder, name, head + script)
    path.chmod(0o755)
    return path


def commit(folder: Path) -> str:
    """Commit everything, and return the commit."""
    for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "all"]):
        _git(folder, *arguments)
    return _git(folder, "rev-parse", "HEAD")


def is_alive(pid: int) -> bool:
    """Return whether a process runs; one that ended and is not waited for does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return state.rpartition(")")[2].split()[0] != "Z"


def _git(folder: Path, *arguments: str) -> str:
    who = {f"GIT_{role}_{part}": "someone" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")}
    done = subprocess.run(
        ["git", *arguments], cwd=folder, env=os.environ | who, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def _sources(calc: str) -> str:
    return f"// file: src/main/java/demo/Calc.java\n{calc}// file: src/test/java/demo/CalcTest.java\n{TEST}"
