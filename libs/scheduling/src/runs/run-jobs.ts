import { Unauthenticated, type Authenticator } from '#access';
import type { Caller, Database, Role } from '#database';
import { RUN_TASK } from './run-task.js';
import { updateRun } from './run.store.js';
import type { SchedulingService } from './scheduling.service.js';
import { survivingRun, type SurvivingRun } from './surviving-run.js';

/** What the jobs need beside the database. */
export interface RunJobsOptions {
  readonly scheduling: Pick<SchedulingService, 'goOn'>;
  readonly authenticator: Pick<Authenticator, 'remaining'>;
  /** The service itself. */
  readonly system: Caller;
}

/** A run whose part was begun by so many processes ends them, and fails. */
const MOST_BEGINNINGS = 20;

/** Goes on with runs that no caller waits for when their processes are gone, each with the rights of its caller. */
export class RunJobs {
  readonly tasks: Readonly<Record<string, (payload: Readonly<Record<string, string>>) => Promise<void>>>;

  constructor(
    private readonly database: Database,
    private readonly options: RunJobsOptions,
  ) {
    this.tasks = { [RUN_TASK]: (payload) => this.#perform(survivingRun(payload)) };
  }

  async #perform(surviving: SurvivingRun): Promise<void> {
    const { caller, begun } = surviving;
    if (begun >= MOST_BEGINNINGS) return this.#fail(surviving, `a part was begun ${begun} times, and did not end`);
    const roles = await this.#roles(caller);
    if (roles.length === 0) return this.#fail(surviving, 'the caller may not schedule any more');
    await this.options.scheduling.goOn({ ...caller, roles }, surviving);
  }

  /** A key may have been revoked since. */
  async #roles({ principal, roles }: Caller): Promise<readonly Role[]> {
    try {
      return await this.options.authenticator.remaining(principal, roles as readonly Role[]);
    } catch (error) {
      if (error instanceof Unauthenticated) return [];
      throw error;
    }
  }

  async #fail({ cluster, run, caller }: SurvivingRun, error: string): Promise<void> {
    const system = { ...this.options.system, team: caller.team };
    await this.database.transaction(system, (tx) =>
      updateRun(tx, { clusterId: cluster, runId: run }, { state: 'failed', error }),
    );
  }
}
