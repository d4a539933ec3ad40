import type { ControllerEntry } from '../../engine/index.js';
import { NodeController } from './controller.js';
import { NodeLifecycleController } from './lifecycle.js';

export const nodeController: ControllerEntry = {
  name: 'node-controller',
  make: (context) => new NodeController(context),
};

export const nodeLifecycleController: ControllerEntry = {
  name: 'node-lifecycle-controller',
  make: (context) => new NodeLifecycleController(context),
};
