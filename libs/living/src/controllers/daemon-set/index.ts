import type { ControllerEntry } from '../../engine/index.js';
import { DaemonSetController } from './controller.js';

export const daemonSetController: ControllerEntry = {
  name: 'daemonset-controller',
  make: (context) => new DaemonSetController(context),
};
