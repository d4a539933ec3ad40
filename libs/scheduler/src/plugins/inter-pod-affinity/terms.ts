import { labelValue, type Labels } from '#apimachinery';
import type { ClusterObject, PodTerm } from '../../objects/index.js';

/** What terms look at in a pod. */
export interface Subject {
  readonly namespace: string;
  readonly labels: Labels;
}

/** A term of the incoming pod, which is asked about the pods that are there. */
export interface OwnTerm {
  readonly topologyKey: string;
  readonly weight: number;
  readonly matches: (pod: Subject) => boolean;
}

/**
 * The incoming pod's terms. Their namespace selectors are looked up once, among the namespaces that exist. A
 * selector that matches a namespace without labels (an empty one, or one that only asks for absence) takes in every
 * namespace, with any labels, existing or not: kube-scheduler v1.34 adds the names it looked up but goes on
 * asking the selector, now about no labels at all (mergeAffinityTermNamespacesIfNotEmpty changes a copy of the
 * term). Recorded so, and kept so.
 */
export function ownTerms(terms: readonly PodTerm[], namespaces: readonly ClusterObject[] = []): readonly OwnTerm[] {
  return terms.map((term) => ({
    topologyKey: term.topologyKey,
    weight: term.weight,
    matches: ownMatcher(term, namespaces),
  }));
}

function ownMatcher(term: PodTerm, namespaces: readonly ClusterObject[]): OwnTerm['matches'] {
  const { selector, namespaceSelector } = term;
  if (namespaceSelector(undefined)) return ({ labels }) => selector(labels);
  const names = new Set(term.namespaces);
  for (const { metadata } of namespaces)
    if (metadata?.name !== undefined && namespaceSelector(metadata.labels)) names.add(metadata.name);
  return ({ namespace, labels }) => names.has(namespace) && selector(labels);
}

/**
 * Whether a term of a pod that is there means the incoming one, whose namespace has these labels: none
 * where the namespace does not exist, which selectors that ask for absence still match. As kube-scheduler
 * v1.34 AffinityTerm.Matches.
 */
export function meansPod(
  { namespaces, namespaceSelector, selector }: PodTerm,
  pod: Subject,
  namespaceLabels: Labels,
): boolean {
  return (namespaces.includes(pod.namespace) || namespaceSelector(namespaceLabels)) && selector(pod.labels);
}

/** Whether the pod matches all of the terms; of none at all, too: then there is nothing to count and nothing to ask. */
export function matchesAll(terms: readonly OwnTerm[], pod: Subject): boolean {
  for (const { matches } of terms) if (!matches(pod)) return false;
  return true;
}

/** A sum for every topology key and value of it. A pair whose sum is 0 is not there, as upstream. */
export class TopologySums {
  readonly #byKey = new Map<string, Map<string, number>>();

  get isEmpty(): boolean {
    return this.#byKey.size === 0;
  }

  /** Keys of which some pair has a sum, in the order in which they got one. */
  get keys(): readonly string[] {
    return [...this.#byKey.keys()];
  }

  /** Whether these are all keys of which some pair has a sum. */
  hasKeys(keys: ReadonlySet<string>): boolean {
    if (this.#byKey.size !== keys.size) return false;
    for (const key of this.#byKey.keys()) if (!keys.has(key)) return false;
    return true;
  }

  /** Adds to the pair that the node has; answers whether it has the key. */
  add(node: Labels, key: string, amount: number): boolean {
    const value = labelValue(node, key);
    if (value === undefined) return false;
    const values = this.#byKey.get(key) ?? new Map<string, number>();
    const sum = (values.get(value) ?? 0) + amount;
    if (sum === 0) values.delete(value);
    else values.set(value, sum);
    if (values.size === 0) this.#byKey.delete(key);
    else this.#byKey.set(key, values);
    return true;
  }

  /** The sum of the pair that the node has; undefined where it does not have the key. */
  of(node: Labels, key: string): number | undefined {
    const value = labelValue(node, key);
    return value === undefined ? undefined : (this.#byKey.get(key)?.get(value) ?? 0);
  }

  /** Whether any pair that the node has is above 0. */
  reaches(node: Labels): boolean {
    for (const key of this.#byKey.keys()) if ((this.of(node, key) ?? 0) > 0) return true;
    return false;
  }

  /** What all pairs that the node has come to. */
  total(node: Labels): number {
    let total = 0;
    for (const key of this.#byKey.keys()) total += this.of(node, key) ?? 0;
    return total;
  }
}
