import type { Schemas } from '#client';

export type Role = Schemas['WhoAmI']['roles'][number];

/** Every role, from the one that may least. */
export const ROLES: readonly Role[] = ['viewer', 'editor', 'scheduler', 'mirror', 'monitor', 'auditor', 'admin'];

type Reader = Pick<Schemas['WhoAmI'], 'roles' | 'actor' | 'only'>;

/** What comes with a role beside what it is called for. */
const HOLDS: Readonly<Record<Role, readonly Role[]>> = {
  viewer: ['viewer'],
  editor: ['editor', 'viewer'],
  scheduler: ['scheduler', 'viewer'],
  mirror: ['mirror'],
  monitor: ['monitor'],
  auditor: ['auditor', 'viewer'],
  admin: ['admin', 'viewer', 'editor', 'scheduler', 'mirror', 'monitor'],
};

/** Whether one of the roles is the role, or includes it. */
export function holds(roles: readonly Role[], wanted: Role): boolean {
  return roles.some((role) => HOLDS[role].includes(wanted));
}

/** Why a user may not do what takes a role; undefined for a user that may. */
export function whyNot({ roles, actor }: Reader, wanted: Role): string | undefined {
  if (holds(roles, wanted)) return undefined;
  const article = /^[aeiou]/.test(wanted) ? 'an' : 'a';
  return `That takes ${article} ${wanted}; ${actor} is ${roles.join(' and ') || 'nothing'}.`;
}

/** The same of what no key for one cluster may do. */
export function whyNotInTeam(reader: Reader, wanted: Role): string | undefined {
  return reader.only === undefined
    ? whyNot(reader, wanted)
    : `${reader.actor} may act in the cluster ${reader.only.cluster} only.`;
}
