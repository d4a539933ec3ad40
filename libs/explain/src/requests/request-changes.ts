import { evidenceAt, IncomingPod, type Attempt, type Pod, type Profile, type Snapshot } from '#scheduler';
import { quantityOf } from '../pair/index.js';
import { attemptAlone } from './attempt-alone.js';
import { overheadOf, stepOf, withRequest } from './changed-request.js';
import { nearest } from './nearest.js';

/** Another request of one resource, by which the pod comes to stand elsewhere. */
export interface RequestChange {
  readonly resource: string;
  /** What the pod requests in all, and what it would have to, as quantities. */
  readonly from: string;
  readonly to: string;
  /** How much that is of `from`, either way; null where that is nothing. */
  readonly share: number | null;
  /** Where the pod goes then; null: nowhere. */
  readonly winner: string | null;
  /** Whether no nearer request does. False: those between that were tried do not, and not all were. */
  readonly isNearest: boolean;
  readonly sentence: string;
}

/** By which rule one of several best nodes is taken. */
export type TieRule = 'first' | 'seeded';

/** A pod, and a node that it goes to or does not. */
export interface Contest {
  /** Without the pod. */
  readonly snapshot: Snapshot;
  readonly profile: Profile;
  readonly pod: Pod;
  /** Null: the question is whether there is a node at all. */
  readonly row: number | null;
  /** Where a tie is drawn, all that tie are taken: only more points are sure to win. */
  readonly tie: TieRule;
}

/** The requests by which a contest ends otherwise. */
export interface OtherRequests {
  /** Of each resource the nearest smaller and larger one, the smallest share first. */
  readonly changes: readonly RequestChange[];
  /** Whether the contest may end otherwise by requests where none was found: not all of those were tried. */
  readonly mayHaveMore: boolean;
}

/** How a contest ends, and the requests by which it ends otherwise. */
export interface ContestEnd extends OtherRequests {
  /** Whether the pod goes to the node; of no node, whether there is none. */
  readonly holds: boolean;
}

/** Each request so near is tried: fewer, the more nodes there are, since a try asks about all of them. */
const LEAST_SCANNED = 64;
const NODES_SCANNED = 125_000;
/** What a try costs beside its nodes, in nodes. */
const TRY_COSTS = 20;

function scannedOf({ snapshot }: Contest): number {
  return Math.max(LEAST_SCANNED, Math.floor(NODES_SCANNED / (snapshot.nodeCount + TRY_COSTS)));
}

/** Looked at also where a pod requests nothing: they are what nodes are scored by. */
const ALWAYS = ['cpu', 'memory'] as const;

/**
 * By how much one request of the pod must be smaller or larger for the contest to end otherwise. Each is tried: with
 * it the contest ends otherwise, and one step (`stepOf`) nearer it does not. Stops after each try, for others to have
 * their turn.
 */
export function* requestChanges(contest: Contest): Generator<void, ContestEnd, undefined> {
  const incoming = new IncomingPod(contest.pod);
  const now = attemptAlone(contest, contest.pod);
  const holds = isHeld(contest, now);
  const isAlone = holds && feasibleCount(contest, now) === 1;
  const requested = incoming.requests.filter(({ exact }) => exact > 0n).map(({ name }) => name);
  const changes: RequestChange[] = [];
  const scanned = scannedOf(contest);
  let mayHaveMore = false;
  for (const resource of new Set([...ALWAYS, ...requested])) {
    const from = incoming.requests.find(({ name }) => name === resource)?.exact ?? 0n;
    for (const range of rangesOf(contest, { resource, from, holds, isAlone })) {
      const found = yield* nearest(range.most, range.isOneWay ? 0 : scanned, (distance) => {
        const end = endWith(contest, resource, range.at(distance));
        return end !== null && isHeld(contest, end) !== holds;
      });
      if (found === null) {
        mayHaveMore ||= range.most > scanned && !range.isOneWay;
        continue;
      }
      const isNearest = found.isNearest || range.isOneWay;
      changes.push(changeTo(contest, { resource, from, to: range.at(found.distance), isNearest }));
    }
  }
  changes.sort((a, b) => (a.share ?? Infinity) - (b.share ?? Infinity));
  return { holds, changes, mayHaveMore };
}

/** Requests on one side of what there is, by their distance in steps. */
interface Range {
  readonly most: number;
  /** Whether what is otherwise at some distance is so beyond it: then what is found is the nearest. */
  readonly isOneWay: boolean;
  readonly at: (distance: number) => bigint;
}

interface Asked {
  readonly resource: string;
  readonly from: bigint;
  readonly holds: boolean;
  /** Whether the pod has no other node to go to. */
  readonly isAlone: boolean;
}

/** Smaller ones down to nothing, larger ones as far as the node has room for: beyond that nothing changes any more. */
function rangesOf({ snapshot, pod, row }: Contest, { resource, from, holds, isAlone }: Asked): readonly Range[] {
  const step = stepOf(resource);
  const [above, below] = [roundedUp(from, step), from / step];
  const down = {
    // What fits with some request fits with less.
    isOneWay: row === null,
    most: Number(above - roundedUp(overheadOf(pod, resource), step)),
    at: (d: number) => (above - BigInt(d)) * step,
  };
  if (row === null) return [down];
  const column = snapshot.resource(resource);
  const free = (column?.allocatable.at(row) ?? 0n) - (column?.requested.at(row) ?? 0n);
  const room = (free > 0n ? free / step : 0n) - below;
  // With more no node comes to fit, so the only one is left when it does not.
  return [
    down,
    { isOneWay: isAlone, most: Number(room) + Number(holds), at: (d: number) => (below + BigInt(d)) * step },
  ];
}

function roundedUp(amount: bigint, step: bigint): bigint {
  return (amount + step - 1n) / step;
}

/** Null where the pod cannot request so much. */
function endWith(contest: Contest, resource: string, amount: bigint): Attempt | null {
  const pod = withRequest(contest.pod, resource, amount);
  return pod === null ? null : attemptAlone(contest, pod);
}

function feasibleCount({ snapshot }: Contest, { evidence }: Attempt): number {
  if (evidence === null) return 0;
  return snapshot.nodes.reduce((count, _, row) => count + Number(evidenceAt.first(evidence, row) === 0), 0);
}

function isHeld({ row, tie }: Contest, { row: winner, evidence }: Attempt): boolean {
  if (row === null || winner < 0 || evidence === null) return row === null && winner < 0;
  if (tie === 'first' || winner === row) return winner === row;
  return (
    evidenceAt.first(evidence, row) === 0 && evidenceAt.total(evidence, row) === evidenceAt.total(evidence, winner)
  );
}

function changeTo(
  contest: Contest,
  { resource, from, to, isNearest }: Pick<RequestChange, 'resource' | 'isNearest'> & { from: bigint; to: bigint },
): RequestChange {
  const winner = contest.snapshot.nodes[endWith(contest, resource, to)?.row ?? -1]?.name ?? null;
  const change = {
    resource,
    from: quantityOf(resource, from),
    to: quantityOf(resource, to),
    share: from === 0n ? null : Math.round((Number(to > from ? to - from : from - to) / Number(from)) * 1_000) / 1_000,
    winner,
    isNearest,
  };
  return { ...change, sentence: inWords(change) };
}

function inWords({ resource, from, to, winner, isNearest }: Omit<RequestChange, 'sentence'>): string {
  const end = winner === null ? 'no node would fit' : `it would go to ${winner}`;
  const bound = isNearest ? '' : ', at most: a nearer request may do as well';
  return `With ${to} ${resource} instead of ${from} ${end}${bound}.`;
}

/** The nearest of all in words, or that there is none; `otherwise` is how the contest would end. */
export function nearestInWords({ changes, mayHaveMore }: OtherRequests, otherwise: string): string {
  const nearest = changes[0]?.sentence ?? `No change of a single request was found by which ${otherwise}.`;
  return mayHaveMore ? `${nearest} Others may do as well: not every request was tried.` : nearest;
}
