/** The setting that holds them. */
export const APPROVAL_RULES = "rca.autoApprove";

/** Rules of approval as the settings page edits them: a tool's name, and the pattern for its parameters. */
export type ApprovalPatterns = Readonly<Record<string, string>>;

interface OldRule {
  readonly tool: string;
  readonly pattern: string;
  readonly expires?: string | null;
  readonly enabled?: boolean;
}

/**
 * Give the rules of the list that earlier versions had as an object. Rules of one tool become one pattern;
 * undefined where they end at different times, or where an entry is no rule.
 */
export function patternsOf(old: readonly unknown[]): ApprovalPatterns | undefined {
  const patterns = new Map<string, string>();
  const lead = ({ enabled, expires }: OldRule): string => `${enabled === false ? "off " : ""}${expires ? `until ${expires} ` : ""}`;
  for (const tool of new Set(old.map((rule) => (isRule(rule) ? rule.tool : undefined)))) {
    if (tool === undefined) return undefined;
    const rules = old.filter(isRule).filter((rule) => rule.tool === tool);
    const [first = "", ...others] = new Set(rules.map(lead));
    if (others.length > 0) return undefined;
    const written = rules.map(({ pattern }) => pattern);
    patterns.set(tool, first + (written.length === 1 ? written.join("") : written.map((one) => `(?:${one})`).join("|")));
  }
  return Object.fromEntries(patterns);
}

/** Say what is wrong with the list that earlier versions had; undefined where nothing is. */
export function oldRulesFault(old: readonly unknown[]): string | undefined {
  const wrong = old.findIndex((rule) => !isRule(rule));
  return wrong < 0 ? undefined : `entry ${wrong + 1} must be an object with “tool” and “pattern”`;
}

function isRule(rule: unknown): rule is OldRule {
  if (typeof rule !== "object" || rule === null) return false;
  const { tool, pattern, expires, enabled } = rule as Record<string, unknown>;
  const isWhole = typeof tool === "string" && typeof pattern === "string" && pattern.trim() !== "";
  const hasEnd = expires === undefined || expires === null || (typeof expires === "string" && /^\S+$/.test(expires));
  return isWhole && hasEnd && (enabled === undefined || typeof enabled === "boolean");
}
