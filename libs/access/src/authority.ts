import { DEFAULT_TEAM_ID } from './teams/default-team.js';
import { Denied } from '#requests';
import { type Caller, type Role } from '#database';

/** A key that is restricted to one cluster does not manage access. */
function isWholeAdmin({ roles, only }: Caller): boolean {
  return roles.includes('admin') && only === undefined;
}

/** Whether the caller runs the service: an admin of the team that everything began with, who makes the other teams. */
export function runsService(caller: Caller): boolean {
  return isWholeAdmin(caller) && caller.team === DEFAULT_TEAM_ID;
}

/** Whether the caller may read the metrics of the service: a monitor of the team that runs it, or what runs it. */
export function monitorsService(caller: Caller): boolean {
  const isMonitor = caller.roles.includes('monitor') && caller.only === undefined && caller.team === DEFAULT_TEAM_ID;
  return isMonitor || runsService(caller);
}

/** Whether the caller manages the members and keys of a team. */
export function administers(caller: Caller, teamId: string): boolean {
  return runsService(caller) || (isWholeAdmin(caller) && caller.team === teamId);
}

/** The message to an admin that gives a role that they do not hold themselves. */
export const ONLY_AUDITORS = 'granting auditor requires auditor';

/**
 * Auditors check what admins do, so that an admin who is not an auditor cannot give the role.
 * @throws Denied when `auditor` is among the roles and the caller does not hold it
 */
export function mayGive(caller: Caller, roles: readonly Role[]): void {
  if (roles.includes('auditor') && !caller.roles.includes('auditor'))
    throw new Denied({ roles: ['auditor'] }, ONLY_AUDITORS);
}
