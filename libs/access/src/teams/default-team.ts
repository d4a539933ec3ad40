/** The team that everything belongs to until there are others; the first migration makes it. */
export const DEFAULT_TEAM_ID = '00000000-0000-7000-8000-000000000001';
