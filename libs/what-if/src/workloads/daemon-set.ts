import { daemonNodeUse, daemonPodSpec, type SelectableNode, type Taint } from '#kubernetes';
import { IncomingPod, type ReadableSnapshot } from '#scheduler';
import { suffixOf } from './names.js';
import { leavingOrder } from './replicated.js';
import {
  ownerOf,
  part,
  podOf,
  type GivenObject,
  type Json,
  type NewPod,
  type Workload,
  type WorkloadPlace,
} from './workload.js';

/** A DaemonSet: a pod for each node that it may run on, which asks for that node alone. */
export function daemonSet(given: GivenObject, { snapshot }: WorkloadPlace): Workload {
  const { kind, namespace, name, object } = given;
  const template = part(object, 'spec', 'template');
  const owner = ownerOf(given);
  const nodes = nodesFor(template, snapshot);
  return {
    kind,
    namespace,
    name,
    replicas: nodes.length,
    templateField: 'spec.template',
    owner,
    podsFrom: (first, count) => nodes.slice(first, first + count).map((node) => daemonPod(given, node)),
    claimsOf: () => [],
    leavingOrder,
  };
}

/** The pod of a DaemonSet for a node. */
export function daemonPod(given: GivenObject, node: string): NewPod {
  const { name, object } = given;
  const owner = ownerOf(given);
  const pod = podOf(part(object, 'spec', 'template'), { name: `${name}-${suffixOf(`${name} ${node}`)}`, owner });
  return { ...pod, spec: daemonPodSpec(pod.spec, node), node };
}

/** A node, as far as it decides which pods of DaemonSets it has. */
export interface PlacedNode extends SelectableNode {
  readonly taints: readonly Taint[];
}

/** On which nodes a DaemonSet with this template runs a pod. // as kubernetes v1.34 NodeShouldRunDaemonPod */
export function runsOn(template: Json): (node: PlacedNode) => boolean {
  const spec = part(template, 'spec');
  const { requiredNodes } = new IncomingPod({ spec });
  const useBy = daemonNodeUse(spec);
  return (node) => requiredNodes(node) && useBy(node.taints).shouldRun;
}

function nodesFor(template: Json, { nodes, taints }: ReadableSnapshot): string[] {
  const runs = runsOn(template);
  return nodes.filter((node, row) => runs({ ...node, taints: taints[row] ?? [] })).map(({ name }) => name);
}
