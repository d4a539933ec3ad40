import fc from 'fast-check';
import { causesAt } from '#explain';
import { askNode, defaultProfile, IncomingPod, type Node, type Pod } from '#scheduler';
import { QUESTIONS } from '#what-if';
import { hypothetical, queued } from './hypothetical.js';
import {
  closed,
  forbidding,
  offNode,
  on,
  plainPlace,
  plainPlaceAll,
  plainSnapshot,
  withPods,
  without,
  type PlainCluster,
} from './plain-cluster.js';
import { randomCluster, type RandomCluster } from './random-cluster.js';
import { ZONE } from './random-selector.js';

const profile = defaultProfile();
const profileOf = () => profile;

function answered<T>(work: Generator<void, T, undefined>): T {
  for (let step = work.next(); ; step = work.next()) if (step.done === true) return step.value;
}

const nameOf = (pod: Pod): string => `${pod.metadata?.namespace ?? ''}/${pod.metadata?.name ?? ''}`;
const nodeName = ({ metadata }: Node): string => metadata?.name ?? '';
const reported = ({ namespace, name }: { namespace: string; name: string }): string => `${namespace}/${name}`;

const isBare = ({ metadata }: Pod): boolean => metadata?.ownerReferences === undefined;

/** The same cluster, where most of the pods on nodes have a controller that creates them again. */
function managed(cluster: RandomCluster): RandomCluster {
  const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'rs', uid: 'rs', controller: true };
  return {
    ...cluster,
    bound: cluster.bound.map((pod, index) =>
      index % 5 === 4 ? pod : { ...pod, metadata: { ...pod.metadata, ownerReferences: [owner] } },
    ),
  };
}

/**
 * Pods are tried again as long as others leave; each goes when its budgets allow it, and stays where nothing fits.
 * Terminating pods leave first, by themselves; bare ones are lost.
 */
function plainMoves(
  cluster: PlainCluster,
  names: readonly string[],
  pods: readonly Pod[],
): { moves: string[]; lost: string[]; stuck: string[]; after: PlainCluster } {
  const leaving = pods.filter(({ metadata }) => metadata?.deletionTimestamp);
  let now = leaving.reduce(without, closed(cluster, names));
  let waiting = pods.filter((pod) => !leaving.includes(pod));
  const [moves, lost]: [string[], string[]] = [[], []];
  for (let moved = true; moved && waiting.length > 0;) {
    moved = false;
    for (const pod of waiting) {
      if (isBare(pod) && !forbidding(now, pod)) {
        lost.push(nameOf(pod));
        now = without(now, pod);
        waiting = waiting.filter((one) => one !== pod);
        moved = true;
        continue;
      }
      const to = forbidding(now, pod) ? null : plainPlace(without(now, pod), offNode(pod));
      // One that tolerates cordons may find a place on a node that is to be left.
      if (to === null || names.includes(to)) continue;
      moves.push(`${nameOf(pod)} ${pod.spec?.nodeName ?? ''} ${to}`);
      now = withPods(without(now, pod), on(offNode(pod), to));
      waiting = waiting.filter((one) => one !== pod);
      moved = true;
    }
  }
  return { moves, lost, stuck: waiting.map(nameOf), after: now };
}

const podsOn = (cluster: PlainCluster, names: readonly string[]): Pod[] =>
  cluster.bound.filter(({ spec }) => names.includes(spec?.nodeName ?? ''));

function fitsProperty(cluster: RandomCluster): void {
  const pods = queued(cluster.pending);
  const answer = answered(QUESTIONS.fits.answer(hypothetical(cluster), { pods, profileOf }));
  const { nodes } = plainPlaceAll(cluster, pods);
  expect(answer.pods.map(({ node }) => node)).toEqual(nodes);
  expect(answer.fits).toBe(nodes.every((node) => node !== null));
}

const MOST_COPIES = 12;

function howManyProperty(cluster: RandomCluster, counts: readonly number[]): void {
  const templates = cluster.pending.slice(0, counts.length).map((pod, index) => ({ pod, count: counts[index] ?? 1 }));
  const answer = answered(
    QUESTIONS['how-many'].answer(hypothetical(cluster), { templates, profileOf, most: MOST_COPIES }),
  );
  const copy = templates.flatMap(({ pod, count }) => Array.from({ length: count }, () => pod));
  let now: PlainCluster = cluster;
  const placed: string[] = [];
  let copies = 0;
  for (; copies < MOST_COPIES; copies += 1) {
    const named = copy.map((pod, index) => renamed(pod, `${copies}-${index}`));
    const { nodes, cluster: next } = plainPlaceAll(now, named);
    if (nodes.includes(null)) break;
    placed.push(...nodes.flatMap((node) => node ?? []));
    now = next;
  }
  expect(answer.copies).toBe(copies);
  expect(answer.nodes.flatMap(({ node, pods }) => Array.from({ length: pods }, () => node)).sort()).toEqual(
    placed.sort(),
  );
  expect(answer.stoppedBy === null).toBe(copies === MOST_COPIES);
}

function renamed(pod: Pod, suffix: string): Pod {
  const name = `${pod.metadata?.name ?? ''}-${suffix}`;
  return { ...pod, metadata: { ...pod.metadata, name, uid: name } };
}

function drainProperty(random: RandomCluster, chosen: readonly number[]): void {
  const cluster = managed(random);
  const names = cluster.nodes.filter((_, index) => chosen.includes(index)).map(nodeName);
  const answer = answered(QUESTIONS.drain.answer(hypothetical(cluster), { names, profileOf }));
  const plain = plainMoves(cluster, names, queued(podsOn(cluster, names), cluster.bound));
  expect(answer.moves.map(({ pod, from, to }) => `${reported(pod)} ${from} ${to}`)).toEqual(plain.moves);
  const stuck = new Set([
    ...answer.unplaced.map(({ pod }) => reported(pod)),
    ...answer.blocked.flatMap(({ pods }) => pods.map(({ pod }) => reported(pod))),
  ]);
  expect(answer.lost.map(({ pod }) => reported(pod))).toEqual(plain.lost);
  expect([...stuck].sort()).toEqual(plain.stuck.sort());
  expect(answer.possible).toBe(plain.stuck.length === 0);
}

function lossProperty(random: RandomCluster): void {
  const cluster = managed(random);
  const answer = answered(QUESTIONS.loss.answer(hypothetical(cluster), { topologyKey: ZONE, profileOf }));
  const zones = new Set(cluster.nodes.flatMap(({ metadata }) => metadata?.labels?.[ZONE] ?? []));
  const plain = [...zones].map((zone) => {
    const lost = cluster.nodes.filter(({ metadata }) => metadata?.labels?.[ZONE] === zone).map(nodeName);
    const left = {
      ...cluster,
      nodes: cluster.nodes.filter((node) => !lost.includes(nodeName(node))),
      bound: cluster.bound.filter(({ spec }) => !lost.includes(spec?.nodeName ?? '')),
    };
    const staying = podsOn(cluster, lost).filter((pod) => !isBare(pod) && !pod.metadata?.deletionTimestamp);
    const pods = queued(staying, cluster.bound);
    const { nodes } = plainPlaceAll(left, pods.map(offNode));
    return [zone, lost.length, pods.filter((_, index) => nodes[index] === null).map(nameOf)];
  });
  const found = answer.domains.map(({ domain, nodes, homeless }) => [
    domain,
    nodes,
    homeless.map(({ pod }) => reported(pod)),
  ]);
  expect(found.sort()).toEqual(plain.sort());
}

/** Two shapes, and how many of them there may be: few enough to try every mix. */
const shapes = fc.tuple(
  ...[0, 1].map((shape) =>
    fc
      .record({
        cpu: fc.constantFrom(2000, 4000, 8000),
        gpu: fc.nat(1),
        price: fc.integer({ min: 1, max: 9 }),
        zone: fc.constantFrom('z1', 'z2'),
      })
      .map(({ cpu, gpu, price, zone }) => ({
        name: `s${shape}`,
        price,
        nodes: [1, 2, 3].map((number) => shapeNode(`s${shape}-${number}`, { cpu, gpu, zone })),
      })),
  ),
);

function shapeNode(name: string, { cpu, gpu, zone }: { cpu: number; gpu: number; zone: string }): Node {
  return {
    metadata: { name, labels: { 'kubernetes.io/hostname': name, [ZONE]: zone } },
    status: { allocatable: { cpu: `${cpu}m`, memory: '8Gi', pods: 10, 'nvidia.com/gpu': gpu } },
  };
}

type Shapes = typeof shapes extends fc.Arbitrary<infer T> ? T : never;

/** Every mix of at most three nodes is tried: the cheapest that places all pods is the answer. */
function nodesNeededProperty(cluster: RandomCluster, some: Shapes): void {
  const pods = queued(cluster.pending).slice(0, 6);
  const input = { pods, shapes: some, profileOf, mostTrials: 1_000, causesOf: causesAt };
  const answer = answered(QUESTIONS['nodes-needed'].answer(hypothetical(cluster), input));
  const asked = withoutImpossible(cluster, some, pods);
  const prices = [0, 1, 2, 3].flatMap((first) =>
    [0, 1, 2, 3].flatMap((second) => {
      if (first + second > 3) return [];
      const [a, b] = some;
      const added = [...(a?.nodes.slice(0, first) ?? []), ...(b?.nodes.slice(0, second) ?? [])];
      return !allPlaced({ ...cluster, nodes: [...cluster.nodes, ...added] }, asked)
        ? []
        : [first * (a?.price ?? 0) + second * (b?.price ?? 0)];
    }),
  );
  expect(answer.impossible).toHaveLength(pods.length - asked.length);
  expect(answer.price).toBe(prices.length === 0 ? null : Math.min(...prices));
  expect(answer.proven).toBe(prices.length > 0);
}

/** Without those that find no node as it is, one after the other, and that no new node has room for alone. */
function withoutImpossible(cluster: RandomCluster, some: Shapes, pods: readonly Pod[]): Pod[] {
  const { nodes } = plainPlaceAll(cluster, pods);
  const firsts = some.flatMap((shape) => shape.nodes.slice(0, 1));
  const snapshot = plainSnapshot({ ...cluster, nodes: [...cluster.nodes, ...firsts] });
  return pods.filter(
    (pod, index) =>
      nodes[index] !== null ||
      firsts.some((node) => {
        const row = snapshot.rowOf(nodeName(node)) ?? -1;
        return askNode({ profile, snapshot, pod: new IncomingPod(pod) }, row).status === null;
      }),
  );
}

/** Ends with the first that finds no node. */
function allPlaced(cluster: PlainCluster, pods: readonly Pod[]): boolean {
  let now = cluster;
  return pods.every((pod) => {
    const node = plainPlace(now, pod);
    if (node !== null) now = withPods(now, on(pod, node));
    return node !== null;
  });
}

/** Nodes with pods that do not leave by themselves, the fewest first, as lists. */
function candidates(cluster: PlainCluster): string[] {
  const count = (name: string): number => podsOn(cluster, [name]).length;
  return cluster.nodes
    .map(nodeName)
    .filter((name) => podsOn(cluster, [name]).some(({ metadata }) => !metadata?.deletionTimestamp))
    .sort((a, b) => count(a) - count(b) || (a < b ? -1 : 1));
}

/** The moves that empty nodes together, node by node, without the pods that leave anyway; null where one is stuck. */
function plainlyEmptied(cluster: PlainCluster, names: readonly string[]): string[] | null {
  let now = podsOn(cluster, names)
    .filter(({ metadata }) => metadata?.deletionTimestamp)
    .reduce(without, cluster);
  const moves: string[] = [];
  for (const name of names) {
    const moved = plainMoves(now, names, podsOn(now, [name]));
    if (moved.stuck.length > 0) return null;
    moves.push(...moved.moves);
    now = moved.after;
  }
  return moves;
}

/** The largest of all sets of nodes that can be emptied together is emptied, by these moves. */
function repackProperty(random: RandomCluster): void {
  const cluster = managed(random);
  const answer = answered(QUESTIONS.repack.answer(hypothetical(cluster), { profileOf, most: 100 }));
  const all = candidates(cluster);
  const names = answer.emptied.map(({ node }) => node);
  const moves = answer.emptied.flatMap((one) => one.moves.map(({ pod, to }) => `${reported(pod)} ${one.node} ${to}`));
  expect(moves).toEqual(plainlyEmptied(cluster, names));
  const sets = Array.from({ length: 2 ** all.length }, (_, mask) => all.filter((_name, at) => (mask >> at) % 2 === 1));
  const larger = sets.filter((set) => set.length > names.length && plainlyEmptied(cluster, set) !== null);
  expect(larger).toEqual([]);
  expect(answer.atMost).toBe(names.length);
}

/** Every named question against lists that are gone through one by one, over so many cases of each. */
export function questionProperties(cases: number): void {
  const some = { numRuns: cases };
  const within = 60_000 + 600 * cases;
  const chosen = fc.uniqueArray(fc.nat(7), { minLength: 1, maxLength: 3 });

  test(
    `whether pods fit, and where, in ${cases} clusters`,
    () => {
      fc.assert(fc.property(randomCluster, fitsProperty), some);
    },
    within,
  );

  test(
    `how many copies of one or two pods fit, in ${cases} clusters`,
    () => {
      const counts = fc.array(fc.integer({ min: 1, max: 2 }), { minLength: 1, maxLength: 2 });
      fc.assert(fc.property(randomCluster, counts, howManyProperty), some);
    },
    within,
  );

  test(
    `whether nodes can be drained, and in which order, in ${cases} clusters`,
    () => {
      fc.assert(fc.property(randomCluster, chosen, drainProperty), some);
    },
    within,
  );

  test(
    `which zone's loss leaves which pods, in ${cases} clusters`,
    () => {
      fc.assert(fc.property(randomCluster, lossProperty), some);
    },
    within,
  );

  test(
    `the cheapest of all mixes of nodes, in ${cases} clusters`,
    () => {
      fc.assert(fc.property(randomCluster, shapes, nodesNeededProperty), some);
    },
    within,
  );

  test(
    `which nodes can be emptied, in ${cases} clusters`,
    () => {
      fc.assert(fc.property(randomCluster, repackProperty), some);
    },
    within,
  );
}
