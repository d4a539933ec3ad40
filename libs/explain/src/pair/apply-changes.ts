import { ownField, setField } from '#json';
import { addQuantities, formatQuantity, labelValue, requireQuantity } from '#apimachinery';
import type {
  ClusterObject,
  Container,
  Node,
  ObjectPatch,
  Pod,
  ReadableSnapshot,
  ResourceList,
  Taint,
  Toleration,
} from '#scheduler';
import { CORDON, type AddResource, type Change, type MoveVolume, type RemovePodRequirement } from './change.js';

/** The pod with those of the changes that are changes of the pod. */
export function changedPod(pod: Pod, changes: readonly Change[]): Pod {
  // Constraints are named by index: the last goes first.
  const removed = changes
    .filter((change) => change.kind === 'removePodRequirement')
    .sort((a, b) => constraintOf(b) - constraintOf(a));
  const tolerations = changes.flatMap((change) => (change.kind === 'addToleration' ? [change.toleration] : []));
  return removed.reduce(withoutRequirement, tolerations.length === 0 ? pod : tolerating(pod, tolerations));
}

function constraintOf({ field, key }: RemovePodRequirement): number {
  return field === 'spec.topologySpreadConstraints' ? Number(key) : -1;
}

function tolerating(pod: Pod, tolerations: readonly Toleration[]): Pod {
  return { ...pod, spec: { ...pod.spec, tolerations: [...(pod.spec?.tolerations ?? []), ...tolerations] } };
}

function withoutRequirement(pod: Pod, { field, key }: RemovePodRequirement): Pod {
  const { spec = {} } = pod;
  const { nodeName: _nodeName, ...elsewhere } = spec;
  switch (field) {
    case 'spec.nodeName':
      return { ...pod, spec: elsewhere };
    case 'spec.nodeSelector':
      return { ...pod, spec: { ...spec, nodeSelector: without(spec.nodeSelector ?? {}, key) } };
    case 'spec.affinity.nodeAffinity':
      return withoutRequired(pod, 'nodeAffinity');
    case 'spec.affinity.podAffinity':
      return withoutRequired(pod, 'podAffinity');
    case 'spec.affinity.podAntiAffinity':
      return withoutRequired(pod, 'podAntiAffinity');
    case 'spec.topologySpreadConstraints':
      return {
        ...pod,
        spec: {
          ...spec,
          topologySpreadConstraints: (spec.topologySpreadConstraints ?? []).filter((_, at) => String(at) !== key),
        },
      };
    case 'spec.containers.ports':
      return { ...pod, spec: { ...spec, ...withoutPort(spec, Number(key)) } };
  }
}

function without(labels: Readonly<Record<string, string>>, key: string | null): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).filter(([label]) => label !== key));
}

/** Preferences stay. */
function withoutRequired(pod: Pod, part: 'nodeAffinity' | 'podAffinity' | 'podAntiAffinity'): Pod {
  const affinity = pod.spec?.affinity ?? {};
  const { requiredDuringSchedulingIgnoredDuringExecution: _required, ...preferred } = affinity[part] ?? {};
  return { ...pod, spec: { ...pod.spec, affinity: { ...affinity, [part]: preferred } } };
}

function withoutPort(spec: NonNullable<Pod['spec']>, port: number): Pick<NonNullable<Pod['spec']>, 'containers'> {
  const freed = (container: Container): Container => ({
    ...container,
    ports: (container.ports ?? []).filter(({ hostPort }) => hostPort !== port),
  });
  return {
    containers: (spec.containers ?? []).map(freed),
    ...(spec.initContainers && { initContainers: spec.initContainers.map(freed) }),
  };
}

/** The node with those of the changes that are changes of the node; the same object where none is. */
export function changedNode(node: Node, changes: readonly Change[]): Node {
  return changes.reduce(nodeAfter, node);
}

function nodeAfter(node: Node, change: Change): Node {
  switch (change.kind) {
    case 'uncordon':
      return { ...node, spec: { ...node.spec, unschedulable: false, taints: withoutCordon(node.spec?.taints) } };
    case 'removeTaint': {
      const { key, effect, value = '' } = change.taint;
      const taints = (node.spec?.taints ?? []).filter(
        (taint) => taint.key !== key || taint.effect !== effect || (taint.value ?? '') !== value,
      );
      return { ...node, spec: { ...node.spec, taints } };
    }
    case 'setNodeLabel': {
      const labels = without(node.metadata?.labels ?? {}, change.label);
      if (change.value !== null) setField(labels, change.label, change.value);
      return { ...node, metadata: { ...node.metadata, labels } };
    }
    case 'addResource':
      return { ...node, status: { ...node.status, allocatable: moreOf(node, change) } };
    default:
      return node;
  }
}

/** The node controller keeps the taint of a cordon as long as the field is set. */
function withoutCordon(taints: readonly Taint[] | null | undefined): readonly Taint[] {
  return (taints ?? []).filter(({ key }) => key !== CORDON.key);
}

function moreOf(node: Node, { resource, amount }: AddResource): ResourceList {
  const allocatable = node.status?.allocatable ?? {};
  const sum = addQuantities(requireQuantity(ownField(allocatable, resource) ?? 0), requireQuantity(amount));
  return { ...allocatable, [resource]: formatQuantity(sum) };
}

/** The claim's volume as it is where the node is: its labels, and its node affinity, which asks for these labels. */
export function movedVolume({ volume, labels }: MoveVolume, snapshot: ReadableSnapshot): ObjectPatch {
  const spec = (snapshot.object('persistentVolumes', volume) as { spec?: { nodeAffinity?: unknown } } & ClusterObject)
    .spec;
  const own = snapshot.object('persistentVolumes', volume)?.metadata?.labels;
  const kept = Object.entries(labels).filter(([key]) => labelValue(own, key) !== undefined);
  const matchExpressions = Object.entries(labels).map(([key, value]) => ({ key, operator: 'In', values: [value] }));
  const nodeAffinity = { required: { nodeSelectorTerms: [{ matchExpressions }] } };
  return {
    kind: 'PersistentVolume',
    namespace: null,
    name: volume,
    patch: {
      metadata: { labels: Object.fromEntries(kept) },
      ...(spec?.nodeAffinity ? { spec: { nodeAffinity } } : {}),
    },
  };
}
