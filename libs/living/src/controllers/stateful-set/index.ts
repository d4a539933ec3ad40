import type { ControllerEntry } from '../../engine/index.js';
import { StatefulSetController } from './controller.js';

export const statefulSetController: ControllerEntry = {
  name: 'statefulset-controller',
  make: (context) => new StatefulSetController(context),
};
