import type { ControllerEntry } from '../../engine/index.js';
import { GarbageCollector } from './controller.js';

export const garbageCollector: ControllerEntry = {
  name: 'generic-garbage-collector',
  make: (context) => new GarbageCollector(context),
};
