/**
 * Makes room for a pod that fits nowhere: finds the node that would lose least if pods of lower priority
 * went. As kube-scheduler v1.34 DefaultPreemption, except that no candidate is left out: kube-scheduler
 * tries a part of the nodes, from a random one on, as `minCandidateNodesPercentage` and
 * `minCandidateNodesAbsolute` say; here all are tried.
 */
import {
  definePlugin,
  reject,
  type FailedAttempt,
  type NoRoom,
  type PreemptionCandidate,
  type RoomMade,
} from '../../plugin.js';
import { readDefaultPreemptionArgs, type DefaultPreemptionArgs } from './args.js';
import { bestCandidates } from './best-candidates.js';
import { Candidate } from './candidate.js';
import { DisruptionBudgets } from './disruption-budgets.js';
import { whyNotEligible } from './eligibility.js';
import { nowhereMessage, searchRoom } from './search.js';

export const defaultPreemption = definePlugin<DefaultPreemptionArgs>({
  name: 'DefaultPreemption',
  reasons: [{ code: 'Unschedulable', text: 'preemption: {}' }],
  readArgs: readDefaultPreemptionArgs,
  preEnqueue: () => null,
  postFilter({ pod, snapshot }, failed: FailedAttempt): RoomMade | NoRoom {
    const why = whyNotEligible(pod, snapshot, failed);
    if (why !== null) return reject('Unschedulable', `preemption: ${why}`);
    const search = searchRoom(
      { snapshot, priority: pod.priority, budgets: new DisruptionBudgets(snapshot.objects) },
      failed,
    );
    if (search.candidates.length > 0)
      return { kind: 'room', ...search, best: bestCandidates(search.candidates), bestOf };
    const errors = [...search.failures.values()]
      .filter(({ code }) => code === 'Error')
      .flatMap(({ reasons }) => reasons);
    if (errors.length > 0) return reject('Error', `preemption: ${aggregate(errors)}`);
    return { ...reject('Unschedulable', `preemption: ${nowhereMessage(search, snapshot.nodeCount)}`), search };
  },
});

/** Extenders may leave candidates out, and change their victims. */
function bestOf(candidates: readonly PreemptionCandidate[]): readonly PreemptionCandidate[] {
  return bestCandidates(candidates.map((candidate) => new Candidate(candidate.row, candidate)));
}

/** As Kubernetes prints several errors at once: each text once. */
function aggregate(errors: readonly string[]): string {
  const texts = [...new Set(errors)];
  return texts.length === 1 ? texts.join() : `[${texts.join(', ')}]`;
}
