import { compareBytes, type Attempt, type Profile, type Snapshot, type Status } from '#scheduler';
import { askAlone, evidenceByRow } from '../../libs/scheduler/src/testing/index.js';
import { recordPreFilter, recordScores, recordStatus } from './record-attempt.js';
import type { RecordedResult } from './recording.js';

interface Scope {
  readonly profile: Profile;
  readonly snapshot: Snapshot;
}

/** Writes an attempt down in the words of the recordings of kube-scheduler v1.20. */
export function recordPolicyAttempt(attempt: Attempt, { profile, snapshot }: Scope): RecordedResult {
  const { metadata } = attempt.pod;
  const outcome = attempt.outcome === 'nominated' ? 'unschedulable' : attempt.outcome;
  const head = { pod: `${metadata?.namespace ?? ''}/${metadata?.name ?? ''}`, outcome };
  if (attempt.evidence === null) {
    const { preFilter, failures } = askAlone(profile, snapshot, attempt.pod);
    const filterAll = byNode(
      snapshot,
      failures.map((failing) => (failing.length > 0 ? failing.map(recordStatus) : null)),
    );
    return { ...head, error: attempt.message, preFilter: recordPreFilter(preFilter), filterAll };
  }
  const { first, failures } = evidenceByRow(attempt.evidence);
  const together = profile.policy?.alwaysCheckAllPredicates === true && attempt.preFilter?.status.code === 'Success';
  const said = first.map((status, row) => {
    if (status === null) return null;
    return together ? recordTogether(failures[row] ?? []) : recordStatus(status);
  });
  return {
    ...head,
    preFilter: attempt.preFilter && recordPreFilter(attempt.preFilter),
    filter: byNode(snapshot, said),
    filterAll: byNode(
      snapshot,
      failures.map((failing) => (failing.length > 0 ? failing.map(recordStatus) : null)),
    ),
    ...(outcome === 'scheduled' ? scoresOf(attempt, { profile, snapshot }) : { fitError: attempt.message }),
  };
}

function byNode(snapshot: Snapshot, values: readonly unknown[]): Record<string, unknown> {
  const named = values.map((value, row): [string, unknown] => [snapshot.nodes[row]?.name ?? '', value]);
  return Object.fromEntries(named.filter(([, value]) => value !== null));
}

/** Of several failing filters: who they are, and all that they say. */
function recordTogether(failing: readonly Status[]): unknown {
  const unresolvable = failing.some(({ code }) => code === 'UnschedulableAndUnresolvable');
  return {
    plugin: failing[0]?.plugin,
    plugins: failing.map(({ plugin }) => plugin),
    code: unresolvable ? 'UnschedulableAndUnresolvable' : failing[0]?.code,
    reasons: failing.flatMap(({ reasons }) => reasons).sort(compareBytes),
  };
}

/** Without score plugins every node's total is 1, there as in v1.34. */
function scoresOf(attempt: Attempt, { profile, snapshot }: Scope): RecordedResult {
  const recorded = recordScores(attempt, snapshot);
  if (profile.points.score.length > 0) return recorded;
  return { ...recorded, totals: ((recorded['totals'] ?? []) as readonly number[]).map(() => 1) };
}
