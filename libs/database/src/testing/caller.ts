import type { Caller } from '../transaction/caller.js';

/** A member of the default team: specs run transactions on their behalf. */
export const CALLER: Caller = {
  team: '00000000-0000-7000-8000-000000000001',
  roles: ['admin', 'auditor'],
  actor: 'ann',
  principal: 'test',
  requestId: 'r',
  client: 'spec',
  reason: '',
};
