import { setTimeout as pause } from 'node:timers/promises';
import { BerthClient, ServiceError } from '#client';
import { Dice } from '../../oracle/generator/dice.js';
import { ACTIONS, type SoakAction } from './soak-actions.js';
import { SIZES, SoakCluster } from './soak-cluster.js';

/** Requests under way at most: a service that is slower than the load gets less of it. */
const MOST_OPEN = 60;

/** So long requests that are open at the end have. */
const DEADLINE_MS = 10_000;

/** What was asked, by kind of request. */
export interface Tally {
  asked: number;
  /** Answered with a refusal: what a load at random comes to, such as 404 for a pod that has just gone. */
  refused: number;
  /** Answered with 5xx, or not. */
  failed: number;
}

/** A load of all kinds of requests at a steady rate, the same for the same seed as far as timing lets it. */
export class MixedLoad {
  readonly tallies = new Map<string, Tally>(ACTIONS.map(({ name }) => [name, { asked: 0, refused: 0, failed: 0 }]));
  /** The first few failures, in words. */
  readonly failures: string[] = [];
  readonly #dice: Dice;
  readonly #open = new Set<Promise<void>>();
  /** Whoever is still open is not looked at any more. */
  #ended = false;
  /** What could not be sent in time, because too much was open. */
  skipped = 0;

  private constructor(
    private readonly client: BerthClient,
    private readonly clusters: readonly SoakCluster[],
    seed: number,
  ) {
    this.#dice = new Dice(seed);
  }

  /** Makes the clusters. */
  static async prepare(url: string, seed: number): Promise<MixedLoad> {
    const client = new BerthClient({ url });
    const clusters: SoakCluster[] = [];
    for (const [index, size] of SIZES.entries()) clusters.push(await SoakCluster.create(client, `soak-${index}`, size));
    return new MixedLoad(client, clusters, seed);
  }

  /** Runs for so long, then waits for what is open; not for those who follow what does not happen any more. */
  async run({ seconds, perSecond }: { readonly seconds: number; readonly perSecond: number }): Promise<void> {
    const begun = performance.now();
    for (let sent = 0; sent < seconds * perSecond; sent += 1) {
      const due = begun + (sent * 1_000) / perSecond;
      const wait = due - performance.now();
      if (wait > 0) await pause(wait);
      if (this.#open.size >= MOST_OPEN) this.skipped += 1;
      else this.#send();
    }
    await Promise.race([Promise.all(this.#open), pause(DEADLINE_MS)]);
    this.#ended = true;
  }

  /** Of all kinds together. */
  get total(): Tally {
    const sum = { asked: 0, refused: 0, failed: 0 };
    for (const { asked, refused, failed } of this.tallies.values()) {
      sum.asked += asked;
      sum.refused += refused;
      sum.failed += failed;
    }
    return sum;
  }

  #send(): void {
    const done = this.#act(this.#choose()).finally(() => this.#open.delete(done));
    this.#open.add(done);
  }

  #choose(): SoakAction {
    const sum = ACTIONS.reduce((weights, { weight }) => weights + weight, 0);
    let at = this.#dice.roll() * sum;
    return ACTIONS.find(({ weight }) => (at -= weight) < 0) ?? this.#dice.pick(ACTIONS);
  }

  async #act({ name, act }: SoakAction): Promise<void> {
    const tally = this.tallies.get(name) ?? { asked: 0, refused: 0, failed: 0 };
    tally.asked += 1;
    // Each has chance of its own: what one rolls does not depend on when another was answered.
    const dice = new Dice(this.#dice.between(0, 2 ** 31));
    try {
      await act({ client: this.client, dice, cluster: dice.pick(this.clusters) });
    } catch (error) {
      if (this.#ended) return;
      if (error instanceof ServiceError && error.status < 500) tally.refused += 1;
      else {
        tally.failed += 1;
        if (this.failures.length < 20) this.failures.push(`${name}: ${String(error)}`);
      }
    }
  }
}
