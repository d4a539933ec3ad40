import fc from 'fast-check';
import { DEFAULT_COSTS, whyNotWithRequests, type RequestChange, type WhyNot } from '#explain';
import { defaultProfile, type Pod } from '#scheduler';
import { amountIn, applied, snapshotOf, type Situation } from './applied-changes.js';
import { obstructed } from './obstacles.js';
import { plainPlace } from './plain-cluster.js';
import { randomCluster } from './random-cluster.js';

const profile = defaultProfile();

/** As requests are written: a thousandth of cpu, a mebibyte of memory, one of everything else. */
const stepOf = (resource: string): number => (resource === 'memory' ? 2 ** 20 : 1);

const inUnits = (amount: string | number | undefined, resource: string): number =>
  amountIn(resource, String(amount ?? 0));

interface Requests {
  readonly container: number;
  /** Of the container that runs before it. */
  readonly init: number;
  readonly overhead: number;
}

/** What a pod of one container, and at most one before it, requests. */
function requestsOf({ spec = {} }: Pod, resource: string): Requests {
  const of = (containers = spec.containers): number =>
    inUnits(containers?.[0]?.resources?.requests?.[resource], resource);
  return {
    container: of(),
    init: of(spec.initContainers ?? []),
    overhead: inUnits(spec.overhead?.[resource], resource),
  };
}

/** The manifest with so much requested in all. */
function requesting(pod: Pod, resource: string, amount: number): Pod {
  const { container, init, overhead } = requestsOf(pod, resource);
  const own = amount - overhead;
  const isMore = own > Math.max(container, init);
  const after = structuredClone(pod) as { spec: { containers: Json[]; initContainers?: Json[] } };
  const request = (of: Json | undefined, now: number): void => {
    if (of !== undefined)
      ((of.resources ??= {}).requests ??= {})[resource] = resource === 'cpu' ? `${now}m` : String(now);
  };
  if (isMore || container > own) request(after.spec.containers[0], own);
  if (init > own) request(after.spec.initContainers?.[0], own);
  return after as Pod;
}

interface Json {
  resources?: { requests?: Record<string, unknown> };
}

function explained(situation: Situation): WhyNot {
  const snapshot = snapshotOf(situation);
  const row = snapshot.rowOf(situation.node) ?? -1;
  const search = whyNotWithRequests({ snapshot, profile, pod: situation.pod, row, costs: DEFAULT_COSTS });
  for (let step = search.next(); ; step = search.next()) if (step.done === true) return step.value;
}

/** Where the pod would go with another request, by the engine alone. */
function placed(situation: Situation, { resource }: Pick<RequestChange, 'resource'>, amount: number): string | null {
  return plainPlace(situation, requesting(situation.pod, resource, amount));
}

/** With the request the pod goes where it is said, and with one a step nearer to its own where it went. */
function expectNearest(situation: Situation, change: RequestChange): void {
  const [from, to] = [change.from, change.to].map((text) => inUnits(text, change.resource)) as [number, number];
  const { container, init, overhead } = requestsOf(situation.pod, change.resource);
  expect(from).toBe(Math.max(container, init) + overhead);
  const goesThere = (node: string | null): boolean => node === situation.node;
  const isThere = goesThere(plainPlace(situation, situation.pod));
  const winner = placed(situation, change, to);
  expect([winner, goesThere(winner)]).toEqual([change.winner, !isThere]);
  const step = stepOf(change.resource);
  // What is written is whole steps; what the pod requests need not be.
  const nearer = to > from ? Math.max(from, to - step) : Math.min(from, to + step);
  expect(goesThere(placed(situation, change, nearer))).toBe(isThere);
}

/** So many of the nearer requests are tried. */
const TRIED = 12;

/** What is reported to be the nearest is: no nearer request that is tried ends otherwise. */
function expectNoneNearer(situation: Situation, change: RequestChange): void {
  if (!change.isNearest) return;
  const [from, to] = [change.from, change.to].map((text) => inUnits(text, change.resource)) as [number, number];
  const step = stepOf(change.resource);
  const steps = Math.floor(Math.abs(to - from) / step);
  const isThere = plainPlace(situation, situation.pod) === situation.node;
  for (let at = 1; at <= Math.min(TRIED, steps - 1); at++) {
    const nearer = to + Math.sign(from - to) * step * Math.floor((at * steps) / (TRIED + 1));
    if (nearer !== to) expect(placed(situation, change, nearer) === situation.node).toBe(isThere);
  }
}

/** Of one of anything less or more, and of nothing and of more than there is, it is said where they change anything. */
function expectFound(situation: Situation, changes: readonly RequestChange[], resource: string): void {
  const { container, init, overhead } = requestsOf(situation.pod, resource);
  const [own, step] = [Math.max(container, init) + overhead, stepOf(resource)];
  const [least, below, above] = [
    Math.ceil(overhead / step) * step,
    (Math.ceil(own / step) - 1) * step,
    (Math.floor(own / step) + 1) * step,
  ];
  const now = plainPlace(situation, situation.pod) === situation.node;
  const isOther = (amount: number): boolean => (placed(situation, { resource }, amount) === situation.node) !== now;
  const reported = changes.filter((change) => change.resource === resource).map(({ to }) => inUnits(to, resource));
  if (below >= least && (isOther(below) || isOther(least))) expect(reported.some((to) => to < own)).toBe(true);
  if (below >= least && isOther(below)) expect(reported).toContain(below);
  if (isOther(above)) expect(reported).toContain(above);
}

/** How many other requests were reported. */
function expectChanges(situation: Situation): number {
  const { rivalry, together } = explained(situation);
  if (rivalry === null) return 0;
  const after = applied(situation, together ?? []);
  const changes = rivalry.requestChanges ?? [];
  for (const change of changes) {
    expectNearest(after, change);
    expectNoneNearer(after, change);
  }
  for (const resource of ['cpu', 'memory']) expectFound(after, changes, resource);
  return changes.length;
}

/** By which other requests a pod would stand elsewhere, over so many cases of each kind. */
export function requestProperties(cases: number): void {
  const within = 60_000 + 600 * cases;

  test(
    `with what is reported in ${cases} random clusters the pod goes elsewhere, and with a step less it does not`,
    () => {
      let reported = 0;
      fc.assert(
        fc.property(randomCluster, fc.nat(), fc.nat(), ({ nodes, bound, pending, objects }, at, on) => {
          const pod = pending[at % pending.length];
          const node = nodes[on % nodes.length]?.metadata?.name ?? '';
          if (pod !== undefined) reported += expectChanges({ nodes, bound, objects: objects, pod, node });
        }),
        { numRuns: cases },
      );
      expect(reported).toBeGreaterThan(cases / 2);
    },
    within,
  );

  test(
    `so it does on ${cases} nodes with obstacles, when these are away`,
    () => {
      let reported = 0;
      fc.assert(
        fc.property(obstructed(1, 4), ({ situation }) => {
          reported += expectChanges(situation);
        }),
        { numRuns: cases },
      );
      expect(reported).toBeGreaterThan(cases / 2);
    },
    within,
  );
}
