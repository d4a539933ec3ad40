import { labelValue } from '#apimachinery';
import {
  decidePods,
  IncomingPod,
  IncrementalExecutor,
  type Attempt,
  type Node,
  type Pod,
  type Profile,
  type Snapshot,
} from '#scheduler';
import { defaultSpread } from '../labels/index.js';
import { unmetBy } from '../near-miss/index.js';
import { candidates, type Candidate } from './candidates.js';
import type { PodName } from './pod-name.js';
import { controllersInWords, Obstacles, type PendingObstacle } from './obstacles.js';
import { refusingQuotas, type QuotaObject, type RefusedPod, type RefusingQuota } from './refused-pods.js';

/** A change, and what it came to when it was tried. */
export interface ReleasingChange {
  readonly kind: Candidate['kind'];
  readonly sentence: string;
  /** The first of the nodes that it changes; of a node that is added, of those that release the same if added. */
  readonly nodes: readonly string[];
  readonly nodeCount: number;
  readonly taint: Candidate['taint'];
  /** Of a node that is added, as the step `addNodes` of a what-if takes it; null for other changes. */
  readonly shape: Candidate['shape'];
  /** So many of the pods that stay have a node with it. */
  readonly released: number;
  /** The first of them. */
  readonly pods: readonly PodName[];
}

/** What keeps pods pending, over all of them. */
export interface PendingExplanation {
  /** Pods that were tried: pending, without gates, and served by a profile. */
  readonly pods: number;
  /** Pods that wait for their gates, or that no profile serves. */
  readonly notTried: number;
  /** Those that a run would place as things are. */
  readonly placeable: number;
  /** Those that stay. */
  readonly stuck: number;
  /** Over those that stay, the ones of the most pods first. */
  readonly obstacles: readonly PendingObstacle[];
  /** What those that stay ask for and no node gives, each with the pods that ask for it, the most pods first. */
  readonly unmet: readonly UnmetDemand[];
  /** Each tried by itself, those that release the most first; those that release nothing are left out. */
  readonly changes: readonly ReleasingChange[];
  /** Whether all that stay were tried with each change, or only the first so many of them. */
  readonly isExhaustive: boolean;
  /** What quotas had no room for: such pods were refused and do not wait, and no change of the nodes releases them. */
  readonly quotas: readonly RefusingQuota[];
  readonly sentence: string;
}

/** Something that pods ask for and no node gives: a kind of node, or what is nearly there. */
export interface UnmetDemand {
  readonly sentence: string;
  readonly pods: number;
  /** One of the pods. */
  readonly example: PodName;
}

/** What is asked: all of it the caller's own. */
export interface PendingInput {
  readonly snapshot: Snapshot;
  /** As they are in the snapshot. */
  readonly nodes: readonly Node[];
  /** In queue order. */
  readonly pods: readonly { readonly pod: Pod; readonly profile: Profile | undefined }[];
  /** RFC 3339. */
  readonly now: string;
  /** Pods that quotas refused and that are not there, each once, and the quotas. */
  readonly refused: readonly RefusedPod[];
  readonly quotas: readonly QuotaObject[];
  /** Labels that say what a node is, beside those that are known to. */
  readonly identityLabels?: readonly string[];
  /** Whether changes are tried, which takes by far the most of the time; they are unless it is false. */
  readonly triesChanges?: boolean;
}

/** So many pods that stay are tried with each change. */
const MOST_TRIED = 5_000;
const MOST_NAMED = 20;
/** Others have their turn after so many attempts. */
const TURN = 100;

interface Waiting {
  readonly pod: Pod;
  readonly profile: Profile;
  /** Whether PodTopologySpread turns a node down. */
  readonly isSpread?: boolean;
}

/** A change, and the pods that it releases. */
interface Releasing {
  readonly candidate: Candidate;
  readonly released: readonly PodName[];
}

/** Nodes of the same allocatable amounts and taints that release the same pods are one change: labels do not count. */
function mergeAlike(found: readonly Releasing[]): readonly Releasing[] {
  const merged = new Map<string, Releasing>();
  for (const [index, { candidate, released }] of found.entries()) {
    const { kind, changed, nodes } = candidate;
    const [like] = changed;
    const parts = kind === 'addNode' ? [like?.status?.allocatable, like?.spec?.taints ?? [], released] : [index];
    const key = JSON.stringify(parts);
    const alike = merged.get(key)?.candidate;
    const all = alike === undefined ? candidate : { ...alike, nodes: [...alike.nodes, ...nodes] };
    merged.set(key, { candidate: all, released });
  }
  return [...merged.values()];
}

function releasingChange({ candidate, released }: Releasing): ReleasingChange {
  const { changed: _changed, nodes, ...reported } = candidate;
  return {
    ...reported,
    nodes: nodes.slice(0, MOST_NAMED),
    nodeCount: nodes.length,
    released: released.length,
    pods: released.slice(0, MOST_NAMED),
  };
}

/**
 * Places all that can be placed, counts what is in the way of the others, and tries each change on a copy of the
 * cluster as it is then. Extenders are not called, and no pod is preempted. Stops now and then, for others to have
 * their turn.
 */
export function* explainPending(input: PendingInput): Generator<void, PendingExplanation, undefined> {
  const { snapshot, nodes, pods, now, triesChanges = true } = input;
  const waiting = pods.flatMap(({ pod, profile }) =>
    profile === undefined || (pod.spec?.schedulingGates ?? []).length > 0 ? [] : [{ pod, profile }],
  );
  const obstacles = new Obstacles();
  const stuck: Waiting[] = [];
  const place = { snapshot, waiting, now };
  yield* placing(place, (attempt, one) => {
    if (attempt.outcome === 'scheduled') return;
    obstacles.add(attempt, nameOf(one.pod));
    stuck.push({ ...one, isSpread: isSpreadBy(attempt) });
  });
  const found: Releasing[] = [];
  const tried = stuck.slice(0, MOST_TRIED);
  for (const candidate of triesChanges && tried.length > 0 ? candidates(nodes) : []) {
    const released = yield* releasedBy(candidate, { snapshot, waiting: tried, now });
    if (released.length > 0) found.push({ candidate, released });
  }
  const answer = {
    pods: waiting.length,
    notTried: pods.length - waiting.length,
    placeable: waiting.length - stuck.length,
    stuck: stuck.length,
    obstacles: obstacles.all,
    unmet: unmetDemands(tried, input),
    changes: mergeAlike(found)
      .map(releasingChange)
      .sort((a, b) => b.released - a.released || a.nodeCount - b.nodeCount),
    isExhaustive: tried.length === stuck.length,
    quotas: refusingQuotas(input.refused, input.quotas),
  };
  const heldBack = stuck.length === 0 ? '' : controllersInWords(nodes, answer.obstacles);
  return { ...answer, sentence: `${inWords(answer, triesChanges)}${heldBack}${notTriedInWords(pods)}` };
}

/** Pods that no scheduler tries: those with gates, and those whose scheduler no profile serves. */
function notTriedInWords(pods: PendingInput['pods']): string {
  const isGated = ({ pod }: { readonly pod: Pod }): boolean => (pod.spec?.schedulingGates ?? []).length > 0;
  const gated = pods.filter(isGated).length;
  const unserved = pods.filter((one) => one.profile === undefined && !isGated(one)).length;
  const are = (count: number, one: string, several: string): string => `${count} pod${count === 1 ? one : several}`;
  const reported = [
    ...(gated > 0 ? [are(gated, ' waits for its scheduling gates', 's wait for their scheduling gates')] : []),
    ...(unserved > 0
      ? [are(unserved, ' is for a scheduler that no profile serves', 's are for schedulers that no profile serves')]
      : []),
  ];
  return reported.length === 0 ? '' : ` Not tried: ${reported.join(' and ')}.`;
}

/** Of so many pods it is looked at what no node gives. */
const MOST_COMPARED = 200;

function unmetDemands(
  stuck: readonly Waiting[],
  { snapshot, identityLabels = [] }: PendingInput,
): readonly UnmetDemand[] {
  // Each reader sees the pods of some namespaces only.
  const mayName = (): boolean => false;
  const found = new Map<string, { readonly sentence: string; readonly example: PodName; pods: number }>();
  for (const { pod, profile, isSpread } of stuck.slice(0, MOST_COMPARED)) {
    const incoming = new IncomingPod(pod);
    const { nearMisses, nodeNeeded } = unmetBy(incoming, { snapshot, profile, identityLabels, mayName });
    const known = (nodeNeeded?.labels ?? []).map(({ key }) => key);
    const spread = isSpread === true ? spreadByDefault(incoming, { snapshot, profile, known }) : [];
    for (const { sentence } of [...(nodeNeeded === null ? [] : [nodeNeeded]), ...nearMisses, ...spread]) {
      const known = found.get(sentence) ?? { sentence, example: nameOf(pod), pods: 0 };
      known.pods += 1;
      found.set(sentence, known);
    }
  }
  return [...found.values()].sort((a, b) => b.pods - a.pods);
}

function isSpreadBy({ evidence }: Attempt): boolean {
  const turningDown = evidence?.combinations.flatMap(({ first, failures }) => [first, ...failures]) ?? [];
  return turningDown.some((id) => evidence?.statuses[id]?.plugin === 'PodTopologySpread');
}

interface Spreading {
  readonly snapshot: Snapshot;
  readonly profile: Profile;
  /** Labels of which it is said that no node has them. */
  readonly known: readonly string[];
}

/** By which default constraints of its profile a pod is spread, which its manifest does not show. */
function spreadByDefault(
  incoming: IncomingPod,
  { snapshot, profile, known }: Spreading,
): readonly { readonly sentence: string }[] {
  return defaultSpread(incoming, { snapshot, profile }).map(({ topologyKey, maxSkew }) => {
    const isSaid = known.includes(topologyKey);
    const isThere = snapshot.nodes.some(({ labels }) => labelValue(labels, topologyKey) !== undefined);
    const missing = isThere || isSaid ? '' : ', a label that no node has';
    const sentence =
      `profile ${profile.schedulerName} spreads pods without topologySpreadConstraints by its default constraint ` +
      `over ${topologyKey} (maxSkew ${maxSkew})${missing}`;
    return { sentence };
  });
}

interface Placing {
  readonly snapshot: Snapshot;
  readonly waiting: readonly Waiting[];
  readonly now: string;
}

/** Places pods where they fit, one after the other. */
function* placing(
  { snapshot, waiting, now }: Placing,
  tell: (attempt: Attempt, one: Waiting) => void,
): Generator<void, void, undefined> {
  const profiles = new Map(waiting.map(({ pod, profile }) => [pod, { ...profile, extenders: [] }]));
  const attempts = decidePods({
    snapshot,
    pods: waiting.map(({ pod }) => pod),
    profileOf: (pod) => profiles.get(pod) as Profile,
    tieBreak: { rule: 'first' },
    preemption: 'off',
    now,
    executor: new IncrementalExecutor(),
    answer: () => ({ allowed: true }),
  });
  let at = 0;
  for (const attempt of attempts) {
    const one = waiting[at++];
    if (one !== undefined) tell(attempt, one);
    if (at % TURN === 0) yield;
  }
  yield;
}

/** The pods that have a node with a change, on a copy of the cluster. */
function* releasedBy({ changed }: Candidate, { snapshot, ...others }: Placing): Generator<void, PodName[], undefined> {
  const copy = snapshot.fork();
  for (const node of changed) {
    const row = copy.rowOf(node.metadata?.name ?? '');
    if (row === undefined) copy.addNode(node);
    else copy.updateNode(node, row);
  }
  const released: PodName[] = [];
  yield* placing({ snapshot: copy, ...others }, ({ outcome }, { pod }) => {
    if (outcome === 'scheduled') released.push(nameOf(pod));
  });
  return released;
}

function nameOf({ metadata }: Pod): PodName {
  return { namespace: metadata?.namespace ?? '', name: metadata?.name ?? '' };
}

function inWords({ quotas, ...answer }: Omit<PendingExplanation, 'sentence'>, triesChanges: boolean): string {
  const [most] = quotas;
  return `${waitingInWords(answer, triesChanges)}${most === undefined ? '' : ` ${most.sentence}`}`;
}

function waitingInWords(
  { pods, placeable, stuck, obstacles, unmet, changes }: Omit<PendingExplanation, 'sentence' | 'quotas'>,
  triesChanges: boolean,
): string {
  const are = (count: number): string => `${count} pod${count === 1 ? '' : 's'}`;
  if (pods === 0) return 'No pod waits for a node.';
  const fits = placeable === 0 ? '' : `, and ${placeable} of them would have a node if they were scheduled now`;
  if (stuck === 0) return `${are(pods)} ${pods === 1 ? 'waits' : 'wait'} for a node${fits}.`;
  const [most] = obstacles;
  const inTheWay = most === undefined ? '' : ` Most often in the way: ${most.reason} (${are(most.pods)}).`;
  const [lack] = unmet;
  const lacks = lack === undefined ? '' : ` Of ${are(lack.pods)}: ${lack.sentence}.`;
  const release = triesChanges ? releaseInWords(changes) : '';
  return `${are(pods)} ${pods === 1 ? 'waits' : 'wait'} for a node${fits}.${inTheWay}${lacks}${release}`;
}

const NO_RELEASE =
  ' Neither a taint that is lifted, nor uncordoned nodes, nor one node more of a shape that there is helps any.';

function releaseInWords([best]: readonly ReleasingChange[]): string {
  if (best === undefined) return NO_RELEASE;
  const { sentence, released } = best;
  return ` What releases the most: ${sentence}, which gives ${released} pod${released === 1 ? '' : 's'} a node.`;
}
