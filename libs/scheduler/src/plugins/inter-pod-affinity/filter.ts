import type { Labels } from '#apimachinery';
import { UNTOUCHED, type Cycle, type PreparedFilter, type Skip } from '../../plugin.js';
import type { PlacedPod, ReadableSnapshot } from '../../snapshot/index.js';
import { NAMESPACES } from './namespaces.js';
import { PODS_WITH_TERMS } from './pods-with-terms.js';
import { matchesAll, meansPod, ownTerms, TopologySums, type OwnTerm } from './terms.js';
import { touchedDomains } from './touched-domains.js';

export const NOT_NEAR = "node(s) didn't match pod affinity rules";
export const NOT_APART = "node(s) didn't match pod anti-affinity rules";
export const KEPT_AWAY = "node(s) didn't satisfy existing pods anti-affinity rules";

const NO_KEYS: ReadonlySet<string> = new Set<string>();

/**
 * The filter for pods whose terms can be read; nothing to do without required terms and pods that keep this one away.
 */
export function requiredTermsFilter({ pod, snapshot, status }: Cycle): PreparedFilter | Skip {
  const { nodes } = snapshot;
  const namespaces = snapshot.objects[NAMESPACES.list];
  const counts = new RequiredCounts({
    affinity: ownTerms(pod.terms.requiredAffinity, namespaces),
    antiAffinity: ownTerms(pod.terms.requiredAntiAffinity, namespaces),
    pod,
    namespaceLabels: snapshot.object(NAMESPACES.list, pod.namespace)?.metadata?.labels,
  });
  countAll(counts, snapshot);
  const update = (other: PlacedPod, row: number, step: 1 | -1): ReadonlySet<string> =>
    counts.concernedBy(other) ? counts.update(other, nodes[row]?.labels, step) : NO_KEYS;
  if (counts.isIdle) {
    return {
      kind: 'skip',
      followsAffinityOnly: true,
      follow: (other, row, step) => (update(other, row, step).size > 0 && !counts.isIdle ? 'prepare' : UNTOUCHED),
    };
  }
  const notNear = status('UnschedulableAndUnresolvable', NOT_NEAR);
  const notApart = status('Unschedulable', NOT_APART);
  const keptAway = status('Unschedulable', KEPT_AWAY);
  const keys = counts.keys;
  const touched = touchedDomains(snapshot, keys);
  return {
    kind: 'filter',
    domains: touched.domains,
    filter: (row) => {
      const labels = nodes[row]?.labels;
      if (!counts.isNear(labels)) return notNear;
      if (!counts.isApart(labels)) return notApart;
      return counts.isKeptAway(labels) ? keptAway : 0;
    },
    addPod: (other, row) => void update(other, row, 1),
    removePod: (other, row) => void update(other, row, -1),
    followsAffinityOnly: !counts.hasOwnTerms,
    follow: (other, row, step) => {
      const wasAlone = counts.isNobodyNear;
      const changed = update(other, row, step);
      if (changed.size === 0) return UNTOUCHED;
      if (counts.isIdle || !counts.hasKeys(keys)) return 'prepare';
      return counts.isNobodyNear === wasAlone ? touched.by(changed, row) : 'all';
    },
  };
}

/** Without terms of its own, only pods that keep others away matter: nodes without them are passed over. */
function countAll(counts: RequiredCounts, snapshot: ReadableSnapshot): void {
  const { nodeCount, nodes } = snapshot;
  const { requiredAntiAffinity } = snapshot.state(PODS_WITH_TERMS);
  for (let row = 0; row < nodeCount; row += 1) {
    if (!counts.hasOwnTerms && requiredAntiAffinity[row] === 0) continue;
    for (const other of snapshot.pods(row)) if (counts.concernedBy(other)) counts.update(other, nodes[row]?.labels, 1);
  }
}

interface Incoming {
  readonly affinity: readonly OwnTerm[];
  readonly antiAffinity: readonly OwnTerm[];
  readonly pod: { readonly namespace: string; readonly labels: Labels };
  readonly namespaceLabels: Labels;
}

/** How many pods lie where, as the required terms on either side count them. As kube-scheduler v1.34 preFilterState. */
class RequiredCounts {
  readonly #incoming: Incoming;
  readonly #matchesItself: boolean;
  /** Pods that match all of the incoming pod's affinity terms. */
  readonly #near = new TopologySums();
  /** Pods that match one of its anti-affinity terms, once for each. */
  readonly #apart = new TopologySums();
  /** Anti-affinity terms of pods that are there, where they mean the incoming pod. */
  readonly #keeping = new TopologySums();

  constructor(incoming: Incoming) {
    this.#incoming = incoming;
    this.#matchesItself = matchesAll(incoming.affinity, incoming.pod);
  }

  get hasOwnTerms(): boolean {
    return this.#incoming.affinity.length > 0 || this.#incoming.antiAffinity.length > 0;
  }

  get isIdle(): boolean {
    return !this.hasOwnTerms && this.#keeping.isEmpty;
  }

  /** No pod matches the affinity terms, wherever it is. */
  get isNobodyNear(): boolean {
    return this.#near.isEmpty;
  }

  /** The topology keys that any answer depends on. */
  get keys(): ReadonlySet<string> {
    const { affinity, antiAffinity } = this.#incoming;
    return new Set([...affinity, ...antiAffinity].map(({ topologyKey }) => topologyKey).concat(this.#keeping.keys));
  }

  /** Whether answers still depend on these keys and no others. */
  hasKeys(keys: ReadonlySet<string>): boolean {
    if (!this.hasOwnTerms) return this.#keeping.hasKeys(keys);
    const now = this.keys;
    return now.size === keys.size && [...now].every((key) => keys.has(key));
  }

  /** Most pods cannot count: that is seen before anything of their nodes is looked at. */
  concernedBy({ affinity }: PlacedPod): boolean {
    return affinity !== null || this.hasOwnTerms;
  }

  /**
   * A pod came to the node with these labels (`step` 1), or left it (-1). Answers the topology
   * keys by which it was counted.
   */
  update(other: PlacedPod, node: Labels, step: 1 | -1): ReadonlySet<string> {
    const { affinity, antiAffinity, pod, namespaceLabels } = this.#incoming;
    let counted: Set<string> | null = null;
    const count = (sums: TopologySums, key: string): void => {
      if (sums.add(node, key, step)) (counted ??= new Set()).add(key);
    };
    for (const term of other.terms().requiredAntiAffinity)
      if (meansPod(term, pod, namespaceLabels)) count(this.#keeping, term.topologyKey);
    if (affinity.length > 0 && matchesAll(affinity, other))
      for (const { topologyKey } of affinity) count(this.#near, topologyKey);
    for (const { topologyKey, matches } of antiAffinity) if (matches(other)) count(this.#apart, topologyKey);
    return counted ?? NO_KEYS;
  }

  /**
   * The node has every topology key, and for each there are pods in its domain. The first of pods that want to be near
   * each other may be anywhere: no pod matches yet, but it would match itself.
   */
  isNear(node: Labels): boolean {
    let podsExist = true;
    for (const { topologyKey } of this.#incoming.affinity) {
      const count = this.#near.of(node, topologyKey);
      if (count === undefined) return false;
      if (count <= 0) podsExist = false;
    }
    return podsExist || (this.#near.isEmpty && this.#matchesItself);
  }

  isApart(node: Labels): boolean {
    return this.#incoming.antiAffinity.every(({ topologyKey }) => (this.#apart.of(node, topologyKey) ?? 0) <= 0);
  }

  isKeptAway(node: Labels): boolean {
    return this.#keeping.reaches(node);
  }
}
