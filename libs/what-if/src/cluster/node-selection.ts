import { compileRequirements, parseLabelSelector } from '#kubernetes';
import type { FieldFault } from '../field-fault.js';
import type { ReadableSnapshot } from '#scheduler';

/** Which nodes: these, or those with these labels. */
export type NodeSelection =
  | { readonly names: readonly string[] }
  /** In kubectl's grammar. */
  | { readonly labelSelector: string };

/** The names of the nodes, in the order of their rows; or what is wrong with the selection. */
export function selectedNodes(
  snapshot: ReadableSnapshot,
  selection: NodeSelection,
): { readonly names: readonly string[] } | { readonly faults: readonly FieldFault[] } {
  if ('names' in selection) {
    const faults = selection.names.flatMap((name, index) =>
      snapshot.rowOf(name) === undefined
        ? [{ field: `names[${index}]`, message: `there is no node ${JSON.stringify(name)}` }]
        : [],
    );
    const { nodes } = snapshot;
    const wanted = new Set(selection.names);
    return faults.length > 0 ? { faults } : { names: namesOf(nodes.filter(({ name }) => wanted.has(name))) };
  }
  const parsed = parseLabelSelector(selection.labelSelector);
  if (!('requirements' in parsed))
    return { faults: [{ field: 'labelSelector', message: `at character ${parsed.position}: ${parsed.problem}` }] };
  const matches = compileRequirements(parsed.requirements);
  const names = namesOf(snapshot.nodes.filter(({ labels }) => matches(labels)));
  return names.length > 0
    ? { names }
    : { faults: [{ field: 'labelSelector', message: `no node has the labels ${selection.labelSelector}` }] };
}

function namesOf(nodes: ReadableSnapshot['nodes']): string[] {
  return nodes.map(({ name }) => name);
}
