import { RACES_LOST } from '#requests';
import type { CheckpointService } from '#history';
import { OPERATION_KINDS, OPERATION_STATES, OperationService } from '#operations';
import type { ScheduleService } from '#schedules';
import type { DecisionService } from '#scheduling';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { type ConcurrencyLimits, LIMIT_NAMES } from '../../ground/concurrency/index.js';
import type { OpenPlaces } from '../../ground/http/index.js';
import { SYSTEM } from '../../ground/caller/index.js';
import { DiskSpace } from '../health/index.js';
import { ClusterGauges, ClusterMetrics } from './cluster-gauges.js';
import { type ConnectionCounts, Metrics } from './metrics.js';

/** The sources of what is looked up. */
export class ScrapeSources {
  readonly database: { readonly connections: ConnectionCounts };
  readonly limits: ConcurrencyLimits;
  readonly places: OpenPlaces;
  readonly checkpoints: CheckpointService;
  readonly decisions: DecisionService;
  readonly schedules: ScheduleService;

  constructor({ database, limits, places, checkpoints, decisions, schedules }: ScrapeSources) {
    this.database = database;
    this.limits = limits;
    this.places = places;
    this.checkpoints = checkpoints;
    this.decisions = decisions;
    this.schedules = schedules;
  }
}

/** What is looked up at a scrape, and not counted as it happens. */
@Injectable()
export class Scrape implements OnModuleDestroy {
  readonly #heavy: Gauge<'room' | 'state'>;
  readonly #watchers: Gauge;
  readonly #unsigned: Gauge;
  readonly #unsignedAge: Gauge;
  readonly #unindexed: Gauge;
  readonly #operations: Gauge<'kind' | 'state'>;
  readonly #operationAge: Gauge<'kind' | 'state'>;
  readonly #jobs: Gauge;
  readonly #jobAge: Gauge;
  readonly #databaseUp: Gauge;
  readonly #disk: Gauge<'state'>;
  readonly #clusters: ClusterGauges | undefined;
  readonly #lost = (): void => {
    this.metrics.raceLost();
  };

  constructor(
    private readonly metrics: Metrics,
    private readonly sources: ScrapeSources,
    private readonly operations: OperationService,
    private readonly disk: DiskSpace,
    clusters: ClusterMetrics,
  ) {
    const registers = [metrics.registry];
    const gauge = (name: string, help: string): Gauge => new Gauge({ name, help, registers });
    this.#heavy = new Gauge({
      name: 'berth_heavy_requests',
      help: 'Heavy requests, by kind (operations, states, streams, imports, runs) and state (working, waiting).',
      labelNames: ['room', 'state'],
      registers,
    });
    this.#watchers = gauge('berth_watchers', 'Connections that follow changes: WebSockets, event streams and watches.');
    this.#unsigned = gauge('berth_unsigned_revisions', 'Revisions of all clusters that no checkpoint covers yet.');
    this.#unsignedAge = gauge(
      'berth_unsigned_age_seconds',
      'Age of the oldest revision that no checkpoint covers; 0 if there is none.',
    );
    this.#unindexed = gauge('berth_unindexed_decisions', 'Decisions of all clusters that are not in the index yet.');
    this.#operations = new Gauge({
      name: 'berth_operations',
      help: 'Operations of all processes that are active or ended less than a day ago, by kind and state.',
      labelNames: ['kind', 'state'],
      registers,
    });
    this.#operationAge = new Gauge({
      name: 'berth_operation_age_seconds',
      help: 'Time since the oldest active operation was requested, by kind and state (queued, running); 0 if none is.',
      labelNames: ['kind', 'state'],
      registers,
    });
    this.#jobs = gauge('berth_jobs_waiting', 'Jobs of all teams that are due and that no worker has taken.');
    this.#jobAge = gauge('berth_job_age_seconds', 'Time since the oldest waiting job is due; 0 if none is.');
    this.#databaseUp = gauge('berth_database_up', '1 if the database answered this scrape, 0 if not.');
    this.#disk = new Gauge({
      name: 'berth_disk_bytes',
      help: 'Disk of BERTH_DATA_DIR, by state: free for this user, and size of the file system.',
      labelNames: ['state'],
      registers,
    });
    this.#clusters = clusters.names.length > 0 ? new ClusterGauges(clusters, metrics.registry) : undefined;
    RACES_LOST.subscribe(this.#lost);
  }

  onModuleDestroy(): void {
    RACES_LOST.unsubscribe(this.#lost);
  }

  /** Everything, as text; without what the database says of itself while it does not answer. */
  async text(): Promise<string> {
    const { database, limits, places } = this.sources;
    this.metrics.connectionsOf('main', database.connections);
    this.#watchers.set(places.taken);
    for (const room of LIMIT_NAMES) {
      const { working, waiting } = limits[room].load;
      this.#heavy.set({ room, state: 'working' }, working);
      this.#heavy.set({ room, state: 'waiting' }, waiting);
    }
    await Promise.all([this.#followers(), this.#diskBytes()]);
    return this.metrics.registry.metrics();
  }

  async #followers(): Promise<void> {
    const { checkpoints, decisions, schedules } = this.sources;
    this.#operations.reset();
    this.#operationAge.reset();
    this.#databaseUp.set(0);
    try {
      const [log, unindexed, counts, jobs] = await Promise.all([
        checkpoints.behind(SYSTEM),
        decisions.unindexed(SYSTEM),
        this.operations.count(SYSTEM),
        schedules.waitingJobs(SYSTEM),
      ]);
      for (const kind of OPERATION_KINDS)
        for (const state of OPERATION_STATES) {
          this.#operations.set({ kind, state }, 0);
          if (isActive(state)) this.#operationAge.set({ kind, state }, 0);
        }
      for (const { kind, state, count, ageSeconds } of counts) {
        this.#operations.set({ kind, state }, count);
        if (isActive(state)) this.#operationAge.set({ kind, state }, ageSeconds);
      }
      this.#unsigned.set(log.revisions);
      this.#unsignedAge.set(log.ageSeconds);
      this.#unindexed.set(unindexed);
      this.#jobs.set(jobs.waiting);
      this.#jobAge.set(jobs.oldestAt === null ? 0 : Math.max(0, (Date.now() - jobs.oldestAt.getTime()) / 1_000));
      this.#databaseUp.set(1);
      await this.#clusters?.update();
    } catch {
      // Better no figure than an old one; /readyz says what is wrong.
      for (const gauge of [this.#unsigned, this.#unsignedAge, this.#unindexed, this.#jobs, this.#jobAge]) gauge.reset();
    }
  }

  async #diskBytes(): Promise<void> {
    this.#disk.reset();
    try {
      const { free, size } = await this.disk.bytes();
      this.#disk.set({ state: 'free' }, free);
      this.#disk.set({ state: 'size' }, size);
    } catch {
      // Better no figure than an old one; /readyz says what is wrong.
    }
  }
}

function isActive(state: (typeof OPERATION_STATES)[number]): boolean {
  return state === 'queued' || state === 'running';
}
