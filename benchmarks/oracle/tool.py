"""The Kotlin compiler from npm, and two programs that export its and javac's resolution."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import zipfile
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

HERE = Path(__file__).parent
COMPILER = "kotlin-compiler@2.4.20"
LIBRARIES = (
    "kotlin-stdlib",
    "kotlin-reflect",
    "kotlinx-coroutines-core-jvm",
    "kotlin-test",
    "kotlin-test-junit",
)
JAVAC_OPENINGS = tuple(
    f"--add-exports=jdk.compiler/com.sun.tools.javac.{package}=ALL-UNNAMED" for package in ("code", "tree")
)


DEBIAN = (
    *("junit4", "junit5", "libhamcrest-java", "libmockito-java", "libassertj-core-java", "libguava-java"),
    *(
        "libjsr305-java",
        "libjsoup-java",
        "libcommons-io-java",
        "libcommons-lang3-java",
        "libcommons-codec-java",
    ),
    *("libapache-mime4j-java", "libreactive-streams-java", "librx-java", "libslf4j-java", "libjzlib-java"),
    *("libatinject-jsr330-api-java", "libgeronimo-annotation-1.3-spec-java", "libjna-java", "libbcprov-java"),
    *("libjcip-annotations-java", "libprotobuf-java", "libjson-java"),
)
"""Packages with jars of libraries; where the system is no Debian, a key is made without them."""


class Tool:
    """Hold the compilers under a cache folder, and run them.

    Everything is fetched or built when first asked for, and kept by the hash of its sources.
    """

    def __init__(self, cache: Path) -> None:
        self._home = cache / "tool"
        self._home.mkdir(parents=True, exist_ok=True)

    def jar(self, name: str) -> Path:
        """Return a jar that comes with the compiler."""
        return self._compiler / f"{name}.jar"

    def kotlin(
        self, arguments: Sequence[str], *, properties: Sequence[str] = ()
    ) -> subprocess.CompletedProcess[str]:
        """Run the Kotlin compiler; errors in what it compiles are no errors here."""
        main = "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler"
        return self.run(main, arguments, properties=properties)

    def run(
        self,
        main: str,
        arguments: Sequence[str],
        *,
        properties: Sequence[str] = (),
        jar: Path | None = None,
    ) -> subprocess.CompletedProcess[str]:
        """Run a program that calls the Kotlin compiler; `jar` holds it where the compiler does not."""
        jars = ("kotlin-compiler", "kotlin-stdlib", "kotlin-reflect", "kotlinx-coroutines-core-jvm")
        path = ":".join(str(self.jar(name)) for name in (*jars, "kotlin-script-runtime", "annotations-13.0"))
        if jar is not None:
            path = f"{jar}:{path}"
        options = [
            "java",
            "-Xmx4g",
            "-Xss8m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            *properties,
            "-cp",
            path,
        ]
        return subprocess.run([*options, main, *arguments], capture_output=True, text=True, check=False)

    def java_calls(self, arguments: Sequence[str]) -> subprocess.CompletedProcess[str]:
        """Run the reader of javac's resolution."""
        command = [
            "java",
            "-Xmx2g",
            "-Xss8m",
            "-XX:+UseSerialGC",
            *JAVAC_OPENINGS,
            "-cp",
            str(self._java_reader),
            "JavaCalls",
        ]
        return subprocess.run([*command, *arguments], capture_output=True, text=True, check=False)

    @cached_property
    def libraries(self) -> tuple[Path, ...]:
        """Return the jars that sources are compiled against."""
        folder = self._home / "debian"
        if not folder.exists() and shutil.which("apt-get"):
            folder.mkdir()
            subprocess.run(
                ["apt-get", "-q", "download", *DEBIAN], cwd=folder, check=False, capture_output=True
            )
            for package in folder.glob("*.deb"):
                subprocess.run(["dpkg-deb", "-x", package.name, "unpacked"], cwd=folder, check=True)
        jars = [path for path in folder.glob("unpacked/usr/share/java/*.jar") if not path.is_symlink()]
        return (*(self.jar(name) for name in LIBRARIES), *sorted(jars))

    @cached_property
    def plugin(self) -> Path:
        """Build the compiler plugin that writes call edges, and return its jar."""
        return self.build_plugin("plugin", "oracle.CallEdgesRegistrar")

    def build_plugin(self, folder: str, registrar: str) -> Path:
        """Build the compiler plugin whose sources a folder beside this file holds, and return its jar."""
        sources = sorted((HERE / folder).glob("*.kt"))
        jar = self._home / f"{folder}-{_hash(sources)}.jar"
        if not jar.exists():
            classes = jar.with_suffix("")
            path = ":".join(
                str(self.jar(name)) for name in ("kotlin-compiler", "kotlin-stdlib", "annotations-13.0")
            )
            flags = ["-no-stdlib", "-no-reflect", "-cp", path, "-d", str(classes)]
            _check(self.kotlin([*flags, *map(str, sources)]))
            service = "META-INF/services/org.jetbrains.kotlin.compiler.plugin.CompilerPluginRegistrar"
            with zipfile.ZipFile(jar, "w") as archive:
                for file in sorted(classes.rglob("*.class")):
                    archive.write(file, file.relative_to(classes))
                archive.writestr(service, f"{registrar}\n")
        return jar

    @cached_property
    def _java_reader(self) -> Path:
        sources = sorted((HERE / "javac").glob("*.java"))
        classes = self._home / f"javac-{_hash(sources)}"
        if not classes.exists():
            command = ["javac", *JAVAC_OPENINGS, "-d", str(classes), *map(str, sources)]
            _check(subprocess.run(command, capture_output=True, text=True, check=False))
        return classes

    @cached_property
    def _compiler(self) -> Path:
        package = self._home / "package"
        if not package.exists():
            subprocess.run(["npm", "pack", COMPILER], cwd=self._home, check=True, capture_output=True)
            (archive,) = self._home.glob("kotlin-compiler-*.tgz")
            subprocess.run(["tar", "xzf", archive.name], cwd=self._home, check=True)
        return package / "lib"


def _hash(sources: Sequence[Path]) -> str:
    return hashlib.sha256(b"\0".join(source.read_bytes() for source in sources)).hexdigest()[:12]


def _check(result: subprocess.CompletedProcess[str]) -> None:
    if result.returncode:
        raise SystemExit(result.stderr or result.stdout)
