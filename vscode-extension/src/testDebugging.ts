import * as vscode from "vscode";
import { UserError } from "./toolAnswer";

/** Where Gradle and Maven have tests wait for a debugger. */
const PORT = 5005;

/** What attaches to a JVM, by the type of its debug adapter: the best first. */
const ATTACH: Readonly<Record<string, object>> = {
  java: { hostName: "localhost", port: PORT },
  kotlin: { hostName: "localhost", port: PORT, timeout: 10_000 },
};

/**
 * Give the debug configuration by which to attach to waiting tests.
 *
 * @throws UserError where no debugger for a JVM is installed
 */
export function attachConfiguration(extensions: readonly { readonly packageJSON: unknown }[] = vscode.extensions.all): vscode.DebugConfiguration {
  const offered = new Set(extensions.flatMap(({ packageJSON }) => debuggersOf(packageJSON)));
  const type = Object.keys(ATTACH).find((one) => offered.has(one));
  if (type === undefined) {
    throw new UserError("No debugger for Java or Kotlin is installed.", "Install one, for example Debugger for Java.", {
      title: "Show Extensions",
      command: "workbench.view.extensions",
    });
  }
  return { type, name: "Kotlin RCA: tests", request: "attach", ...ATTACH[type] };
}

function debuggersOf(packageJSON: unknown): string[] {
  const { contributes } = packageJSON as { contributes?: { debuggers?: readonly { readonly type?: string }[] } };
  return (contributes?.debuggers ?? []).flatMap(({ type }) => type ?? []);
}
