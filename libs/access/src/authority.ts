import { DEFAULT_TEAM_ID, Denied, type Caller, type Role } from '#cluster';

/** A key for one cluster manages nobody's access. */
function isWholeAdmin({ roles, only }: Caller): boolean {
  return roles.includes('admin') && only === undefined;
}

/** Whether the caller runs the service: an admin of the team that everything began with, who makes the other teams. */
export function runsService(caller: Caller): boolean {
  return isWholeAdmin(caller) && caller.team === DEFAULT_TEAM_ID;
}

/** Whether the caller says who may do what in a team. */
export function administers(caller: Caller, teamId: string): boolean {
  return runsService(caller) || (isWholeAdmin(caller) && caller.team === teamId);
}

/**
 * Auditors look at what admins do: nobody becomes one by an admin's hand alone.
 * @throws Denied when `auditor` is among the roles and the caller is none
 */
export function mayGive(caller: Caller, roles: readonly Role[]): void {
  if (roles.includes('auditor') && !caller.roles.includes('auditor')) throw new Denied({ roles: ['auditor'] });
}
