import { equalJson } from '#json';
import type { KubernetesObject, Pod } from '#kubernetes';
import type { Change } from '../engine/index.js';
import { placedPod } from '#scheduler';
import { hasEnded } from '../pods/index.js';

/** Something that may help a pod that waits: a resource and what happened to it, as kube-scheduler names it. */
export interface ClusterEvent {
  /** `Node`, `AssignedPod`, `UnschedulablePod`, or another kind. */
  readonly resource: string;
  /** `Add`, `Delete`, `UpdateNodeTaint` ... */
  readonly action: string;
  /** As it was; null of a new one. */
  readonly before: KubernetesObject | null;
  /** As it is; null of one that is gone. */
  readonly after: KubernetesObject | null;
  /** It helps pods of this priority and below; absent: every pod. */
  readonly upTo?: number;
}

export function labelOf({ resource, action }: Pick<ClusterEvent, 'resource' | 'action'>): string {
  return `${resource}${action}`;
}

/** Kinds beside nodes and pods whose changes may help. */
const OTHERS: ReadonlySet<string> = new Set([
  'PersistentVolume',
  'PersistentVolumeClaim',
  'StorageClass',
  'CSINode',
  'CSIDriver',
  'CSIStorageCapacity',
  'VolumeAttachment',
  'ResourceClaim',
  'ResourceSlice',
  'DeviceClass',
]);

/** What a change means for pods that wait, in the order in which it is reported. */
export function eventsOf({ op, object, before }: Change): ClusterEvent[] {
  const { kind } = object;
  if (kind === 'Node') return nodeEvents(op, object, before);
  if (kind === 'Pod') return assignedEvents(op, object as Pod, before as Pod | null);
  if (!OTHERS.has(kind)) return [];
  const action = before === null ? 'Add' : op === 'delete' ? 'Delete' : 'Update';
  return [{ resource: kind, action, before, after: op === 'delete' ? null : object }];
}

/** What a change of a pod that waits means for itself. // as PodSchedulingPropertiesChange */
export function ownEvents(pod: Pod, before: Pod): ClusterEvent[] {
  const changes = (pick: (one: Pod) => unknown): boolean => !equalJson(pick(before), pick(pod));
  const gates = (one: Pod): number => specOf(one).schedulingGates?.length ?? 0;
  const actions = [
    ...(changes(({ metadata }) => metadata.labels) ? ['UpdatePodLabel'] : []),
    ...(asksLess(before, pod) ? ['UpdatePodScaleDown'] : []),
    ...(gates(before) > 0 && gates(pod) === 0 ? ['UpdatePodSchedulingGatesEliminated'] : []),
    ...(changes((one) => specOf(one).tolerations) ? ['UpdatePodToleration'] : []),
  ];
  return actions.map((action) => ({ resource: 'UnschedulablePod', action, before, after: pod }));
}

/**
 * A pod that has a node in view counts there for those that are no more important: when it loses the node, goes, or is
 * placed, that is to them as if a pod of the node had gone. // as hasNominatedNodeNameChanged and
 * deletePodFromSchedulingQueue, which is called for a pod that is bound, too
 */
export function viewEvents({ op, object, before }: Change): ClusterEvent[] {
  if (before?.kind !== 'Pod' || (specOf(before as Pod).nodeName ?? '') !== '') return [];
  const [pod, was] = [object as Pod, before as Pod];
  const view = was.status?.nominatedNodeName ?? '';
  const keeps = op !== 'delete' && (specOf(pod).nodeName ?? '') === '' && pod.status?.nominatedNodeName === view;
  if (view === '' || keeps) return [];
  return [{ resource: 'AssignedPod', action: 'Delete', before, after: null, upTo: specOf(was).priority ?? 0 }];
}

interface NodeShape {
  readonly spec?: { readonly unschedulable?: boolean; readonly taints?: readonly unknown[] };
  readonly status?: {
    readonly allocatable?: object;
    readonly conditions?: readonly { readonly type?: string; readonly status?: string }[];
  };
}

/** // as NodeSchedulingPropertiesChange */
function nodeEvents(op: Change['op'], object: KubernetesObject, before: KubernetesObject | null): ClusterEvent[] {
  const event = (action: string): ClusterEvent => ({
    resource: 'Node',
    action,
    before,
    after: op === 'delete' ? null : object,
  });
  if (op === 'delete') return [event('Delete')];
  if (before === null) return [event('Add')];
  const changes = (pick: (node: NodeShape & KubernetesObject) => unknown): boolean =>
    !equalJson(pick(before), pick(object));
  const isCordoned = ({ spec }: NodeShape & KubernetesObject): boolean => spec?.unschedulable === true;
  const conditions = ({ status }: NodeShape): unknown =>
    (status?.conditions ?? []).map(({ type = '', status: said = '' }) => `${type} ${said}`).sort();
  return [
    ...(isCordoned(before) && !isCordoned(object) ? [event('UpdateNodeTaint')] : []),
    ...(changes(({ status }) => status?.allocatable ?? {}) ? [event('UpdateNodeAllocatable')] : []),
    ...(changes(({ metadata }) => metadata.labels ?? {}) ? [event('UpdateNodeLabel')] : []),
    ...(changes(({ spec }) => spec?.taints ?? []) ? [event('UpdateNodeTaint')] : []),
    ...(changes(conditions) ? [event('UpdateNodeCondition')] : []),
    ...(changes(({ metadata }) => metadata.annotations ?? {}) ? [event('UpdateNodeAnnotation')] : []),
  ];
}

/** Of pods on nodes: one that has ended is gone. */
function assignedEvents(op: Change['op'], pod: Pod, before: Pod | null): ClusterEvent[] {
  const was = before !== null && isAssigned(before);
  const is = op !== 'delete' && isAssigned(pod);
  const event = (action: string): ClusterEvent => {
    return { resource: 'AssignedPod', action, before: was ? before : null, after: is ? pod : null };
  };
  if (!was) return is ? [event('Add')] : [];
  if (!is) return [event('Delete')];
  return [
    ...(equalJson(before.metadata.labels, pod.metadata.labels) ? [] : [event('UpdatePodLabel')]),
    ...(asksLess(before, pod) ? [event('UpdatePodScaleDown')] : []),
  ];
}

/** Whether a pod takes room on a node. */
export function isAssigned(pod: Pod): boolean {
  return (specOf(pod).nodeName ?? '') !== '' && !hasEnded(pod);
}

interface SpecShape {
  readonly nodeName?: string;
  readonly schedulerName?: string;
  readonly priority?: number;
  readonly schedulingGates?: readonly unknown[];
  readonly tolerations?: readonly unknown[];
  readonly containers?: readonly { readonly resources?: { readonly requests?: object } }[];
}

export function specOf({ spec }: Pod): SpecShape {
  return spec;
}

/** Whether a pod asks for less of something. // as extractPodScaleDown */
function asksLess(before: Pod, pod: Pod): boolean {
  if (pod.spec === before.spec || equalJson(requestsOf(before), requestsOf(pod))) return false;
  const asked = new Map(placedPod(pod).load.amounts.map(({ name, amount }) => [name, amount]));
  return placedPod(before).load.amounts.some(({ name, amount }) => amount > (asked.get(name) ?? 0));
}

function requestsOf(pod: Pod): unknown {
  return (specOf(pod).containers ?? []).map(({ resources }) => resources?.requests ?? {});
}
