import {
  passingSigningKey,
  type NoteFiles,
  type SigningKey,
  ForkService,
  ClusterMoments,
  CheckpointService,
  ProofService,
} from '#history';
import { PastClusters } from '#state';
import { Database, Lease, type Caller, type DatabaseOptions } from '#database';
import { findKindByName, type KindDescription } from '#kubernetes';
import { createTestDatabase, type TestDatabase } from '#test-database';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Manifest } from '#rows';
import { DEFAULT_TEAM_ID } from '#access';
import {
  ClusterService,
  ObjectService,
  BindingService,
  EvictionService,
  ScaleService,
  RefusalLogService,
} from '#cluster';
import { type Outcome } from '#requests';
import {
  DecisionService,
  ProfileService,
  SchedulingService,
  type ScheduleRequest,
  type SchedulingOptions,
} from '#scheduling';
import { VerificationService } from '#integrity';
import { ExportService, ImportService, type ImportReport, type OnError } from '#transfer';

/** Extenders of specs are on this machine. */
const EXTENDER_HOSTS = ['127.0.0.1'];

export const CALLER: Caller = {
  team: DEFAULT_TEAM_ID,
  roles: ['admin', 'auditor'],
  actor: 'ann',
  principal: 'test',
  requestId: 'request-1',
  client: 'spec',
  reason: 'a test',
};

/** What a second process shares the database with. */
export interface AnotherProcess {
  readonly database: Database;
  readonly scheduling: SchedulingService;
  readonly clusters: ClusterService;
  readonly forks: ForkService;
  readonly close: () => Promise<void>;
}

/** Every service over a database of the spec's own. */
export class TestServices {
  readonly clusters: ClusterService;
  readonly objects: ObjectService;
  readonly bindings: BindingService;
  readonly evictions: EvictionService;
  readonly scales: ScaleService;
  readonly imports: ImportService;
  readonly exports: ExportService;
  readonly refusals: RefusalLogService;
  readonly scheduling: SchedulingService;
  readonly decisions: DecisionService;
  readonly profiles: ProfileService;
  readonly forks: ForkService;
  readonly moments = new ClusterMoments(new PastClusters());
  readonly signingKey: SigningKey = passingSigningKey();
  readonly checkpoints: CheckpointService;
  readonly proofs: ProofService;
  /** Background runs that failed. */
  readonly failures: unknown[] = [];
  /** May be called when the services are let go of. */
  readonly #noteFailure = noting(this.failures);

  private constructor(
    private readonly test: TestDatabase,
    readonly database: Database,
    readonly lease: Lease,
  ) {
    this.clusters = new ClusterService(database, this.moments);
    this.objects = new ObjectService(database, this.moments);
    this.bindings = new BindingService(database);
    this.evictions = new EvictionService(database);
    this.scales = new ScaleService(this.objects);
    this.imports = new ImportService(database);
    this.exports = new ExportService(database, this.moments);
    this.refusals = new RefusalLogService(database);
    this.decisions = new DecisionService(database);
    this.profiles = new ProfileService(database, this.moments, EXTENDER_HOSTS);
    this.forks = new ForkService(database, new PastClusters());
    this.checkpoints = new CheckpointService(database, { key: this.signingKey });
    this.proofs = new ProofService(database, this.checkpoints);
    this.scheduling = new SchedulingService(database, {
      lease,
      onFailure: this.#noteFailure,
      extenders: { hosts: EXTENDER_HOSTS },
    });
  }

  /** Over a new database, or one that is there already and is dropped in the end just so. */
  static async create(database?: TestDatabase): Promise<TestServices> {
    const test = database ?? (await createTestDatabase());
    const lease = new Lease(test.url, randomUUID());
    await lease.acquire();
    return new TestServices(test, new Database({ url: test.url }), lease);
  }

  /**
   * Two processes with all of their services over one new database; the second leaves before the first drops it.
   */
  static async pair(): Promise<readonly [TestServices, TestServices]> {
    const database = await createTestDatabase();
    return [await TestServices.create(database), await TestServices.create(database)];
  }

  /** Connects as the superuser. */
  get url(): string {
    return this.test.url;
  }

  /**
   * Ends the services and lets go of them: Node keeps the module of a spec until its worker ends, and with it what its
   * variables hold.
   */
  async drop(): Promise<void> {
    await this.leave();
    await this.test.drop();
    for (const name of Object.keys(this)) Reflect.deleteProperty(this, name);
  }

  /** Ends this process, and leaves the database to others. */
  async leave(): Promise<void> {
    await this.scheduling.settle();
    await this.lease.release();
    await this.database.close();
  }

  /**
   * The services of a second process: another pool, and nothing in memory is shared, for turns are
   * taken per database handle.
   */
  anotherProcess({
    partPods,
    areSurviving = false,
    lease = this.lease,
    ...options
  }: Partial<DatabaseOptions & Pick<SchedulingOptions, 'partPods' | 'areSurviving' | 'lease'>> = {}): AnotherProcess {
    const database = new Database({ url: this.test.url, ...options });
    const scheduling = new SchedulingService(database, {
      ...{ lease, areSurviving },
      onFailure: this.#noteFailure,
      ...(partPods && { partPods }),
    });
    const past = new PastClusters();
    return {
      database,
      scheduling,
      clusters: new ClusterService(database, new ClusterMoments(past)),
      forks: new ForkService(database, past),
      close: () => database.close(),
    };
  }

  /** Checkpoints and proofs of a process that keeps its notes in these files. */
  signingInto(
    files: NoteFiles,
    database: Database = this.database,
  ): { readonly checkpoints: CheckpointService; readonly proofs: ProofService } {
    const checkpoints = new CheckpointService(database, { key: this.signingKey, files });
    return { checkpoints, proofs: new ProofService(database, checkpoints) };
  }

  /** A new cluster with these objects in it; answers its id. */
  async clusterOf(...objects: readonly object[]): Promise<string> {
    const created = valueOf(await this.clusters.create(CALLER, { name: `c-${randomUUID().slice(0, 8)}` }));
    if (objects.length > 0) valueOf(await this.import(created.id, objects));
    return created.id;
  }

  import(cluster: string, objects: readonly object[], onError: OnError = 'abort'): Promise<Outcome<ImportReport>> {
    const text = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects });
    return this.imports.import(CALLER, { cluster, onError, manifests: chunksOf(text) });
  }

  /** Where the log of a cluster stands: a write that is not kept leaves it alone. */
  async position(cluster: string): Promise<string> {
    return valueOf(await this.clusters.get(CALLER, cluster)).position;
  }

  /** What does not hold of a cluster, as the product itself finds it; empty when all holds. */
  async violations(cluster: string): Promise<object[]> {
    const { checks } = valueOf(await new VerificationService(this.database).verify(CALLER, { cluster }));
    return checks.flatMap(({ name, violations }) => violations.map((violation) => ({ check: name, ...violation })));
  }

  /** Rows as they are in the tables. */
  async rows<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return this.connected(async (client) => (await client.query<Row>(sql, values)).rows);
  }

  /** A connection of a superuser, which whoever asks for it ends. */
  async client(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.test.url });
    await client.connect();
    return client;
  }

  async connected<T>(fn: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = await this.client();
    try {
      return await fn(client);
    } finally {
      await client.end();
    }
  }
}

function noting(failures: unknown[]): (cluster: string, error: unknown) => void {
  return (_, error) => void failures.push(error);
}

/** All pending pods, ties by name. */
export function scheduleAll(cluster: string): ScheduleRequest {
  return { cluster, pods: {}, tieBreak: 'first', seed: 0n, preemption: 'off', dryRun: false, allowEmpty: true };
}

/** The value of an outcome that must not be a refusal. */
export function valueOf<T>(outcome: Outcome<T>): T {
  if (outcome.refused) throw new Error(`refused: ${JSON.stringify(outcome.refusal)}`);
  return outcome.value;
}

/** The first of a list that must not be empty. */
export function first<T>(items: readonly T[]): T {
  const [item] = items;
  if (item === undefined) throw new Error('an empty list');
  return item;
}

export function kindNamed(name: string): KindDescription {
  const kind = findKindByName(name);
  if (kind === undefined) throw new Error(`no kind ${name}`);
  return kind;
}

export async function* chunksOf(text: string, size = 1000): AsyncIterable<string> {
  for (let at = 0; at < text.length; at += size) yield await Promise.resolve(text.slice(at, at + size));
}

export function node(name: string, capacity: Readonly<Record<string, string>> = { cpu: '4', memory: '8Gi' }): object {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name },
    status: { capacity: { ...capacity, pods: capacity['pods'] ?? '110' } },
  };
}

/** A manifest for the service, which wants its name and kind known. */
export function manifest(object: object): Manifest {
  return object as Manifest;
}

export function pod(
  name: string,
  requests: Readonly<Record<string, string>> = { cpu: '1' },
  spec: object = {},
): object {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default' },
    spec: { containers: [{ name: 'c', image: 'i', resources: { requests } }], ...spec },
  };
}
