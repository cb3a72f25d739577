import { countOf, objectOf, objectsOf, textOf, type Body } from "./debugProtocol";
import type { DebugScope, DebugVariable } from "./generated/contract";

const LONGEST_VALUE = 300;
const LONGEST_NAME = 200;
const MOST_ELEMENTS = 10;
const MOST_FIELDS = 40;
const MOST_SCOPES = 8;
/** What holds nothing of the program's own data, or all of its world. */
const SKIPPED_SCOPES = /^(?:globals?|registers|module|script)\b/i;
/** Members that adapters group and that are none of the program's data. */
const SKIPPED_GROUPS: ReadonlySet<string> = new Set(["special variables", "function variables", "class variables", "[[Prototype]]", "Static members"]);
/** Types of objects that hold all names of a JavaScript program: what is beneath them says nothing, and takes long. */
const GLOBAL_OBJECTS = /^(?:global|globalThis|Window)$/;
const LAZY = "not read: reading it runs code of the program";

/** What variables are asked with. */
interface Asked {
  ask(command: string, args: Body): Promise<Body | undefined>;
  take(characters: number): boolean;
  readonly isOver: boolean;
}

/** A variable that is read, with what is beneath it. */
interface Level {
  readonly variable: DebugVariable;
  readonly reference: number;
  readonly indexed: number;
  readonly named: number | undefined;
}

/**
 * Reads variables level by level, of all frames at once, so that a cut strikes what lies deepest: one object that takes
 * long does not hide the locals of the callers. Nothing of the program is run for it.
 */
export class DebugValues {
  constructor(
    private readonly reader: Asked,
    private readonly levels: number,
  ) {}

  /** Read the variables of frames; the innermost frame comes first. */
  async scopesOf(frameIds: readonly number[]): Promise<DebugScope[][]> {
    const read: DebugScope[][] = [];
    let level: Level[] = [];
    for (const frameId of frameIds) {
      const { scopes, variables } = await this.ofFrame(frameId);
      read.push(scopes);
      level.push(...variables);
    }
    for (let depth = 1; depth < this.levels && level.length > 0; depth += 1) level = await this.beneath(level);
    return read;
  }

  private async ofFrame(frameId: number): Promise<{ scopes: DebugScope[]; variables: Level[] }> {
    const found = objectsOf((await this.reader.ask("scopes", { frameId }))?.["scopes"]);
    const scopes: DebugScope[] = [];
    const variables: Level[] = [];
    for (const scope of found.slice(0, MOST_SCOPES)) {
      const name = (textOf(scope["name"]) ?? "?").slice(0, LONGEST_NAME);
      const reference = countOf(scope["variablesReference"]) ?? 0;
      if (scope["presentationHint"] === "registers" || SKIPPED_SCOPES.test(name) || reference === 0) continue;
      // What is expensive is asked for by a person.
      if (scope["expensive"] === true) {
        scopes.push({ name, variables: [], note: "not read: it takes long" });
        continue;
      }
      const top = await this.children({ reference, indexed: countOf(scope["indexedVariables"]) ?? 0, named: countOf(scope["namedVariables"]) });
      scopes.push({ name, variables: top.found.map(({ variable }) => variable) });
      variables.push(...top.found);
    }
    return { scopes, variables };
  }

  /** Read the fields of a level's variables into them, and give them as the next level. */
  private async beneath(level: readonly Level[]): Promise<Level[]> {
    const next: Level[] = [];
    for (const one of level) {
      if (one.reference === 0 || this.reader.isOver) continue;
      const { found, left } = await this.children(one);
      Object.assign(one.variable, { variables: found.map(({ variable }) => variable) }, left > 0 && { note: `${left} more` });
      next.push(...found);
    }
    return next;
  }

  /** Read what is directly beneath: a page of the elements, and all fields up to a number. */
  private async children({ reference, indexed, named }: Omit<Level, "variable">): Promise<{ found: Level[]; left: number }> {
    const isPaged = indexed > MOST_ELEMENTS;
    const parts: readonly Body[] = isPaged
      ? [{ filter: "indexed", start: 0, count: MOST_ELEMENTS }, ...(named === undefined || named === 0 ? [] : [{ filter: "named" }])]
      : [{}];
    const found: Level[] = [];
    let left = isPaged ? indexed - MOST_ELEMENTS : 0;
    for (const part of parts) {
      const answer = objectsOf((await this.reader.ask("variables", { variablesReference: reference, ...part }))?.["variables"]);
      const most = part["filter"] === "indexed" ? MOST_ELEMENTS : MOST_FIELDS;
      const groups = answer.filter(({ name }) => !SKIPPED_GROUPS.has(textOf(name) ?? ""));
      // One that pays no heed to the page gives everything; what is left is counted already.
      if (part["filter"] !== "indexed") left += Math.max(0, groups.length - most);
      for (const raw of groups.slice(0, most)) {
        const one = levelOf(raw);
        if (!this.reader.take(one.variable.name.length + one.variable.value.length)) return { found, left };
        found.push(one);
      }
    }
    return { found, left };
  }
}

function levelOf(raw: Body): Level {
  const name = (textOf(raw["name"]) ?? "?").slice(0, LONGEST_NAME);
  const value = textOf(raw["value"]) ?? "";
  const type = textOf(raw["type"])?.slice(0, LONGEST_NAME);
  const indexed = countOf(raw["indexedVariables"]) ?? 0;
  const isLazy = objectOf(raw["presentationHint"])["lazy"] === true;
  const variable: DebugVariable = {
    name,
    value: value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value,
    ...(type !== undefined && type !== "" && { type }),
    ...(indexed > 0 && { size: indexed }),
    ...(isLazy && { note: LAZY }),
  };
  const isText = /^["']/.test(value);
  const isClosed = isLazy || isText || GLOBAL_OBJECTS.test(type ?? "");
  return { variable, reference: isClosed ? 0 : (countOf(raw["variablesReference"]) ?? 0), indexed, named: countOf(raw["namedVariables"]) };
}
