import { sees, type Sight, seenManifest, seesObject } from '#access';
import type { Manifest } from '#rows';
import type { ChangeCause } from '#writes';
import type { LoggedChange } from './logged-change.js';

/** The changes that are visible to a reader, as far as they are visible. */
export function seenChanges(sight: Sight, changes: readonly LoggedChange[]): readonly LoggedChange[] {
  if (sight.kind === 'all') return changes;
  return changes.filter((change) => seesObject(sight, change)).map((change) => seenChange(sight, change));
}

/**
 * A visible change as a reader sees it: of an eviction for another team's pod that is not visible to the reader, only
 * that there was a pod of a higher priority, and nothing of that pod.
 */
export function seenChange(sight: Sight, change: LoggedChange): LoggedChange {
  if (sight.kind === 'all') return change;
  const { preemptor, cause, ...others } = change;
  const because = cause && { cause: seenCause(sight, cause) };
  const seen = {
    ...others,
    ...because,
    ...(others.object && { object: seenManifest(sight, others.object as Manifest) }),
  };
  if (preemptor === undefined) return seen;
  return sees(sight, preemptor.namespace) ? { ...seen, preemptor } : { ...seen, preemptedBy: OF_ANOTHER_TEAM };
}

/** Of a timer for an object that the reader does not see, only when it was due. */
export function seenCause(sight: Sight, cause: ChangeCause): ChangeCause {
  if (!('timer' in cause)) return cause;
  const { key, at } = cause.timer;
  const [namespace = ''] = key.split('/', 1);
  return !key.includes('/') || sees(sight, namespace) ? cause : { by: cause.by, timer: { key: '', at } };
}

const OF_ANOTHER_TEAM = 'a pod of higher priority of another team' as const;
