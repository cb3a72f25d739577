import type { FollowLog } from "./generated/contract";

export const LEVELS = ["V", "D", "I", "W", "E", "F"] as const;
export type Level = (typeof LEVELS)[number];

/** What the fields above a log hold, as a person typed it. */
export interface LogcatFilter {
  /** An app's package: its processes, also those that start later. */
  readonly app: string;
  /** A process's name or id. */
  readonly process: string;
  readonly level: Level;
  /** Tags with blanks or commas between; `*` at the end stands for any end. */
  readonly tags: string;
  readonly text: string;
  /** Whether the text is a regular expression. */
  readonly isRegex: boolean;
}

/** Of a whole device too much comes to be read. */
export const FIRST_FILTER: LogcatFilter = { app: "", process: "", level: "I", tags: "", text: "", isRegex: false };

const LONGEST = 1_000;

/** Read a filter that a page sent or the editor kept; what is malformed is as at first. */
export function readLogcatFilter(told: unknown): LogcatFilter {
  const given = (typeof told === "object" && told !== null ? told : {}) as Readonly<Record<string, unknown>>;
  const text = (name: string): string => {
    const value = given[name];
    return typeof value === "string" ? value.slice(0, LONGEST) : "";
  };
  return {
    app: text("app").trim(),
    process: text("process").trim(),
    level: LEVELS.find((level) => level === given["level"]) ?? FIRST_FILTER.level,
    tags: text("tags").trim(),
    text: text("text"),
    isRegex: given["isRegex"] === true,
  };
}

/** Give a filter as the server reads it. */
export function conditionsOf({ app, process, level, tags, text, isRegex }: LogcatFilter): Pick<FollowLog, "package" | "process" | "level" | "tags" | "text" | "pattern"> {
  const named = tags.split(/[\s,]+/).filter((tag) => tag !== "");
  return {
    level,
    ...(app !== "" && { package: app }),
    ...(process !== "" && { process }),
    ...(named.length > 0 && { tags: named }),
    ...(text !== "" && (isRegex ? { pattern: text } : { text })),
  };
}
