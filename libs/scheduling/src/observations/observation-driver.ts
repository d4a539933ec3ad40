import { setTimeout as pause } from 'node:timers/promises';
import { isConnectionLost, type Caller, type Database } from '#database';
import { clusterOfObservationTopic } from '#transfer';
import type { ObservationService } from './observation.service.js';
import { observedClusters } from './observation.queries.js';

/** How often a driver looks for what other processes have left. */
const LOOK_MS = 5_000;
/** A cluster that failed is tried again after this. */
const RETRY_MS = 5_000;
/** A decision that may still turn out to agree is tried again after this, however many batches come meanwhile. */
const OPEN_MS = 500;
/** How often it looks whether other work is over. */
const PAUSE_MS = 100;
/** It gives way to other work for so long at most. */
const DEADLINE_MS = 30_000;

/** What the driver needs beside the database. */
export interface ObservationDriverOptions {
  readonly observations: Pick<ObservationService, 'judge'>;
  /** On whose behalf. */
  readonly caller: Caller;
  /** Whether runs are under way, to which it gives way. */
  readonly isBusy?: () => boolean;
  /** How long at most; 30 s unless given. */
  readonly deadlineMs?: number;
  /** Called with each failure. */
  readonly onFailure: (error: unknown, cluster?: string) => void;
}

/** Has what mirrors see judged, one cluster after the other, as it comes. */
export class ObservationDriver {
  readonly #waiting = new Set<string>();
  /** Clusters that are left alone until then, by the clock of the process. */
  readonly #notBefore = new Map<string, number>();
  #looking: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;
  #isStopped = false;

  constructor(
    private readonly database: Database,
    private readonly options: ObservationDriverOptions,
  ) {}

  start(): void {
    this.database.notifications.overhear((topic) => {
      const cluster = clusterOfObservationTopic(topic);
      if (cluster !== undefined) this.#wake(cluster);
    });
    this.#looking = setInterval(() => void this.#look(), LOOK_MS).unref();
    void this.#look();
  }

  /** Begins no more; resolves when what has begun is over. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#looking);
    await this.#working;
  }

  async #look(): Promise<void> {
    if (this.#isStopped || this.#waiting.size > 0) return;
    const { caller, onFailure } = this.options;
    try {
      for (const cluster of await this.database.transaction(caller, observedClusters)) this.#wake(cluster);
    } catch (error) {
      if (!isConnectionLost(error)) onFailure(error);
    }
  }

  #wake(cluster: string): void {
    if (this.#isStopped) return;
    this.#waiting.add(cluster);
    this.#working ??= this.#work().finally(() => (this.#working = undefined));
  }

  /** It is left alone until then. */
  #wakeIn(ms: number, cluster: string): void {
    this.#notBefore.set(cluster, performance.now() + ms);
    setTimeout(() => {
      this.#notBefore.delete(cluster);
      this.#wake(cluster);
    }, ms).unref();
  }

  async #work(): Promise<void> {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      await this.#giveWay();
      this.#waiting.delete(next);
      if (await this.#judge(next)) this.#waiting.add(next);
    }
  }

  async #giveWay(): Promise<void> {
    const { isBusy = () => false, deadlineMs = DEADLINE_MS } = this.options;
    const end = performance.now() + deadlineMs;
    while (!this.#isStopped && isBusy() && performance.now() < end) await pause(PAUSE_MS);
  }

  #next(): string | undefined {
    if (this.#isStopped) return undefined;
    const [next] = this.#waiting;
    return next;
  }

  /** Whether there is more to judge. */
  async #judge(cluster: string): Promise<boolean> {
    const { observations, caller, onFailure } = this.options;
    if ((this.#notBefore.get(cluster) ?? 0) > performance.now()) return false;
    try {
      const judged = await observations.judge(caller, cluster);
      this.#notBefore.delete(cluster);
      if (judged.refused) return false;
      const { areMore, openMs } = judged.value;
      if (openMs !== undefined) this.#wakeIn(Math.min(openMs, OPEN_MS), cluster);
      return areMore;
    } catch (error) {
      this.#notBefore.set(cluster, performance.now() + RETRY_MS);
      if (!isConnectionLost(error)) onFailure(error, cluster);
      return false;
    }
  }
}
