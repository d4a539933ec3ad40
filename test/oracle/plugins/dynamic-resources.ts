import type { OraclePlugin } from '../model.js';

/** Scenarios have no device claims: only the words of this plugin are in them. */
export const dynamicResources: OraclePlugin = {
  name: 'DynamicResources',
  preEnqueue: () => null,
  preFilter: () => ({ skip: true }),
  filter: () => null,
};

/** What its PostFilter says of a pod without claims. */
export const NO_CLAIMS = 'no new claims to deallocate';

/** What it says when its PreFilter was not reached. */
export const NO_STATE = 'not found';
