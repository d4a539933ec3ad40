import { setTimeout } from 'node:timers/promises';
import {
  refusalBehind,
  idempotently,
  type IdempotentRequest,
  type Keep,
  lostRace,
  ok,
  type Outcome,
  type PageWindow,
  read,
  refuse,
  write,
} from '#requests';
import { findCluster } from '#cluster';
import { type Caller, type Database, isConnectionLost, type Lease, outageKind } from '#database';
import {
  hasEnded,
  type Operation,
  type OperationFault,
  type OperationKind,
  type OperationWithResult,
} from './operation.js';
import {
  countOperations,
  endAbandoned,
  endOperation,
  findOperation,
  keptOperations,
  listOperations,
  noteProgress,
  type OperationCount,
  type OperationEnd,
  type OperationFilter,
  type OperationPage,
  removeExpired,
  startOperation,
} from './operation.store.js';
import { notedOperation } from './noted-operation.js';
import { seenClusters, seenOperations } from './seen-operations.js';
import type { Queue, Slot } from './queue.js';
import { OperationStopped, type Told, UnderWay } from './under-way.js';

/** What the work of an operation has of it. */
export interface OperationControl {
  readonly id: string;
  /** Aborted when the work is to end. */
  readonly signal: AbortSignal;
  /** Says how far it is: as often as it likes, it is noted once a second. */
  readonly tell: (told: Told) => void;
}

/** Something that takes long. */
export interface Task<Result extends object> {
  readonly kind: OperationKind;
  /** Id of the cluster that it is about; null where it is about all of the team. */
  readonly cluster: string | null;
  /** What was asked for, as it is shown. */
  readonly request: object;
  /** How much there is to do, and of what. */
  readonly total: number;
  readonly unit: string;
  readonly work: (control: OperationControl) => Promise<Outcome<Result>>;
}

/** An operation that a caller waits for. */
export interface AwaitedOperation<Result> {
  readonly operation: Operation;
  /** What it comes to. @throws what its work threw, or the reason that the waiting caller's signal was aborted with */
  readonly ended: Promise<Outcome<Result>>;
}

/** What the service needs beside the database. */
export interface OperationServiceOptions {
  readonly lease: Pick<Lease, 'holder'>;
  readonly queue: Queue;
  /** On whose behalf it is noted how far operations are. */
  readonly caller: Caller;
  /** Called with each failure that the caller did not cause, where no caller waits for it; mostly of one operation. */
  readonly onFailure: (error: unknown, operation?: string) => void;
}

/** The interval at which progress is recorded, and at which it is checked whether an operation was ended elsewhere. */
const BEAT_MS = 1_000;

/** A database that is away is asked again after this. */
const AGAIN_MS = 500;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** What takes long: asked for, queued, worked on in this process, and what it came to for a day after that. */
export class OperationService {
  readonly #underWay = new Map<string, UnderWay>();
  #beating: NodeJS.Timeout | undefined;
  #stopping = false;

  constructor(
    private readonly database: Database,
    private readonly options: OperationServiceOptions,
  ) {}

  /** Answers with the operation as it is asked for, and works on. @throws what the queue refuses with */
  begin<Result extends object>(
    caller: Caller,
    task: Task<Result>,
    { idempotency }: { readonly idempotency?: IdempotentRequest } = {},
  ): Promise<Outcome<Operation>> {
    return idempotently<Operation>(this.database, caller, {
      ...idempotency,
      run: async (keep) => {
        const begun = await this.#begin(caller, task, { keep });
        if (begun.refused) return begun;
        const { operation, ended } = begun.value;
        ended.catch((error: unknown) => {
          this.options.onFailure(error, operation.id);
        });
        return ok(operation);
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
    return this.#begin(caller, task, { isWaitedFor: true, ...(signal && { signal }) });
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
    if (!outcome.refused) this.#underWay.get(outcome.value.id)?.stop(new OperationStopped('ended'));
    return outcome;
  }

  /** Those of the ids that are operations', of every team. */
  kept(caller: Caller, ids: readonly string[]): Promise<ReadonlySet<string>> {
    return read(this.database, caller, (tx) => keptOperations(tx, ids));
  }

  /** How many there are of each kind and state. */
  count(caller: Caller): Promise<readonly OperationCount[]> {
    return read(this.database, caller, countOperations);
  }

  /**
   * Operations whose process died have failed, and those whose retention has passed are deleted; answers the ids
   * of both. For the start, and from time to time.
   */
  tidy(caller: Caller): Promise<{ readonly interrupted: readonly string[]; readonly expired: readonly string[] }> {
    return this.database.transaction(caller, async (tx) => ({
      interrupted: await endAbandoned(tx, this.options.lease.holder),
      expired: await removeExpired(tx),
    }));
  }

  /**
   * Ends the operations of this process, all or those without a waiting caller; resolves when they have ended and are
   * noted as failed. For the end of the process.
   */
  async interrupt(which: 'all' | 'unwaited'): Promise<void> {
    if (which === 'all') this.#stopping = true;
    const ending = [...this.#underWay.values()].filter(({ isWaitedFor }) => which === 'all' || !isWaitedFor);
    for (const one of ending) one.stop(new OperationStopped('interrupted'));
    await Promise.all(ending.map(({ settled }) => settled));
  }

  async #begin<Result extends object>(
    caller: Caller,
    task: Task<Result>,
    { keep, signal, isWaitedFor = false }: Beginning,
  ): Promise<Outcome<AwaitedOperation<Result>>> {
    const { kind, cluster, request, total, unit } = task;
    const underWay = new UnderWay(await this.database.newId(), total, isWaitedFor);
    const slot = this.options.queue.enter({
      request: underWay,
      team: caller.team,
      caller: caller.actor,
      // Where a cluster has one at a time, a caller may have several in as many clusters.
      kind: kind === 'advance' ? `${kind} ${cluster}` : kind,
      signal: underWay.signal,
    });
    let operation: Operation;
    try {
      const { holder: owner } = this.options.lease;
      const asked = { id: underWay.id, cluster, kind, request, total, unit, owner };
      const by = { caller: unhurried(caller), system: this.options.caller };
      const inserted = await notedOperation(this.database, asked, { ...by, keep });
      if (inserted.refused) {
        slot.leave();
        return inserted;
      }
      operation = inserted.value;
    } catch (error) {
      slot.leave();
      throw error;
    }
    const ended = this.#conduct(unhurried(caller), { underWay, slot, task });
    this.#follow(underWay, ended);
    stopWith(underWay, signal);
    return ok({ operation, ended });
  }

  /** While there are any, it is noted how far they are. */
  #follow(underWay: UnderWay, ended: Promise<unknown>): void {
    this.#underWay.set(underWay.id, underWay);
    this.#beating ??= setInterval(() => void this.#beat(), BEAT_MS).unref();
    underWay.settled = ended
      .then(nothing, nothing)
      .then(() => underWay.noting)
      .then(() => {
        this.#underWay.delete(underWay.id);
        if (this.#underWay.size > 0) return;
        clearInterval(this.#beating);
        this.#beating = undefined;
      });
  }

  async #conduct<Result extends object>(
    caller: Caller,
    { underWay, slot, task }: Conducted<Result>,
  ): Promise<Outcome<Result>> {
    const { id, signal } = underWay;
    try {
      const outcome = await slot.run(async () => {
        const started = await this.database.transaction(caller, (tx) => startOperation(tx, id));
        if (!started) throw new OperationStopped('ended');
        return task.work({
          id,
          signal,
          tell: (told) => {
            underWay.tell(told);
          },
        });
      });
      return await this.#conclude(caller, id, outcome);
    } catch (error) {
      return this.#broken(caller, underWay, signal.aborted ? signal.reason : error);
    }
  }

  async #conclude<Result extends object>(
    caller: Caller,
    id: string,
    outcome: Outcome<Result>,
  ): Promise<Outcome<Result>> {
    const noted = await this.#end(
      caller,
      id,
      outcome.refused
        ? { state: 'failed', failure: { refusal: outcome.refusal } }
        : { state: 'succeeded', result: outcome.value, message: '' },
    );
    return noted ? outcome : this.#asEnded(caller, id);
  }

  /** Of work that came to no end of its own: why. @throws the error, when the waiting caller is to receive it */
  async #broken(caller: Caller, underWay: UnderWay, error: unknown): Promise<Outcome<never>> {
    const { id, signal } = underWay;
    if (error instanceof OperationStopped) {
      if (error.why === 'ended') return this.#asEnded(caller, id);
      return this.#conclude(caller, id, refuse({ kind: 'OperationInterrupted', operation: id }));
    }
    if (signal.aborted) {
      await this.#end(caller, id, {
        state: 'cancelled',
        failure: { refusal: { kind: 'OperationCancelled', operation: id } },
      });
      throw error;
    }
    const busy = refusalBehind(error);
    if (busy !== undefined) return this.#conclude(caller, id, refuse(busy));
    // A waiting caller receives it at once, although the database may have to come back before it can be noted.
    const fault = faultOf(error);
    underWay.noting = this.#end(caller, id, { state: 'failed', failure: { fault } }).then(
      nothing,
      (unnoted: unknown) => {
        this.options.onFailure(unnoted, id);
      },
    );
    throw error;
  }

  /** The end of an operation that was ended elsewhere. */
  async #asEnded(caller: Caller, id: string): Promise<Outcome<never>> {
    const found = await read(this.database, caller, (tx) => findOperation(tx, id));
    const failure = found !== undefined && hasEnded(found) ? found.failure : null;
    return refuse(
      failure !== null && 'refusal' in failure ? failure.refusal : { kind: 'OperationInterrupted', operation: id },
    );
  }

  /** False when it has ended already. The database may be away: its end is noted when it is back. */
  async #end(caller: Caller, id: string, end: OperationEnd): Promise<boolean> {
    for (;;) {
      try {
        return await this.database.transaction(caller, (tx) => endOperation(tx, id, end));
      } catch (failure) {
        if (!isConnectionLost(failure) && !lostRace(failure)) throw failure;
        // The clean-up finds it.
        if (this.#stopping) return false;
        await setTimeout(AGAIN_MS);
      }
    }
  }

  async #beat(): Promise<void> {
    const underWay = [...this.#underWay.values()];
    try {
      const progress = underWay.map((one) => one.progress);
      const there = await this.database.transaction(this.options.caller, (tx) => noteProgress(tx, progress));
      for (const one of underWay) if (!there.has(one.id)) one.stop(new OperationStopped('ended'));
    } catch (error) {
      // The next beat says it.
      if (!isConnectionLost(error) && !lostRace(error)) this.options.onFailure(error);
    }
  }
}

interface Beginning {
  readonly keep?: Keep<Operation>;
  readonly signal?: AbortSignal;
  readonly isWaitedFor?: boolean;
}

interface Conducted<Result extends object> {
  readonly underWay: UnderWay;
  readonly slot: Slot;
  readonly task: Task<Result>;
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

function faultOf(error: unknown): OperationFault {
  const kind = outageKind(error);
  if (kind === undefined) return 'internal';
  return kind === 'contention' || kind === 'away' ? 'outage' : kind;
}

function nothing(): void {}
