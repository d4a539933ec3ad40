import { QueueFull } from '#limits';
import {
  idempotently,
  type IdempotentRequest,
  type Keep,
  ok,
  type Outcome,
  type PageWindow,
  read,
  refuse,
  write,
} from '#requests';
import { findCluster } from '#cluster';
import type { Caller, Database, Transaction } from '#database';
import type { Conductor } from './conductor.js';
import type { Operation, OperationWithResult } from './operation.js';
import {
  countOperations,
  countQueued,
  endDisconnected,
  endOperation,
  findOperation,
  keptOperations,
  listOperations,
  type NewOperation,
  type OperationCount,
  type OperationFilter,
  type OperationPage,
  pendingOperations,
  removeExpired,
  startOperation,
} from './operation.store.js';
import { notedOperation } from './noted-operation.js';
import { enqueueOperation, giveJobs } from './operation-jobs.js';
import type { Task } from './task.js';
import { seenClusters, seenOperations } from './seen-operations.js';
import type { Queue, Slot } from './queue.js';
import { OperationStopped, UnderWay } from './under-way.js';

/** An operation that a caller waits for. */
export interface AwaitedOperation<Result> {
  readonly operation: Operation;
  /** What it comes to. @throws what its work threw, or the reason that the waiting caller's signal was aborted with */
  readonly ended: Promise<Outcome<Result>>;
}

/** What the service needs beside the database. */
export interface OperationServiceOptions {
  readonly conductor: Conductor;
  /** Where operations that callers wait for wait for a slot of this process. */
  readonly queue: Queue;
  /** A team may have so many jobs that wait, a caller half as many. */
  readonly mostQueued: number;
  /** The service itself. */
  readonly caller: Caller;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** What takes long: asked for, queued, worked on, and what it came to for a day after that. */
export class OperationService {
  constructor(
    private readonly database: Database,
    private readonly options: OperationServiceOptions,
  ) {}

  /** An id for an operation that something is stored for before it begins. */
  newId(): Promise<string> {
    return this.database.newId();
  }

  /**
   * Answers with the operation, which any process does as a job; `id`: as it is to be called.
   * @throws QueueFull when too many wait
   */
  begin<Result extends object>(
    caller: Caller,
    task: Omit<Task<Result>, 'work'>,
    { idempotency, id }: { readonly idempotency?: IdempotentRequest; readonly id?: string } = {},
  ): Promise<Outcome<Operation>> {
    return idempotently<Operation>(this.database, caller, {
      ...idempotency,
      run: async (keep) => {
        const asked = await this.#asked(task, { owner: null, ...(id !== undefined && { id }) });
        return this.#noted(unhurried(caller), asked, { keep, also: (tx) => this.#enqueue(tx, asked) });
      },
    });
  }

  /** For a caller that waits: `signal` ends the operation when they disconnect. @throws what the queue refuses with */
  async await<Result extends object>(
    caller: Caller,
    task: Task<Result>,
    signal: AbortSignal | undefined,
  ): Promise<Outcome<AwaitedOperation<Result>>> {
    signal?.throwIfAborted();
    const asked = await this.#asked(task, { owner: this.options.conductor.holder });
    const underWay = new UnderWay(asked);
    const slot = this.#enter(caller, task, underWay);
    let noted: Outcome<Operation>;
    try {
      noted = await this.#noted(unhurried(caller), asked, {});
    } catch (error) {
      slot.leave();
      throw error;
    }
    if (noted.refused) {
      slot.leave();
      return noted;
    }
    const ended = this.options.conductor.conduct(unhurried(caller), underWay, () =>
      slot.run(() => this.#work(unhurried(caller), task, underWay)),
    );
    stopWith(underWay, signal);
    return ok({ operation: noted.value, ended });
  }

  /** An operation, with what it came to. */
  get(caller: Caller, id: string): Promise<Outcome<OperationWithResult>> {
    return read(this.database, caller, async (tx) => {
      const found = UUID.test(id) ? (await seenOperations(tx, [id])).get(id.toLowerCase()) : undefined;
      return found === undefined ? refuse({ kind: 'OperationNotFound', operation: id }) : ok(found);
    });
  }

  /** Those of the operations that are there, with what they came to. */
  getMany(caller: Caller, ids: readonly string[]): Promise<ReadonlyMap<string, OperationWithResult>> {
    return read(this.database, caller, (tx) =>
      seenOperations(
        tx,
        ids.filter((id) => UUID.test(id)),
      ),
    );
  }

  /** Newest first; `cluster` is an id or a name. */
  list(
    caller: Caller,
    { cluster, ...filter }: Omit<OperationFilter, 'seen'>,
    page: PageWindow<string> & { readonly pageSize: number },
  ): Promise<Outcome<OperationPage>> {
    return read(this.database, caller, async (tx) => {
      const row = cluster === undefined ? undefined : await findCluster(tx, cluster, 'inSight');
      if (cluster !== undefined && row === undefined) return refuse({ kind: 'ClusterNotFound', cluster });
      const seen = await seenClusters(tx, row);
      return ok(await listOperations(tx, { ...filter, seen, ...(row && { cluster: row.id }) }, page));
    });
  }

  /** Ends an operation, in any process. One that is cancelled already stays so. */
  async cancel(caller: Caller, id: string): Promise<Outcome<Operation>> {
    if (!UUID.test(id)) return refuse({ kind: 'OperationNotFound', operation: id });
    const outcome = await write<Operation>(this.database, caller, async (tx) => {
      const before = (await seenOperations(tx, [id])).get(id.toLowerCase());
      if (before === undefined) return refuse({ kind: 'OperationNotFound', operation: id });
      const refusal = { kind: 'OperationCancelled', operation: before.id, by: caller.actor } as const;
      await endOperation(tx, before.id, { state: 'cancelled', failure: { refusal } });
      const after = (await findOperation(tx, id)) ?? before;
      return after.state === 'cancelled'
        ? ok(after)
        : refuse({ kind: 'OperationEnded', operation: after.id, state: after.state });
    });
    if (!outcome.refused) this.options.conductor.stop(outcome.value.id);
    return outcome;
  }

  /** Those of the ids that are operations', of every team. */
  kept(caller: Caller, ids: readonly string[]): Promise<ReadonlySet<string>> {
    return read(this.database, caller, (tx) => keptOperations(tx, ids));
  }

  /** Those of the ids that are operations', of every team, that have not ended. */
  pending(caller: Caller, ids: readonly string[]): Promise<ReadonlySet<string>> {
    return read(this.database, caller, (tx) => pendingOperations(tx, ids));
  }

  /** How many there are of each kind and state. */
  count(caller: Caller): Promise<readonly OperationCount[]> {
    return read(this.database, caller, countOperations);
  }

  /**
   * Operations whose callers waited in processes that died are cancelled, those that no job leads to get one, and those
   * whose retention has passed are deleted; answers the ids of each. For the start, and from time to time.
   */
  tidy(caller: Caller): Promise<TidiedOperations> {
    return this.database.transaction(caller, async (tx) => ({
      disconnected: await endDisconnected(tx, this.options.conductor.holder),
      requeued: await giveJobs(tx),
      expired: await removeExpired(tx),
    }));
  }

  async #asked(
    { kind, cluster, request, total, unit }: Omit<Task<object>, 'work'>,
    { owner, id }: { readonly owner: string | null; readonly id?: string },
  ): Promise<NewOperation> {
    return { id: id ?? (await this.database.newId()), kind, cluster, request, total, unit, owner };
  }

  #noted(
    caller: Caller,
    asked: NewOperation,
    more: { readonly keep?: Keep<Operation>; readonly also?: (tx: Transaction) => Promise<void> },
  ): Promise<Outcome<Operation>> {
    const { conductor, caller: system } = this.options;
    return notedOperation(this.database, asked, { caller, system, asker: conductor.holder, keep: undefined, ...more });
  }

  async #enqueue(tx: Transaction, { id, kind, cluster }: NewOperation): Promise<void> {
    const { team, principal, actor } = tx.caller;
    const { mostQueued } = this.options;
    const queued = await countQueued(tx);
    // It counts itself.
    if (queued.team > mostQueued || queued.caller > Math.ceil(mostQueued / 2)) throw new QueueFull();
    await enqueueOperation(tx, { id, team, principal, actor, kind, cluster });
  }

  #enter(caller: Caller, { kind, cluster }: Pick<Task<object>, 'kind' | 'cluster'>, underWay: UnderWay): Slot {
    return this.options.queue.enter({
      request: underWay,
      team: caller.team,
      caller: caller.actor,
      // Where a cluster has one at a time, a caller may have several in as many clusters.
      kind: kind === 'advance' ? `${kind} ${cluster}` : kind,
      signal: underWay.signal,
    });
  }

  async #work<Result extends object>(caller: Caller, task: Task<Result>, underWay: UnderWay): Promise<Outcome<Result>> {
    const { id, signal } = underWay;
    const started = await this.database.transaction(caller, (tx) => startOperation(tx, id));
    if (!started) throw new OperationStopped('ended');
    return task.work({
      id,
      signal,
      tell: (reported) => {
        underWay.tell(reported);
      },
      // It ends with its process: it is never begun again.
      kept: null,
      keep: () => Promise.resolve(),
    });
  }
}

/** What was done about operations, by their ids. */
export interface TidiedOperations {
  readonly disconnected: readonly string[];
  readonly requeued: readonly string[];
  readonly expired: readonly string[];
}

/** What is recorded of an operation is recorded, also when its caller has disconnected. */
function unhurried({ signal: _, ...caller }: Caller): Caller {
  return caller;
}

function stopWith(underWay: UnderWay, signal: AbortSignal | undefined): void {
  const stop = (): void => {
    underWay.stop(signal?.reason);
  };
  if (signal?.aborted === true) stop();
  else signal?.addEventListener('abort', stop, { once: true });
}
