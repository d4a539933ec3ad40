import { compileRequirements, didYouMean, parseLabelSelector } from '#apimachinery';
import type { FieldFault } from '../field-fault.js';
import type { ReadableSnapshot } from '#scheduler';

/** Which nodes: these, or those with these labels. */
export type NodeSelection =
  | { readonly names: readonly string[] }
  /** In kubectl's grammar. */
  | { readonly labelSelector: string };

/** So many names are compared with one that is none. */
const MOST_COMPARED = 5_000;

/** The names of the nodes, in the order of their rows; or what is wrong with the selection. */
export function selectedNodes(
  snapshot: ReadableSnapshot,
  selection: NodeSelection,
): { readonly names: readonly string[] } | { readonly faults: readonly FieldFault[] } {
  if ('names' in selection) {
    const { nodes } = snapshot;
    const faults = selection.names.flatMap((name, index) => {
      if (snapshot.rowOf(name) !== undefined) return [];
      const meant = didYouMean(name, namesOf(nodes.slice(0, MOST_COMPARED)));
      return [{ field: `names[${index}]`, message: `there is no node ${JSON.stringify(name)}${meant}` }];
    });
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
