/**
 * Register what only some editors offer: others that are built from the same source lack it, or refuse it. All
 * else must work there, too.
 */
export function registerOptional(register: () => { dispose(): unknown }, lacking: (problem: unknown) => void): { dispose(): unknown } {
  try {
    return register();
  } catch (problem) {
    lacking(problem);
    return { dispose: () => undefined };
  }
}
