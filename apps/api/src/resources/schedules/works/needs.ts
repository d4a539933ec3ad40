import { holds, type Caller, type Need } from '#access';
import { Denied } from '#requests';
import type { Work } from '#schedules';
import { inCluster, inNamespace, inTeam, withNeed } from '../../../ground/caller/index.js';

/** The role that each kind of work takes: that of the operation that does the same for a caller. */
export function needOf({ kind, cluster }: Work): Need {
  if (kind === 'run') return inNamespace('scheduler');
  if (kind === 'checkpoint') return inCluster('auditor');
  if (kind === 'verification') return inTeam('auditor');
  if (kind === 'comparison') return inNamespace('viewer');
  return cluster === undefined ? inTeam('viewer') : inNamespace('viewer');
}

/**
 * The caller of what a schedule does. What is needed in a cluster is looked at where the cluster is found.
 * @throws Denied where they do not hold in the team what that takes
 */
export function withWorkNeed(caller: Caller, work: Work): Caller {
  const need = needOf(work);
  if (need.in === 'team' && !need.roles.some((role) => holds(caller).includes(role))) throw new Denied(need);
  return withNeed(caller, need);
}
