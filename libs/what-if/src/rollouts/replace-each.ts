import { podKey, podUid } from '#scheduler';
import type { HypotheticalCluster } from '../cluster/index.js';
import type { StoppedRollout } from '../findings/index.js';
import { place, type Placing } from '../placing/index.js';
import { madePod, type RolloutPlan } from '../steps/index.js';

/**
 * Replaces pods each in its place: those of a StatefulSet one after the other, the old one first; of a DaemonSet with
 * maxSurge the new one comes beside the old one, which goes once the new one runs. Answers where it stands still: no
 * more pods than maxSurge or maxUnavailable may wait. // as kubernetes v1.34 statefulset and daemon rollingUpdate
 */
export function* replaceEach(
  cluster: HypotheticalCluster,
  plan: RolloutPlan & Required<Pick<RolloutPlan, 'replaced'>>,
  placing: Placing,
): Generator<void, StoppedRollout | undefined, undefined> {
  const { workload, replaced, maxSurge, maxUnavailable } = plan;
  const isBeside = maxSurge > 0;
  const most = isBeside ? maxSurge : maxUnavailable;
  const waiting: string[] = [];
  let updated = 0;
  for (const { old, next } of replaced) {
    if (waiting.length >= most) break;
    const made = madePod(cluster, workload, next);
    if (!('pod' in made)) continue;
    if (!isBeside) placing.snapshot.removePod(podUid(old));
    const { node, message } = place(placing, made.pod);
    if (node === null) waiting.push(`${podKey(made.pod)} finds no node: ${message}`);
    else {
      if (isBeside) placing.snapshot.removePod(podUid(old));
      updated += 1;
    }
    yield;
  }
  const [first] = waiting;
  return first === undefined ? undefined : stoppedAt(plan, { updated, waits: waiting.length, message: first });
}

interface Stop {
  readonly updated: number;
  readonly waits: number;
  readonly message: string;
}

function stoppedAt(
  { given, index, maxSurge, maxUnavailable, old }: RolloutPlan,
  { updated, waits, message: why }: Stop,
): StoppedRollout {
  const { apiVersion, kind, namespace, name } = given;
  const stay = old.length - updated - (maxSurge > 0 ? 0 : waits);
  const terms =
    maxSurge > 0
      ? `an old one goes once the new one beside it runs, ${maxSurge} more may be there`
      : `the highest number first, ${maxUnavailable} fewer than wanted may be there`;
  const message =
    `the rollout stands still at ${updated} of ${old.length} pods, ` + `${stay} old ones stay (${terms}): ${why}`;
  const counts = { replicas: old.length, updated, old: stay };
  return { index, apiVersion, kind, namespace, name, ...counts, maxSurge, maxUnavailable, message };
}
