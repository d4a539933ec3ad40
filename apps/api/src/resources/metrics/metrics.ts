import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { EndedRun, ExtenderCall } from '#scheduling';
import type { AnsweredRequest } from '../../ground/http/index.js';

/** What a pool of connections is doing. */
export interface ConnectionCounts {
  readonly used: number;
  readonly idle: number;
  /** Callers that wait for a connection. */
  readonly waiting: number;
}

/** What a scheduling worker takes. */
export interface ThreadMeasures {
  readonly connections: ConnectionCounts;
  /** Clusters in memory, by estimate, in bytes. */
  readonly warmBytes: number;
  readonly heapBytes: number;
}

/** Seconds: from a cached answer to an import of minutes. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
const PHASE_BUCKETS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60];

/** Gauges that the client library names as if they were counters, which the checkers of the format do not take. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/**
 * What is counted and measured of this process, in the form of Prometheus. Labels have few values: operations, codes,
 * states; never an id, a name or an address.
 */
export class Metrics {
  readonly registry = new Registry();
  readonly #to = { registers: [this.registry] };

  readonly #requests = new Counter({
    name: 'berth_requests_total',
    help: 'Requests, by operation, HTTP status, and error code if there was an error.',
    labelNames: ['operation', 'status', 'code'],
    ...this.#to,
  });
  readonly #requestSeconds = new Histogram({
    name: 'berth_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its answer, by operation.',
    labelNames: ['operation'],
    buckets: REQUEST_BUCKETS,
    ...this.#to,
  });
  readonly #runs = new Counter({
    name: 'berth_runs_total',
    help: 'Finished runs, by state and by whether they were dry runs.',
    labelNames: ['state', 'dry_run'],
    ...this.#to,
  });
  readonly #phaseSeconds = new Histogram({
    name: 'berth_run_phase_duration_seconds',
    help: 'Duration of the phases of complete runs: read, decide, write, and the whole run (total).',
    labelNames: ['phase'],
    buckets: PHASE_BUCKETS,
    ...this.#to,
  });
  readonly #decisions = new Counter({
    name: 'berth_decisions_total',
    help: 'Decisions of complete runs, by outcome and by whether they were dry runs.',
    labelNames: ['outcome', 'dry_run'],
    ...this.#to,
  });
  readonly #racesLost = new Counter({
    name: 'berth_races_lost_total',
    help: 'Transactions that conflicted with another writer and were retried.',
    ...this.#to,
  });
  readonly #extenderSeconds = new Histogram({
    name: 'berth_extender_call_duration_seconds',
    help:
      'Calls of scheduler extenders, by verb and outcome: answered, failed, timeout, refused (host not ' + 'allowed).',
    labelNames: ['verb', 'outcome'],
    buckets: PHASE_BUCKETS,
    ...this.#to,
  });
  readonly #connections = new Gauge({
    name: 'berth_database_connections',
    help: 'Database connections, by thread (main, or the number of a scheduling thread) and state (used, idle).',
    labelNames: ['thread', 'state'],
    ...this.#to,
  });
  readonly #waiting = new Gauge({
    name: 'berth_database_connection_waiters',
    help: 'Callers that wait for a database connection, by thread.',
    labelNames: ['thread'],
    ...this.#to,
  });
  readonly #warm = new Gauge({
    name: 'berth_warm_clusters_bytes',
    help: 'Estimated memory of cached clusters, by thread.',
    labelNames: ['thread'],
    ...this.#to,
  });
  readonly #heap = new Gauge({
    name: 'berth_thread_heap_bytes',
    help: 'Used heap of the scheduling threads; that of the main thread is nodejs_heap_size_used_bytes.',
    labelNames: ['thread'],
    ...this.#to,
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    for (const name of MISNAMED) this.registry.removeSingleMetric(name);
  }

  requestAnswered({ operation, status, code, seconds }: AnsweredRequest): void {
    this.#requests.inc({ operation, status: String(status), code });
    this.#requestSeconds.observe({ operation }, seconds);
  }

  runEnded({ state, dryRun, counts, durations }: EndedRun): void {
    const dry = String(dryRun);
    this.#runs.inc({ state, dry_run: dry });
    if (state !== 'complete') return;
    for (const [outcome, count] of Object.entries<number>({ ...counts }))
      if (OUTCOMES.has(outcome)) this.#decisions.inc({ outcome, dry_run: dry }, count);
    for (const [phase, ms] of Object.entries<number>({ ...durations }))
      this.#phaseSeconds.observe({ phase: phase.replace(/Ms$/, '') }, ms / 1_000);
  }

  raceLost(): void {
    this.#racesLost.inc();
  }

  extenderCalled({ verb, outcome, seconds }: ExtenderCall): void {
    this.#extenderSeconds.observe({ verb, outcome }, seconds);
  }

  connectionsOf(thread: string, { used, idle, waiting }: ConnectionCounts): void {
    this.#connections.set({ thread, state: 'used' }, used);
    this.#connections.set({ thread, state: 'idle' }, idle);
    this.#waiting.set({ thread }, waiting);
  }

  threadMeasured(thread: number, { connections, warmBytes, heapBytes }: ThreadMeasures): void {
    const name = String(thread);
    this.connectionsOf(name, connections);
    this.#warm.set({ thread: name }, warmBytes);
    this.#heap.set({ thread: name }, heapBytes);
  }

  threadGone(thread: number): void {
    const name = String(thread);
    this.#connections.remove({ thread: name, state: 'used' });
    this.#connections.remove({ thread: name, state: 'idle' });
    for (const gauge of [this.#waiting, this.#warm, this.#heap]) gauge.remove({ thread: name });
  }
}

/** Counts of a run that are of outcomes, and no sums of them. */
const OUTCOMES: ReadonlySet<string> = new Set([
  ...['scheduled', 'unschedulable', 'nominated', 'gated', 'skipped', 'error', 'observed', 'pending'],
]);
