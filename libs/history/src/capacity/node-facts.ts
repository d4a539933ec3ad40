import { ownField } from '#json';
import type { Labels } from '#apimachinery';
import type { Node, ResourceList } from '#kubernetes';
import type { NodeFacts } from './capacity-source.js';

/** The parts of a node that a map of nodes is made of, as its manifest has them. */
export interface NodeParts {
  readonly labels?: Labels | null | undefined;
  readonly taints?: readonly unknown[] | null | undefined;
  readonly unschedulable?: boolean | null | undefined;
  readonly conditions?: readonly { readonly type: string; readonly status: string }[] | null | undefined;
  readonly allocatable?: ResourceList | null | undefined;
}

/** What is said of a node, wherever it was read. */
export function nodeFacts(name: string, parts: NodeParts, labels: readonly string[]): NodeFacts {
  const ready = parts.conditions?.find(({ type }) => type === 'Ready');
  return {
    name,
    labels: labels.map((key) => ownField(parts.labels, key) ?? null),
    allocatable: parts.allocatable ?? null,
    unready: ready !== undefined && ready.status !== 'True',
    cordoned: parts.unschedulable === true,
    tainted: (parts.taints ?? []).length > 0,
  };
}

/** The same parts of a whole node. */
export function partsOfNode({ metadata, spec, status }: Node): NodeParts {
  return {
    labels: metadata.labels,
    taints: spec?.taints,
    unschedulable: spec?.unschedulable,
    conditions: status?.conditions as NodeParts['conditions'],
    allocatable: status?.allocatable,
  };
}
