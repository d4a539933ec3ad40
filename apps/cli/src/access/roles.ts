/** What somebody may hold in a team, or be granted in a cluster. */
export const ROLE_NAMES = ['viewer', 'editor', 'scheduler', 'auditor', 'admin'] as const;
