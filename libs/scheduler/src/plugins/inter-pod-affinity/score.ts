import type { Labels } from '#apimachinery';
import {
  reject,
  SKIP_ALWAYS,
  UNTOUCHED,
  type Cycle,
  type PreparedScore,
  type Rejection,
  type Skip,
  type Touched,
} from '../../plugin.js';
import type { PodTerm, Affinity, PodAffinity } from '../../objects/index.js';
import type { PlacedPod } from '../../snapshot/index.js';
import type { InterPodAffinityArgs } from './args.js';
import { NAMESPACES } from './namespaces.js';
import { PODS_WITH_TERMS } from './pods-with-terms.js';
import { meansPod, ownTerms, TopologySums, type OwnTerm } from './terms.js';
import { touchedDomains } from './touched-domains.js';

/**
 * Without preferred terms of its own, a pod is scored by the terms of pods that are there, and only those are looked
 * at; with them, every pod is. Nothing to do where no term meets a pod on a node with its topology key.
 */
export function preferredTermsScore({
  pod,
  snapshot,
  args,
}: Cycle<InterPodAffinityArgs>): PreparedScore | Rejection | Skip {
  const { nodes, nodeCount } = snapshot;
  const namespaces = snapshot.objects[NAMESPACES.list];
  const withTerms = snapshot.state(PODS_WITH_TERMS).any;
  const prefers = hasPreference(pod.pod.spec?.affinity ?? {});
  if (args.ignorePreferredTermsOfExistingPods && !prefers) return SKIP_ALWAYS;
  const { preferredAffinity, preferredAntiAffinity, problem } = pod.terms;
  if (problem !== null) return reject('Error', `failed to parse pod: ${problem}`);
  const sums = new PreferenceSums({
    affinity: ownTerms(preferredAffinity, namespaces),
    antiAffinity: ownTerms(preferredAntiAffinity, namespaces),
    pod,
    namespaceLabels: snapshot.object(NAMESPACES.list, pod.namespace)?.metadata?.labels,
    hardWeight: args.hardPodAffinityWeight,
  });
  for (let row = 0; row < nodeCount; row += 1) {
    if (!prefers && withTerms[row] === 0) continue;
    for (const other of snapshot.pods(row)) if (sums.concernedBy(other)) sums.update(other, nodes[row]?.labels, 1);
  }
  const update = (other: PlacedPod, row: number, step: 1 | -1): ReadonlySet<string> =>
    sums.concernedBy(other) ? sums.update(other, nodes[row]?.labels, step) : NO_KEYS;
  if (sums.isIdle) {
    const follow = (other: PlacedPod, row: number, step: 1 | -1): Touched =>
      update(other, row, step).size > 0 && !sums.isIdle ? 'prepare' : UNTOUCHED;
    return { kind: 'skip', followsAffinityOnly: !prefers, follow };
  }
  const keys = new Set(sums.keys);
  const touched = touchedDomains(snapshot, keys);
  return {
    kind: 'score',
    domains: touched.domains,
    score: (row) => sums.of(nodes[row]?.labels),
    followsAffinityOnly: !prefers,
    follow: (other, row, step) => {
      const changed = update(other, row, step);
      if (changed.size === 0) return UNTOUCHED;
      return sums.isIdle || !sums.hasKeys(keys) ? 'prepare' : touched.by(changed, row);
    },
  };
}

function hasPreference({ podAffinity, podAntiAffinity }: Affinity): boolean {
  return [podAffinity, podAntiAffinity].some((stanza: PodAffinity | null | undefined) =>
    Boolean(stanza?.preferredDuringSchedulingIgnoredDuringExecution?.length),
  );
}

interface Incoming {
  readonly affinity: readonly OwnTerm[];
  readonly antiAffinity: readonly OwnTerm[];
  readonly pod: { readonly namespace: string; readonly labels: Labels };
  readonly namespaceLabels: Labels;
  /** What a required affinity term of a pod that is there is worth; 0: nothing, and it is not looked at. */
  readonly hardWeight: number;
}

const NO_KEYS: ReadonlySet<string> = new Set<string>();

/** Weights of terms that meet, by topology. As kube-scheduler v1.34 InterPodAffinity.processExistingPod. */
class PreferenceSums {
  readonly #incoming: Incoming;
  readonly #sums = new TopologySums();
  #meetings = 0;

  constructor(incoming: Incoming) {
    this.#incoming = incoming;
  }

  /** No term meets any pod. Terms that meet and cancel each other out are not idle. */
  get isIdle(): boolean {
    return this.#meetings === 0;
  }

  /** The topology keys that some score depends on. */
  get keys(): readonly string[] {
    return this.#sums.keys;
  }

  hasKeys(keys: ReadonlySet<string>): boolean {
    return this.#sums.hasKeys(keys);
  }

  of(node: Labels): number {
    return this.#sums.total(node);
  }

  /** Most pods cannot count: that is seen before anything of their nodes is looked at. */
  concernedBy(other: PlacedPod): boolean {
    return other.affinity !== null || this.#incoming.affinity.length > 0 || this.#incoming.antiAffinity.length > 0;
  }

  /**
   * A pod came to the node with these labels (`step` 1), or left it (-1). Answers the topology
   * keys by which it was counted.
   */
  update(other: PlacedPod, node: Labels, step: 1 | -1): ReadonlySet<string> {
    const { affinity, antiAffinity, hardWeight, pod, namespaceLabels } = this.#incoming;
    let counted: Set<string> | null = null;
    const count = (topologyKey: string, amount: number): void => {
      if (!this.#sums.add(node, topologyKey, amount * step)) return;
      this.#meetings += step;
      (counted ??= new Set()).add(topologyKey);
    };
    const meet = (term: PodTerm, amount: number): void => {
      if (meansPod(term, pod, namespaceLabels)) count(term.topologyKey, amount);
    };
    for (const { topologyKey, weight, matches } of affinity) if (matches(other)) count(topologyKey, weight);
    for (const { topologyKey, weight, matches } of antiAffinity) if (matches(other)) count(topologyKey, -weight);
    const terms = other.terms();
    if (hardWeight > 0) for (const term of terms.requiredAffinity) meet(term, hardWeight);
    for (const term of terms.preferredAffinity) meet(term, term.weight);
    for (const term of terms.preferredAntiAffinity) meet(term, -term.weight);
    return counted ?? NO_KEYS;
  }
}
