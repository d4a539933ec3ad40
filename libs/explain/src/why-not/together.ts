import { evictionOf } from '../eviction/index.js';
import { missing } from '../explainers/index.js';
import { evicted, quantityOf, type AddResource, type Change, type Pair } from '../pair/index.js';
import { costOfAll, type Costs } from './costs.js';
import { leastChanges, type Found, type LeastChangesInput } from './least-changes.js';

/** Of so many changes every part is tried; of more, what is left when each one is tried to be left out. */
const MOST_WITH_ALL_PARTS = 8;

/** What came of the search: changes, and whether there may be others that are cheaper. */
export interface Together {
  /** Null where nothing is known that helps, or nothing that costs no more than was asked. */
  readonly found: Found | null;
  /** Whether no cheaper changes of the known kinds can be enough. */
  readonly isLeast: boolean;
}

/**
 * The cheapest changes that make the pair feasible, without anything that is not needed: no part of them does. What
 * stands in the way only when they are made is undone as well.
 */
export function together(input: LeastChangesInput): Together {
  const { found, isOver } = leastChanges(input);
  if (found === null) return { found, isLeast: isOver };
  // What costs nothing may be in the cheapest changes though it is not needed.
  const isBare = found.isLeast && Object.values(input.costs).every((cost) => cost > 0);
  const changes = isBare ? found.changes : smallest(input.pair, found.changes, input.costs);
  const cost = costOfAll(changes, input.costs);
  return { found: { changes, cost, isLeast: found.isLeast }, isLeast: found.isLeast };
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
