// A Java project with programs that throw, and an extension whose debug adapters are those of tests/debug_stops, and
// debugpy. Scripts in Python and JavaScript are there for the debuggers of these languages.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const CART = `package shop;

import java.util.ArrayList;
import java.util.List;

public class Cart {
    private final List<String> items = new ArrayList<>(List.of("tea", "milk", "salt"));
    private final String password = "Xk29vLqPz83mNw";

    String itemAt(int index) {
        return items.get(index).trim();
    }

    public static void main(String[] arguments) {
        System.out.println(new Cart().itemAt(3));
    }
}
`;
const LATE = `package shop;

public class Late {
    static int half(int whole) {
        return whole / (whole - whole);
    }

    public static void main(String[] arguments) throws InterruptedException {
        for (int second = 0; second < 60; second++) {
            Thread.sleep(1000);
            try {
                half(second);
            } catch (ArithmeticException expected) {
                continue;
            }
        }
    }
}
`;

const PRICES_PY = `class Order:
    def __init__(self, prices):
        self.prices = prices


def mean_of(order):
    total = sum(order.prices)
    return total / len(order.prices)


def report(order):
    print("mean", mean_of(order))


report(Order([]))
`;
const PRICES_JS = `class Order {
  constructor(lines) {
    this.lines = lines;
  }
}

function firstPrice(order) {
  const [first] = order.lines;
  return first.price;
}

function report(order) {
  console.log("first", firstPrice(order));
}

report(new Order([]));
`;

/** Make the project with its classes, and give what to open. */
export function debugging({ root, repository }) {
  const folder = join(root, "shop");
  const sources = join(folder, "src", "main", "java", "shop");
  const classes = join(folder, "build", "classes");
  for (const made of [sources, classes]) mkdirSync(made, { recursive: true });
  writeFileSync(join(folder, "settings.gradle.kts"), 'rootProject.name = "shop"\n');
  writeFileSync(join(sources, "Cart.java"), CART);
  writeFileSync(join(sources, "Late.java"), LATE);
  mkdirSync(join(folder, "scripts"));
  writeFileSync(join(folder, "scripts", "prices.py"), PRICES_PY);
  writeFileSync(join(folder, "scripts", "prices.js"), PRICES_JS);
  execFileSync("javac", ["-g", "-d", classes, join(sources, "Cart.java"), join(sources, "Late.java")]);
  writeExtension(join(root, "extensions", "tests.adapters-1.0.0"), repository);
  return { folder, environment: { CLASSES: classes, SOURCES: sources, PYTHONPATH: repository, PYTHON: join(repository, ".venv", "bin", "python") } };
}

/** Make an extension without code of its own that offers the debug adapters. */
function writeExtension(folder, repository) {
  mkdirSync(folder, { recursive: true });
  const python = join(repository, ".venv", "bin", "python");
  const adapter = (type, module, args = []) => ({ type, label: type, runtime: python, program: "start.py", args: [module, ...args] });
  // The program is a file of the extension; the adapters import their project's modules.
  writeFileSync(join(folder, "start.py"), `import runpy, sys\nsys.path.insert(0, ${JSON.stringify(repository)})\nmodule = sys.argv.pop(1)\nrunpy.run_module(module, run_name="__main__")\n`);
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({
      name: "adapters",
      publisher: "tests",
      version: "1.0.0",
      engines: { vscode: "^1.101.0" },
      extensionKind: ["workspace"],
      contributes: {
        debuggers: [
          adapter("rca-jvm", "tests.debug_stops.jvm_debug_adapter", ["--uncaught"]),
          adapter("rca-jvm-unasked", "tests.debug_stops.jvm_debug_adapter"),
          adapter("rca-debugpy", "debugpy.adapter"),
          adapter("rca-scripted", "tests.debug_stops.scripted_debug_adapter", ["--uncaught"]),
        ],
      },
    }),
  );
  // What is not listed here the editor takes for a left-over.
  const name = basename(folder);
  const listed = { identifier: { id: "tests.adapters" }, version: "1.0.0", location: { $mid: 1, path: folder, scheme: "file" }, relativeLocation: name };
  writeFileSync(join(dirname(folder), "extensions.json"), JSON.stringify([listed]));
}
