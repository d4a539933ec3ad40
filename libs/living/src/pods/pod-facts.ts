import type { Condition, Pod } from '#kubernetes';
import { claimOf } from '#scheduler';
import { isGoing } from '../state/index.js';

/** Neither ended nor going. // as controller.IsPodActive */
export function isActive(pod: Pod): boolean {
  return !hasEnded(pod) && !isGoing(pod);
}

export function hasEnded({ status }: Pod): boolean {
  return status?.phase === 'Succeeded' || status?.phase === 'Failed';
}

export function conditionOf(pod: Pod, type: string): Condition | undefined {
  return pod.status?.conditions?.find((one) => one.type === type);
}

export function isReady(pod: Pod): boolean {
  return conditionOf(pod, 'Ready')?.status === 'True';
}

/** When a pod became ready, in milliseconds since 1970; undefined where it is not. */
export function readySince(pod: Pod): number | undefined {
  const ready = conditionOf(pod, 'Ready');
  if (ready?.status !== 'True') return undefined;
  const since = Date.parse(ready.lastTransitionTime ?? '');
  return Number.isNaN(since) ? undefined : since;
}

/**
 * When a pod is available, in milliseconds since 1970: so many seconds after it became ready. Undefined where it is
 * not ready, or not known since when. // as podutil.IsPodAvailable
 */
export function availableAt(pod: Pod, minReadySeconds: number): number | undefined {
  if (!isReady(pod)) return undefined;
  if (minReadySeconds === 0) return -Infinity;
  const since = readySince(pod);
  return since === undefined ? undefined : since + minReadySeconds * 1_000;
}

/** The node that a pod is on; empty while it has none. */
export function nodeOf({ spec }: Pod): string {
  return (spec as { readonly nodeName?: string }).nodeName ?? '';
}

/** The claims of a pod's volumes by their names, in the order of the volumes. */
export function claimNamesOf({ spec, metadata: { name } }: Pod): string[] {
  const { volumes = [] } = spec as { readonly volumes?: readonly Parameters<typeof claimOf>[0][] };
  return volumes.flatMap((volume) => claimOf(volume, name)?.name ?? []);
}
