import type { Caller } from '../transaction/caller.js';

/** Somebody of the default team: whose transactions specs run. */
export const CALLER: Caller = {
  team: '00000000-0000-7000-8000-000000000001',
  roles: ['admin', 'auditor'],
  actor: 'ann',
  principal: 'test',
  requestId: 'r',
  client: 'spec',
  reason: '',
};
