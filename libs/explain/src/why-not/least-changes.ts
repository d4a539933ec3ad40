import type { PlacedPod } from '#scheduler';
import { byImportance, frees } from '../eviction/index.js';
import { lackingResources, type Cause, type Way } from '../explainers/index.js';
import { changeKey, evicted, type Change, type Pair } from '../pair/index.js';
import { costOf, costOfAll, type Costs } from './costs.js';
import { explain, type Explained } from './explained.js';
import { extended, NO_PLAN, planKey, Prices, type Plan, type Priced } from './plan.js';

/** So many plans are tried with the engine before the first one that fits is taken. */
const MOST_LOOKS = 120;
/** So many plans are priced. */
const MOST_PLANS = 4_000;

const RESOURCES = 'NodeResourcesFit';

/** Changes that make a pair feasible. */
export interface Found {
  readonly changes: readonly Change[];
  readonly cost: number;
  /** Whether no other changes of the known kinds are enough and cost less. */
  readonly isLeast: boolean;
}

/** What is searched. */
export interface LeastChangesInput {
  readonly pair: Pair;
  readonly explained: readonly Explained[];
  readonly costs: Costs;
  /** Changes that cost more are not wanted. */
  readonly most?: number;
}

/** A plan, and the causes that it has yet to undo. */
interface Step extends Priced {
  readonly plan: Plan;
  readonly left: readonly Cause[];
  /** No more than what undoing all of them costs. */
  readonly bound: number;
}

/** What came of a search; `isOver`: all plans that could be better were looked at. */
export interface LeastChanges {
  readonly found: Found | null;
  readonly isOver: boolean;
}

/**
 * The cheapest changes: plans are extended by the ways to undo one cause after the other, the cheapest plan first, and
 * each that undoes all known causes is tried with the engine, which may find further ones. So the first that fits is
 * the cheapest. After many looks the search goes straight from the cheapest plan to one that fits.
 */
export function leastChanges(input: LeastChangesInput): LeastChanges {
  const search = new Search(input);
  const best = search.run();
  return best.isOver ? best : search.straight();
}

class Search {
  readonly #input: LeastChangesInput;
  readonly #prices: Prices;
  readonly #root: readonly Cause[];
  readonly #tried = new Set<string>();
  readonly #ways = new Map<Cause, readonly Way[]>();
  readonly #keys = new Map<Cause, ReadonlySet<string>>();
  /** By what they cost at least, the cheapest last; once the search goes straight, the last to be made last. */
  readonly #steps: Step[] = [];
  #isStraight = false;
  #isOpen = false;

  constructor(input: LeastChangesInput) {
    this.#input = input;
    const lacking = lackingResources(input.explained.filter(isResources).map(({ status }) => status));
    this.#prices = new Prices(input.pair, input.costs, lacking);
    this.#root = otherCauses(input.explained);
    this.#push([this.#step(NO_PLAN, this.#root)]);
  }

  run(): LeastChanges {
    const { most = Infinity } = this.#input;
    let [looks, plans] = [0, 0];
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      if (step.bound > most && !this.#isStraight) return { found: null, isOver: true };
      if (++plans > MOST_PLANS || looks > MOST_LOOKS) {
        this.#steps.push(step);
        return { found: null, isOver: false };
      }
      const [cause, ...others] = step.left;
      if (cause !== undefined) this.#branch(step, cause, others);
      else if (this.#isNew(step)) {
        looks++;
        const changes = this.#prices.changesOf(step.plan, step.freeing);
        if (this.#input.pair.fits(changes)) return { found: this.#found(step, changes), isOver: !this.#isStraight };
        this.#continue(step, changes);
      }
    }
    return { found: null, isOver: !this.#isStraight && !this.#isOpen };
  }

  straight(): LeastChanges {
    this.#isStraight = true;
    return this.run();
  }

  #isNew({ plan }: Step): boolean {
    const key = planKey(plan);
    if (this.#tried.has(key)) return false;
    this.#tried.add(key);
    return true;
  }

  #found({ freeing }: Step, changes: readonly Change[]): Found {
    const cost = costOfAll(changes, this.#input.costs);
    const evicts = changes.some((change) => evicted(change).length > 0);
    const isSure = freeing.isLeast && (this.#prices.isUniform || !evicts);
    return { changes, cost, isLeast: isSure && !this.#isStraight && !this.#isOpen };
  }

  #step(plan: Plan, left: readonly Cause[]): Step {
    const priced = this.#prices.of(plan);
    this.#isOpen ||= left.some(({ hasMore }) => hasMore);
    return { ...priced, plan, left, bound: priced.cost + this.#leastOf(plan, left) };
  }

  #push(steps: readonly Step[]): void {
    const possible = steps.filter(({ bound }) => Number.isFinite(bound)).sort(byBound);
    for (const step of possible) {
      const at = this.#isStraight ? this.#steps.length : this.#steps.findIndex((other) => byBound(other, step) > 0);
      this.#steps.splice(at < 0 ? this.#steps.length : at, 0, step);
    }
  }

  /** A step for each way to undo the cause. */
  #branch({ plan }: Step, cause: Cause, left: readonly Cause[]): void {
    const plans = this.#waysOf(cause).flatMap((way) => {
      if (!('oneOf' in way)) return extended(plan, way) ?? [];
      // One that goes for another cause may be enough; where it is not, the cause is found again.
      if (way.oneOf.some((pod) => plan.gone.includes(pod))) return plan;
      return this.#different(way.oneOf, plan).flatMap((pod) => extended(plan, { all: [pod] }) ?? []);
    });
    this.#push(plans.map((next) => this.#step(next, left)));
  }

  /** What else is in the way of a plan that undoes all that was known. */
  #continue({ plan, freeing }: Step, changes: readonly Change[]): void {
    const { pair } = this.#input;
    const bare = this.#prices.changesOf(plan, { ...freeing, pods: [], left: [] });
    const causes = otherCauses(explain(pair.after(bare)));
    if (causes.length > 0) return this.#push([this.#step(plan, causes)]);
    // A pod that leaves for its resources is needed where it is, or what needs it there is undone.
    const kept = freeing.pods.map((pod) => this.#step({ ...plan, kept: [...plan.kept, pod] }, []));
    const all = { ...plan, gone: [...plan.gone, ...freeing.pods] };
    const others = freeing.pods.length === 0 ? [] : otherCauses(explain(pair.after(changes)));
    this.#push([...kept, ...(others.length === 0 ? [] : [this.#step(all, others)])]);
  }

  #waysOf(cause: Cause): readonly Way[] {
    let ways = this.#ways.get(cause);
    if (ways === undefined) {
      ways = cause.ways ?? cause.options.map((changes) => wayOf(this.#input.pair, changes));
      this.#ways.set(cause, ways);
    }
    return ways;
  }

  /** The changes of its ways. */
  #keysOf(cause: Cause): ReadonlySet<string> {
    let keys = this.#keys.get(cause);
    if (keys === undefined) {
      keys = new Set(this.#waysOf(cause).flatMap(keysOf));
      this.#keys.set(cause, keys);
    }
    return keys;
  }

  /** Of pods that are alike in all that matters here the least important that still is there. */
  #different(pods: readonly PlacedPod[], { gone, kept }: Plan): readonly PlacedPod[] {
    const first = new Map<string, PlacedPod>();
    const left = pods.filter((pod) => frees(pod) && !gone.includes(pod) && !kept.includes(pod));
    for (const pod of left.sort(byImportance)) {
      const { namespace, labels, uid } = pod;
      const concerned = this.#root.map((cause) => cause.heldBy?.some((holder) => holder.uid === uid) ?? false);
      const key = JSON.stringify([namespace, labels, this.#prices.heldBy(pod), concerned]);
      if (!first.has(key)) first.set(key, pod);
    }
    return [...first.values()];
  }

  /** Each cause by its cheapest way; a change that may undo several counts for each by its part. */
  #leastOf(plan: Plan, left: readonly Cause[]): number {
    const made = new Set(plan.changes.map(changeKey));
    const keys = left.map((cause) => this.#keysOf(cause));
    const share = (change: Change): number => {
      const key = changeKey(change);
      if (made.has(key)) return 0;
      return costOf(change, this.#input.costs) / keys.filter((all) => all.has(key)).length;
    };
    return left.reduce((sum, cause) => {
      const ways = this.#waysOf(cause).map((way) =>
        'changes' in way ? way.changes.reduce((cost, change) => cost + share(change), 0) : 0,
      );
      return sum + Math.min(...ways);
    }, 0);
  }
}

function wayOf(pair: Pair, changes: readonly Change[]): Way {
  const uids = new Set(changes.flatMap((change) => evicted(change).map(({ uid }) => uid)));
  return uids.size === 0 ? { changes } : { all: placedPods(pair, uids) };
}

function keysOf(way: Way): readonly string[] {
  return 'changes' in way ? way.changes.map(changeKey) : [];
}

/** Those that cost more first; of equal ones those that have more to undo. */
function byBound(a: Step, b: Step): number {
  return b.bound - a.bound || b.left.length - a.left.length;
}

function isResources({ status }: Explained): boolean {
  return status.plugin === RESOURCES && lackingResources([status]).length > 0;
}

/** What is in the way beside resources, which are bought or freed at the end. */
function otherCauses(explained: readonly Explained[]): readonly Cause[] {
  return explained.filter((one) => !isResources(one)).flatMap(({ causes }) => causes);
}

function placedPods({ snapshot, nominated }: Pair, uids: ReadonlySet<string>): readonly PlacedPod[] {
  return [...uids].flatMap((uid) => {
    const row = snapshot.rowOfPod(uid);
    return (row === undefined ? nominated : snapshot.pods(row)).filter((pod) => pod.uid === uid);
  });
}
