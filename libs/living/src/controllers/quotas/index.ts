import type { ControllerEntry } from '../../engine/index.js';
import { QuotaController } from './controller.js';

export const quotaController: ControllerEntry = {
  name: 'resourcequota-controller',
  make: (context) => new QuotaController(context),
};
