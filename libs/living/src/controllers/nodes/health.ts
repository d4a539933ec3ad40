import type { Condition, Pod } from '#kubernetes';
import { ownField } from '#json';
import type { TaintedNode } from './taints.js';

const SAID_BY_KUBELETS = ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure'];

export function readyOf(node: TaintedNode): string | undefined {
  return readyConditionOf(node)?.status;
}

/** What shows that a kubelet, or a client in its place, has written the status of a node. */
export function heartbeatOf(node: TaintedNode): string | undefined {
  const ready: (Condition & { readonly lastHeartbeatTime?: string }) | undefined = readyConditionOf(node);
  return ready && (ready.lastHeartbeatTime ?? '');
}

function readyConditionOf({ status }: TaintedNode): Condition | undefined {
  return status?.conditions?.find(({ type }) => type === 'Ready');
}

export function isSilent({ metadata: { annotations } }: TaintedNode): boolean {
  return ownField(annotations, 'kubelet.model/kubelet') === 'down';
}

/** The conditions of a node whose kubelet is silent: what it says is not known. // as tryUpdateNodeHealth */
export function unknownConditions(node: TaintedNode, time: string): readonly Condition[] {
  const { creationTimestamp = '' } = node.metadata;
  return SAID_BY_KUBELETS.reduce<readonly Condition[]>((conditions, type) => {
    const known = conditions.find((one) => one.type === type);
    if (known?.status === 'Unknown') return conditions;
    const said = { type, status: 'Unknown', lastTransitionTime: time };
    const never = { reason: 'NodeStatusNeverUpdated', message: 'Kubelet never posted node status.' };
    if (known === undefined) return [...conditions, { ...said, ...never, lastHeartbeatTime: creationTimestamp }];
    const stopped = { reason: 'NodeStatusUnknown', message: 'Kubelet stopped posting node status.' };
    return conditions.map((one) => (one === known ? { ...known, ...said, ...stopped } : one));
  }, node.status?.conditions ?? []);
}

/** The pod with Ready False; undefined where it does not say Ready, or says False already. // as MarkPodsNotReady */
export function notReady(pod: Pod, time: string): Pod | undefined {
  const { conditions = [] } = pod.status ?? {};
  const ready = conditions.find(({ type }) => type === 'Ready');
  if (ready === undefined || ready.status === 'False') return undefined;
  const said = { ...ready, status: 'False', lastTransitionTime: time };
  return { ...pod, status: { ...pod.status, conditions: conditions.map((one) => (one === ready ? said : one)) } };
}
