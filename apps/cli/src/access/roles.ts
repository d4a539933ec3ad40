/** The roles of members and keys in a team, and of grants in a cluster. */
export const ROLE_NAMES = ['viewer', 'editor', 'scheduler', 'mirror', 'monitor', 'auditor', 'admin'] as const;

/** Roles that a cluster grants to another team. */
export const GRANTED_ROLES = ROLE_NAMES.filter((role) => role !== 'monitor');
