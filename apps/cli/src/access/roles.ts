/** The roles of members and keys in a team, and of grants in a cluster. */
export const ROLE_NAMES = ['viewer', 'editor', 'scheduler', 'mirror', 'auditor', 'admin'] as const;
