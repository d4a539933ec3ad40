import { afterEviction } from '#kubernetes';
import type { Pod, Profile } from '#scheduler';
import { Disruptions, leavesByItself, type HypotheticalCluster } from '../cluster/index.js';
import { utilizationOf, type ResourceUse } from '../utilization/index.js';
import { assumeClaims } from '../volumes/index.js';
import { leavingInWords, leftDataInWords, leftDataOf, lostOf, unsafeOf, type LeftData } from './leaving.js';
import { counted, listed, nameOf, verb, type PodName } from './named.js';
import { Packing, type Candidate, type Found } from './packing.js';
import { question, type ByProfile } from './question.js';

/** Which nodes would be empty if pods were packed anew? */
export const repack = question({
  wanted: () => ({ all: true, wholeNodes: true }),
  input: ({ profileOf }, { most, profile, autoscaler = false }: RepackBody): RepackInput => ({
    most,
    profileOf: profileOf(profile),
    autoscaler,
    named: profile !== undefined,
  }),
  answer,
});

export interface RepackBody extends ByProfile {
  readonly most: number;
  /** Whether nodes that the cluster autoscaler would not remove stay. */
  readonly autoscaler?: boolean;
}

/** Which nodes could be empty if pods were packed anew. */
export interface RepackAnswer {
  /** Nodes with pods that leave. */
  readonly nodes: { readonly before: number; readonly after: number };
  readonly moves: number;
  /** In this order, the fewest pods first: after any of them one may stop. */
  readonly emptied: readonly {
    readonly node: string;
    readonly moves: readonly { readonly pod: PodName; readonly to: string }[];
    /** Pods that no controller creates again. */
    readonly lost: readonly PodName[];
  }[];
  /** Nodes that no pod has to leave, and that are used once these pods are there. */
  readonly filled: readonly string[];
  /** The schedulers by whose profiles the moved pods are placed. */
  readonly profiles: readonly string[];
  /** Whether these are the pods' own: then a run moves the pods so, when they are evicted one after the other. */
  readonly asRun: boolean;
  /** So many nodes can be emptied at most: by what the pods request, and, of few nodes, by trying every set. */
  readonly atMost: number;
  /** Volumes of pods that leave, whose data they do not take along. */
  readonly localData: readonly LeftData[];
  /** Nodes that stay because of pods that the cluster autoscaler does not evict, where that is asked. */
  readonly unsafe: readonly { readonly node: string; readonly pod: PodName; readonly message: string }[];
  /** What the emptied nodes have, and is not needed any more. */
  readonly freed: readonly Pick<ResourceUse, 'resource' | 'allocatable'>[];
  readonly sentence: string;
}

export interface RepackInput {
  /** By which pods are packed. */
  readonly profileOf: (pod: Pod) => Profile;
  /** Nodes to be emptied at most. */
  readonly most: number;
  readonly autoscaler?: boolean;
  /** Whether a profile was asked for, by which all pods are packed. */
  readonly named?: boolean;
}

/**
 * Empties as many nodes as it can together, those with the fewest pods first: their pods go to nodes that stay. A node
 * that cannot be emptied even alone is left out.
 */
function* answer(
  cluster: HypotheticalCluster,
  { profileOf, most, autoscaler = false, named = false }: RepackInput,
): Generator<void, RepackAnswer, undefined> {
  const all = candidatesOf(cluster);
  const disruptions = new Disruptions(cluster.snapshot);
  const unsafe = autoscaler ? all.flatMap(({ pods }) => unsafeOf(pods, disruptions).slice(0, 1)) : [];
  const staying = new Set(unsafe.map(({ pod }) => pod.spec?.nodeName));
  const candidates = all.filter(({ node }) => !staying.has(node));
  assumeClaims(
    cluster,
    candidates.flatMap(({ pods }) => pods),
  );
  const found = yield* new Packing(cluster, profileOf).largest(candidates, most);
  const moved = found.moves.map(({ pod }) => pod);
  const filled = filledBy(found, all);
  const answered = {
    nodes: { before: all.length, after: all.length - found.nodes.length + filled.length },
    moves: found.moves.length,
    emptied: emptiedOf(found),
    filled,
    profiles: [...new Set(moved.map((pod) => profileOf(pod).schedulerName))].sort(),
    asRun: moved.every((pod) => !named || profileOf(pod).schedulerName === schedulerOf(pod)),
    atMost: found.proven ? found.nodes.length : Math.min(candidates.length, most, atMostByRequests(cluster, all)),
    localData: leftDataOf(found),
    unsafe: unsafe.map(({ pod, message }) => ({ node: pod.spec?.nodeName ?? '', pod: nameOf(pod), message })),
    freed: freedBy(
      cluster,
      found.nodes.map(({ node }) => node),
    ),
  };
  return { ...answered, sentence: sentenceOf(answered, found) };
}

function schedulerOf({ spec }: Pod): string {
  return spec?.schedulerName ?? 'default-scheduler';
}

/**
 * The fewest pods first, and of those with as many the smaller name. Empty ones are empty already, and one with pods
 * that are not known cannot be emptied.
 */
function candidatesOf(cluster: HypotheticalCluster): Candidate[] {
  return cluster.snapshot.nodes
    .map(({ name: node }) => ({ node, pods: cluster.podsOn([node]).map(({ pod }) => pod) }))
    .map(({ node, pods }) => ({ node, pods: pods.filter((pod) => afterEviction(pod) !== 'stays') }))
    .filter(({ pods }) => pods.some((pod) => !leavesByItself(pod)))
    .filter(({ node }) => cluster.knowsAllOn(node))
    .sort((a, b) => a.pods.length - b.pods.length || (a.node < b.node ? -1 : 1));
}

/**
 * So many of the nodes with pods can be empty at most while the others, and all that are empty, have room for what the
 * pods request that move: by each resource alone, the largest nodes first.
 */
function atMostByRequests({ snapshot }: HypotheticalCluster, all: readonly Candidate[]): number {
  const emptied = new Set(all.map(({ node }) => node));
  const rows = snapshot.nodes.flatMap(({ name }, row) => (emptied.has(name) ? [row] : []));
  const others = snapshot.nodes.flatMap(({ name }, row) => (emptied.has(name) ? [] : [row]));
  const moving = new Set(
    all.flatMap(({ pods }) =>
      pods
        .filter((pod) => afterEviction(pod) === 'recreated' && !leavesByItself(pod))
        .map(({ metadata }) => metadata?.uid),
    ),
  );
  const bounds = [...snapshot.resources.values()].map(({ name, allocatable, requested }) => {
    const own = (row: number): bigint =>
      snapshot
        .pods(row)
        .filter(({ uid }) => moving.has(uid))
        .reduce((sum, { load }) => sum + (load.amounts.find((amount) => amount.name === name)?.exact ?? 0n), 0n);
    const room = (row: number): bigint => positive(allocatable.at(row) - requested.at(row));
    let needed = rows.reduce((sum, row) => sum + own(row), 0n) - others.reduce((sum, row) => sum + room(row), 0n);
    let stay = 0;
    const sizes = rows.map((row) => room(row) + own(row)).sort((a, b) => (a < b ? 1 : -1));
    for (; needed > 0n && stay < sizes.length; stay += 1) needed -= sizes[stay] ?? 0n;
    return rows.length - stay;
  });
  return Math.min(rows.length, ...bounds);
}

function positive(amount: bigint): bigint {
  return amount > 0n ? amount : 0n;
}

function emptiedOf({ nodes, moves, lost }: Found): RepackAnswer['emptied'] {
  const byNode = new Map(
    nodes.map(({ node }) => [node, { moves: [] as { pod: PodName; to: string }[], lost: [] as PodName[] }]),
  );
  for (const { pod, from, to } of moves) byNode.get(from)?.moves.push({ pod: nameOf(pod), to });
  for (const { pod, from } of lost) byNode.get(from)?.lost.push(nameOf(pod));
  return [...byNode].map(([node, own]) => ({ node, ...own }));
}

/** Nodes that have no pods that can move, and receive some. */
function filledBy({ moves }: Found, all: readonly Candidate[]): readonly string[] {
  const used = new Set(all.map(({ node }) => node));
  return [...new Set(moves.map(({ to }) => to))].filter((node) => !used.has(node)).sort();
}

function freedBy({ snapshot }: HypotheticalCluster, names: readonly string[]): RepackAnswer['freed'] {
  const alone = snapshot.fork();
  const freed = new Set(names);
  alone.removeNodes(new Set(alone.nodes.flatMap(({ name }, row) => (freed.has(name) ? [] : [row]))));
  return utilizationOf(alone).map(({ resource, allocatable }) => ({ resource, allocatable }));
}

function sentenceOf(answer: Omit<RepackAnswer, 'sentence'>, { lost, proven }: Found): string {
  const { nodes, moves, emptied, atMost, localData } = answer;
  if (nodes.before === 0) return 'No node can be emptied: no node has pods that can leave it.';
  if (emptied.length === 0)
    return `No node can be emptied: ${counted(nodes.before, 'node')} ${verb(nodes.before, 'stays', 'stay')}.`;
  const what = `${emptied.length} of ${counted(nodes.before, 'node')} can be emptied`;
  const leaving = leavingInWords(moves, lostOf(lost));
  const bound = proven || atMost === emptied.length ? '' : ` No more than ${atMost} can be.`;
  return `${what}: ${leaving}.${filledInWords(answer)}${placedInWords(answer)}${bound}${leftDataInWords(localData)}`;
}

function filledInWords({ filled }: Pick<RepackAnswer, 'filled'>): string {
  if (filled.length === 0) return '';
  return ` Pods go to ${counted(filled.length, 'node')} without movable pods (${listed(filled)}).`;
}

function placedInWords({ moves, profiles, asRun }: Omit<RepackAnswer, 'sentence'>): string {
  if (moves === 0) return '';
  const by = `${verb(profiles.length, 'profile', 'profiles')} ${listed(profiles)}`;
  return asRun
    ? ` A run places the pods so by ${by} when the nodes are cordoned and the pods evicted one after the other.`
    : ` The pods are placed by ${by}, which is not their own: pin each to its node with a required node affinity, ` +
        'or run with this profile.';
}
