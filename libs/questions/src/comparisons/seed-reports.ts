import { TimeSlice } from '#database';
import { IncomingPod, type Pod, type TieBreak } from '#scheduler';
import type { Run } from '#scheduling';
import type { ComparisonProgress, ComparisonRequest, PlacementDifference, SeedReport } from './comparison.js';
import { decidingPlugins } from './differences/index.js';
import { measureSnapshot, type Request } from './measures/index.js';
import type { Contest, Rules, Side } from './sides/index.js';

/** What goes with a request. */
export interface SeedReportsOptions {
  /** The run whose pods are compared, where they are a run's. */
  readonly run: Run | undefined;
  /** Called with the progress; what it throws ends the comparison. */
  readonly progress: (progress: ComparisonProgress) => void;
}

/** What a comparison has come to, seed by seed; and how far it is. */
export class SeedReports {
  readonly seeds: SeedReport[] = [];
  readonly placements: PlacementDifference[] = [];
  placementCount = 0;
  pods = 0;
  /** Pods to be tried of each seed, as far as is known. */
  expected = 0;
  #tried = 0;
  readonly #slice = new TimeSlice();
  readonly #requests = new Map<string, Request>();

  constructor(
    private readonly request: ComparisonRequest,
    private readonly options: SeedReportsOptions,
  ) {}

  /** How ties are broken, one seed after the other. */
  get ties(): readonly TieBreak[] {
    const { seeds } = this.request;
    const { run } = this.options;
    if (seeds !== undefined)
      return Array.from({ length: seeds }, (_, index) => ({ rule: 'seeded', seed: BigInt(index + 1) }));
    return [run?.tieBreak === 'seeded' ? { rule: 'seeded', seed: BigInt(run.seed) } : { rule: 'first' }];
  }

  /** How both sides decide. */
  rules(tieBreak: TieBreak): Rules {
    return { tieBreak, preemption: this.request.preemption ?? this.options.run?.preemption ?? 'off' };
  }

  /** A pod is tried on both sides: what it asks for is what has to fit. */
  tried(pod: Pod): void {
    this.#tried += 1;
    const request: Request = new Map(
      new IncomingPod(pod).requests.flatMap(({ name, amount }) => (amount > 0 ? [[name, amount] as const] : [])),
    );
    this.#requests.set(JSON.stringify([...request]), request);
  }

  /** Reports the progress, and yields to other work. */
  async turn(): Promise<void> {
    if (!this.#slice.isOver) return;
    this.say();
    await this.#slice.yieldWhenOver();
  }

  /** Says how far it is. @throws what the caller's signal was aborted with */
  say(): void {
    const total = this.expected * this.ties.length;
    this.options.progress({ pods: this.#tried, total: Math.max(total, this.#tried) });
  }

  /** A seed has ended. */
  add(contest: Contest, tieBreak: TieBreak): void {
    const { plugins, ties } = decidingPlugins(contest.differences());
    if (this.seeds.length === 0)
      for (const difference of contest.differences()) {
        this.placementCount += 1;
        if (this.placements.length < this.request.limit) this.placements.push(difference);
      }
    this.pods = Math.max(this.pods, contest.pods);
    const requests = [...this.#requests.values()];
    const measured = (side: Side): SeedReport['a'] => ({
      outcomes: contest.outcomes(side),
      ...measureSnapshot(side.state.snapshot, requests),
    });
    this.seeds.push({
      seed: tieBreak.rule === 'first' ? null : String(tieBreak.seed),
      counts: contest.counts(),
      ties,
      a: measured(contest.a),
      b: measured(contest.b),
      plugins,
    });
  }
}
