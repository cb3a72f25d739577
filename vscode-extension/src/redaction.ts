/** What is known of this machine, so that it can be left out of a text that others will read. */
export interface Known {
  readonly home: string;
  readonly user: string;
  /** Folders of the workspace. */
  readonly folders: readonly string[];
}

/** Longer lines are cut: they are data, and would take long to look through. */
const LINE = 1_000;
const PRIVATE_KEY = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^-]*(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/g;
const TOKENS: readonly (readonly [RegExp, string])[] = [
  [/\b(authorization|proxy-authorization|cookie|set-cookie|x-[\w-]*(?:key|token|auth)[\w-]*)(["']?\s*[:=]\s*).*/gi, "$1$2<redacted>"],
  [/\b(bearer|basic|token)\s+[\w.~+/=-]{8,}/gi, "$1 <redacted>"],
  [/((?:[\w.-]*(?:password|passwd|passphrase|pwd|secret|token|api[_-]?key|apikey|credential|private[_-]?key|access[_-]?key)[\w-]*)["']?\s*[:=]\s*)(?:"[^"\n]*"|'[^'\n]*'|[^\s,;}]+)/gi, "$1<redacted>"],
  [/(\b[a-z][\w+.-]*:\/\/)[^\s/@"']+@/gi, "$1<redacted>@"],
  [/\b(?:gh[pousr]_|github_pat_|glpat-|xox[abprs]-|sk-|AKIA|ASIA|AIza|eyJ)[\w.-]{8,}/g, "<token>"],
  [/[\w.+%-]+@(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,24}\b/g, "<email>"],
];
/** A run of letters and digits that no word, class or path is: a key, most likely. Hashes fall too; nobody misses them. */
const KEY = /(?<![\w/.-])(?=[\w+=-]*\d)(?=[\w+=-]*[A-Za-z])[\w+=-]{24,}(?![\w/.-])/g;
/** A path from the root, with at least two parts. */
const PATH = /(?<![\w.~<>/:\\-])(?:[A-Za-z]:[\\/]|\\\\[\w.$-]+\\|\/)(?:[^\s\\/:*?"'<>|,;()[\]]+[\\/])+([^\s\\/:*?"'<>|,;()[\]]*)/g;

/**
 * Leave out of a text what tells who or where somebody is, and what opens doors: home and project folders,
 * the user's name, tokens, passwords, keys, e-mail addresses. Rather too much than too little goes: of any
 * other absolute path only its last part stays.
 */
export function refuse(text: string, { home, user, folders }: Known): string {
  return text.replace(PRIVATE_KEY, "<private key>").split("\n").map((line) => inLine(line, { home, user, folders })).join("\n");
}

function inLine(line: string, { home, user, folders }: Known): string {
  let left = line.length > LINE ? `${line.slice(0, LINE)}…` : line;
  const places = [...folders.map((folder, index) => [folder, index === 0 ? "<project>" : `<project ${index + 1}>`] as const), [home, "~"] as const]
    .filter(([place]) => place.length > 1)
    .toSorted(([one], [other]) => other.length - one.length);
  for (const [place, name] of places) {
    for (const spelling of new Set([place, place.replaceAll("\\", "/"), place.replaceAll("\\", "\\\\"), encodeURI(place.replaceAll("\\", "/"))])) {
      // Windows does not tell cases apart, and programs write one drive both ways.
      left = left.replace(new RegExp(escape(spelling), /^[A-Za-z]:/.test(place) ? "gi" : "g"), () => name);
    }
  }
  for (const [shape, instead] of TOKENS) left = left.replace(shape, instead);
  left = left.replace(KEY, "<key>").replace(PATH, (_path, last: string) => `…/${last}`);
  return user.length > 2 ? left.replace(new RegExp(`(?<![\\w-])${escape(user)}(?![\\w-])`, "gi"), "<user>") : left;
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
