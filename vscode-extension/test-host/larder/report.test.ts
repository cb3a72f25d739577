import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Context } from "../../src/context";
import { closeEditors, drawn, file, pause, running, until } from "../editor";
import { clickReport, focusReport, hasReport, holdReport, inReport, release, press, say, shot, violations } from "../pageDriver";
import { THEMES, theme } from "../themes";

const CRASH = "errors/01-crash.txt";

/** The section that shows where an error surfaced; above it may stand the code of its likely cause. */
const WHERE = "[...document.querySelectorAll('section')].find((one) => one.querySelector('h2')?.textContent.startsWith('Where'))";

describe("the report", () => {
  let context: Context;

  before(async () => {
    context = await running();
    await closeEditors();
    await analyze(CRASH);
  });

  after(async () => {
    await theme("Default Light Modern", "vscode-light");
    await closeEditors();
  });

  async function analyze(path: string): Promise<void> {
    await vscode.commands.executeCommand("kotlinRca.analyzeFile", file(path));
    await drawn(context);
    assert.equal(context.report?.source.from, path);
  }

  it("shows the code around the culprit, its line marked for the eye and the ear", async () => {
    const [marked, text] = await inReport<[string, string]>(
      `const row = ${WHERE}.querySelector('.code .row.culprit'); return [row.querySelector('.number').textContent, row.textContent]`,
    );
    assert.equal(marked, "11");
    assert.match(text, /culprit, line 11.*price!!\.cents/s);
    const [own, others] = await inReport<[string, string]>(
      "const color = (row) => getComputedStyle(row).backgroundColor; return [color(document.querySelector('.row.culprit')), color(document.querySelector('.row:not(.culprit)'))]",
    );
    assert.notEqual(own, others);
  });

  it("shows callers as a tree below their function, the one that the trace went through marked", async () => {
    const found = await inReport<{ names: string[]; taken: string[] }>(`
      return {
        names: [...document.querySelectorAll('.calls li')].map((one) => one.querySelector('code').textContent),
        taken: [...document.querySelectorAll('.calls .taken')].map((one) => one.querySelector('code').textContent),
      };`);
    assert.equal(found.names[0], "PriceLabel.of");
    assert.deepEqual(found.taken, ["BasketAdapter.onBindViewHolder"]);
  });

  it("nests callers of callers, and folds the section by the keyboard", async () => {
    let depth = 0;
    for (const name of ["05-unit-test.txt", "03-coroutine.txt", "02-obfuscated.txt", "04-anr.txt"]) {
      await analyze(`errors/${name}`);
      depth = await inReport<number>("return document.querySelectorAll('.calls ul ul').length");
      if (depth > 0) break;
    }
    assert.ok(depth > 0, "one of the example's errors has callers of callers");
    const open = (): Promise<boolean> => inReport<boolean>("return document.querySelector('details[data-fold=Callers]').open");
    assert.equal(await open(), true);
    await inReport("document.querySelector('details[data-fold=Callers] > summary').focus()");
    await press("Enter");
    await until("it to fold", async () => !(await open()));
    await press("Enter");
    await until("it to open", open);
    await analyze(CRASH);
  });

  it("draws who waits for whom in a program that hangs", async () => {
    await analyze("errors/04-anr.txt");
    const { names, arrows, width } = await inReport<{ names: string[]; arrows: number; width: number }>(`
      const picture = document.querySelector('.waits svg');
      return {
        names: [...picture.querySelectorAll('.name')].map((one) => one.textContent),
        arrows: picture.querySelectorAll('.edge').length,
        width: picture.getBoundingClientRect().width,
      };`);
    assert.deepEqual(names, ["main", "DefaultDispatcher-worker-1"]);
    assert.equal(arrows, 1);
    assert.ok(width > 0);
    await analyze(CRASH);
  });

  it("shows suspect changes with their diff and past solutions with what matched", async () => {
    const changes = await inReport<{ text: string; added: string; removed: string }[]>(`
      return [...document.querySelectorAll('section')].find((one) => one.querySelector('h2')?.textContent === 'Suspect changes')
        ? [...document.querySelectorAll('li details:has(.diff)')].map((one) => ({
            text: one.closest('li').textContent,
            added: one.querySelector('.added')?.textContent ?? '',
            removed: one.querySelector('.removed')?.textContent ?? '',
          }))
        : [];`);
    assert.match(changes[0]?.text ?? "", /Show deals that have no price yet.*last touched the line/s);
    assert.match(changes[0]?.added ?? "", /price!!\.cents/);
    assert.match(changes[0]?.removed ?? "", /price\.cents/);
    const [solution] = await inReport<{ verdict: string; shares: string[]; text: string }[]>(`
      return [...document.querySelectorAll('article')].map((one) => ({
        verdict: one.querySelector('h3 .tag')?.textContent ?? 'same',
        shares: [...one.querySelectorAll('p .tag')].map((tag) => tag.textContent),
        text: one.textContent,
      }));`);
    assert.ok(solution);
    assert.ok(["same", "similar"].includes(solution.verdict));
    assert.ok(solution.verdict === "same" || solution.shares.length > 0);
    assert.match(solution.text, /\d+% likely the one/);
  });

  it("goes to a place by its button", async () => {
    await clickReport("button.link", "BasketAdapter.kt:26");
    await until("the code", () => {
      const editor = vscode.window.activeTextEditor;
      return editor?.document.uri.path.endsWith("BasketAdapter.kt") === true && editor.selection.active.line === 25;
    });
  });

  it("is reached by the keyboard, in the order of the page", async () => {
    await focusReport();
    const reached: string[] = [];
    for (let steps = 0; steps < 18; steps += 1) {
      await press("Tab");
      reached.push(await inReport<string>("return document.activeElement.textContent.trim().slice(0, 40)"));
    }
    // Above them may stand what can be done with a known solution.
    const first = reached.indexOf("Copy for model");
    assert.deepEqual(reached.slice(first, first + 3), ["Copy for model", "Send to chat", "This fixed it…"]);
    assert.ok(reached.includes("PriceLabel.kt:11"));
    const outlined = await inReport<string>("return getComputedStyle(document.activeElement).outlineStyle");
    assert.notEqual(outlined, "none", "the focus is seen");
    await vscode.env.clipboard.writeText("");
    await inReport("document.querySelector('button[data-act=copyBrief]').focus()");
    await press("Enter");
    await until("the brief", async () => (await vscode.env.clipboard.readText()) === context.report?.result.brief);
  });

  it("of a failed build leads from each message to its line, wherever it was built", async () => {
    await analyze("errors/06-kotlinc.txt");
    const messages = "[...document.querySelectorAll('section')].find((one) => one.querySelector('h2')?.textContent === 'Messages')";
    await until("the messages", () => inReport<boolean>(`return ${messages}?.querySelectorAll('li').length === 3`));
    const places = await inReport<string[]>(`return [...${messages}.querySelectorAll('button.link')].map((one) => one.textContent)`);
    assert.deepEqual(places, ["RecipeScreen.kt:20", "RecipeScreen.kt:21", "StepPager.kt:13"]);
    await clickReport("section button.link", "StepPager.kt:13");
    await until("the code", () => vscode.window.activeTextEditor?.document.uri.path.endsWith("StepPager.kt"));
    assert.equal(vscode.window.activeTextEditor?.selection.active.line, 12);
    await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
    await analyze(CRASH);
  });

  it("breaks no rule of accessibility for a build that only Gradle speaks of, and leads with its reason", async () => {
    await analyze("errors/08-dependency-conflict.txt");
    assert.match(await inReport<string>("return document.querySelector('h1').textContent"), /^Dependency resolution failure: Cannot find a version of/);
    assert.deepEqual((await violations()).map(({ id: rule }) => rule), []);
    await analyze(CRASH);
  });

  it("says so where nothing in a text is an error", async () => {
    await vscode.workspace.fs.writeFile(file("errors/quiet.log"), new TextEncoder().encode("all is well\n"));
    await analyze("errors/quiet.log");
    assert.equal(await inReport<string>("return document.querySelector('h1').textContent"), "No error recognized");
    await vscode.workspace.fs.delete(file("errors/quiet.log"));
    await analyze(CRASH);
  });

  it("takes nothing from under a person's hand when it is drawn anew", async () => {
    const [top] = await inReport<[number]>(`
      window.kept = [...document.querySelectorAll('summary')].at(-1);
      kept.parentElement.open = false;
      document.querySelector('button.link').focus();
      document.querySelector('article').scrollIntoView();
      return [window.scrollY];`);
    assert.ok(top > 0);
    await analyze(CRASH);
    const after = await inReport<{ same: boolean; open: boolean; focus: string; top: number }>(
      "return { same: kept.isConnected, open: kept.parentElement.open, focus: document.activeElement.textContent, top: window.scrollY }",
    );
    assert.deepEqual(after, { same: true, open: false, focus: "PriceLabel.kt:11", top });
    await vscode.env.clipboard.writeText("");
    await holdReport("button[data-act=copyBrief]");
    await analyze(CRASH);
    await release();
    await until("the brief", async () => (await vscode.env.clipboard.readText()) === context.report?.result.brief);
  });

  it("starts at its top when it is about another error, and its heading is read to who was in it", async () => {
    await inReport("document.querySelector('article button').focus(); document.querySelector('article').scrollIntoView()");
    await analyze("errors/05-unit-test.txt");
    const [top, focus] = await inReport<[number, string]>("return [window.scrollY, document.activeElement.nodeName]");
    assert.deepEqual([top, focus], [0, "H1"]);
    await analyze(CRASH);
  });

  it("is as it was left when it was covered for a while", async () => {
    const top = await inReport<number>(`
      document.querySelector('details').open = false;
      document.querySelector('article').scrollIntoView();
      return window.scrollY;`);
    await pause(1_000);
    const column = vscode.window.tabGroups.all.find(({ activeTab }) => activeTab?.input instanceof vscode.TabInputWebview)?.viewColumn;
    assert.ok(column);
    await vscode.window.showTextDocument(file(CRASH), { viewColumn: column, preview: false });
    await until("it to be gone", async () => !(await hasReport()));
    await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
    await drawn(context);
    await until("its place", async () => (await inReport<number>("return window.scrollY")) === top);
    assert.equal(await inReport<boolean>("return document.querySelector('details').open"), false);
  });

  it("has headings in order and names for all that is pressed", async () => {
    const levels = await inReport<number[]>("return [...document.querySelectorAll('h1,h2,h3,h4')].map((one) => Number(one.tagName[1]))");
    assert.equal(levels[0], 1);
    assert.ok(levels.every((level, index) => index === 0 || level <= (levels[index - 1] ?? 0) + 1), levels.join(" "));
    assert.equal(await inReport<number>("return [...document.querySelectorAll('button')].filter((one) => one.textContent.trim() === '').length"), 0);
  });

  it("loads nothing from elsewhere, and its policy would not let it", async () => {
    const { policy, urls } = await inReport<{ policy: string; urls: string[] }>(`
      return {
        policy: document.querySelector('meta[http-equiv]').content,
        urls: performance.getEntriesByType('resource').map((one) => new URL(one.name).hostname),
      };`);
    assert.match(policy, /^default-src 'none'; style-src \S+( \S+)*; script-src 'nonce-[0-9a-f]{32}'$/);
    assert.deepEqual([...new Set(urls)].filter((host) => !/(?:^|\.)(?:127\.0\.0\.1|localhost|vscode-cdn\.net)$/.test(host)), []);
    const ran = await inReport<boolean>("const script = document.createElement('script'); script.textContent = 'window.ran = true'; document.body.append(script); script.remove(); return window.ran === true");
    assert.equal(ran, false);
  });

  for (const [name, id, kind] of THEMES) {
    it(`breaks no rule of accessibility, and is seen, in ${name}`, async () => {
      await theme(id, kind);
      await analyze(CRASH);
      await until("the theme in the report", () => inReport<boolean>("return document.body.classList.contains(argument)", kind));
      await shot(`report-${name}`);
      await inReport("document.querySelector('.calls').scrollIntoView()");
      await shot(`report-callers-${name}`);
      const found = await violations();
      for (const { id: rule, impact, help, nodes } of found) await say(`      ${rule} (${impact}): ${help}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
      assert.deepEqual(found.map(({ id: rule }) => rule), []);
    });
  }
});
