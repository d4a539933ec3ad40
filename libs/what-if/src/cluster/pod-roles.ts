import { controllerOf } from '#kubernetes';
import { isTerminating, type Pod } from '#scheduler';

/**
 * Whether the pod is on its way out without another one to come: its controller has created one already. A StatefulSet
 * waits until the pod is gone.
 */
export function leavesByItself(pod: Pod): boolean {
  return isTerminating(pod) && controllerOf(pod)?.kind !== 'StatefulSet';
}

/** The volumes whose data does not go with the pod, by their names. */
export interface LocalData {
  /** Deleted with the pod. */
  readonly emptyDir: readonly string[];
  /** Stays on the node. */
  readonly hostPath: readonly string[];
}

interface LocalVolume {
  readonly name?: string;
  readonly emptyDir?: { readonly medium?: string } | null;
  readonly hostPath?: object | null;
}

/** What of the pod's data is on its node alone; null where nothing is. */
export function localDataOf(pod: Pod): LocalData | null {
  const volumes = localVolumesOf(pod);
  const having = (source: 'emptyDir' | 'hostPath'): string[] =>
    volumes.flatMap((volume) => (volume[source] ? [volume.name ?? ''] : []));
  const data = { emptyDir: having('emptyDir'), hostPath: having('hostPath') };
  return data.emptyDir.length + data.hostPath.length > 0 ? data : null;
}

function localVolumesOf({ spec }: Pod): readonly LocalVolume[] {
  return spec?.volumes ?? [];
}

const AUTOSCALER = 'cluster-autoscaler.kubernetes.io/';

/**
 * Why the cluster autoscaler does not evict the pod; null where it does. As its drainability rules (1.34), with their
 * default settings; budgets are asked separately.
 */
export function autoscalerObjection(pod: Pod, hasBudget: boolean): string | null {
  const { annotations = {}, namespace } = pod.metadata ?? {};
  const safe = annotations[`${AUTOSCALER}safe-to-evict`];
  if (safe === 'true') return null;
  if (controllerOf(pod) === undefined) return 'no controller recreates it';
  if (namespace === 'kube-system' && !hasBudget) return 'it is a pod of kube-system without a PodDisruptionBudget';
  if (safe === 'false') return `its annotation ${AUTOSCALER}safe-to-evict is "false"`;
  const ignored = new Set((annotations[`${AUTOSCALER}safe-to-evict-local-volumes`] ?? '').split(','));
  const local = localVolumesOf(pod).filter(
    ({ name = '', emptyDir, hostPath }) =>
      !ignored.has(name) && (Boolean(hostPath) || (emptyDir ? emptyDir.medium !== 'Memory' : false)),
  );
  return local.length === 0 ? null : `it has local storage (volume ${local.map(({ name = '' }) => name).join(', ')})`;
}
