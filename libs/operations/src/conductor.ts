import { setTimeout } from 'node:timers/promises';
import { isConnectionLost, outageKind, type Caller, type Database, type Lease, type Transaction } from '#database';
import { lostRace, read, refusalBehind, refuse, type Outcome } from '#requests';
import { hasEnded, type OperationFault } from './operation.js';
import { endOperation, findOperation, noteProgress, type OperationEnd } from './operation.store.js';
import { OperationStopped, type UnderWay } from './under-way.js';

/** What the conductor needs beside the database. */
export interface ConductorOptions {
  readonly lease: Pick<Lease, 'holder'>;
  /** On whose behalf it is noted how far operations are. */
  readonly caller: Caller;
  /** Called with each failure that the caller did not cause, where no caller waits for it; mostly of one operation. */
  readonly onFailure: (error: unknown, operation?: string) => void;
  /** Lets a job wait again. */
  readonly requeue: (tx: Transaction, underWay: UnderWay) => Promise<void>;
}

/** The interval at which progress is recorded, and at which it is checked whether an operation was ended elsewhere. */
const BEAT_MS = 1_000;

/** A database that is away is asked again after this. */
const AGAIN_MS = 500;

/** Conducts the operations of this process: notes how far they are, stops them, and notes how they end. */
export class Conductor {
  readonly #underWay = new Map<string, UnderWay>();
  #beating: NodeJS.Timeout | undefined;
  #stopping = false;

  constructor(
    private readonly database: Database,
    private readonly options: ConductorOptions,
  ) {}

  /** The process, by its lease. */
  get holder(): string {
    return this.options.lease.holder;
  }

  /** Does the work of an operation, and notes its end. @throws the error, when the waiting caller is to receive it */
  conduct<Result extends object>(
    caller: Caller,
    underWay: UnderWay,
    work: () => Promise<Outcome<Result>>,
  ): Promise<Outcome<Result>> {
    const ended = this.#conduct(caller, underWay, work);
    this.#follow(underWay, ended);
    return ended;
  }

  /** Ends one that this process has; it is noted already. */
  stop(id: string): void {
    this.#underWay.get(id)?.stop(new OperationStopped('ended'));
  }

  /** Resolves when this process does not have the operation any more: another beginning of it is to be the only one. */
  async leave(id: string): Promise<void> {
    this.stop(id);
    await this.#underWay.get(id)?.settled;
  }

  /**
   * Ends the operations of this process, all or the jobs among them, which wait again for another process; resolves
   * when that is noted. For the end of the process.
   */
  async interrupt(which: 'all' | 'jobs'): Promise<void> {
    if (which === 'all') this.#stopping = true;
    const ending = [...this.#underWay.values()].filter(({ isWaitedFor }) => which === 'all' || !isWaitedFor);
    for (const one of ending) one.stop(new OperationStopped('interrupted'));
    await Promise.all(ending.map(({ settled }) => settled));
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
    underWay: UnderWay,
    work: () => Promise<Outcome<Result>>,
  ): Promise<Outcome<Result>> {
    try {
      return await this.#conclude(caller, underWay, await work());
    } catch (error) {
      return this.#broken(caller, underWay, underWay.signal.aborted ? underWay.signal.reason : error);
    }
  }

  async #conclude<Result extends object>(
    caller: Caller,
    underWay: UnderWay,
    outcome: Outcome<Result>,
  ): Promise<Outcome<Result>> {
    const noted = await this.#end(
      caller,
      underWay,
      outcome.refused
        ? { state: 'failed', failure: { refusal: outcome.refusal } }
        : { state: 'succeeded', result: outcome.value, message: '' },
    );
    return noted ? outcome : this.#asEnded(caller, underWay);
  }

  /** Of work that came to no end of its own: why. @throws the error, when the waiting caller is to receive it */
  async #broken(caller: Caller, underWay: UnderWay, error: unknown): Promise<Outcome<never>> {
    const { id, signal, isWaitedFor } = underWay;
    if (error instanceof OperationStopped && error.why === 'ended') return this.#asEnded(caller, underWay);
    if (!isWaitedFor && (error instanceof OperationStopped || isConnectionLost(error))) {
      await this.#lasting((tx) => this.options.requeue(tx, underWay));
      return cancelled(id);
    }
    if (error instanceof OperationStopped || signal.aborted) {
      await this.#end(caller, underWay, {
        state: 'cancelled',
        failure: { refusal: { kind: 'OperationCancelled', operation: id } },
      });
      if (error instanceof OperationStopped) return cancelled(id);
      throw error;
    }
    const busy = refusalBehind(error);
    if (busy !== undefined) return this.#conclude(caller, underWay, refuse(busy));
    // A waiting caller receives it at once, although the database may have to come back before it can be noted.
    underWay.noting = this.#end(caller, underWay, { state: 'failed', failure: { fault: faultOf(error) } }).then(
      nothing,
      (unnoted: unknown) => {
        this.options.onFailure(unnoted, id);
      },
    );
    throw error;
  }

  /** The end of an operation that was ended elsewhere, or that another process has begun again. */
  async #asEnded(caller: Caller, { id }: UnderWay): Promise<Outcome<never>> {
    const found = await read(this.database, caller, (tx) => findOperation(tx, id));
    const failure = found !== undefined && hasEnded(found) ? found.failure : null;
    return failure !== null && 'refusal' in failure ? refuse(failure.refusal) : cancelled(id);
  }

  /** False when it has ended already, or was begun again elsewhere. */
  async #end(caller: Caller, { id, attempt }: UnderWay, end: OperationEnd): Promise<boolean> {
    return (await this.#lasting((tx) => endOperation(tx, id, { ...end, attempt }), caller)) ?? false;
  }

  /** The database may be away: it is written when it is back. Undefined when the process ends before that. */
  async #lasting<T>(write: (tx: Transaction) => Promise<T>, caller = this.options.caller): Promise<T | undefined> {
    for (;;) {
      try {
        return await this.database.transaction(caller, write);
      } catch (failure) {
        if (!isConnectionLost(failure) && !lostRace(failure)) throw failure;
        // The next look of another process finds it.
        if (this.#stopping) return undefined;
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

/** Its client is disconnected, or no client waits for the end. */
function cancelled(operation: string): Outcome<never> {
  return refuse({ kind: 'OperationCancelled', operation });
}

function faultOf(error: unknown): OperationFault {
  const kind = outageKind(error);
  if (kind === undefined) return 'internal';
  return kind === 'contention' || kind === 'away' ? 'outage' : kind;
}

function nothing(): void {}
