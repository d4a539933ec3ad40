import type { Ranking } from '../../tie-break/index.js';
import type { NodeOrder } from './node-order.js';
import type { RowGroup } from './row-group.js';

/** The best row of a group, as the key of its heap. */
export interface GroupTop {
  readonly group: RowGroup;
  readonly key: number;
}

/** What a ranking asks when it is asked for more than the best. */
export interface GroupRows {
  readonly order: NodeOrder;
  /** What a key's own part was multiplied with. */
  readonly ranks: number;
  readonly second: (group: RowGroup) => number | undefined;
  /** Feasible rows with this total, by name. */
  readonly rowsWith: (total: number) => Iterable<number>;
}

interface Candidate {
  readonly total: number;
  /** Place by name. */
  readonly rank: number;
}

/** A ranking by the best rows of groups. */
export class GroupRanking implements Ranking {
  readonly total: number;
  readonly ties: number;
  readonly #first: Candidate;

  constructor(private readonly tops: readonly GroupTop[], private readonly rows_: GroupRows) {
    let first: Candidate = { total: -Infinity, rank: Infinity };
    for (const top of tops) first = better(first, this.#candidate(top.group, top.key));
    this.#first = first;
    this.total = first.total;
    let ties = 0;
    for (const { group } of tops) ties += group.counts.get(first.total - group.part) ?? 0;
    this.ties = ties;
  }

  pick(index: number): number {
    const row = index === 0 ? this.rows_.order.rows[this.#first.rank] : this.rows()[index];
    if (row === undefined) throw new RangeError('there is nothing to choose from');
    return row;
  }

  rows(): readonly number[] {
    return [...this.rows_.rowsWith(this.total)];
  }

  runnerUp(selected: number): { readonly row: number; readonly total: number } | null {
    const rank = this.rows_.order.ranks[selected];
    let best: Candidate = { total: -Infinity, rank: Infinity };
    for (const { group, key } of this.tops) {
      const top = this.#candidate(group, key);
      const other = top.rank === rank ? this.rows_.second(group) : key;
      if (other !== undefined) best = better(best, this.#candidate(group, other));
    }
    const row = this.rows_.order.rows[best.rank];
    return row === undefined ? null : { row, total: best.total };
  }

  #candidate(group: RowGroup, key: number): Candidate {
    const { ranks } = this.rows_;
    const local = Math.floor(key / ranks);
    return { total: group.part + local, rank: ranks - 1 - (key - local * ranks) };
  }
}

function better(a: Candidate, b: Candidate): Candidate {
  return a.total > b.total || (a.total === b.total && a.rank < b.rank) ? a : b;
}
