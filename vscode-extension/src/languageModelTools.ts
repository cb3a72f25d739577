import * as vscode from "vscode";
import { UserError, type Answer, type ToolName } from "./toolAnswer";
import { lacks, origins } from "./errorPage";
import type { Meta } from "./generated/contract";
import { block, code, prose } from "./markdown";
import type { Server } from "./server";

/** What stands before a tool's own name in the editor, where all extensions' tools lie in one list. */
export const PREFIX = "kotlin_rca_";

/** What is longer is data: an error's whole log. */
const MOST_SHOWN = 10_000;
/** What is longer, or has lines, stands by itself. */
const MOST_IN_LINE = 80;

type Risk = "read_only" | "safe_write" | "dangerous";

/** A tool as package.json offers it. */
export interface OfferedTool {
  readonly name: string;
  readonly displayName: string;
  readonly risk: Risk;
}

/** Offer the tools of package.json to the editor's language models. */
export function languageModelTools(server: Server, tools: readonly OfferedTool[]): vscode.Disposable {
  return vscode.Disposable.from(...tools.map((tool) => vscode.lm.registerTool(tool.name, new ServerTool(server, tool))));
}

/** Read the tools that package.json offers; each says by a tag what it may do. */
export function offeredTools(manifest: unknown): OfferedTool[] {
  const { contributes } = manifest as {
    contributes?: { languageModelTools?: { name: string; displayName: string; tags: string[] }[] };
  };
  return (contributes?.languageModelTools ?? []).map(({ name, displayName, tags }) => ({ name, displayName, risk: riskOf(tags) }));
}

/** A tool that does not say what it may do is asked about like the worst. */
function riskOf(tags: readonly string[]): Risk {
  return (["read_only", "safe_write"] as const).find((risk) => tags.includes(risk)) ?? "dangerous";
}

const WARNINGS: Readonly<Record<Exclude<Risk, "read_only">, string>> = {
  safe_write: "This writes a file or a solution. You are asked only here.",
  dangerous: "This may run programs of the project. Before it does, you are shown the command and asked again.",
};

/**
 * One tool. The editor asks before a safe write, which the server is then told; what is more than that
 * the server asks about itself, as only it knows what would run or be sent.
 */
class ServerTool implements vscode.LanguageModelTool<object> {
  private readonly tool: ToolName;

  constructor(
    private readonly server: Server,
    private readonly offered: OfferedTool,
  ) {
    this.tool = offered.name.slice(PREFIX.length) as ToolName;
  }

  prepareInvocation({ input }: vscode.LanguageModelToolInvocationPrepareOptions<object>): vscode.PreparedToolInvocation {
    const { displayName, risk } = this.offered;
    const invocationMessage = `Kotlin RCA: ${this.tool} ${inFewWords(input)}`;
    if (risk === "read_only") return { invocationMessage };
    const message = new vscode.MarkdownString([prose(WARNINGS[risk]), ...parameters(input)].join("\n\n"));
    return { invocationMessage, confirmationMessages: { title: `Kotlin RCA: ${displayName}?`, message } };
  }

  async invoke(
    { input }: vscode.LanguageModelToolInvocationOptions<object>,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    const answer = await this.answer(input, token);
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(wantsBrief() ? brief(answer) : JSON.stringify(answer))]);
  }

  /** The server validates; what it refuses comes back as words that a model can act on, as does that it does not run. */
  private async answer(input: object, token: vscode.CancellationToken): Promise<Pick<Answer<unknown>, "success">> {
    try {
      return await (this.offered.risk === "safe_write"
        ? this.server.callConfirmed(this.tool, input, token)
        : this.server.call(this.tool, input, token));
    } catch (problem) {
      if (token.isCancellationRequested) throw new vscode.CancellationError();
      if (!(problem instanceof UserError)) throw problem;
      const { message, suggestion } = problem;
      return { success: false, error: { code: "LSP_UNAVAILABLE", message, suggestion } } as { success: false };
    }
  }
}

function wantsBrief(): boolean {
  return vscode.workspace.getConfiguration("rca").get("assistantText") !== "json";
}

/**
 * Return the brief of an analysis alone, with where it comes from and what it lacks: the rest of the answer says the
 * same for programs, in four times the tokens. Other answers are returned whole.
 */
export function brief(answer: object): string {
  const { data, meta } = answer as { data?: { brief?: unknown }; meta?: Meta };
  if (typeof data?.brief !== "string" || data.brief === "") return JSON.stringify(answer);
  const lacking = meta === undefined ? [] : lacks(meta);
  if (meta === undefined || lacking.length === 0) return data.brief;
  const notes = [notesOf("Where this answer comes from", origins(meta)), notesOf("What this answer lacks", lacking)];
  return `${data.brief.trimEnd()}\n${notes.join("")}`;
}

function notesOf(title: string, notes: readonly string[]): string {
  return notes.length === 0 ? "" : `\n${title}:\n${notes.map((note) => `- ${note}\n`).join("")}`;
}

/** Show each parameter of a call in full, up to a bound, as what it is: text that a model wrote. Nobody can agree to what they do not see. */
export function parameters(input: object): string[] {
  return Object.entries(input).map(([name, value]) => {
    const text = textOf(value);
    if (text.length <= MOST_IN_LINE && !text.includes("\n")) return `**${prose(name)}**: ${code(text)}`;
    return `**${prose(name)}**:\n\n${block(text.length <= MOST_SHOWN ? text : `${text.slice(0, MOST_SHOWN)}… (${text.length} characters)`)}`;
  });
}

/** Name the parameters of a call in few words. */
function inFewWords(input: object): string {
  return Object.entries(input)
    .map(([name, value]) => {
      const text = textOf(value);
      return `${name}: ${text.length <= 40 ? text : `${text.slice(0, 40)}…`}`;
    })
    .join(", ");
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
