import { quantityValue } from '../../words/index.js';
import type { Mark, NodeRow } from '../nodes/node-table.js';

/** A node as the API says it stands in a what-if. */
export interface Standing {
  readonly pods: number;
  readonly unschedulable: boolean;
  readonly resources: readonly {
    readonly resource: string;
    readonly allocatable: string;
    readonly requested: string;
  }[];
}

export interface ChangedNode {
  readonly node: string;
  /** Null of a node that went. */
  readonly after: Standing | null;
}

/** The nodes of the map as the steps leave them: those that changed in their places, those that came behind them. */
export function afterSteps(
  rows: readonly NodeRow[],
  changed: readonly ChangedNode[],
  resource: string,
): readonly NodeRow[] {
  const changes = new Map(changed.map((change) => [change.node, change]));
  const known = new Set(rows.map(({ name }) => name));
  const stayed = rows.flatMap((row) => {
    const change = changes.get(row.name);
    if (change === undefined) return [row];
    return change.after === null ? [] : [standing(row, change.after, resource)];
  });
  const came = changed.flatMap(({ node, after }) =>
    after === null || known.has(node)
      ? []
      : [standing({ name: node, group: '', pods: 0, marks: [], amounts: [] }, after, resource)],
  );
  return [...stayed, ...came];
}

function standing(row: NodeRow, { pods, unschedulable, resources }: Standing, resource: string): NodeRow {
  const found = resources.find((one) => one.resource === resource);
  const amount = {
    resource,
    allocatable: quantityValue(found?.allocatable ?? '0'),
    requested: quantityValue(found?.requested ?? '0'),
  };
  const others = row.marks.filter((mark) => mark !== 'cordoned' && mark !== 'overCommitted');
  const marks: readonly Mark[] = [
    ...(unschedulable ? (['cordoned'] as const) : []),
    ...others,
    ...(amount.requested > amount.allocatable ? (['overCommitted'] as const) : []),
  ];
  return { ...row, pods, marks, amounts: [amount] };
}
