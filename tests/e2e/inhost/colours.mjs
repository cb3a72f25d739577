// A small project whose code is looked at for its colours, and beside ours another extension with a Kotlin grammar.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const GREETER = `package org.sample

/** Greets by name. /* Comments nest. */ Still a comment. */
class Greeter(private val prefix: String) {
    fun greet(person: String?): String {
        val length = person!!.length
        return "$prefix \${person.uppercase()} of $length"
    }
}

fun main() {
    println(Greeter("Hello").greet(null))
}
`;

const CRASH = `Exception in thread "main" java.lang.NullPointerException
	at org.sample.Greeter.greet(Greeter.kt:6)
	at org.sample.GreeterKt.main(Greeter.kt:12)
`;

export function colours({ root }) {
  const folder = join(root, "greeter");
  write(join(folder, "settings.gradle.kts"), "");
  write(join(folder, "build.gradle.kts"), "");
  write(join(folder, "src", "main", "kotlin", "org", "sample", "Greeter.kt"), GREETER);
  write(join(folder, "crash.txt"), CRASH);
  write(join(folder, "notes.md"), 'Text before\n\n```kotlin\nval answer = "forty-two"\n```\n\nText after\n');
  otherGrammar(join(root, "extensions", "another.kotlin-colors-1.0.0"));
  return { folder };
}

/** Install an extension that makes a comment of every line of Kotlin. */
function otherGrammar(folder) {
  const manifest = {
    name: "kotlin-colors",
    publisher: "another",
    version: "1.0.0",
    engines: { vscode: "^1.101.0" },
    contributes: {
      languages: [{ id: "kotlin", extensions: [".kt"] }],
      grammars: [{ language: "kotlin", scopeName: "source.kotlin", path: "./kotlin.json" }],
    },
  };
  write(join(folder, "package.json"), JSON.stringify(manifest));
  write(join(folder, "kotlin.json"), JSON.stringify({ scopeName: "source.kotlin", patterns: [{ match: ".+", name: "comment.line.kotlin" }] }));
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
