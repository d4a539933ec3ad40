import type { ControllerEntry } from '../../engine/index.js';
import { JobController } from './controller.js';
import { TtlController } from './ttl.js';

export { endOf, type Job } from './job.js';

export const jobController: ControllerEntry = { name: 'job-controller', make: (context) => new JobController(context) };

export const ttlController: ControllerEntry = {
  name: 'ttl-after-finished-controller',
  make: (context) => new TtlController(context),
};
