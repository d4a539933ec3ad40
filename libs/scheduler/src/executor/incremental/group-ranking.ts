import type { Ranking } from '../../tie-break/index.js';
import type { NodeOrder } from './node-order.js';
import type { GroupPlace } from './local-best.js';
import type { RowGroup } from './row-group.js';

/** The best row of a group. */
export interface GroupTop {
  readonly group: RowGroup;
  readonly place: GroupPlace;
}

interface Candidate {
  readonly total: number;
  /** Place by name. */
  readonly rank: number;
}

const NO_CANDIDATE: Candidate = Object.freeze({ total: -Infinity, rank: Infinity });

/** A ranking by the best rows of groups. */
export class GroupRanking implements Ranking {
  readonly total: number;
  readonly ties: number;
  readonly #tops: readonly GroupTop[];
  readonly #order: NodeOrder;
  readonly #rowsWith: (total: number) => Iterable<number>;
  readonly #first: Candidate;

  /** @param rowsWith feasible rows with this total, by name */
  constructor(
    tops: readonly GroupTop[],
    { order, rowsWith }: { readonly order: NodeOrder; readonly rowsWith: (total: number) => Iterable<number> },
  ) {
    this.#tops = tops;
    this.#order = order;
    this.#rowsWith = rowsWith;
    let first = NO_CANDIDATE;
    for (const { group, place } of tops) first = better(first, group, place);
    this.#first = first;
    this.total = first.total;
    let ties = 0;
    for (const { group } of tops) ties += group.best.count(first.total - group.part);
    this.ties = ties;
  }

  pick(index: number): number {
    const row = index === 0 ? this.#order.rows[this.#first.rank] : this.rows()[index];
    if (row === undefined) throw new RangeError('there is nothing to choose from');
    return row;
  }

  rows(): readonly number[] {
    return [...this.#rowsWith(this.total)];
  }

  runnerUp(selected: number): { readonly row: number; readonly total: number } | null {
    const rank = this.#order.ranks[selected];
    let best = NO_CANDIDATE;
    for (const { group, place } of this.#tops) {
      const other = place.rank === rank ? group.best.second() : place;
      if (other !== undefined) best = better(best, group, other);
    }
    const row = this.#order.rows[best.rank];
    return row === undefined ? null : { row, total: best.total };
  }
}

function better(best: Candidate, group: RowGroup, { local, rank }: GroupPlace): Candidate {
  const total = group.part + local;
  return best.total > total || (best.total === total && best.rank < rank) ? best : { total, rank };
}
