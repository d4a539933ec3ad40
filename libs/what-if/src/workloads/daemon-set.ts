import { tolerates, type SelectableNode, type Taint, type Toleration } from '#kubernetes';
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

/** What every pod of a DaemonSet tolerates. // as kubernetes v1.34 AddOrUpdateDaemonPodTolerations */
const TOLERATED: readonly Toleration[] = [
  ...['not-ready', 'unreachable'].map((key) => ({ key, effect: 'NoExecute' })),
  ...['disk-pressure', 'memory-pressure', 'pid-pressure', 'unschedulable'].map((key) => ({
    key,
    effect: 'NoSchedule',
  })),
].map(({ key, effect }) => ({ key: `node.kubernetes.io/${key}`, operator: 'Exists', effect }));

const WITHOUT_NETWORK = { key: 'node.kubernetes.io/network-unavailable', operator: 'Exists', effect: 'NoSchedule' };

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
  return { ...pod, spec: onNode(pod.spec, node), node };
}

/** A node, as far as it decides which pods of DaemonSets it has. */
export interface PlacedNode extends SelectableNode {
  readonly taints: readonly Taint[];
}

/** On which nodes a DaemonSet with this template runs a pod. // as kubernetes v1.34 NodeShouldRunDaemonPod */
export function runsOn(template: Json): (node: PlacedNode) => boolean {
  const spec = part(template, 'spec');
  const { requiredNodes } = new IncomingPod({ spec });
  const tolerations = tolerationsOf(spec);
  return (node) => {
    const taints = node.taints.filter(({ effect }) => effect !== 'PreferNoSchedule');
    return requiredNodes(node) && taints.every((taint) => tolerations.some((one) => tolerates(one, taint)));
  };
}

function nodesFor(template: Json, { nodes, taints }: ReadableSnapshot): string[] {
  const runs = runsOn(template);
  return nodes.filter((node, row) => runs({ ...node, taints: taints[row] ?? [] })).map(({ name }) => name);
}

/** Pods in the network of their node wait for no other. */
function tolerationsOf(spec: Json): readonly Toleration[] {
  const own = Array.isArray(spec['tolerations']) ? (spec['tolerations'] as readonly Toleration[]) : [];
  return [...own, ...TOLERATED, ...(spec['hostNetwork'] === true ? [WITHOUT_NETWORK] : [])];
}

/** In the place of what the template asks of nodes. // as kubernetes v1.34 ReplaceDaemonSetPodNodeNameNodeAffinity */
function onNode(spec: Json, node: string): Json {
  const term = { matchFields: [{ key: 'metadata.name', operator: 'In', values: [node] }] };
  const nodeAffinity = {
    ...part(spec, 'affinity', 'nodeAffinity'),
    requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [term] },
  };
  return { ...spec, affinity: { ...part(spec, 'affinity'), nodeAffinity }, tolerations: tolerationsOf(spec) };
}
