import { fieldWarnings, type UnknownField } from '#kubernetes-schema';
import type { Node } from '#scheduler';
import type { HypotheticalCluster } from '../cluster/index.js';
import { within, type FieldFault } from '../field-fault.js';
import { part } from '../workloads/index.js';
import { withUid } from './controlled-pods.js';
import { addDaemonPods } from './daemon-pods.js';
import type { Change } from './step.js';

const HOSTNAME = 'kubernetes.io/hostname';

/** Nodes of one shape come, and the pods that DaemonSets run on them. */
export const addNodes: Change<'addNodes'> = (cluster, { count, node }) => {
  const made = newNodes(cluster, { count, node });
  if ('faults' in made) return { faults: within('node', made.faults) };
  for (const one of made.nodes) cluster.setNode(one);
  const podsAdded = addDaemonPods(cluster, made.nodes);
  return { counts: { added: made.nodes.length, ...(podsAdded > 0 && { podsAdded }) }, problems: [] };
};

/** So many nodes of a shape, admitted, each with a name that no node has: `large-1`, `large-2`. */
export function newNodes(
  cluster: HypotheticalCluster,
  { count, node }: { readonly count: number; readonly node: Readonly<Record<string, unknown>> },
): { readonly nodes: readonly Node[] } | { readonly faults: readonly FieldFault[] } {
  const metadata = part(node, 'metadata');
  const base = typeof metadata['name'] === 'string' && metadata['name'] !== '' ? metadata['name'] : 'new-node';
  const nodes: Node[] = [];
  for (let number = 1; nodes.length < count; number += 1) {
    const name = `${base}-${number}`;
    if (cluster.snapshot.rowOf(name) !== undefined) continue;
    const labels = { ...part(metadata, 'labels'), [HOSTNAME]: name };
    const given = { ...node, apiVersion: 'v1', kind: 'Node', metadata: { ...metadata, name, labels } };
    const result = cluster.admission.admit(JSON.parse(JSON.stringify(given)));
    if ('problems' in result) return { faults: result.problems };
    if ('forbidden' in result) return { faults: result.forbidden.map((message) => ({ field: '', message })) };
    // All are of one shape.
    if (nodes.length === 0) tellUnknown(cluster, base, result.unknown);
    nodes.push(withUid(cluster, result.object as Node));
  }
  return { nodes };
}

/** Fields of a shape that no node has are dropped, and that is said as of manifests. */
function tellUnknown({ findings }: HypotheticalCluster, name: string, unknown: readonly UnknownField[]): void {
  const shape = { index: 0, apiVersion: 'v1', kind: 'Node', namespace: '', name };
  for (const warning of fieldWarnings([], unknown)) findings.unknownField({ ...shape, ...warning });
}
