import { labelValue } from '#kubernetes';
import { PODS_WITH_TERMS, type Affinity, type PlacedPod, type Pod, type PodTerm } from '#scheduler';
import { choosePods, namedPod } from '../eviction/index.js';
import type { Change, Pair } from '../pair/index.js';
import type { Cause } from './explainer.js';

const PLUGIN = 'InterPodAffinity';
const HOSTNAME = 'kubernetes.io/hostname';

/** So many places where the wanted pods are, are tried as the node's own. */
const MOST_PLACES = 8;

/** InterPodAffinity: who must be near, who must be far, and who keeps this pod away, each a cause. */
export function explainPodAffinity(pair: Pair): readonly Cause[] {
  return [...wantsNear(pair), ...wantsApart(pair), ...keptAway(pair)];
}

/** The pod with this part of its required terms alone. */
function withOnly({ pod }: Pair, part: 'podAffinity' | 'podAntiAffinity' | null): Pod {
  const { podAffinity: _near, podAntiAffinity: _apart, ...others } = pod.spec?.affinity ?? {};
  const kept: Affinity = part === null ? others : { ...others, [part]: pod.spec?.affinity?.[part] };
  return { ...pod, spec: { ...pod.spec, affinity: kept } };
}

function wantsNear(pair: Pair): readonly Cause[] {
  const terms = pair.incoming.terms.requiredAffinity;
  const alone = withOnly(pair, 'podAffinity');
  // Pods that keep the pod away do so without regard to its own terms: that is another cause.
  const fails = (changes: readonly Change[] = []): boolean =>
    pair
      .answer({ changes, plugin: PLUGIN, pod: alone })
      .failures.some(({ code }) => code === 'UnschedulableAndUnresolvable');
  if (terms.length === 0 || !fails()) return [];
  const keys = [...new Set(terms.map(({ topologyKey }) => topologyKey))];
  const moved = placesOf(pair, terms)
    .map((row) => labelsOf(pair, keys, row))
    .filter((changes) => changes.length > 0 && !fails(changes));
  return [
    {
      text: `the pods that it wants to be near are not in the node's ${keys.join(' and ')}`,
      options: [...moved, [{ kind: 'removePodRequirement', field: 'spec.affinity.podAffinity', key: null }]],
    },
  ];
}

/** Rows of nodes with pods that some term selects. */
function placesOf({ snapshot }: Pair, terms: readonly PodTerm[]): number[] {
  const rows: number[] = [];
  for (let row = 0; row < snapshot.nodeCount && rows.length < MOST_PLACES; row += 1)
    if (snapshot.pods(row).some(({ labels }) => terms.some(({ selector }) => selector(labels)))) rows.push(row);
  return rows;
}

/** The node with another one's values of these labels. A host name belongs to one node. */
function labelsOf({ snapshot, row: own, nodeName }: Pair, keys: readonly string[], row: number): Change[] {
  return keys.flatMap((label): Change[] => {
    const value = labelValue(snapshot.nodes[row]?.labels, label);
    if (label === HOSTNAME || value === undefined || value === labelValue(snapshot.nodes[own]?.labels, label))
      return [];
    return [{ kind: 'setNodeLabel', node: nodeName, label, value }];
  });
}

function wantsApart(pair: Pair): readonly Cause[] {
  const terms = pair.incoming.terms.requiredAntiAffinity;
  const alone = withOnly(pair, 'podAntiAffinity');
  const minded = terms.flatMap((term) => inDomain(pair, term.topologyKey).filter((pod) => term.selector(pod.labels)));
  return evictionCause(pair, alone, {
    candidates: minded,
    text: 'pods that it wants to be apart from are there',
    others: [[{ kind: 'removePodRequirement', field: 'spec.affinity.podAntiAffinity', key: null }]],
  });
}

function keptAway(pair: Pair): readonly Cause[] {
  const { labels } = pair.incoming;
  const keeping = new Set<PlacedPod>();
  const { snapshot } = pair;
  const { requiredAntiAffinity } = snapshot.state(PODS_WITH_TERMS);
  for (let row = 0; row < snapshot.nodeCount; row += 1) {
    if (requiredAntiAffinity[row] === 0) continue;
    for (const pod of snapshot.pods(row))
      for (const term of pod.terms().requiredAntiAffinity)
        if (term.selector(labels) && sharing(pair, term.topologyKey)(row)) keeping.add(pod);
  }
  for (const pod of pair.nominated)
    if (pod.terms().requiredAntiAffinity.some(({ selector }) => selector(labels))) keeping.add(pod);
  return evictionCause(pair, withOnly(pair, null), {
    candidates: [...keeping],
    text: 'pods there keep it away',
    others: [],
  });
}

interface Blocked {
  readonly candidates: readonly PlacedPod[];
  readonly text: string;
  readonly others: Cause['options'];
}

/** A cause where some of the candidates are in the way of the pod as it is given. */
function evictionCause(pair: Pair, pod: Pod, { candidates, text, others }: Blocked): readonly Cause[] {
  const unique = [...new Set(candidates)];
  const isEnough = (gone: readonly PlacedPod[]): boolean =>
    pair.passes(PLUGIN, [{ kind: 'evictPods', pods: gone.map(namedPod), budgets: [] }], pod);
  if (unique.length === 0 || isEnough([])) return [];
  const eviction = choosePods(unique, pair.snapshot, isEnough);
  return [
    {
      text,
      heldBy: (eviction?.pods ?? unique.map(namedPod)).slice(),
      options: [...(eviction === null ? [] : [[{ kind: 'evictPods' as const, ...eviction }]]), ...others],
    },
  ];
}

/** Pods on nodes with the same value of the label as the pair's, and those nominated to the node. */
export function inDomain(pair: Pair, key: string): PlacedPod[] {
  const pods = [...pair.nominated];
  const sharesDomain = sharing(pair, key);
  for (let row = 0; row < pair.snapshot.nodeCount; row += 1)
    if (sharesDomain(row)) for (const pod of pair.snapshot.pods(row)) pods.push(pod);
  return pods;
}

/** Whether a node has the same value of the label as the pair's, which has one. */
function sharing({ snapshot, row: own }: Pair, key: string): (row: number) => boolean {
  if (labelValue(snapshot.nodes[own]?.labels, key) === undefined) return () => false;
  const { of } = snapshot.topology([key]);
  return (row) => of[row] === of[own];
}
