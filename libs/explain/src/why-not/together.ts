import type { Status } from '#scheduler';
import { evictionOf } from '../eviction/index.js';
import { causesOf, missing, type Cause } from '../explainers/index.js';
import { changeKey, evicted, quantityOf, type AddResource, type Change, type Pair } from '../pair/index.js';
import { costOfAll, type Costs } from './costs.js';

/** So many ways to combine one option of each cause are tried, the cheapest first. */
const MOST_COMBINATIONS = 512;

/** Of so many changes every part is tried; of more, what is left when each one is tried to be left out. */
const MOST_WITH_ALL_PARTS = 8;

/** So often it is looked at what else is in the way when all that was seen is done, and of so many combinations. */
const MOST_ROUNDS = 3;
const MOST_CONTINUED = 6;

/**
 * The cheapest changes, one option a cause, that make the pair feasible, without anything that is not needed: no part
 * of them does. What stands in the way only when they are made is undone as well. Null where nothing helps.
 */
export function together(pair: Pair, causes: readonly Cause[], costs: Costs): readonly Change[] | null {
  const search = { pair, costs, explain: (changed: Pair) => explain(changed).flatMap((one) => one.causes) };
  const found = whole(search, { causes, before: [], round: 1 });
  return found && smallest(pair, found, costs);
}

/** A filter that fails, and what that comes from. */
export interface Explained {
  readonly status: Status;
  readonly causes: readonly Cause[];
}

/** All that is in the way of a pair. */
export function explain(pair: Pair): readonly Explained[] {
  const { status, failures } = pair.answer();
  return withOwn(failures, status).map((failure) => ({ status: failure, causes: causesOf(pair, failure) }));
}

/** Nominated pods and node lists can turn a node down that every filter alone would take. */
function withOwn(failures: readonly Status[], status: Status | null): readonly Status[] {
  const isThere = status === null || failures.some(({ plugin }) => plugin === status.plugin);
  return isThere || (status.plugin === null && failures.length > 0) ? failures : [status, ...failures];
}

interface Search {
  readonly pair: Pair;
  readonly costs: Costs;
  readonly explain: (changed: Pair) => readonly Cause[];
}

interface Round {
  readonly causes: readonly Cause[];
  /** Changes that undo the causes of earlier rounds. */
  readonly before: readonly Change[];
  readonly round: number;
}

function whole(search: Search, { causes, before, round }: Round): readonly Change[] | null {
  const { pair, costs } = search;
  const tried = combinations(causes, costs).map((changes) => merged(pair, distinct([...before, ...changes])));
  const enough = tried.find((changes) => pair.fits(changes));
  if (enough !== undefined || round === MOST_ROUNDS) return enough ?? null;
  for (const changes of tried.slice(0, MOST_CONTINUED)) {
    const left = search.explain(pair.after(changes));
    const found = left.length === 0 ? null : whole(search, { causes: left, before: changes, round: round + 1 });
    if (found !== null) return found;
  }
  return null;
}

/** One option of each cause, the cheapest combinations first. */
function combinations(causes: readonly Cause[], costs: Costs): readonly (readonly Change[])[] {
  let found: (readonly Change[])[] = [[]];
  for (const { options } of causes)
    found = cheapest(
      found.flatMap((before) => options.map((option) => distinct([...before, ...option]))),
      costs,
    );
  return found;
}

function cheapest(found: (readonly Change[])[], costs: Costs): (readonly Change[])[] {
  return found
    .map((changes) => ({ changes, cost: costOfAll(changes, costs) }))
    .sort((a, b) => a.cost - b.cost)
    .slice(0, MOST_COMBINATIONS)
    .map(({ changes }) => changes);
}

function distinct(changes: readonly Change[]): readonly Change[] {
  return [...new Map(changes.map((change) => [changeKey(change), change])).values()];
}

/** Several evictions are one: a pod goes once. A single one stays what it is for. */
function merged(pair: Pair, changes: readonly Change[]): readonly Change[] {
  const evictions = changes.filter((change) => 'pods' in change);
  if (evictions.length < 2) return changes;
  const uids = new Set(evictions.flatMap((change) => evicted(change).map(({ uid }) => uid)));
  return [...changes.filter((change) => !('pods' in change)), evictionOfUids(pair, uids)];
}

function evictionOfUids({ snapshot, nominated }: Pair, uids: ReadonlySet<string>): Change {
  const placed = [...uids].flatMap((uid) => {
    const row = snapshot.rowOfPod(uid);
    const pods = row === undefined ? nominated : snapshot.pods(row);
    return pods.filter((pod) => pod.uid === uid);
  });
  return { kind: 'evictPods', ...evictionOf(placed, snapshot) };
}

/** Takes away what is not needed, until nothing is. */
function smallest(pair: Pair, changes: readonly Change[], costs: Costs): readonly Change[] {
  const fitted = withLeastAmounts(pair, withFewestPods(pair, changes));
  const part = cheapestPart(pair, fitted, costs);
  return part === null ? fitted : smallest(pair, part, costs);
}

/** Pods that can stay when all the other changes are made do, the most important first. */
function withFewestPods(pair: Pair, changes: readonly Change[]): readonly Change[] {
  return changes.map((change, at) => {
    if (!('pods' in change)) return change;
    let kept: Change = change;
    for (const { uid } of [...change.pods].reverse()) {
      const uids = new Set(evicted(kept).map((pod) => pod.uid));
      uids.delete(uid);
      if (uids.size === 0) continue;
      const { pods, budgets } = evictionOfUids(pair, uids) as Extract<Change, { kind: 'evictPods' }>;
      const fewer: Change = { ...change, pods, budgets };
      if (pair.fits(changes.map((other, index) => (index === at ? fewer : other)))) kept = fewer;
    }
    return kept;
  });
}

/** More of a resource is only what still lacks when all the other changes are made. */
function withLeastAmounts(pair: Pair, changes: readonly Change[]): readonly Change[] {
  return changes.reduce<readonly Change[]>((now, change) => {
    if (change.kind !== 'addResource') return now;
    const others = now.filter((other) => other !== change);
    const lacking = pair.with(others, () => missing(pair, change.resource));
    return lacking <= 0n ? others : [...others, withAmount(pair, change, lacking)];
  }, changes);
}

function withAmount({ incoming }: Pair, change: AddResource, lacking: bigint): AddResource {
  const requested = incoming.requests.find(({ name }) => name === change.resource)?.amount ?? 1;
  return { ...change, amount: quantityOf(change.resource, lacking), share: Number(lacking) / requested };
}

/** The cheapest part that is enough as well; null where none is. */
function cheapestPart(pair: Pair, changes: readonly Change[], costs: Costs): readonly Change[] | null {
  const enough = partsOf(changes).filter((part) => pair.fits(part));
  const sorted = enough.map((part) => ({ part, cost: costOfAll(part, costs) })).sort((a, b) => a.cost - b.cost);
  return sorted[0]?.part ?? null;
}

/** Every part that is not the whole, or, where those are too many, all but one. */
export function partsOf<T>(all: readonly T[]): readonly (readonly T[])[] {
  if (all.length > MOST_WITH_ALL_PARTS) return all.map((one) => all.filter((other) => other !== one));
  const count = 2 ** all.length - 1;
  return Array.from({ length: count }, (_, mask) => all.filter((_one, at) => Math.floor(mask / 2 ** at) % 2 === 1));
}
