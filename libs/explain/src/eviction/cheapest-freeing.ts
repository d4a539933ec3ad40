import type { PlacedPod } from '#scheduler';
import type { Budgets } from './budgets.js';
import { byImportance } from './choose-pods.js';

/** An amount of something of which there is too little, that pods hold. */
export interface Lack {
  readonly lacking: number;
  readonly heldBy: (pod: PlacedPod) => number;
  /** What it costs to have so much of it otherwise; of 0, nothing. */
  readonly priceOf: (left: number) => number;
}

/** What evicting costs: each pod, and each budget that is broken. */
export interface EvictionCosts {
  readonly pod: number;
  readonly budget: number;
}

/** Which pods go beside those that go anyway, and what all of it costs together with what still lacks. */
export interface Freeing {
  readonly pods: readonly PlacedPod[];
  /** What still lacks, one amount a lack. */
  readonly left: readonly number[];
  readonly cost: number;
  /** Whether no other choice can be cheaper: all were looked at, or known to be no better. */
  readonly isLeast: boolean;
  /** How many choices were looked at. */
  readonly steps: number;
}

export interface FreeingInput {
  readonly budgets: Budgets;
  readonly lacks: readonly Lack[];
  readonly candidates: readonly PlacedPod[];
  /** Pods that go anyway: what they hold is free, and they count for budgets. */
  readonly gone: readonly PlacedPod[];
  readonly costs: EvictionCosts;
  /** So many choices are looked at; 20,000 unless given. */
  readonly mostSteps?: number;
}

const MOST_STEPS = 20_000;
/** A bound counts so many further evictions one by one. */
const DEPTH = 12;
const TINY = 1e-6;

/**
 * The cheapest mixture of evicting pods and paying for what lacks then. Of choices that cost the same, the pods that
 * matter least.
 */
export function cheapestFreeing(input: FreeingInput): Freeing {
  return new Choice(input).best();
}

/** Depth first over the candidates, the largest first, with a bound; a pod is passed over for good with its lessers. */
class Choice {
  readonly #input: FreeingInput;
  /** Whether any budget would be broken if all of them went. */
  readonly #mayBreak: boolean;
  readonly #mostSteps: number;
  readonly #order: readonly PlacedPod[];
  readonly #held: readonly (readonly number[])[];
  /** For each beginning of the order: what the largest so many of the others hold together, by lack. */
  readonly #most: readonly (readonly (readonly number[])[])[];
  readonly #protection: ReadonlyMap<PlacedPod, string>;
  readonly #isLesserOf: readonly (readonly number[])[];
  /** Of each candidate, whether the present choice is without it. */
  readonly #passed: boolean[] = [];
  #steps = 0;
  #best: Freeing;

  constructor(input: FreeingInput) {
    this.#input = input;
    const { lacks, candidates, gone, budgets, mostSteps = MOST_STEPS } = input;
    this.#mostSteps = mostSteps;
    const lacking = lacks.map(({ lacking: amount, heldBy }) => amount - sum(gone.map(heldBy)));
    const shareOf = (pod: PlacedPod): number =>
      sum(
        lacks.map(({ heldBy }, at) => (lackOf(lacking, at) > 0 ? Math.min(1, heldBy(pod) / lackOf(lacking, at)) : 0)),
      );
    this.#order = [...candidates]
      .filter((pod) => !gone.includes(pod) && shareOf(pod) > 0)
      .sort(byImportance)
      .sort((a, b) => shareOf(b) - shareOf(a));
    this.#held = this.#order.map((pod) => lacks.map(({ heldBy }) => heldBy(pod)));
    this.#most = this.#largestSums();
    const all = [...gone, ...this.#order];
    this.#mayBreak = budgets.strained(all).length > 0;
    this.#protection = this.#mayBreak ? protectionOf(budgets, all) : new Map();
    this.#isLesserOf = this.#order.map((_, at) => this.#greaterThan(at));
    this.#best = this.#priced([], lacking);
  }

  best(): Freeing {
    this.#from(0, [], this.#best.left);
    return { ...this.#leastImportant(), isLeast: this.#steps < this.#mostSteps, steps: this.#steps };
  }

  #from(at: number, chosen: readonly PlacedPod[], left: readonly number[]): void {
    if (this.#steps++ >= this.#mostSteps || at >= this.#order.length) return;
    if (this.#boundOf(at, chosen, left) > this.#best.cost - TINY) return;
    const pod = this.#order[at] as PlacedPod;
    if (!(this.#isLesserOf[at] ?? []).some((greater) => this.#passed[greater] === true)) {
      const more = [...chosen, pod];
      const less = left.map((amount, lack) => amount - (this.#held[at]?.[lack] ?? 0));
      const priced = this.#priced(more, less);
      if (priced.cost < this.#best.cost - TINY) this.#best = priced;
      this.#from(at + 1, more, less);
    }
    this.#passed[at] = true;
    this.#from(at + 1, chosen, left);
    this.#passed[at] = false;
  }

  #priced(pods: readonly PlacedPod[], left: readonly number[]): Freeing {
    const { lacks } = this.#input;
    const added = sum(lacks.map(({ priceOf }, at) => (lackOf(left, at) > 0 ? priceOf(lackOf(left, at)) : 0)));
    return { pods, left, cost: this.#evictionCost(pods) + added, isLeast: true, steps: 0 };
  }

  #evictionCost(pods: readonly PlacedPod[]): number {
    const { gone, costs, budgets } = this.#input;
    const broken = this.#mayBreak ? budgets.strained([...gone, ...pods]).length : 0;
    return costs.pod * (gone.length + pods.length) + costs.budget * broken;
  }

  /** No more than what any choice costs that has these and, at the least, one of the others. */
  #boundOf(at: number, chosen: readonly PlacedPod[], left: readonly number[]): number {
    const { lacks, costs } = this.#input;
    const most = this.#most[at] ?? [];
    const base = this.#evictionCost(chosen);
    let bound = Infinity;
    for (let more = 1; more <= DEPTH; more++) {
      const rest = lacks.map((_, lack) => lackOf(left, lack) - (most[lack]?.[more] ?? most[lack]?.at(-1) ?? 0));
      const added = sum(lacks.map(({ priceOf }, lack) => (lackOf(rest, lack) > 0 ? priceOf(lackOf(rest, lack)) : 0)));
      bound = Math.min(bound, base + costs.pod * more + added);
    }
    return Math.min(bound, base + costs.pod * (DEPTH + 1));
  }

  #largestSums(): readonly (readonly (readonly number[])[])[] {
    const sums: (readonly (readonly number[])[])[] = [];
    const largest = this.#input.lacks.map((): number[] => []);
    for (let at = this.#order.length - 1; at >= 0; at--) {
      for (const [lack, amounts] of largest.entries()) {
        amounts.push(this.#held[at]?.[lack] ?? 0);
        amounts.sort((a, b) => b - a);
        amounts.length = Math.min(amounts.length, DEPTH);
      }
      sums.unshift(
        largest.map((amounts) => amounts.reduce<number[]>((all, one) => [...all, (all.at(-1) ?? 0) + one], [0])),
      );
    }
    return sums;
  }

  /** Those before it that hold as much of everything and are protected by no other budget: they go before it does. */
  #greaterThan(at: number): readonly number[] {
    const own = this.#order[at] as PlacedPod;
    return Array.from({ length: at }, (_, before) => before).filter((before) => {
      const other = this.#protection.get(this.#order[before] as PlacedPod) ?? '';
      if (other !== '' && other !== this.#protection.get(own)) return false;
      return (this.#held[before] ?? []).every((amount, lack) => amount >= (this.#held[at]?.[lack] ?? 0));
    });
  }

  /** The best choice, with less important pods in the place of others where that costs no more. */
  #leastImportant(): Freeing {
    let best = this.#best;
    for (const pod of [...best.pods].sort(byImportance).reverse())
      for (const other of [...this.#order].sort(byImportance)) {
        if (byImportance(other, pod) >= 0) break;
        if (best.pods.includes(other)) continue;
        const swapped = best.pods.map((one) => (one === pod ? other : one));
        const left = this.#input.lacks.map(({ heldBy }, lack) => lackOf(best.left, lack) + heldBy(pod) - heldBy(other));
        const priced = this.#priced(swapped, left);
        if (priced.cost > best.cost + TINY) continue;
        best = priced;
        break;
      }
    return best;
  }
}

/** By which budgets a pod is protected, of those that these pods together would break. */
function protectionOf(budgets: Budgets, pods: readonly PlacedPod[]): ReadonlyMap<PlacedPod, string> {
  const neededFor = (some: readonly PlacedPod[]): ReadonlyMap<string, number> =>
    new Map(budgets.strained(some).map(({ namespace, name, needed }) => [`${namespace}/${name}`, needed]));
  const all = neededFor(pods);
  return new Map(
    pods.map((pod) => {
      const others = neededFor(pods.filter((one) => one !== pod));
      return [pod, [...all].flatMap(([name, needed]) => (others.get(name) === needed ? [] : name)).join()];
    }),
  );
}

function lackOf(amounts: readonly number[], at: number): number {
  return amounts[at] ?? 0;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
