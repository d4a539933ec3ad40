/** A column as the API has it: one number for all rows, or one for each. */
export interface Numbers {
  readonly all: number | null;
  readonly values: readonly number[] | null;
}

/** One verdict of a filter. */
export interface Status {
  readonly plugin: string | null;
  readonly code: string;
  readonly reasons: readonly string[];
}

/** A whole trace by column. */
export interface TraceColumns {
  readonly rows: readonly number[] | null;
  readonly totals: readonly (number | null)[];
  readonly nodeSet: { readonly count: number; readonly names: readonly string[] };
  readonly statuses: readonly Status[];
  readonly own: Numbers;
  readonly filters: readonly { readonly plugin: string; readonly verdicts: Numbers }[];
  readonly scores: readonly {
    readonly plugin: string;
    readonly weight: number;
    readonly raw: Numbers;
    readonly normalized: Numbers;
  }[];
}

/** What a score plugin gave a node. */
export interface Points {
  readonly raw: number;
  readonly normalized: number;
  readonly weighted: number;
}

/** Everything that a decision says of one node. */
export interface MatrixRow {
  readonly node: string;
  /** kube-scheduler's own answer; undefined where the pod fits. */
  readonly own: Status | undefined;
  /** By filter, in the order of the profile; undefined where it passes. */
  readonly verdicts: readonly (Status | undefined)[];
  /** How many filters fail. */
  readonly failing: number;
  /** By score plugin; undefined where the pod does not fit. */
  readonly points: readonly Points[] | undefined;
  readonly total: number | null;
  /** 1 for the highest total, equal totals sharing a rank. */
  readonly rank: number | null;
}

/** The rows of the matrix, the best first, then those that do not fit by name. */
export function matrixOf(columns: TraceColumns): readonly MatrixRow[] {
  const { nodeSet, rows, totals } = columns;
  const ranks = ranksOf(totals);
  const count = rows?.length ?? nodeSet.names.length;
  const matrix = Array.from({ length: count }, (_, index) => {
    const total = totals[index] ?? null;
    const verdicts = columns.filters.map(({ verdicts }) => statusOf(columns.statuses, at(verdicts, index)));
    return {
      node: nodeSet.names[rows?.[index] ?? index] ?? '',
      own: statusOf(columns.statuses, at(columns.own, index)),
      verdicts,
      failing: verdicts.filter((status) => status !== undefined).length,
      points: total === null ? undefined : columns.scores.map((score) => pointsOf(score, index)),
      total,
      rank: total === null ? null : (ranks.get(total) ?? null),
    };
  });
  return matrix.sort((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity) || (a.node < b.node ? -1 : 1));
}

function pointsOf({ weight, raw, normalized }: TraceColumns['scores'][number], index: number): Points {
  const points = at(normalized, index);
  return { raw: at(raw, index), normalized: points, weighted: points * weight };
}

function at({ all, values }: Numbers, index: number): number {
  return all ?? values?.[index] ?? 0;
}

/** Statuses count from 1, and 0 is none. */
function statusOf(statuses: readonly Status[], place: number): Status | undefined {
  return place === 0 ? undefined : statuses[place - 1];
}

/** Of each total, how many are higher, and one. */
function ranksOf(totals: readonly (number | null)[]): ReadonlyMap<number, number> {
  const ranks = new Map<number, number>();
  const highest = totals.filter((total) => total !== null).sort((a, b) => b - a);
  for (const [place, total] of highest.entries()) if (!ranks.has(total)) ranks.set(total, place + 1);
  return ranks;
}

/** The verdict of one cell in words. */
export function cellText(
  { node, own, verdicts, failing }: MatrixRow,
  filters: readonly string[],
  filter: number,
): string {
  const status = verdicts[filter];
  const plugin = filters[filter] ?? '';
  if (status === undefined) return `${plugin} lets the pod onto ${node}.`;
  const marks = [
    ...(own?.plugin === plugin ? ['kube-scheduler’s own answer'] : []),
    ...(failing === 1 ? ['the only filter that fails there'] : []),
  ];
  const more = marks.length === 0 ? '' : ` (${marks.join('; ')})`;
  return `${plugin} at ${node}: ${status.code}: ${status.reasons.join(', ')}${more}.`;
}
