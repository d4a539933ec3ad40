import type { PodName } from '#audit';
import type { Transaction } from '#database';
import { podName, type SeenDecision } from '../runs/index.js';
import { nominatedNodeOf, schedulerOf, type NearbyChanges, type SeenPod } from './nearby-changes.js';

/** A nomination, and where it stands in the log. */
interface Nomination {
  readonly changes: NearbyChanges;
  readonly position: bigint;
  /** Of the pod. */
  readonly uid: string;
  /** When it was seen. */
  readonly at: Date;
  /** The scheduler. */
  readonly by: string;
  readonly node: string;
  /** Evictions that are seen further away from it are of others. */
  readonly windowMs: number;
  /** The last position of the log. */
  readonly head: bigint;
}

/** Times in conditions are in whole seconds. */
const SECOND_MS = 1_000;

/**
 * The pods that a scheduler evicts for a pod that it nominates to their node, in the order of the log. It evicts them
 * while it nominates (kube-scheduler v1.34 prepareCandidateAsync), so that either may be seen first. Where it nominates
 * another pod to that node meanwhile, some may be that one's.
 */
export async function seenEvictions(
  tx: Transaction,
  nomination: Nomination,
): Promise<Required<Pick<SeenDecision, 'victims' | 'sharesVictims'>>> {
  const { changes, position, at, windowMs, head } = nomination;
  const evicted = new Map<string, PodName>();
  let sharesVictims = false;
  const before = await changes.before(tx, position);
  for (const change of [...before.reverse(), ...(await changes.after(tx, { position, decided: position, head }))]) {
    const { pod, at: seenAt } = change;
    if (pod === undefined || seenAt === null || Math.abs(seenAt.getTime() - at.getTime()) > windowMs) continue;
    if (isEvicted(pod, nomination)) evicted.set(podName(pod).uid, podName(pod));
    if (isNominatedTo(pod, nomination)) sharesVictims = true;
  }
  return { victims: [...evicted.values()], sharesVictims };
}

/** Whether a pod, which is another one, is nominated to the node by the scheduler. */
export function isNominatedTo(pod: SeenPod, { uid, by, node }: Pick<Nomination, 'uid' | 'by' | 'node'>): boolean {
  return nominatedNodeOf(pod) === node && !pod.spec?.nodeName && podName(pod).uid !== uid && schedulerOf(pod) === by;
}

/** As kube-scheduler v1.34 PreemptPod says it. */
function isEvicted({ spec, status }: SeenPod, { by, node, at, windowMs }: Nomination): boolean {
  if (spec?.nodeName !== node) return false;
  const { conditions = [] } = (status ?? {}) as { readonly conditions?: readonly SeenCondition[] };
  const condition = conditions.find(({ type, status: is }) => type === 'DisruptionTarget' && is === 'True');
  if (condition?.reason !== 'PreemptionByScheduler' || condition.message?.startsWith(`${by}: `) !== true) return false;
  const since = Date.parse(condition.lastTransitionTime ?? '');
  return Math.abs(since - at.getTime()) <= windowMs + SECOND_MS;
}

interface SeenCondition {
  readonly type?: string;
  readonly status?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastTransitionTime?: string;
}
