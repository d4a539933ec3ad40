import type { Node, Pod } from '#scheduler';
import { workloadNodes, type Workload } from '../workload.js';

/** The namespaces, services, budgets and nodes of a workload, as manifests. */
export function* clusterManifests(workload: Workload): Iterable<object> {
  for (const namespace of workload.namespaces) yield { apiVersion: 'v1', kind: 'Namespace', ...namespace };
  for (const service of workload.services ?? []) yield { apiVersion: 'v1', kind: 'Service', ...service };
  yield* workload.podDisruptionBudgets ?? [];
  for (const node of workloadNodes(workload)) yield manifest('Node', node);
}

/** Pods as manifests; on the nodes given, each on the next one. */
export function* podManifests(pods: Iterable<Pod>, nodeNames: readonly string[] = []): Iterable<object> {
  let index = 0;
  for (const pod of pods) {
    const nodeName = nodeNames[index % nodeNames.length];
    yield manifest('Pod', nodeName === undefined ? pod : { ...pod, spec: { ...pod.spec, nodeName } });
    index += 1;
  }
}

/** The service gives every object a uid of the length that uids have. */
function manifest(kind: string, { metadata, ...rest }: Node | Pod): object {
  return { apiVersion: 'v1', kind, metadata: { ...metadata, uid: undefined }, ...rest };
}
