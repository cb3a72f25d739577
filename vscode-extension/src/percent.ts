/** Give a probability as people read it; never as certain. */
export function percent(probability: number): string {
  return `${Math.min(99, Math.round(probability * 100))}%`;
}
