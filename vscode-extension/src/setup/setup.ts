import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import { readBundle } from "./bundle";
import { Environment, type Wishes } from "./environment";
import { chooseInterpreter } from "./interpreters";
import { alone } from "./lock";
import { SetupProblem, problemOf, type Act } from "./setupProblems";
import { choosePython, chooseWheels, embeddingModel, interpreterPlaces, thisMachine, wheelFolder } from "./hostAccess";

const DECLINED = "setup.declined";
/** @param carried whether the extension carries all that is to be installed */
const question = (carried: boolean): string =>
  `Kotlin RCA needs its analysis server, a Python program. Set it up now? It ${carried ? "" : "downloads about 0.2 GB, "}needs 0.6 GB on disk, and stays in the extension's own storage.`;

/** How a set-up ended. */
export type Ending = "done" | "failed" | "cancelled";

type Progress = vscode.Progress<{ message: string }>;

/** Makes the server's environment in the extension's storage, and tells what stands in the way. */
export class Setup {
  private readonly environment: Environment;
  private working: Promise<Ending> | undefined;

  /**
   * @param storage the extension's own folder on the machine that runs it
   * @param carried the folder of the extension that holds the server's wheel
   * @param onStep takes what is being done
   */
  constructor(
    private readonly storage: string,
    private readonly carried: string,
    private readonly memory: vscode.Memento,
    private readonly log: vscode.LogOutputChannel,
    private readonly onStep: (step: string) => void,
    private readonly onStop: (reason: string) => void,
  ) {
    this.environment = new Environment(join(storage, "server"));
  }

  get isWorking(): boolean {
    return this.working !== undefined;
  }

  /** Whether the environment is made, be it by another window. */
  isThere(): Promise<boolean> {
    return this.environment.isThere();
  }

  /**
   * Give the interpreter of the environment; undefined where none was made. One that another version of the
   * extension made is brought up to date first; where that fails it is used as it is, unless it was harmed.
   */
  async python(): Promise<string | undefined> {
    if (!(await this.environment.isThere())) return undefined;
    const bundle = await readBundle(this.carried);
    if (bundle !== undefined && !this.isWorking && !(await this.environment.isCurrent(bundle))) await this.work();
    return this.presentPython();
  }

  /** Give the interpreter of the environment as it is, and change nothing; undefined where none was made. */
  async presentPython(): Promise<string | undefined> {
    return (await this.environment.isThere()) ? this.environment.python : undefined;
  }

  /** Ask whether to set the server up; a person who said no is not asked again. Undefined where nothing was done. */
  async offer(): Promise<Ending | undefined> {
    const bundle = await readBundle(this.carried);
    if (this.memory.get(DECLINED) === true || bundle === undefined) return undefined;
    const carried = bundle.wheels !== undefined;
    const chosen = await vscode.window.showInformationMessage(question(carried), "Set Up", ...(carried ? [] : ["Use a Wheel Folder…"]), "Not Now");
    if (chosen === "Set Up" || (chosen === "Use a Wheel Folder…" && (await chooseWheels()))) return this.work();
    if (chosen !== "Use a Wheel Folder…") await this.memory.update(DECLINED, true);
    return undefined;
  }

  /** Set the server up, with progress; one at a time. Never throws: problems are told, with what to do. */
  work(): Promise<Ending> {
    this.working ??= this.attempt({ wheels: wheelFolder(), model: embeddingModel(), fullTorch: false }).finally(() => {
      this.working = undefined;
    });
    return this.working;
  }

  private async attempt(wishes: Wishes): Promise<Ending> {
    try {
      await vscode.window.withProgress(
        { location: vscode.ProgressLocation.Notification, title: "Setting up Kotlin RCA", cancellable: true },
        (progress, token) => this.make(wishes, progress, token),
      );
      this.log.info("the server is set up");
      return "done";
    } catch (problem) {
      if (!(problem instanceof vscode.CancellationError)) return this.tell(this.inWords(problem));
      this.log.info("the setup of the server was cancelled");
      return "cancelled";
    }
  }

  private async make(wishes: Wishes, progress: Progress, token: vscode.CancellationToken): Promise<void> {
    const bundle = await readBundle(this.carried);
    if (bundle === undefined) {
      throw new SetupProblem("failed", "This build of the extension does not include the server.", "Set the path of one in rca.server.command.", []);
    }
    const say = (step: string): void => {
      this.log.info(`setting up: ${step}`);
      this.onStep(step);
      progress.report({ message: step });
    };
    const log = (line: string): void => {
      this.log.debug(line);
    };
    const abort = new AbortController();
    const listening = token.onCancellationRequested(() => {
      abort.abort(new vscode.CancellationError());
    });
    const tools = { ...thisMachine(abort.signal), say, log };
    try {
      await mkdir(this.storage, { recursive: true });
      await alone(
        join(this.storage, "server.lock"),
        () => this.environment.make(bundle, () => chooseInterpreter(interpreterPlaces(), say), wishes, tools),
        () => {
          say("waiting for another window that sets up the server");
        },
        abort.signal,
      );
    } finally {
      listening.dispose();
    }
  }

  private inWords(problem: unknown): SetupProblem {
    if (problem instanceof SetupProblem) return problem;
    return problemOf(String(problem), { folder: this.storage, python: this.environment.python, offline: true });
  }

  /** Show a problem with what can be done about it, and do what was chosen. */
  private async tell(problem: SetupProblem): Promise<Ending> {
    const { kind, message, advice, acts } = problem;
    this.log.error(`the server could not be set up (${kind}): ${message} ${advice}`);
    this.onStop(message);
    const chosen = await vscode.window.showErrorMessage(`${message} ${advice}`, ...acts.map(({ label }) => label));
    const act = acts.find(({ label }) => label === chosen);
    return act === undefined ? "failed" : this.do(act, problem);
  }

  private async do(act: Act, problem: SetupProblem): Promise<Ending> {
    if (act.kind === "showLog") {
      this.log.show();
      return "failed";
    }
    if (act.kind === "copy") {
      await vscode.env.clipboard.writeText(act.text);
      return this.tell(problem);
    }
    if (act.kind === "openPage") {
      await vscode.env.openExternal(vscode.Uri.parse(act.address));
      return this.tell(problem);
    }
    if (act.kind === "choosePython" && !(await choosePython())) return "failed";
    if (act.kind === "chooseWheels" && !(await chooseWheels())) return "failed";
    return this.attempt({ wheels: wheelFolder(), model: embeddingModel(), fullTorch: act.kind === "fullTorch" });
  }
}
