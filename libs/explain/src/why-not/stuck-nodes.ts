import { listed } from './in-words.js';
import type { Explained } from './explained.js';

/** So many nodes are named for each cause, and so many causes. */
const MOST_NAMED = 3;

/** The causes that no change is known for, in words. */
export function stuckOf(explained: readonly Explained[]): readonly string[] {
  return explained.flatMap(({ causes }) =>
    causes.filter(({ options }) => options.length === 0).map(({ text }) => text),
  );
}

/** Nodes that nothing makes fit, by what is in the way. */
export class StuckNodes {
  readonly #nodes = new Map<string, string[]>();

  add(node: string, causes: readonly string[]): void {
    for (const cause of causes) this.#nodes.set(cause, [...(this.#nodes.get(cause) ?? []), node]);
  }

  /** `on n1 and n2: a cause`, those of the most nodes first. */
  inWords(): string[] {
    const all = [...this.#nodes].sort(([, a], [, b]) => b.length - a.length);
    const told = all.slice(0, MOST_NAMED).map(([cause, nodes]) => `on ${namesOf(nodes)}: ${cause}`);
    const others = all.length - told.length;
    return others > 0 ? [...told, `${others} more of such causes on other nodes`] : told;
  }
}

function namesOf(nodes: readonly string[]): string {
  const others = nodes.length - MOST_NAMED;
  return others > 0 ? `${nodes.slice(0, MOST_NAMED).join(', ')} and ${others} more` : listed(nodes);
}
