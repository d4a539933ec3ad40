import { labelValue } from '#apimachinery';
import { interPodAffinity, type Affinity, type OwnTerm, type PlacedPod, type Pod } from '#scheduler';
import { evictionOf, frees, namedPod } from '../eviction/index.js';
import type { Change, Pair } from '../pair/index.js';
import type { Cause, Way } from './explainer.js';
import { leavingDomain, relabeled } from './relabeling.js';

const PLUGIN = 'InterPodAffinity';

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
  const terms = interPodAffinity.ownTerms(pair.incoming.terms.requiredAffinity, pair.snapshot.objects.namespaces);
  const alone = withOnly(pair, 'podAffinity');
  // Pods that keep the pod away do so without regard to its own terms: that is another cause.
  const fails = (changes: readonly Change[] = []): boolean =>
    pair
      .answer({ changes, plugin: PLUGIN, instead: { pod: alone } })
      .failures.some(({ code }) => code === 'UnschedulableAndUnresolvable');
  if (terms.length === 0 || !fails()) return [];
  const keys = [...new Set(terms.map(({ topologyKey }) => topologyKey))];
  const settable = keys.filter((key) => pair.maySet(key));
  const { changes: labels, isCut } = relabeled(pair, settable);
  const single = labels.filter((change) => change.value !== null).map((change): readonly Change[] => [change]);
  const places = settable.length < 2 ? [] : placesOf(pair, terms).map((row) => labelsOf(pair, settable, row));
  const moved = [...single, ...places].filter((changes) => changes.length > 0 && !fails(changes)).slice(0, MOST_PLACES);
  const removal: Change = { kind: 'removePodRequirement', field: 'spec.affinity.podAffinity', key: null };
  return [
    {
      text: `the pods that it wants to be near are not in the node's ${keys.join(' and ')}`,
      options: [...moved, [removal]],
      ways: [...[...single, [removal]].map((changes) => ({ changes })), ...beingFirst(pair, terms)],
      ...(isCut && { hasMore: true as const }),
    },
  ];
}

/**
 * Where no pod matches all terms and the pod would itself, it may be the first: those that match go. That costs more
 * than to drop the terms, unless some of them go for another cause.
 */
function beingFirst({ snapshot, incoming }: Pair, terms: readonly OwnTerm[]): readonly Way[] {
  const matchesAll = (pod: PlacedPod | Pair['incoming']): boolean => terms.every(({ matches }) => matches(pod));
  if (!matchesAll(incoming)) return [];
  const all: PlacedPod[] = [];
  for (let row = 0; row < snapshot.nodeCount; row += 1)
    for (const pod of snapshot.pods(row)) {
      if (!matchesAll(pod)) continue;
      if (!frees(pod) || all.length === MOST_PODS) return [];
      all.push(pod);
    }
  return all.length === 0 ? [] : [{ all }];
}

/** Rows of nodes with pods that some term selects. */
function placesOf({ snapshot }: Pair, terms: readonly OwnTerm[]): number[] {
  const rows: number[] = [];
  for (let row = 0; row < snapshot.nodeCount && rows.length < MOST_PLACES; row += 1)
    if (snapshot.pods(row).some((pod) => terms.some(({ matches }) => matches(pod)))) rows.push(row);
  return rows;
}

/** The node with another one's values of these labels. */
function labelsOf({ snapshot, row: own, nodeName }: Pair, keys: readonly string[], row: number): Change[] {
  return keys.flatMap((label): Change[] => {
    const value = labelValue(snapshot.nodes[row]?.labels, label);
    if (value === undefined || value === labelValue(snapshot.nodes[own]?.labels, label)) return [];
    return [{ kind: 'setNodeLabel', node: nodeName, label, value }];
  });
}

function wantsApart(pair: Pair): readonly Cause[] {
  const terms = interPodAffinity.ownTerms(pair.incoming.terms.requiredAntiAffinity, pair.snapshot.objects.namespaces);
  const meant = terms.map(({ topologyKey, matches }) => ({
    topologyKey,
    pods: inDomain(pair, topologyKey).filter(matches),
  }));
  return evictionCause(pair, {
    meant,
    pod: withOnly(pair, 'podAntiAffinity'),
    reason: interPodAffinity.notApart,
    text: 'pods that it wants to be apart from are there',
    others: [[{ kind: 'removePodRequirement', field: 'spec.affinity.podAntiAffinity', key: null }]],
  });
}

/** A pod with a required term that keeps the pair's pod away, and which of its terms that is. */
export interface Keeping {
  readonly pod: PlacedPod;
  readonly topologyKey: string;
  readonly at: number;
}

/** The pods whose required anti-affinity means this pod, where the node is. */
export function keepingAway(pair: Pair): readonly Keeping[] {
  const { snapshot, incoming } = pair;
  const labels = snapshot.object('namespaces', incoming.namespace)?.metadata?.labels;
  const found: Keeping[] = [];
  const note = (pod: PlacedPod, isThere: (key: string) => boolean): void => {
    for (const [at, term] of pod.terms().requiredAntiAffinity.entries())
      if (interPodAffinity.meansPod(term, incoming, labels) && isThere(term.topologyKey))
        found.push({ pod, topologyKey: term.topologyKey, at });
  };
  const { requiredAntiAffinity } = snapshot.state(interPodAffinity.podsWithTerms);
  for (let row = 0; row < snapshot.nodeCount; row += 1) {
    if (requiredAntiAffinity[row] === 0) continue;
    for (const pod of snapshot.pods(row)) note(pod, (key) => sharing(pair, key)(row));
  }
  const own = snapshot.nodes[pair.row]?.labels;
  for (const pod of pair.nominated) note(pod, (key) => labelValue(own, key) !== undefined);
  return found;
}

function keptAway(pair: Pair): readonly Cause[] {
  const byKey = new Map<string, PlacedPod[]>();
  for (const { pod, topologyKey } of keepingAway(pair))
    byKey.set(topologyKey, [...(byKey.get(topologyKey) ?? []), pod]);
  return evictionCause(pair, {
    pod: withOnly(pair, null),
    reason: interPodAffinity.keptAway,
    meant: [...byKey].map(([topologyKey, pods]) => ({ topologyKey, pods })),
    text: 'pods there keep it away',
    others: [],
  });
}

interface Blocked {
  /** Pods in the way, by the label with which the node is among those where they are. */
  readonly meant: readonly { readonly topologyKey: string; readonly pods: readonly PlacedPod[] }[];
  /** As a node can be in the way of it by this alone, and what the filter says then. */
  readonly pod: Pod;
  readonly reason: string;
  readonly text: string;
  readonly others: Cause['options'];
}

/** An eviction of more pods than this is not proposed. */
const MOST_PODS = 256;

/** A cause where pods are in the way: all of them go, or the node is elsewhere. */
function evictionCause(pair: Pair, { meant, pod, reason, text, others }: Blocked): readonly Cause[] {
  const unique = [...new Set(meant.flatMap(({ pods }) => pods))];
  if (unique.length === 0) return [];
  const fails = (change: Change): boolean => {
    const { status, failures } = pair.answer({ changes: [change], plugin: PLUGIN, instead: { pod } });
    return [...failures, ...(status === null ? [] : [status])].some(({ reasons }) => reasons.includes(reason));
  };
  const mayGo = unique.length <= MOST_PODS && unique.every(frees);
  const keys = meant.filter(({ pods }) => pods.length > 0).map(({ topologyKey }) => topologyKey);
  const { changes, isCut } = leavingDomain(pair, keys);
  const away = changes.find((change) => !fails(change));
  return [
    {
      text,
      heldBy: unique.map(namedPod),
      options: [
        ...(mayGo ? [[{ kind: 'evictPods' as const, ...evictionOf(unique, pair.snapshot) }]] : []),
        ...(away === undefined ? [] : [[away]]),
        ...others,
      ],
      ways: [
        ...(mayGo ? [{ all: unique }] : []),
        ...changes.map((change) => ({ changes: [change] })),
        ...others.map((option) => ({ changes: option })),
      ],
      ...(isCut && { hasMore: true as const }),
    },
  ];
}

/** Pods on nodes with the same value of the label as the pair's, and those nominated to the node. */
export function inDomain(pair: Pair, key: string): PlacedPod[] {
  if (labelValue(pair.snapshot.nodes[pair.row]?.labels, key) === undefined) return [];
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
