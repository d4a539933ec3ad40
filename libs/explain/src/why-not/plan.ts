import type { PlacedPod } from '#scheduler';
import { Budgets, cheapestFreeing, evictionOf, frees, type Freeing } from '../eviction/index.js';
import { heldIn, missing, type Way } from '../explainers/index.js';
import { changeKey, quantityOf, type AddResource, type Change, type Pair } from '../pair/index.js';
import { addingCost, costOfAll, type Costs } from './costs.js';

/** What is decided so far: changes, pods that go, and pods that are not to go. */
export interface Plan {
  readonly changes: readonly Change[];
  readonly gone: readonly PlacedPod[];
  readonly kept: readonly PlacedPod[];
}

/** Nothing is decided. */
export const NO_PLAN: Plan = Object.freeze({ changes: [], gone: [], kept: [] });

/** The plan with a way to undo a cause; null where it contradicts what is decided. */
export function extended(plan: Plan, way: Exclude<Way, { readonly oneOf: unknown }>): Plan | null {
  if ('all' in way) {
    const more = way.all.filter((pod) => !plan.gone.includes(pod));
    return more.some((pod) => !frees(pod) || plan.kept.includes(pod))
      ? null
      : { ...plan, gone: [...plan.gone, ...more] };
  }
  const known = new Set(plan.changes.map(changeKey));
  const more = way.changes.filter((change) => !known.has(changeKey(change)));
  const labels = new Set(plan.changes.flatMap((change) => (change.kind === 'setNodeLabel' ? change.label : [])));
  if (more.some((change) => change.kind === 'setNodeLabel' && labels.has(change.label))) return null;
  return { ...plan, changes: [...plan.changes, ...more] };
}

/** Tells two plans apart. */
export function planKey({ changes, gone, kept }: Plan): string {
  const uids = (pods: readonly PlacedPod[]): string[] => pods.map(({ uid }) => uid).sort();
  return JSON.stringify([changes.map(changeKey).sort(), uids(gone), uids(kept)]);
}

/** What a plan costs at least, and how it frees what lacks. */
export interface Priced {
  readonly cost: number;
  readonly freeing: Freeing;
}

/** So many choices of pods are looked at for one plan, and for all plans; then at the first ones of each only. */
const MOST_STEPS_OF_PLAN = 5_000;
const MOST_STEPS = 20_000;
const FEWEST_STEPS = 200;

/** Prices the plans of a pair: the resources that lack are bought or freed, whichever is cheaper. */
export class Prices {
  readonly #known = new Map<string, Freeing>();
  readonly #candidates: ReadonlySet<PlacedPod>;
  readonly #budgets: Budgets;
  /** Choices of pods that may still be looked at, over all plans. */
  #stepsLeft = MOST_STEPS;

  /** `lacking`: the resources of which there is too little. */
  constructor(
    private readonly pair: Pair,
    private readonly costs: Costs,
    private readonly lacking: readonly string[],
  ) {
    this.#candidates = new Set(pair.occupants.filter(frees));
    this.#budgets = new Budgets(pair.snapshot);
  }

  /** Whether a pod costs the same for every cause that it is evicted for. */
  get isUniform(): boolean {
    const { evictPods, freePort, freeResource } = this.costs;
    return evictPods === freePort && freePort === freeResource;
  }

  /** What the pod holds of each resource that lacks. */
  heldBy(pod: PlacedPod): readonly number[] {
    return this.lacking.map((resource) => (this.#candidates.has(pod) ? Number(heldIn(this.pair, resource)(pod)) : 0));
  }

  of(plan: Plan): Priced {
    const freeing = this.#freeing(plan);
    const { evictPods, freeResource } = this.costs;
    // The price of freeing takes all pods as going for their resources.
    const others = (evictPods - freeResource) * plan.gone.length;
    return { freeing, cost: costOfAll(plan.changes, this.costs) + freeing.cost + others };
  }

  /** The changes of a plan with all that it takes beside them. */
  changesOf({ changes, gone }: Plan, { pods, left }: Freeing): readonly Change[] {
    const added = this.lacking.flatMap((resource, at) => {
      const lacks = BigInt(left[at] ?? 0);
      return lacks > 0n ? [this.#addition(resource, lacks)] : [];
    });
    const all = [...gone, ...pods];
    if (all.length === 0) return [...changes, ...added];
    const only = gone.length === 0 ? this.#onlyFor(pods) : undefined;
    const eviction = evictionOf(all, this.pair.snapshot);
    return [
      ...changes,
      only === undefined
        ? { kind: 'evictPods', ...eviction }
        : { kind: 'freeResource', node: this.pair.nodeName, ...only, ...eviction },
      ...added,
    ];
  }

  #freeing(plan: Plan): Freeing {
    const key = planKey({ ...plan, changes: [] });
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const { pair, costs, lacking } = this;
    const freeing = cheapestFreeing({
      budgets: this.#budgets,
      lacks: lacking.map((resource) => {
        const heldOf = heldIn(pair, resource);
        return {
          lacking: Number(missing(pair, resource)),
          heldBy: (pod) => (this.#candidates.has(pod) ? Number(heldOf(pod)) : 0),
          priceOf: (left) => addingCost(left / this.#requested(resource), costs),
        };
      }),
      candidates: [...this.#candidates].filter((pod) => !plan.kept.includes(pod)),
      gone: plan.gone,
      costs: { pod: costs.freeResource, budget: costs.breakBudget },
      mostSteps: Math.max(FEWEST_STEPS, Math.min(MOST_STEPS_OF_PLAN, this.#stepsLeft)),
    });
    this.#stepsLeft -= freeing.steps;
    this.#known.set(key, freeing);
    return freeing;
  }

  #addition(resource: string, amount: bigint): AddResource {
    const share = Number(amount) / this.#requested(resource);
    return { kind: 'addResource', node: this.pair.nodeName, resource, amount: quantityOf(resource, amount), share };
  }

  #requested(resource: string): number {
    return this.pair.incoming.requests.find(({ name }) => name === resource)?.amount ?? 1;
  }

  /** The one resource that the pods free, and how much of it has to be. */
  #onlyFor(pods: readonly PlacedPod[]): { readonly resource: string; readonly amount: string } | undefined {
    const freed = this.lacking.flatMap((resource) => {
      const heldOf = heldIn(this.pair, resource);
      const held = pods.reduce((sum, pod) => sum + heldOf(pod), 0n);
      const lacks = missing(this.pair, resource);
      return held > 0n ? [{ resource, amount: quantityOf(resource, held < lacks ? held : lacks) }] : [];
    });
    return freed.length === 1 ? freed[0] : undefined;
  }
}
