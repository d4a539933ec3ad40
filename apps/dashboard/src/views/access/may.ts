import type { Schemas } from '#client';

export type Role = Schemas['WhoAmI']['roles'][number];

/** Every role, from the one that may least. */
export const ROLES: readonly Role[] = ['viewer', 'editor', 'scheduler', 'mirror', 'monitor', 'auditor', 'admin'];

type Reader = Pick<Schemas['WhoAmI'], 'roles' | 'actor'>;

/** Why a user may not do what takes a role; undefined for a user that may. */
export function whyNot({ roles, actor }: Reader, wanted: Role): string | undefined {
  if (roles.includes(wanted)) return undefined;
  const article = /^[aeiou]/.test(wanted) ? 'an' : 'a';
  return `That takes ${article} ${wanted}; ${actor} is ${roles.join(' and ') || 'nothing'}.`;
}
