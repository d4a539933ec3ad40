import { controllerOf } from '#kubernetes';
import { podKey, type Node, type Pod } from '#scheduler';
import type { HypotheticalCluster } from '../cluster/index.js';
import { daemonPod, workloadOf, type PlacedNode } from '../workloads/index.js';
import { madePod } from './controlled-pods.js';
import { daemonSetsOf, type RunningDaemonSet } from './known-daemon-sets.js';

/** The pods that DaemonSets would run on a node that comes, as they are admitted; they are not in the cluster yet. */
export function daemonPodsFor(cluster: HypotheticalCluster, node: Node): Pod[] {
  return podsFor(cluster, daemonSetsOf(cluster), node);
}

/** DaemonSets run their pods on nodes that came: each waits for its node. Answers how many. */
export function addDaemonPods(cluster: HypotheticalCluster, nodes: readonly Node[]): number {
  const sets = daemonSetsOf(cluster);
  const served = new Set([...cluster.pods()].map(({ pod }) => placeOf(pod)));
  const pods = nodes.flatMap((node) =>
    podsFor(
      cluster,
      sets.filter(({ given: { namespace, name } }) => !served.has(`${namespace}/${name} ${node.metadata?.name ?? ''}`)),
      node,
    ),
  );
  for (const pod of pods) cluster.addPod(pod);
  return pods.length;
}

/** A DaemonSet by its names, and the node that it has a pod on; undefined of other pods. */
function placeOf(pod: Pod): string | undefined {
  const owner = controllerOf(pod);
  const { nodeName } = pod.spec ?? {};
  if (owner?.kind !== 'DaemonSet' || nodeName === undefined) return undefined;
  return `${pod.metadata?.namespace ?? ''}/${owner.name} ${nodeName}`;
}

function podsFor(cluster: HypotheticalCluster, sets: readonly RunningDaemonSet[], node: Node): Pod[] {
  const placed = placedNode(node);
  return sets
    .filter((set) => set.runsOn(placed))
    .flatMap((set) => {
      const pod = podOfSet(cluster, set, placed.name);
      return pod === undefined ? [] : [pod];
    });
}

/** Undefined where there is one already, or where it would not be created, which is said. */
function podOfSet(cluster: HypotheticalCluster, { given, byItsPods }: RunningDaemonSet, node: string): Pod | undefined {
  const place = { snapshot: cluster.snapshot, at: cluster.at, newUid: () => cluster.newUid() };
  const made = madePod(cluster, workloadOf(given, place), daemonPod(given, node));
  if ('refused' in made) {
    const message = `the pods of the DaemonSet ${given.namespace}/${given.name} are refused: ${made.refused}`;
    cluster.findings.ignore({ apiVersion: 'apps/v1', kind: 'DaemonSet', message, matters: true });
  }
  if (!('pod' in made) || cluster.pod(podKey(made.pod)) !== undefined) return undefined;
  const known = byItsPods ? ', which is known by its pods,' : '';
  cluster.findings.assume(`the DaemonSet ${given.namespace}/${given.name}${known} runs a pod on each new node`);
  return made.pod;
}

function placedNode({ metadata, spec }: Node): PlacedNode {
  return { name: metadata?.name ?? '', labels: metadata?.labels ?? {}, taints: spec?.taints ?? [] };
}
