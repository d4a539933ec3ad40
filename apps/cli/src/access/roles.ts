/** The roles of members and keys in a team, and of grants in a cluster. */
export const ROLE_NAMES = ['viewer', 'editor', 'scheduler', 'auditor', 'admin'] as const;
