import {
  NO_DOMAIN,
  type Cycle,
  type Domains,
  type PlacedPod,
  type PreparedFilter,
  type PreparedScore,
} from '#scheduler';
import type { BoundPlugin, Rejection, Skip } from '../../libs/scheduler/src/testing/index.js';

/** At which points a plugin is asked. */
export type Side = 'filter' | 'score';

type Answer = PreparedFilter | PreparedScore | Rejection | Skip;

/**
 * One answer of one plugin that is kept while pods move, and what it said of every domain when
 * it was last asked to change.
 */
export class KeptAnswer {
  #answer: Answer;
  #values: readonly number[];
  #touched: Set<number> | 'all' = new Set();
  #prepares: boolean;

  constructor(
    private readonly asked: {
      readonly bound: BoundPlugin;
      readonly side: Side;
      readonly cycle: Cycle;
      readonly feasible: () => Uint32Array;
    },
  ) {
    this.#answer = this.#ask();
    this.#values = this.#valuesOf(this.#answer);
    this.#prepares = !this.#lasts;
  }

  /** A pod came to a row (1) or left it (-1); the snapshot shows it. */
  moved(pod: PlacedPod, row: number, step: 1 | -1): void {
    const { follow, followsAffinityOnly = false } = this.#answer as Skip;
    if (follow !== undefined && (pod.affinity !== null || !followsAffinityOnly)) this.#touch(follow(pod, row, step));
    else if (this.#reach === 'node') this.#touch([row]);
  }

  /** A row became feasible or ceased to be. */
  refit(row: number, feasible: boolean): void {
    if (this.#answer.kind === 'score' && this.#answer.refit !== undefined)
      this.#touch(this.#answer.refit(row, feasible));
  }

  /** Tells a filter of a pod that is tried on a row, does the work, and takes it back. */
  tell(
    pod: PlacedPod,
    { row, step, work }: { readonly row: number; readonly step: 1 | -1; readonly work: () => void },
  ): void {
    if (this.#answer.kind !== 'filter') return work();
    const { addPod, removePod } = this.#answer;
    const [first, back] = step === 1 ? [addPod, removePod] : [removePod, addPod];
    first?.(pod, row);
    work();
    back?.(pod, row);
  }

  /** What is wrong with the kept answer, beside one that is made now. */
  wrong(): readonly string[] {
    if (this.#prepares) this.#answer = this.#ask();
    const fresh = this.#ask();
    const said = this.#prepares ? [] : [...differences(this.#answer, fresh), ...this.#wrongValues(fresh)];
    const within = unequal(domainsOf(fresh), this.#byRow(fresh));
    this.#values = this.#valuesOf(this.#answer);
    this.#touched = new Set();
    this.#prepares = !this.#lasts;
    return [...said, ...within];
  }

  #wrongValues(fresh: Answer): readonly string[] {
    if (fresh.kind !== this.#answer.kind) return [];
    const [now, want] = [this.#byRow(this.#answer), this.#byRow(fresh)];
    const rows = want.flatMap((value, row) =>
      now[row] === value ? [] : [`says ${now[row]} of row ${row} instead of ${value}`],
    );
    const silent = this.#valuesOf(fresh).flatMap((value, index) =>
      value === this.#values[index] || this.#touched === 'all' || this.#touched.has(index)
        ? []
        : [`did not say that ${index} became ${value}, from ${this.#values[index]}`],
    );
    return [...rows, ...silent];
  }

  get #reach(): string {
    const { plugin } = this.asked.bound;
    return (this.asked.side === 'filter' ? plugin.filterReach : plugin.scoreReach) ?? 'cluster';
  }

  /** Whether the engine keeps it: the contract of `Lasting`. */
  get #lasts(): boolean {
    if (this.#reach === 'static' || this.#reach === 'node') return true;
    return (this.#answer as Skip).follow !== undefined && (this.#answer.kind !== 'score' || this.#reach !== 'cluster');
  }

  #touch(touched: ArrayLike<number> | 'all' | 'prepare'): void {
    if (touched === 'prepare') this.#prepares = true;
    else if (touched === 'all' || this.#touched === 'all') this.#touched = 'all';
    else for (const index of Array.from(touched)) this.#touched.add(index);
  }

  #ask(): Answer {
    const {
      bound: { plugin },
      side,
      cycle,
      feasible,
    } = this.asked;
    const answer =
      side === 'filter'
        ? (plugin.preFilter?.(cycle) ?? plugin.filter?.(cycle))
        : (plugin.preScore?.(cycle, feasible()) ?? plugin.score?.(cycle, feasible()));
    if (answer === undefined || (typeof answer !== 'function' && answer.kind === 'notSupported'))
      return { kind: 'rejected', code: 'Error', reasons: ['not supported'] };
    return typeof answer === 'function' ? { kind: 'filter', filter: answer } : answer;
  }

  /** By row; of rows that the answer does not speak of, nothing. */
  #byRow(answer: Answer): readonly (number | null)[] {
    const { snapshot } = this.asked.cycle;
    const feasible = new Set(this.asked.feasible());
    const of = domainsOf(answer)?.of;
    return Array.from({ length: snapshot.nodeCount }, (_, row) => {
      if (of?.[row] === NO_DOMAIN) return null;
      if (answer.kind === 'filter') return answer.filter(row);
      return answer.kind === 'score' && (this.#reach !== 'cluster' || feasible.has(row)) ? answer.score(row) : null;
    });
  }

  /** By domain, where there are domains, else by row. */
  #valuesOf(answer: Answer): readonly number[] {
    const byRow = this.#byRow(answer);
    const rows = domainsOf(answer)?.firstRows ?? byRow.keys();
    return Array.from(rows, (row) => byRow[row] ?? 0);
  }
}

function domainsOf(answer: Answer): Domains | undefined {
  return answer.kind === 'filter' || answer.kind === 'score' ? answer.domains : undefined;
}

/** What a kept answer may not differ in, without having said 'prepare'. */
function differences(kept: Answer, fresh: Answer): readonly string[] {
  const [now, want] = [shapeOf(kept), shapeOf(fresh)];
  return now === want ? [] : [`is ${now} instead of ${want}`];
}

function shapeOf(answer: Answer): string {
  const names = answer.kind === 'filter' && answer.nodeNames !== undefined ? [...answer.nodeNames].sort() : undefined;
  const said = answer.kind === 'rejected' ? [answer.code, ...answer.reasons] : undefined;
  const { of } = domainsOf(answer) ?? {};
  return JSON.stringify({ kind: answer.kind, names, said, domains: of && Array.from(of) });
}

/** Rows of one domain have the same value. */
function unequal(domains: Domains | undefined, byRow: readonly (number | null)[]): readonly string[] {
  if (domains === undefined) return [];
  return byRow.flatMap((value, row) => {
    const first = domains.firstRows[domains.of[row] ?? NO_DOMAIN];
    return first === undefined || byRow[first] === value
      ? []
      : [`says ${value} of row ${row} and ${byRow[first]} of row ${first} in the same domain`];
  });
}
