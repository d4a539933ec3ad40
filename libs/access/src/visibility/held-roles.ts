import { isSystem, ROLES, type Caller, type Role } from '#database';

/** What each role may do beside its own: every role but one includes reading. */
const IMPLIED: Readonly<Record<Role, readonly Role[]>> = {
  viewer: ['viewer'],
  editor: ['viewer', 'editor'],
  scheduler: ['viewer', 'scheduler'],
  // It reads nothing: what it sends is all that its holder knows.
  mirror: ['mirror'],
  // It reads the metrics of the processes, and no object.
  monitor: ['monitor'],
  auditor: ['viewer', 'auditor'],
  admin: ['viewer', 'editor', 'scheduler', 'mirror', 'monitor', 'admin'],
};

/** The roles with all that they imply, each once, in the order of ROLES. */
export function held(roles: readonly Role[]): Role[] {
  const implied = new Set(roles.flatMap((role) => IMPLIED[role]));
  return ROLES.filter((role) => implied.has(role));
}

/** What a caller holds in their own team; the service itself holds everything. */
export function holds(caller: Pick<Caller, 'roles'>): Role[] {
  return isSystem(caller) ? [...ROLES] : held(caller.roles as readonly Role[]);
}
