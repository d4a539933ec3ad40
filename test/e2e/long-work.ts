import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { node, pod, TestApi } from './test-api.js';

/** An operation, as REST shows it. */
export interface ShownOperation {
  readonly id: string;
  readonly state: string;
  readonly place: number | null;
  readonly result: Record<string, unknown> | null;
  readonly problem: { readonly code: string; readonly detail: string } | null;
}

type HeldTable = 'idempotency_keys' | 'changes';

/** As many jobs of a caller may wait: half of ten times BERTH_HEAVY_WAITING. */
const HALF_A_QUEUE = 40;

/** The application with a cluster of three decisions, and a way to make verification take as long as a test likes. */
export class LongWork {
  private constructor(
    readonly api: TestApi,
    readonly cluster: string,
    readonly dataDir: string,
    /** What the database is doing is the same throughout a transaction: whoever holds a table does not ask. */
    private readonly clients: { readonly asking: pg.Client; readonly holding: pg.Client },
  ) {}

  static async start(): Promise<LongWork> {
    const dataDir = mkdtempSync(join(tmpdir(), 'berth-long-work-'));
    const api = await TestApi.start({
      BERTH_AUTH: 'off',
      BERTH_HEAVY_AT_ONCE: '4',
      BERTH_HEAVY_WAITING: '8',
      BERTH_DATA_DIR: dataDir,
      BERTH_STORAGE: 'database',
    });
    await api.doJobs();
    const cluster = await api.cluster(node('a'), pod('p1'), pod('p2'), pod('huge', '9'));
    await api.post(`/v1/clusters/${cluster}/runs`).send({}).expect(201);
    const [asking, holding] = [1, 2].map(() => new pg.Client({ connectionString: api.database.url })) as [
      pg.Client,
      pg.Client,
    ];
    await Promise.all([asking.connect(), holding.connect()]);
    return new LongWork(api, cluster, dataDir, { asking, holding });
  }

  async stop(): Promise<void> {
    await Promise.all(Object.values(this.clients).map((client) => client.end()));
    await this.api.stop();
    rmSync(this.dataDir, { recursive: true });
  }

  async sql<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.clients.asking.query<Row>(text, [...values])).rows;
  }

  /**
   * While work waits for a table that somebody has: verification for that of idempotency keys, which replays and
   * exports do not need; comparisons for the log.
   */
  async whileHeld<T>(work: () => Promise<T>, table: HeldTable = 'idempotency_keys'): Promise<T> {
    await this.clients.holding.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    try {
      return await work();
    } finally {
      await this.clients.holding.query('ROLLBACK');
    }
  }

  /** Resolves when so many statements of the service wait for the table. */
  async waiting(count: number, table: HeldTable = 'idempotency_keys'): Promise<void> {
    for (;;) {
      const [row] = await this.sql<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database()
           AND wait_event_type = 'Lock' AND query ILIKE '%' || $1 || '%'`,
        [table],
      );
      if (row?.count === count) return;
      await setTimeout(10);
    }
  }

  async read(id: string): Promise<ShownOperation> {
    return (await this.api.get(`/v1/operations/${id}`).expect(200)).body as ShownOperation;
  }

  /** The one operation that is being worked on. */
  async running(): Promise<ShownOperation> {
    const { items } = (await this.api.get('/v1/operations?state=running').expect(200)).body as {
      items: ShownOperation[];
    };
    const [only] = items;
    if (only === undefined || items.length > 1) throw new Error(`${items.length} operations are running`);
    return only;
  }

  /** The operation when it is so far. */
  async when(id: string, state: string): Promise<ShownOperation> {
    for (;;) {
      const shown = await this.read(id);
      if (shown.state === state) return shown;
      if (shown.state !== 'queued' && shown.state !== 'running') throw new Error(`it is ${JSON.stringify(shown)}`);
      await setTimeout(20);
    }
  }

  /** Begins an operation that nobody waits for. */
  async begin(path: string, body: object, caller = 'ann'): Promise<ShownOperation> {
    const answer = await this.api.post(path).set('x-berth-actor', caller).send(body);
    expect([answer.status, answer.headers['retry-after'], answer.headers['location']]).toEqual([
      202,
      '1',
      `/v1/operations/${(answer.body as ShownOperation).id}`,
    ]);
    return answer.body as ShownOperation;
  }

  /** Of jobs that wait a caller has half of the queue: with the others of theirs there, one more is refused. */
  async refusesMoreThanHalfAQueue(path: string, body: object): Promise<void> {
    const others = await this.sql<{ id: string }>(
      `INSERT INTO operations (id, team_id, kind, state, actor, principal, request_id, request, done, total, unit,
         message, heartbeat_at, created_at, awaited)
       SELECT gen_random_uuid(), t.id, 'verification', 'queued', 'ann', 'anonymous', 'spec', '{}', 0, 1, 'stages', '',
         now(), now(), false FROM teams t, generate_series(1, $1) WHERE t.name = 'default' RETURNING id`,
      [HALF_A_QUEUE],
    );
    const refused = await this.api
      .post(path)
      .set('x-berth-actor', 'ann')
      .send({ ...body, wait: false });
    expect([refused.status, refused.headers['retry-after'], refused.body.code]).toEqual([
      429,
      '5',
      'TOO_MANY_REQUESTS',
    ]);
    await this.sql('DELETE FROM operations WHERE id = ANY($1)', [others.map(({ id }) => id)]);
  }

  verifying(body: object = {}, caller?: string): Promise<ShownOperation> {
    return this.begin('/v1/verifications', { ...body, wait: false }, caller);
  }

  comparing(caller?: string): Promise<ShownOperation> {
    return this.begin(`/v1/clusters/${this.cluster}/comparisons`, { a: {}, b: {}, wait: false }, caller);
  }

  replaying(body: object = {}, caller?: string): Promise<ShownOperation> {
    return this.begin(`/v1/clusters/${this.cluster}/replays`, { ...body, wait: false }, caller);
  }
}
