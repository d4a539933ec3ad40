import { factsOf, type Manifests } from '../facts/index.js';
import type { Pair } from '../pair/index.js';
import type { Explained } from './explained.js';
import { listed } from './in-words.js';
import type { MayName } from './naming.js';

/** So many nodes are named for each cause, and so many causes. */
const MOST_NAMED = 3;

/** The causes that no change is known for, in words: by what lies behind them where that is known. */
export function stuckOf(pair: Pair, explained: readonly Explained[], mayName: MayName = () => true): readonly string[] {
  return explained.flatMap(({ status, causes }) => {
    const stuck = causes.filter(({ options }) => options.length === 0);
    if (stuck.length === 0) return [];
    const facts = factsOf(pair, status, NO_MANIFESTS).filter(({ namespaces = [] }) => namespaces.every(mayName));
    return (facts.length > 0 ? facts : stuck).map(({ text }) => text);
  });
}

const NO_MANIFESTS: Manifests = new Map();

/** Nodes that nothing makes fit, by what is in the way. */
export class StuckNodes {
  readonly #nodes = new Map<string, string[]>();

  add(node: string, causes: readonly string[]): void {
    for (const cause of causes) this.#nodes.set(cause, [...(this.#nodes.get(cause) ?? []), node]);
  }

  /** `on n1 and n2: a cause`, those of the most nodes first. */
  inWords(): string[] {
    const all = [...this.#nodes].sort(([, a], [, b]) => b.length - a.length);
    const reported = all.slice(0, MOST_NAMED).map(([cause, nodes]) => `on ${namesOf(nodes)}: ${cause}`);
    const others = all.length - reported.length;
    return others > 0 ? [...reported, `${others} more of such causes on other nodes`] : reported;
  }
}

function namesOf(nodes: readonly string[]): string {
  const others = nodes.length - MOST_NAMED;
  return others > 0 ? `${nodes.slice(0, MOST_NAMED).join(', ')} and ${others} more` : listed(nodes);
}
