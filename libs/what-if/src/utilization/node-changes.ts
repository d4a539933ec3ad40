import { compareBytes, type ReadableSnapshot } from '#scheduler';
import { amountText } from './utilization.js';

/** What a node has of a resource, and what the pods on it request: Kubernetes quantities. */
export interface NodeAmount {
  readonly resource: string;
  readonly allocatable: string;
  readonly requested: string;
}

/** How a node stands. */
export interface NodeState {
  readonly pods: number;
  readonly unschedulable: boolean;
  /** By resource name in byte order. */
  readonly resources: readonly NodeAmount[];
}

/** A node that came (`before` is null), went (`after` is null), or stands otherwise than before. */
export interface NodeChange {
  readonly node: string;
  readonly before: NodeState | null;
  readonly after: NodeState | null;
}

interface Standing {
  readonly pods: number;
  readonly unschedulable: boolean;
  readonly amounts: readonly (readonly [resource: string, allocatable: bigint, requested: bigint])[];
}

/** Every node by its name, as a snapshot that will change has it now. */
export type Standings = ReadonlyMap<string, Standing>;

export function standingsOf({ nodes, resources, podCount, unschedulable }: ReadableSnapshot): Standings {
  const columns = [...resources.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return new Map(
    nodes.map(({ name }, row) => {
      const amounts = columns
        .map((column) => [column.name, column.allocatable.at(row), column.requested.at(row)] as const)
        .filter(([, allocatable, requested]) => allocatable !== 0n || requested !== 0n);
      return [name, { pods: podCount[row] ?? 0, unschedulable: unschedulable[row] === 1, amounts }];
    }),
  );
}

/** The nodes that differ, by name in byte order. */
export function nodeChanges(before: Standings, after: Standings): NodeChange[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => !isSame(before.get(name), after.get(name)))
    .sort(compareBytes)
    .map((node) => ({ node, before: stateOf(before.get(node)), after: stateOf(after.get(node)) }));
}

function isSame(a: Standing | undefined, b: Standing | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return (
    a.pods === b.pods &&
    a.unschedulable === b.unschedulable &&
    a.amounts.length === b.amounts.length &&
    a.amounts.every((amount, index) => amount.every((part, place) => part === b.amounts[index]?.[place]))
  );
}

function stateOf(standing: Standing | undefined): NodeState | null {
  if (standing === undefined) return null;
  const { amounts, ...state } = standing;
  return {
    ...state,
    resources: amounts.map(([resource, allocatable, requested]) => ({
      resource,
      allocatable: amountText(resource, allocatable),
      requested: amountText(resource, requested),
    })),
  };
}
