import type { Asking, PreemptionCandidate } from '../plugin.js';
import type { PlacedPod, ReadableSnapshot } from '../snapshot/index.js';
import type { Pod } from '../objects/index.js';
import type { Consultation } from './consultation.js';
import {
  hasVerb,
  resultOf,
  whyNone,
  type CandidateVictims,
  type Extender,
  type PreemptResult,
} from '../extenders/index.js';

/** Where room could be made for a pod. */
export interface PreemptInput {
  readonly pod: Pod;
  readonly snapshot: ReadableSnapshot;
  readonly candidates: readonly PreemptionCandidate[];
}

/** Candidates, or why there are none. */
export type Narrowed = { readonly candidates: readonly PreemptionCandidate[] } | { readonly failed: string };

/**
 * Asks extenders, one after the other, which candidates they leave, and with which victims. As kube-scheduler v1.34
 * callExtenders.
 */
export function* processPreemption(
  consultation: Consultation,
  { pod, snapshot, candidates }: PreemptInput,
): Asking<Narrowed> {
  let left = candidates;
  for (const extender of consultation.extenders) {
    if (!hasVerb(extender, 'preempt') || left.length === 0) continue;
    const answer = yield* consultation.askOne({
      kind: 'extender',
      extender,
      verb: 'preempt',
      pod,
      candidates: left.map((candidate) => asVictims(candidate, snapshot)),
    });
    const result = resultOf(answer, 'preempt');
    const narrowed =
      result === null ? { failed: whyNone(answer, 'preempt') } : candidatesOf(result, { extender, snapshot });
    if ('candidates' in narrowed) left = narrowed.candidates;
    else if (!extender.ignorable) return narrowed;
  }
  return { candidates: left };
}

function asVictims(
  { row, victims, budgetViolations }: PreemptionCandidate,
  snapshot: ReadableSnapshot,
): CandidateVictims {
  return {
    node: snapshot.nodes[row]?.name ?? '',
    victims: victims.map(({ namespace, name, uid }) => ({ namespace, name, uid })),
    budgetViolations,
  };
}

/** As kube-scheduler v1.34 convertToVictims: every node must be there, with every victim on it. */
function candidatesOf(
  { candidates }: PreemptResult,
  { extender, snapshot }: { readonly extender: Extender; readonly snapshot: ReadableSnapshot },
): Narrowed {
  const found: PreemptionCandidate[] = [];
  for (const { node, victims: uids, budgetViolations } of candidates) {
    const row = snapshot.rowOf(node);
    if (row === undefined) return { failed: `nodeinfo not found for node name ${JSON.stringify(node)}` };
    const victims: PlacedPod[] = [];
    for (const uid of uids) {
      const victim = snapshot.pods(row).find((pod) => pod.uid === uid);
      if (victim === undefined) return { failed: notFound(extender, { uid, node }) };
      victims.push(victim);
    }
    if (victims.length > 0) found.push({ row, victims, budgetViolations });
    else if (!extender.ignorable) return { failed: `expected at least one victim pod on node ${JSON.stringify(node)}` };
  }
  return { candidates: found.sort((a, b) => a.row - b.row) };
}

/** The uid is printed as Go prints a pointer to the struct that it is in. */
function notFound({ urlPrefix }: Extender, { uid, node }: { readonly uid: string; readonly node: string }): string {
  const claim = `extender: ${urlPrefix} claims to preempt pod (UID: &{${uid}}) on node: ${node}`;
  return `${claim}, but the pod is not found on that node`;
}
