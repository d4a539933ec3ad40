import { DEFAULT_TEAM_ID, SYSTEM_ROLE, type Caller } from '#access';

/** On whose behalf the service itself acts. */
export const SYSTEM: Caller = {
  team: DEFAULT_TEAM_ID,
  roles: [SYSTEM_ROLE],
  actor: 'berth',
  principal: 'system',
  requestId: 'housekeeping',
  client: 'berth',
  reason: '',
};
