import * as vscode from "vscode";
import type { FoundTest, FoundTestClass, TestClasses, TestsChanged, TestsInFile } from "./generated/contract";
import { likelyFile, relativePath } from "./workspaceFiles";

/** What the tree needs of the server. */
export interface TestServer {
  readonly onDidChangeTests: vscode.Event<TestsChanged>;
  testClasses(): Promise<TestClasses>;
  testsIn(filePath: string): Promise<TestsInFile>;
}

/** What an item of the tree stands for. */
export type TestNode =
  | { readonly kind: "module"; readonly module: string }
  | { readonly kind: "package" }
  | { readonly kind: "class"; readonly found: FoundTestClass }
  | { readonly kind: "test"; readonly found: FoundTestClass; readonly test: FoundTest }
  | { readonly kind: "invocation"; readonly found: FoundTestClass };

/** Names of files whose tests are read when they are shown. */
const ROOT = ":";

/**
 * The tests of the workspace, as the code has them: modules, packages and classes at once, tests when a class is opened,
 * its file is shown, or it is run.
 */
export class TestTree implements vscode.Disposable {
  private readonly nodes = new WeakMap<vscode.TestItem, TestNode>();
  private readonly classes = new Map<string, vscode.TestItem>();
  private readonly byFile = new Map<string, Set<string>>();
  private readonly resolved = new Set<string>();
  private readonly listening: vscode.Disposable;
  private loading: Promise<void> | undefined;

  constructor(
    readonly controller: vscode.TestController,
    private readonly server: TestServer,
    private readonly report: (problem: unknown) => void,
  ) {
    controller.resolveHandler = (item) => this.open(item);
    controller.refreshHandler = () => this.load();
    this.listening = vscode.Disposable.from(
      server.onDidChangeTests((told) => {
        this.change(told);
      }),
      vscode.workspace.onDidOpenTextDocument((document) => {
        this.show(document);
      }),
    );
  }

  /** Read all classes anew, as of a server that has just started. */
  load(): Promise<void> {
    this.loading = this.read().catch(this.report);
    return this.loading;
  }

  node(item: vscode.TestItem): TestNode | undefined {
    return this.nodes.get(item);
  }

  /** Give the item of a class by the name that a report has, of those that a run is about. */
  classItems(className: string): vscode.TestItem[] {
    return [...this.classes.values()].filter((item) => this.classOf(item)?.className === className);
  }

  /** Give all classes at and below some items; all there are without items. */
  classesOf(items: readonly vscode.TestItem[] | undefined): vscode.TestItem[] {
    if (items === undefined) return [...this.classes.values()];
    const found = new Set<vscode.TestItem>();
    const visit = (item: vscode.TestItem): void => {
      if (this.nodes.get(item)?.kind === "class") found.add(item);
      item.children.forEach(visit);
    };
    items.forEach(visit);
    return [...found];
  }

  /** Read the tests of a class, if they were not yet. */
  async resolve(item: vscode.TestItem): Promise<void> {
    const path = this.classOf(item)?.filePath;
    if (path !== undefined && !this.resolved.has(path)) await this.readTests(path);
  }

  /** Give the item of one invocation of a test, made when it is first reported. */
  invocation(item: vscode.TestItem, name: string): vscode.TestItem {
    const id = `${item.id}[${name}]`;
    const known = item.children.get(id);
    if (known !== undefined) return known;
    const made = this.controller.createTestItem(id, name, item.uri);
    if (item.range !== undefined) made.range = item.range;
    const found = this.classOf(item);
    if (found !== undefined) this.nodes.set(made, { kind: "invocation", found });
    item.children.add(made);
    return made;
  }

  dispose(): void {
    this.listening.dispose();
    this.controller.dispose();
  }

  private async read(): Promise<void> {
    const { classes } = await this.server.testClasses();
    this.controller.items.replace([]);
    this.classes.clear();
    this.byFile.clear();
    this.resolved.clear();
    this.add(classes);
    for (const document of vscode.workspace.textDocuments) this.show(document);
  }

  private async open(item: vscode.TestItem | undefined): Promise<void> {
    if (item === undefined) {
      await (this.loading ?? this.load());
      return;
    }
    await this.resolve(item).catch(this.report);
  }

  private change({ changed, removed, files }: TestsChanged): void {
    for (const id of removed) this.remove(id);
    this.add(changed);
    for (const path of new Set([...files, ...changed.map(({ filePath }) => filePath)])) {
      if (this.resolved.has(path) || isShown(path)) void this.readTests(path).catch(this.report);
    }
  }

  private show(document: vscode.TextDocument): void {
    const path = relativePath(document.uri);
    if (path !== undefined && this.byFile.has(path) && !this.resolved.has(path)) void this.readTests(path).catch(this.report);
  }

  /** Put classes into the tree, those around others first. */
  private add(classes: readonly FoundTestClass[]): void {
    for (const found of classes.toSorted((one, other) => one.className.length - other.className.length)) {
      const known = this.classes.get(found.id);
      const item = known ?? this.controller.createTestItem(found.id, found.name, likelyFile(found.filePath));
      this.nodes.set(item, { kind: "class", found });
      item.range ??= lineRange(found.line, found.line);
      item.canResolveChildren = true;
      const where = [found.sourceSet === "test" ? "" : found.sourceSet, found.needsDevice ? "needs a device" : ""];
      item.description = where.filter(Boolean).join(" · ");
      if (known !== undefined) continue;
      this.classes.set(found.id, item);
      this.filesClasses(found.filePath).add(found.id);
      this.parentOf(found).children.add(item);
    }
  }

  private remove(id: string): void {
    const item = this.classes.get(id);
    if (item === undefined) return;
    const path = this.classOf(item)?.filePath;
    this.classes.delete(id);
    if (path !== undefined) this.byFile.get(path)?.delete(id);
    // Folders that hold nothing any more go as well.
    for (let gone: vscode.TestItem | undefined = item; gone !== undefined;) {
      const above: vscode.TestItem | undefined = gone.parent;
      (above?.children ?? this.controller.items).delete(gone.id);
      gone = above?.children.size === 0 && this.nodes.get(above)?.kind !== "class" ? above : undefined;
    }
  }

  private filesClasses(path: string): Set<string> {
    const known = this.byFile.get(path) ?? new Set();
    this.byFile.set(path, known);
    return known;
  }

  private parentOf(found: FoundTestClass): vscode.TestItem {
    const outer = found.outer === null ? undefined : this.classes.get(found.outer);
    if (outer !== undefined) return outer;
    const name = found.module === ROOT ? (vscode.workspace.workspaceFolders?.[0]?.name ?? ROOT) : found.module;
    const module = this.folder(this.controller.items, `module ${found.module}`, name, { kind: "module", module: found.module });
    return this.folder(module.children, `${module.id} ${found.package}`, found.package || "(no package)", { kind: "package" });
  }

  private folder(items: vscode.TestItemCollection, id: string, label: string, node: TestNode): vscode.TestItem {
    const known = items.get(id);
    if (known !== undefined) return known;
    const made = this.controller.createTestItem(id, label);
    this.nodes.set(made, node);
    items.add(made);
    return made;
  }

  private async readTests(path: string): Promise<void> {
    this.resolved.add(path);
    let answer: TestsInFile;
    try {
      answer = await this.server.testsIn(path);
    } catch (problem) {
      this.resolved.delete(path);
      throw problem;
    }
    for (const { id, label, endLine, tests } of answer.classes) {
      const item = this.classes.get(id);
      const found = item && this.classOf(item);
      if (item === undefined || found === undefined) continue;
      item.label = label;
      item.range = lineRange(found.line, endLine);
      this.putTests(item, found, tests);
    }
  }

  private putTests(item: vscode.TestItem, found: FoundTestClass, tests: readonly FoundTest[]): void {
    const inner = [...this.classes.values()].filter((one) => one.parent === item);
    const made = new Map<string, vscode.TestItem>();
    const top: vscode.TestItem[] = [];
    for (const test of tests) {
      const id = `${item.id}#${test.path.join(" > ")}`;
      const above = made.get(`${item.id}#${test.path.slice(0, -1).join(" > ")}`);
      const one = this.controller.createTestItem(id, test.label, likelyFile(test.filePath));
      one.range = lineRange(test.line, test.endLine);
      one.description = test.isDisabled ? "disabled" : "";
      this.nodes.set(one, { kind: "test", found, test });
      made.set(id, one);
      if (above === undefined) top.push(one);
      else above.children.add(one);
    }
    item.children.replace([...top, ...inner]);
  }

  private classOf(item: vscode.TestItem): FoundTestClass | undefined {
    const node = this.nodes.get(item);
    return node !== undefined && "found" in node ? node.found : undefined;
  }
}

function isShown(path: string): boolean {
  return vscode.workspace.textDocuments.some(({ uri }) => relativePath(uri) === path);
}

/** Give the range of some lines, counted from 1. */
export function lineRange(first: number, last: number): vscode.Range {
  return new vscode.Range(first - 1, 0, Math.max(first, last) - 1, 0);
}
