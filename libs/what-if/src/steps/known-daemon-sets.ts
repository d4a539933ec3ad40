import { controllerOf } from '#kubernetes';
import { isTerminating, type Pod, type ReadableSnapshot } from '#scheduler';
import type { HypotheticalCluster } from '../cluster/index.js';
import { part, runsOn, templateOfPod, type GivenObject, type Json, type PlacedNode } from '../workloads/index.js';

/** A DaemonSet, and on which nodes it would run a pod. */
export interface RunningDaemonSet {
  readonly given: GivenObject;
  /** Whether its pods are all that is known of it. */
  readonly byItsPods: boolean;
  readonly runsOn: (node: PlacedNode) => boolean;
}

/** The DaemonSets of a cluster: those that came in, and those whose pods are there. */
export function daemonSetsOf(cluster: HypotheticalCluster): RunningDaemonSet[] {
  const sets = new Map<string, RunningDaemonSet>();
  for (const given of cluster.givenOf('DaemonSet'))
    sets.set(keyOf(given), { given, byItsPods: false, runsOn: runsOn(part(given.object, 'spec', 'template')) });
  for (const { pod } of cluster.pods()) {
    const owner = controllerOf(pod);
    if (owner?.kind !== 'DaemonSet' || isTerminating(pod) || pod.spec?.nodeName === undefined) continue;
    const given = givenBy(pod, owner);
    if (!sets.has(keyOf(given))) sets.set(keyOf(given), knownByPods(cluster.snapshot, given));
  }
  return [...sets.values()];
}

function keyOf({ namespace, name }: GivenObject): string {
  return `${namespace}/${name}`;
}

/** A pod has all of its template but the nodes that it requires, which its controller replaced. */
function givenBy(pod: Pod, { name }: { readonly name: string }): GivenObject {
  const { metadata, spec } = templateOfPod(pod);
  const affinity = spec['affinity'] as Json | undefined;
  const { requiredDuringSchedulingIgnoredDuringExecution: _own, ...nodeAffinity } = part(affinity, 'nodeAffinity');
  const template = { metadata, spec: { ...spec, ...(affinity && { affinity: { ...affinity, nodeAffinity } }) } };
  const { namespace = '', ownerReferences = [] } = pod.metadata ?? {};
  const uid = ownerReferences.find(({ controller }) => controller === true)?.uid ?? '';
  return { apiVersion: 'apps/v1', kind: 'DaemonSet', namespace, name, uid, object: { spec: { template } } };
}

/**
 * Where nodes that it might run on are without it, it asks for labels that cannot be seen: those that all of its nodes
 * have, and none of the others. A node with one of them is taken for one of its nodes.
 */
function knownByPods(snapshot: ReadableSnapshot, given: GivenObject): RunningDaemonSet {
  const might = runsOn(part(given.object, 'spec', 'template'));
  const [own, others]: [Set<string>[], Set<string>[]] = [[], []];
  for (const [row, node] of snapshot.nodes.entries()) {
    const has = snapshot.pods(row).some((pod) => isPodOf(given, pod));
    if (has) own.push(marksOf(node.labels));
    else if (might({ ...node, taints: snapshot.taints[row] ?? [] })) others.push(marksOf(node.labels));
  }
  const telling = [...(own[0] ?? [])].filter(
    (mark) => own.every((marks) => marks.has(mark)) && !others.some((marks) => marks.has(mark)),
  );
  const isLike = (labels: PlacedNode['labels']): boolean => {
    const marks = marksOf(labels);
    return others.length === 0 || telling.length === 0 || telling.some((mark) => marks.has(mark));
  };
  return { given, byItsPods: true, runsOn: (node) => might(node) && isLike(node.labels) };
}

/** Pods of a DaemonSet have its name, and five letters. */
function isPodOf(
  { namespace, name }: GivenObject,
  pod: { readonly namespace: string; readonly name: string },
): boolean {
  return (
    pod.namespace === namespace && pod.name.startsWith(`${name}-`) && !pod.name.slice(name.length + 1).includes('-')
  );
}

const HOSTNAME = 'kubernetes.io/hostname';

/** Its labels: the key alone, and with the value. */
function marksOf(labels: PlacedNode['labels']): Set<string> {
  const own = Object.entries(labels ?? {}).filter(([key]) => key !== HOSTNAME);
  return new Set(own.flatMap(([key, value]) => [key, `${key}=${value}`]));
}
