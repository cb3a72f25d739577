// A project whose builds follow from its sources: a line with `missing…` does not compile, one with `broken…` fails when it runs.
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const GRADLEW = String.raw`#!/bin/sh
cd "$(dirname "$0")" || exit
src=src/main/kotlin/shop
failed() {
  printf '\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task '"'%s'"'.\n> %s\n\nBUILD FAILED in 1s\n' "$1" "$2"
  exit 1
}
errors=$(grep -n 'missing' $src/*.kt | sed -E "s|^([^:]+):([0-9]+):.*(missing[A-Za-z]*).*|e: file://$PWD/\1:\2:16 Unresolved reference '\3'.|")
if [ -n "$errors" ]; then
  printf '> Task :compileKotlin FAILED\n%s\n' "$errors"
  failed :compileKotlin 'Compilation error. See log for more details'
fi
echo '> Task :compileKotlin'
case "$*" in
  run*)
    main=$(printf '%s' "$*" | sed 's/.*-Pmain=//')
    line=$(grep -n 'broken' "$src/$main.kt" | head -1 | cut -d: -f1)
    if [ -n "$line" ]; then
      printf '> Task :run FAILED\nException in thread "main" java.lang.IllegalStateException: %s has no lines\n\tat shop.%s.total(%s.kt:%s)\n\tat shop.MainKt.main(Main.kt:4)\n' "$main" "$main" "$main" "$line"
      failed :run "Process 'command '/jdk/bin/java'' finished with non-zero exit value 1"
    fi
    echo '> Task :run'
    ;;
esac
printf '\nBUILD SUCCESSFUL in 1s\n2 actionable tasks: 2 executed\n'
`;

/** Make the project, and give what to open. */
export function session({ root }) {
  const folder = join(root, "shop");
  const sources = join(folder, "src", "main", "kotlin", "shop");
  mkdirSync(sources, { recursive: true });
  writeFileSync(join(folder, "settings.gradle.kts"), 'rootProject.name = "shop"\n');
  writeFileSync(join(folder, "gradlew"), GRADLEW);
  chmodSync(join(folder, "gradlew"), 0o755);
  for (const name of ["Basket", "Order", "Label"]) {
    writeFileSync(join(sources, `${name}.kt`), `package shop\n\nclass ${name} {\n    fun total(): Int {\n        return 1\n    }\n}\n`);
  }
  writeFileSync(join(sources, "Main.kt"), "package shop\n\nfun main() {\n    println(Basket().total() + Order().total() + Label().total())\n}\n");
  writeFileSync(join(folder, "crash.log"), 'FATAL EXCEPTION: main\njava.lang.IllegalArgumentException: a label without text\n\tat shop.Label.total(Label.kt:5)\n\tat shop.MainKt.main(Main.kt:4)\n');
  return { folder };
}
