import type { ControllerEntry } from '../../engine/index.js';
import { NodeController } from './controller.js';

export const nodeController: ControllerEntry = {
  name: 'node-controller',
  make: (context) => new NodeController(context),
};
