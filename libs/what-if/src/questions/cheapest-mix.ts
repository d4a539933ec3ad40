/** How many of each shape, in the order of the shapes. */
export type Mix = readonly number[];

/** What a search looks among. */
export interface MixSearch {
  /** Of one of each shape, none below zero. */
  readonly prices: readonly number[];
  /** Nodes in a mix at most. */
  readonly mostNodes: number;
  /** What a mix lacks at least, in price, before it can do: never too much, and 0 where only a trial can say. */
  readonly lacks: (mix: Mix) => number;
  /** Whether the mix does. */
  readonly does: (mix: Mix) => Generator<void, boolean, undefined>;
  /** Trials at most, beside those of single shapes. */
  readonly mostTrials: number;
}

export interface FoundMix {
  /** Null where none was found. */
  readonly mix: Mix | null;
  /** Whether every cheaper mix was tried, or is known not to do. */
  readonly proven: boolean;
  readonly trials: number;
}

/** Mixes looked at, with or without a trial, at most. */
const MOST_MIXES = 100_000;

/**
 * The cheapest mix that does: first what a single shape can do, then what is cheaper, by what it costs with what it
 * lacks (A*): the first of these that does is the cheapest, and where none does the single shape is.
 */
export function* cheapestMix(search: MixSearch): Generator<void, FoundMix, undefined> {
  const { prices, mostNodes, mostTrials, lacks } = search;
  const single = yield* cheapestShape(search);
  let { trials } = single;
  const open = new MixHeap();
  const push = (mix: Mix): void => {
    const cost = priceOf(mix, prices) + lacks(mix);
    if (cost < single.price) open.push({ mix, cost, nodes: nodesOf(mix) });
  };
  push(prices.map(() => 0));
  for (let looked = 0; ; looked += 1) {
    const mix = open.pop();
    if (mix === undefined) return { mix: single.mix, proven: single.mix !== null, trials };
    if (trials >= mostTrials + single.trials || looked > MOST_MIXES) return { mix: single.mix, proven: false, trials };
    if (lacks(mix) === 0) {
      trials += 1;
      if (yield* search.does(mix)) return { mix, proven: true, trials };
    }
    if (nodesOf(mix) < mostNodes) for (const next of onceMore(mix)) push(next);
  }
}

interface SingleShape {
  readonly mix: Mix | null;
  readonly price: number;
  readonly trials: number;
}

/** The cheapest of the mixes of one shape alone. */
function* cheapestShape(search: MixSearch): Generator<void, SingleShape, undefined> {
  let best: SingleShape = { mix: null, price: Infinity, trials: 0 };
  for (const shape of search.prices.keys()) {
    const found = yield* fewestOf(search, shape);
    const price = found.mix === null ? Infinity : priceOf(found.mix, search.prices);
    const trials = best.trials + found.trials;
    best = price < best.price ? { mix: found.mix, price, trials } : { ...best, trials };
  }
  return best;
}

/** The fewest of one shape that do: by doubling, then by halving what is between. */
function* fewestOf(
  { prices, mostNodes, lacks, does }: MixSearch,
  shape: number,
): Generator<void, Omit<SingleShape, 'price'>, undefined> {
  const only = (count: number): Mix => prices.map((_, index) => (index === shape ? count : 0));
  let less = -1;
  while (less < mostNodes && lacks(only(less + 1)) > 0) less += 1;
  let trials = 0;
  let enough: number | null = null;
  for (let step = 1; enough === null && less < mostNodes; step *= 2) {
    const asked = Math.min(less + step, mostNodes);
    trials += 1;
    if (yield* does(only(asked))) enough = asked;
    else less = asked;
  }
  while (enough !== null && enough - less > 1) {
    const middle = Math.floor((less + enough) / 2);
    trials += 1;
    if (yield* does(only(middle))) enough = middle;
    else less = middle;
  }
  return { mix: enough === null ? null : only(enough), trials };
}

function nodesOf(mix: Mix): number {
  return mix.reduce((sum, count) => sum + count, 0);
}

/** With one more of the last shape in it, or of one behind: every mix is come to in one way only. */
function* onceMore(mix: Mix): Iterable<Mix> {
  const last = mix.findLastIndex((count) => count > 0);
  for (let shape = Math.max(0, last); shape < mix.length; shape += 1)
    yield mix.map((count, index) => (index === shape ? count + 1 : count));
}

interface OpenMix {
  readonly mix: Mix;
  readonly cost: number;
  readonly nodes: number;
}

/** A binary heap, the cheapest on top; of those that cost the same, the one that is furthest. */
class MixHeap {
  readonly #mixes: OpenMix[] = [];

  push(open: OpenMix): void {
    let at = this.#mixes.push(open) - 1;
    for (let above = (at - 1) >> 1; at > 0 && this.#before(at, above); at = above, above = (at - 1) >> 1)
      this.#swap(at, above);
  }

  pop(): Mix | undefined {
    const [top] = this.#mixes;
    const last = this.#mixes.pop();
    if (top === undefined || last === undefined || this.#mixes.length === 0) return top?.mix;
    this.#mixes[0] = last;
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let least = at;
      if (left < this.#mixes.length && this.#before(left, least)) least = left;
      if (right < this.#mixes.length && this.#before(right, least)) least = right;
      if (least === at) return top.mix;
      this.#swap(at, least);
      at = least;
    }
  }

  #before(a: number, b: number): boolean {
    const [one, other] = [this.#mixes[a], this.#mixes[b]];
    if (one === undefined || other === undefined) return false;
    return one.cost < other.cost || (one.cost === other.cost && one.nodes > other.nodes);
  }

  #swap(a: number, b: number): void {
    const [one, other] = [this.#mixes[a], this.#mixes[b]];
    if (one === undefined || other === undefined) return;
    this.#mixes[a] = other;
    this.#mixes[b] = one;
  }
}

/** To six decimals: what is added up in another order is as dear. */
export function priceOf(mix: Mix, prices: readonly number[]): number {
  const sum = mix.reduce((total, count, shape) => total + count * (prices[shape] ?? 0), 0);
  return Math.round(sum * 1e6) / 1e6;
}
