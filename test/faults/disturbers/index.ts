import { clock } from './clock.js';
import { connections } from './connections.js';
import { database } from './database.js';
import { disk } from './disk.js';
import type { Disturber } from './disturber.js';
import { network } from './network.js';
import { services } from './services.js';

export { FAR } from './clock.js';
export { classOf, DEADLINE_MS, type Disturbance, type Disturber } from './disturber.js';

/** Every way to disturb, a line a class. */
export const DISTURBERS: readonly Disturber[] = [
  ...services,
  ...database,
  ...connections,
  ...network,
  ...disk,
  ...clock,
];
