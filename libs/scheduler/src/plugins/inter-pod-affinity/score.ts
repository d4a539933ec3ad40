import type { Labels } from '#kubernetes';
import { reject, SKIP, type Cycle, type PreparedScore, type Rejection, type Skip } from '../../plugin.js';
import type { PodTerm } from '../../pod-terms.js';
import type { PlacedPod } from '../../snapshot/index.js';
import type { Affinity, PodAffinity } from '../../objects.js';
import type { InterPodAffinityArgs } from './args.js';
import { meansPod, ownTerms, TopologySums, type OwnTerm } from './terms.js';

/**
 * Without preferred terms of its own, a pod is scored by the terms of pods that are there, and only those are looked at; with
 * them, every pod is. Nothing to do where no term meets a pod on a node with its topology key.
 */
export function preferredTermsScore({ pod, snapshot, args }: Cycle<InterPodAffinityArgs>): PreparedScore | Rejection | Skip {
  const { nodes, nodeCount, podsWithAffinity, objects: { namespaces } } = snapshot;
  const prefers = hasPreference(pod.pod.spec?.affinity ?? {});
  if (args.ignorePreferredTermsOfExistingPods && !prefers) return SKIP;
  const { preferredAffinity, preferredAntiAffinity, problem } = pod.terms;
  if (problem !== null) return reject('Error', `failed to parse pod: ${problem}`);
  const sums = new PreferenceSums({
    affinity: ownTerms(preferredAffinity, namespaces),
    antiAffinity: ownTerms(preferredAntiAffinity, namespaces),
    pod, namespaceLabels: snapshot.object('namespaces', pod.namespace)?.metadata?.labels, hardWeight: args.hardPodAffinityWeight,
  });
  for (let row = 0; row < nodeCount; row += 1) {
    if (!prefers && podsWithAffinity[row] === 0) continue;
    for (const other of snapshot.pods(row)) sums.add(other, nodes[row]?.labels);
  }
  return sums.isIdle ? SKIP : { kind: 'score', score: (row) => sums.of(nodes[row]?.labels) };
}

function hasPreference({ podAffinity, podAntiAffinity }: Affinity): boolean {
  return [podAffinity, podAntiAffinity].some((stanza: PodAffinity | null | undefined) => Boolean(stanza?.preferredDuringSchedulingIgnoredDuringExecution?.length));
}

interface Incoming {
  readonly affinity: readonly OwnTerm[];
  readonly antiAffinity: readonly OwnTerm[];
  readonly pod: { readonly namespace: string; readonly labels: Labels };
  readonly namespaceLabels: Labels;
  /** What a required affinity term of a pod that is there is worth; 0: nothing, and it is not looked at. */
  readonly hardWeight: number;
}

/** Weights of terms that meet, by topology. As kube-scheduler v1.34 InterPodAffinity.processExistingPod. */
class PreferenceSums {
  readonly #incoming: Incoming;
  readonly #sums = new TopologySums();
  #idle = true;

  constructor(incoming: Incoming) {
    this.#incoming = incoming;
  }

  /** No term met any pod. Terms that met and cancel each other out are not idle. */
  get isIdle(): boolean {
    return this.#idle;
  }

  of(node: Labels): number {
    return this.#sums.total(node);
  }

  add(other: PlacedPod, node: Labels): void {
    const { affinity, antiAffinity, hardWeight } = this.#incoming;
    for (const { topologyKey, weight, matches } of affinity) if (matches(other)) this.#count(node, topologyKey, weight);
    for (const { topologyKey, weight, matches } of antiAffinity) if (matches(other)) this.#count(node, topologyKey, -weight);
    const terms = other.terms();
    if (hardWeight > 0) for (const term of terms.requiredAffinity) this.#meet(term, node, hardWeight);
    for (const term of terms.preferredAffinity) this.#meet(term, node, term.weight);
    for (const term of terms.preferredAntiAffinity) this.#meet(term, node, -term.weight);
  }

  #meet(term: PodTerm, node: Labels, amount: number): void {
    const { pod, namespaceLabels } = this.#incoming;
    if (meansPod(term, pod, namespaceLabels)) this.#count(node, term.topologyKey, amount);
  }

  #count(node: Labels, topologyKey: string, amount: number): void {
    if (this.#sums.add(node, topologyKey, amount)) this.#idle = false;
  }
}
