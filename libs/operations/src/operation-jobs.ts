import { createHash } from 'node:crypto';
import { Unauthenticated, type Authenticator } from '#access';
import type { Caller, Database, Role, Transaction } from '#database';
import { enqueueForTeam, type JobContext, type Tasks } from '#jobs';
import { ok, refuse, type Outcome } from '#requests';
import { Conductor } from './conductor.js';
import {
  claimOperation,
  joblessOperations,
  keepForNext,
  requeueOperation,
  type ClaimedOperation,
  type QueuedOperation,
} from './operation-jobs.store.js';
import type { OperationKind } from './operation.js';
import type { OperationControl, Task } from './task.js';
import { endOperation } from './operation.store.js';
import { OperationStopped, UnderWay } from './under-way.js';

/** The task of the jobs. */
export const OPERATION_TASK = 'operation';

/** What was asked for, as it is stored. */
export interface AskedOperation {
  readonly kind: OperationKind;
  /** Id of the cluster that it is about. */
  readonly cluster: string | null;
  readonly request: object;
}

/** What operations do, made again from what was asked for. */
export interface OperationWorks {
  taskOf(caller: Caller, asked: AskedOperation): Promise<Outcome<Pick<Task<object>, 'work'>>>;
}

/** What the jobs need beside the database. */
export interface OperationJobsOptions {
  readonly conductor: Conductor;
  readonly works: OperationWorks;
  readonly authenticator: Pick<Authenticator, 'remaining'>;
  /** The service itself, which finds operations of every team. */
  readonly system: Caller;
  readonly onFailure: (error: unknown, operation: string) => void;
}

/** An operation that was begun so often ends its processes, and fails. */
const MOST_BEGINNINGS = 20;

/** Does the operations that no caller waits for, each with the rights that it was asked for with. */
export class OperationJobs {
  readonly tasks: Tasks;

  constructor(
    private readonly database: Database,
    private readonly options: OperationJobsOptions,
  ) {
    this.tasks = { [OPERATION_TASK]: ({ operation = '' }, context) => this.#perform(operation, context) };
  }

  async #perform(id: string, { signal }: JobContext): Promise<void> {
    const { conductor, system, onFailure } = this.options;
    // A job is begun again in a process that lost its connections meanwhile.
    await conductor.leave(id);
    const claimed = await this.database.transaction(system, (tx) =>
      claimOperation(tx, { id, owner: conductor.holder }),
    );
    if (claimed === undefined) return;
    if (claimed.attempt > MOST_BEGINNINGS) {
      onFailure(new Error(`it was begun ${MOST_BEGINNINGS} times, and did not end`), id);
      await this.database.transaction(system, (tx) =>
        endOperation(tx, id, { state: 'failed', failure: { fault: 'internal' } }),
      );
      return;
    }
    const underWay = new UnderWay({ id, total: claimed.total, attempt: claimed.attempt });
    signal?.addEventListener('abort', () => {
      underWay.stop(new OperationStopped('interrupted'));
    });
    const { team, actor, principal, requestId, asker } = claimed;
    const caller: Caller = { ...asker, team, actor, principal, requestId };
    try {
      await conductor.conduct(caller, underWay, () => this.#work(caller, claimed, underWay));
    } catch (error) {
      onFailure(error, id);
    }
  }

  async #work(asked: Caller, claimed: ClaimedOperation, underWay: UnderWay): Promise<Outcome<object>> {
    const caller = await this.#asFar(asked, claimed.id);
    if (caller.refused) return caller;
    const task = await this.options.works.taskOf(caller.value, claimed);
    return task.refused ? task : task.value.work(this.#controlOf(claimed, underWay));
  }

  /** A key may have been revoked since. */
  async #asFar(caller: Caller, operation: string): Promise<Outcome<Caller>> {
    const refused = (reason: string) =>
      refuse({ kind: 'OperationCallerRefused', operation, caller: caller.actor, reason });
    try {
      const roles = await this.options.authenticator.remaining(caller.principal, caller.roles as readonly Role[]);
      return roles.length === 0 ? refused('they hold no role any more') : ok({ ...caller, roles });
    } catch (error) {
      if (error instanceof Unauthenticated) return refused(error.detail);
      throw error;
    }
  }

  #controlOf({ id, attempt, kept }: ClaimedOperation, underWay: UnderWay): OperationControl {
    return {
      id,
      signal: underWay.signal,
      tell: (reported) => {
        underWay.tell(reported);
      },
      kept,
      keep: async (next, tx) => {
        const keep = (tx: Transaction) => keepForNext(tx, { id, attempt }, next);
        const noted = await (tx === undefined ? this.database.transaction(this.options.system, keep) : keep(tx));
        if (!noted) throw new OperationStopped('ended');
      },
    };
  }
}

/** Lets a job that this process has wait again, unless it has ended. */
export async function requeue(tx: Transaction, { id, attempt }: UnderWay): Promise<void> {
  const queued = await requeueOperation(tx, { id, attempt });
  if (queued !== undefined) await enqueueOperation(tx, queued, { again: true });
}

/** Gives each operation a job that has none; answers their ids. */
export async function giveJobs(tx: Transaction): Promise<readonly string[]> {
  const jobless = await joblessOperations(tx);
  for (const one of jobless) await enqueueOperation(tx, one, { again: true });
  return jobless.map(({ id }) => id);
}

/** Enqueues an operation: of one kind a caller has one at a time, and an advance is alone in its cluster anyway. */
export async function enqueueOperation(
  tx: Transaction,
  { id, team, principal, actor, kind, cluster }: QueuedOperation,
  { again = false }: { readonly again?: boolean } = {},
): Promise<void> {
  // The package takes names of up to 128 characters.
  const whose = createHash('sha256')
    .update(JSON.stringify([principal, actor, kind === 'advance' ? cluster : null]))
    .digest('hex')
    .slice(0, 16);
  const queue = `operation:${team}:${kind}:${whose}`;
  await enqueueForTeam(tx, { task: OPERATION_TASK, payload: { operation: id }, queue, team, again });
}
