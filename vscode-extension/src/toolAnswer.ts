import type { Meta, ToolError, Tools } from "./generated/contract";

/** The envelope around a tool's result, as `models/envelope.py` declares it. */
export type Answer<Result> =
  { success: true; data: Result; meta: Meta } | { success: false; error: ToolError; meta: Meta };

export type ToolName = keyof Tools;
export type Params<Name extends ToolName> = Tools[Name]["params"];
export type Result<Name extends ToolName> = Tools[Name]["result"];

/** What a button of a message does. */
export interface RecoveryAction {
  readonly title: string;
  readonly command: string;
}

/** An expected failure, with words for the user: what is wrong, and what to do next, by a button where one does it. */
export class UserError extends Error {
  constructor(
    message: string,
    readonly suggestion?: string,
    readonly way?: RecoveryAction,
  ) {
    super(message);
    this.name = "UserError";
  }
}

/** A UserError that is no slip of the person: something did not work that should have. */
export class OperationError extends UserError {
  override readonly name = "Failure";
}

/** What is asked for needs the server, or starts a program, and the workspace is not trusted. */
export function restricted(): UserError {
  return new UserError("Kotlin RCA is off in Restricted Mode.", "Trust this workspace first.", {
    title: "Manage Workspace Trust",
    command: "workbench.trust.manage",
  });
}

/** Give an answer's data, or throw its error as words for the user. */
export function dataOf<Data>(answer: Answer<Data>): Data {
  if (answer.success) return answer.data;
  throw new OperationError(answer.error.message, answer.error.suggestion ?? undefined);
}
