import type { ControllerEntry } from '../../engine/index.js';
import { CronJobController } from './controller.js';

export const cronJobController: ControllerEntry = {
  name: 'cronjob-controller',
  make: (context) => new CronJobController(context),
};
