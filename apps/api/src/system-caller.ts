import { DEFAULT_TEAM_ID, type Caller } from '#cluster';

/** On whose behalf the service itself acts. */
export const SYSTEM: Caller = {
  team: DEFAULT_TEAM_ID,
  actor: 'berth',
  principal: 'system',
  requestId: 'housekeeping',
  client: 'berth',
  reason: '',
};
