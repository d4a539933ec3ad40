/** Nodes as the API has them: by column, and rows of the nodes that are in a special state. */
export interface NodeColumns {
  readonly names: readonly string[];
  readonly pods: readonly number[];
  readonly cordoned: readonly number[];
  readonly unready: readonly number[];
  readonly tainted: readonly number[];
  readonly overCommitted: readonly number[];
  readonly labels: readonly {
    readonly key: string;
    readonly values: readonly string[];
    readonly indexes: readonly number[];
  }[];
  readonly resources: readonly {
    readonly resource: string;
    readonly allocatable: readonly number[];
    readonly requested: readonly number[];
  }[];
}

export type Mark = 'cordoned' | 'unready' | 'tainted' | 'overCommitted';
export const MARKS: readonly Mark[] = ['cordoned', 'unready', 'tainted', 'overCommitted'];

export interface NodeRow {
  readonly name: string;
  /** Value of the label that nodes are grouped by; empty where it has none, or where they are not. */
  readonly group: string;
  readonly pods: number;
  readonly marks: readonly Mark[];
  readonly amounts: readonly { readonly resource: string; readonly allocatable: number; readonly requested: number }[];
}

/** The columns as rows, in the order of their names. */
export function nodeRows(columns: NodeColumns): readonly NodeRow[] {
  const marked = MARKS.map((mark) => [mark, new Set(columns[mark])] as const);
  const [label] = columns.labels;
  return columns.names.map((name, index) => ({
    name,
    group: label?.values[label.indexes[index] ?? -1] ?? '',
    pods: columns.pods[index] ?? 0,
    marks: marked.filter(([, rows]) => rows.has(index)).map(([mark]) => mark),
    amounts: columns.resources.map(({ resource, allocatable, requested }) => ({
      resource,
      allocatable: allocatable[index] ?? 0,
      requested: requested[index] ?? 0,
    })),
  }));
}

/** What a node is coloured by. */
export type Measure = 'requested' | 'free' | 'pods';

/**
 * How far up the scale a node is, from 0 to 1, more where more is requested than there is; undefined where it has none
 * of the resource.
 */
export function measured(row: NodeRow, measure: Measure, most: number): number | undefined {
  if (measure === 'pods') return most === 0 ? 0 : row.pods / most;
  const [amount] = row.amounts;
  if (amount === undefined || (amount.allocatable === 0 && amount.requested === 0)) return undefined;
  if (measure === 'requested') return amount.allocatable === 0 ? Infinity : amount.requested / amount.allocatable;
  return most === 0 ? 0 : Math.max(0, amount.allocatable - amount.requested) / most;
}

/** The top of a scale that has no natural one. */
export function mostOf(rows: readonly NodeRow[], measure: Measure): number {
  const values = rows.map(({ pods, amounts: [amount] }) =>
    measure === 'pods' ? pods : amount === undefined ? 0 : amount.allocatable - amount.requested,
  );
  return values.reduce((most, value) => Math.max(most, value), 0);
}
