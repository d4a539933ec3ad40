import type { Change, Controller, ControllerContext } from '../../engine/index.js';
import { isGoing, keyOf, ofKey } from '../../state/index.js';
import { endOf, type Job } from './job.js';

/**
 * Deletes Jobs that have ended, in the foreground, so long after their end as they say. Reads Jobs. Timers: that time.
 * // as kubernetes v1.34 pkg/controller/ttlafterfinished
 */
export class TtlController implements Controller {
  readonly #context: ControllerContext;

  constructor(context: ControllerContext) {
    this.#context = context;
  }

  noticed({ op, object }: Change): string[] {
    return object.kind === 'Job' && op !== 'delete' && expiryOf(object as Job) !== undefined ? [keyOf(object)] : [];
  }

  sync(key: string): void {
    const job = this.#context.state.get('Job', ...ofKey(key)) as Job | undefined;
    const at = job && expiryOf(job);
    if (job === undefined || at === undefined) return;
    if (at > this.#context.now) this.#context.wakeAt(key, at);
    else this.#context.delete(job, { propagationPolicy: 'Foreground' });
  }
}

/** When a job goes, in milliseconds since 1970; undefined where it stays. */
function expiryOf(job: Job): number | undefined {
  const { ttlSecondsAfterFinished: seconds } = job.spec;
  const at = Date.parse(endOf(job)?.lastTransitionTime ?? '');
  return seconds === undefined || isGoing(job) || Number.isNaN(at) ? undefined : at + seconds * 1_000;
}
