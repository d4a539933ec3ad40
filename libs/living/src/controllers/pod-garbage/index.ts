import type { ControllerEntry } from '../../engine/index.js';
import { PodGarbageCollector } from './controller.js';

export const podGarbageCollector: ControllerEntry = {
  name: 'pod-garbage-collector-controller',
  make: (context) => new PodGarbageCollector(context),
  unbounded: true,
};
