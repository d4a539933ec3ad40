import type { Status } from '#scheduler';
import { traceTotal, type Trace } from './trace.js';

/** A column of numbers: one that all its rows share, or one for each row. */
export type NumberColumn =
  { readonly all: number; readonly values: null } | { readonly all: null; readonly values: readonly number[] };

/**
 * A whole trace by column: the i-th number of each list is about the i-th row. Verdicts are numbers: 0 passes, k is
 * `statuses[k - 1]`.
 */
export interface TraceColumns {
  /** Content address of the node set that says which node a row is. */
  readonly nodeSet: Uint8Array;
  /** Rows of the node set. */
  readonly nodeCount: number;
  /** Places in the node set of the rows that were kept, ascending; null when all were. */
  readonly rows: readonly number[] | null;
  /** Each once, in the order of the first row that has it. */
  readonly statuses: readonly Status[];
  /** kube-scheduler's own answer: 0 where the pod fits. */
  readonly own: NumberColumn;
  /** Of the profile, in order; what each says where it is run alone. */
  readonly filters: readonly { readonly plugin: string; readonly verdicts: NumberColumn }[];
  /** Those that ran, in order. Rows where the pod fits share `all`; in `values` the others have 0. */
  readonly scores: readonly {
    readonly plugin: string;
    readonly weight: number;
    readonly raw: NumberColumn;
    readonly normalized: NumberColumn;
  }[];
  /** Sums of normalised scores x weight; null where the pod does not fit. */
  readonly totals: readonly (number | null)[];
}

/** Everything that a trace says. */
export function traceColumns(trace: Trace): TraceColumns {
  const { rows, filterPlugins, scorePlugins } = trace;
  const statuses = new StatusNumbers();
  const own = new Array<number>(rows.length).fill(0);
  const verdicts = new Map(filterPlugins.map((plugin) => [plugin, new Array<number>(rows.length).fill(0)]));
  const fitting: number[] = [];
  rows.forEach((row, place) => {
    const status = trace.status(row);
    if (status === null) fitting.push(place);
    else own[place] = statuses.of(status);
    for (const failure of trace.failures(row)) {
      const column = verdicts.get(failure.plugin ?? '');
      if (column !== undefined) column[place] = statuses.of(failure);
    }
  });
  const scored = (scoreAt: (row: number) => number): NumberColumn => scoreColumn(Array.from(rows, scoreAt), fitting);
  return {
    nodeSet: trace.nodeSet,
    nodeCount: trace.nodeCount,
    rows: trace.partial ? [...rows] : null,
    statuses: statuses.all,
    own: numberColumn(own),
    filters: [...verdicts].map(([plugin, column]) => ({ plugin, verdicts: numberColumn(column) })),
    scores: scorePlugins.map(({ name, weight }, score) => ({
      plugin: name,
      weight,
      raw: scored((row) => trace.raw(score, row)),
      normalized: scored((row) => trace.normalized(score, row)),
    })),
    totals: Array.from(rows, (row) => traceTotal(trace, row)),
  };
}

/** Numbers statuses from 1 as they come. */
class StatusNumbers {
  readonly all: Status[] = [];
  /** Mostly a status is one object wherever it is said. */
  readonly #known = new Map<Status, number>();
  readonly #byContent = new Map<string, number>();

  of(status: Status): number {
    let number = this.#known.get(status);
    if (number === undefined) this.#known.set(status, (number = this.#byContentOf(status)));
    return number;
  }

  #byContentOf(status: Status): number {
    const key = JSON.stringify([status.plugin, status.code, status.reasons]);
    const number = this.#byContent.get(key) ?? this.all.push(status);
    this.#byContent.set(key, number);
    return number;
  }
}

function numberColumn(values: readonly number[]): NumberColumn {
  const [first = 0] = values;
  return values.every((value) => value === first) ? { all: first, values: null } : { all: null, values };
}

function scoreColumn(values: readonly number[], fitting: readonly number[]): NumberColumn {
  const first = values[fitting[0] ?? 0] ?? 0;
  return fitting.every((place) => values[place] === first) ? { all: first, values: null } : { all: null, values };
}
