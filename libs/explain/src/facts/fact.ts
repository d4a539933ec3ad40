import type { Pod, Status } from '#scheduler';
import type { Pair } from '../pair/index.js';

/** What lies behind a failing filter: objects, amounts and domains by name. */
export interface Fact {
  /** A sentence without its full stop. */
  readonly text: string;
  /** Namespaces, beside the pod's own, whose objects it names. */
  readonly namespaces?: readonly string[];
}

/** What facts are taken from beside the pair: pods of the node as they are, by uid. */
export type Manifests = ReadonlyMap<string, Pod>;

/** The facts behind one failing filter. */
export type FactFinder = (pair: Pair, status: Status, manifests: Manifests) => readonly Fact[];

/** So many objects are named. */
const MOST_NAMED = 3;

/** The first few, and how many there are beside them. */
export function some(names: readonly string[]): string {
  const others = names.length - MOST_NAMED;
  return others > 0 ? `${names.slice(0, MOST_NAMED).join(', ')} and ${others} more` : names.join(', ');
}
