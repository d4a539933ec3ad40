import type { Condition, KubernetesObject } from '#kubernetes';

/** What the kubelet of a node that is well says of it. */
const WELL: readonly (readonly [type: string, status: string, reason: string, message: string])[] = [
  ['MemoryPressure', 'False', 'KubeletHasSufficientMemory', 'kubelet has sufficient memory available'],
  ['DiskPressure', 'False', 'KubeletHasNoDiskPressure', 'kubelet has no disk pressure'],
  ['PIDPressure', 'False', 'KubeletHasSufficientPID', 'kubelet has sufficient PID available'],
  ['Ready', 'True', 'KubeletReady', 'kubelet is posting ready status'],
];

export function conditionsOf(node: KubernetesObject): readonly Condition[] {
  return (node as { readonly status?: { readonly conditions?: readonly Condition[] } }).status?.conditions ?? [];
}

/** Whether a node is taken to be silent. */
export function isUnheard(node: KubernetesObject): boolean {
  return conditionsOf(node).some(({ type, status }) => type === 'Ready' && status === 'Unknown');
}

/** The conditions of a node whose kubelet is heard again. */
export function heardConditions(before: readonly Condition[], time: string): readonly Condition[] {
  const said = WELL.map(([type, status, reason, message]) => {
    const known = before.find((one) => one.type === type);
    const since = known?.status === status ? known.lastTransitionTime : undefined;
    const times = { lastHeartbeatTime: time, lastTransitionTime: since ?? time };
    return { type, status, ...times, reason, message };
  });
  return [...before.filter(({ type }) => !WELL.some(([own]) => own === type)), ...said];
}
