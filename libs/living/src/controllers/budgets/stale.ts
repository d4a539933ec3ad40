import type { Pod } from '#kubernetes';
import { conditionOf, hasEnded } from '../../pods/index.js';
import { isGoing } from '../../state/index.js';

/** So long a pod may say that it is to be disrupted without being deleted. // as stalePodDisruptionTimeout */
const STALE_MS = 120_000;

/**
 * When what a pod says of its disruption is stale, in milliseconds since 1970; undefined where it says nothing that can
 * be: a kubelet may take its time. // as nonTerminatingPodHasStaleDisruptionCondition
 */
export function staleAt(pod: Pod): number | undefined {
  const said = conditionOf(pod, 'DisruptionTarget');
  if (said?.status !== 'True' || said.reason === 'TerminationByKubelet') return undefined;
  if (isGoing(pod) || hasEnded(pod)) return undefined;
  const since = Date.parse(said.lastTransitionTime ?? '');
  return Number.isNaN(since) ? 0 : since + STALE_MS;
}
