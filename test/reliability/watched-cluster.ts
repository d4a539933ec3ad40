import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BerthClient, importObjects, MERGE_PATCH } from '#client';
import { createTestDatabase, type TestDatabase } from '#test-database';
import { follow, overEvents, overSubscription, type Follower } from './followers.js';
import { schedule } from './made-cluster.js';
import { keyOf, Replica } from './replica.js';
import { ServiceProcess } from './service-process.js';

/** How much happens. */
export interface WatchedLoad {
  /** Changes at least. */
  readonly changes: number;
  /** Dropped connections, all followers together. */
  readonly drops: number;
  /** Pods of low priority in a round; two thirds as many of high priority follow. */
  readonly pods: number;
}

/** What came of it. */
export interface WatchedOutcome {
  readonly seed: number;
  readonly followers: readonly Follower[];
  /** The objects of the cluster by name, as each process exports them. */
  readonly exports: readonly ReadonlyMap<string, unknown>[];
  readonly position: bigint;
  readonly elapsedMs: number;
}

const FOLLOWERS = 4;

/**
 * Two processes of the service on one database; one cluster is written through both, and followed through both
 * over connections that break.
 */
export class WatchedCluster {
  private constructor(
    private readonly database: TestDatabase,
    private readonly dataDir: string,
    private readonly processes: readonly ServiceProcess[],
  ) {}

  static async start(): Promise<WatchedCluster> {
    const database = await createTestDatabase();
    const dataDir = mkdtempSync(join(tmpdir(), 'berth-watch-'));
    const settings = { BERTH_DATA_DIR: dataDir, DATABASE_URL: database.url };
    // One after the other: the first makes what is in the data folder.
    const processes = [await ServiceProcess.start(settings), await ServiceProcess.start(settings)];
    return new WatchedCluster(database, dataDir, processes);
  }

  /** Resolves to the exit codes. */
  async stop(): Promise<readonly (number | null)[]> {
    const codes = await Promise.all(this.processes.map((process) => process.end('SIGTERM')));
    await this.database.drop();
    rmSync(this.dataDir, { recursive: true, force: true });
    return codes;
  }

  /** `BERTH_TEST_SEED` repeats the drops of an earlier run, as far as timing lets it. */
  async run({ changes, drops, pods }: WatchedLoad): Promise<WatchedOutcome> {
    const seed = Number(process.env['BERTH_TEST_SEED'] ?? randomInt(2 ** 31));
    const random = generator(seed);
    const clients = this.processes.map(({ url }) => new BerthClient({ url }));
    const { id: cluster } = await (clients[0] as BerthClient).post('/v1/clusters', {
      body: { name: `watched-${seed}` },
    });
    const followers = Array.from({ length: FOLLOWERS }, (): Follower => ({
      replica: new Replica(0n),
      lags: [],
      drops: 0,
    }));
    let last: bigint | undefined;
    const started = performance.now();
    const following = followers.map((follower, index) =>
      follow(follower, {
        connection: index % 2 === 0 ? overEvents : overSubscription,
        cluster,
        nextUrl: () => this.processes[random(this.processes.length)]?.url ?? '',
        // Within a follower's share of the changes, so that all drops happen before the end; most of them in the
        // middle of a revision.
        nextDrop: () => 1 + random(Math.floor((changes * FOLLOWERS) / drops)),
        drops: drops / FOLLOWERS,
        isLast: (position) => last !== undefined && position >= last,
      }),
    );
    const written = this.#write(clients, cluster, { changes, pods }).then(async (position) => {
      // One more, for those who are there already.
      last = position + 1n;
      expect(await addNamespace(clients[0] as BerthClient, cluster, 'last')).toBe(last);
    });
    await Promise.all([written, ...following]);
    const exports = await Promise.all(clients.map((client) => exported(client, cluster)));
    return { seed, followers, exports, position: last ?? 0n, elapsedMs: performance.now() - started };
  }

  /**
   * Rounds of imports, runs that evict, patches and deletions, through both processes at once.
   * Resolves to the last position.
   */
  async #write(
    clients: readonly BerthClient[],
    cluster: string,
    { changes, pods }: Pick<WatchedLoad, 'changes' | 'pods'>,
  ): Promise<bigint> {
    const [one, other] = clients as [BerthClient, BerthClient];
    const [low, high] = [pods, Math.floor((pods * 2) / 3)];
    const nodes = Array.from({ length: 20 }, (_, index) => node(`n${index}`, Math.ceil((low * 1.2) / 20)));
    await importAll(one, cluster, nodes);
    let position = 0n;
    for (let round = 0; position < BigInt(changes); round++) {
      await Promise.all([
        importAll(one, cluster, podsOf(`low${round}`, low, 0)),
        addNamespace(other, cluster, `n${round}`),
      ]);
      await Promise.all([schedule(other, cluster, { preemption: 'evict' }), ...labels(one, cluster, round)]);
      // There is room for some of these: the others evict.
      await Promise.all([
        importAll(one, cluster, podsOf(`high${round}`, high, 10)),
        addNamespace(other, cluster, `m${round}`),
      ]);
      await Promise.all([
        schedule(one, cluster, { preemption: 'evict' }),
        schedule(other, cluster, { preemption: 'evict' }),
        ...labels(other, cluster, round + 0.5),
      ]);
      await other.delete('/v1/clusters/{cluster}/api/v1/namespaces/{namespace}/pods', {
        params: { path: { cluster, namespace: 'default' } },
      });
      position = BigInt((await one.get('/v1/clusters/{cluster}', { params: { path: { cluster } } })).position);
    }
    return position;
  }
}

function node(name: string, cpus: number): object {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name },
    status: { capacity: { cpu: String(cpus), memory: '1Ti', pods: '10000' } },
  };
}

function podsOf(name: string, count: number, priority: number): object[] {
  const containers = [{ name: 'c', image: 'i', resources: { requests: { cpu: '1' } } }];
  return Array.from({ length: count }, (_, index) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `${name}-${index}`, namespace: 'default' },
    spec: { containers, priority },
  }));
}

async function importAll(client: BerthClient, cluster: string, items: readonly object[]): Promise<void> {
  await importObjects(client, cluster, { objects: items });
}

/** Resolves to the position of the change. */
async function addNamespace(client: BerthClient, cluster: string, name: string): Promise<bigint> {
  const { metadata } = await client.post('/v1/clusters/{cluster}/api/v1/namespaces', {
    params: { path: { cluster } },
    body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name } },
  });
  return BigInt((metadata as { readonly resourceVersion: string }).resourceVersion);
}

function labels(client: BerthClient, cluster: string, round: number): Promise<unknown>[] {
  const metadata = { labels: { round: String(round) } };
  return Array.from({ length: 5 }, (_, index) =>
    client.patch('/v1/clusters/{cluster}/api/v1/nodes/{name}', {
      params: { path: { cluster, name: `n${index}` } },
      headers: MERGE_PATCH,
      body: { metadata },
    }),
  );
}

interface Exported {
  readonly kind: string;
  readonly metadata: { readonly namespace?: string; readonly name: string };
}

async function exported(client: BerthClient, cluster: string): Promise<ReadonlyMap<string, unknown>> {
  const { items } = await client.get('/v1/clusters/{cluster}/export', { params: { path: { cluster } } });
  return new Map(
    (items as unknown as readonly Exported[]).map((object) => [
      keyOf(object.kind, object.metadata.namespace ?? '', object.metadata.name),
      object,
    ]),
  );
}

/** Whole numbers below a bound, the same for the same seed (mulberry32). */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** What a run came to, on one line. */
export function figuresOf({ seed, followers, position, elapsedMs }: WatchedOutcome): string {
  const lags = followers.flatMap((follower) => follower.lags).sort((a, b) => a - b);
  const at = (share: number): number => lags[Math.floor((lags.length - 1) * share)] ?? 0;
  const drops = followers.reduce((sum, follower) => sum + follower.drops, 0);
  return (
    `seed ${seed}: ${position} changes to ${followers.length} watchers in ${Math.round(elapsedMs / 1000)} s, ` +
    `${Math.round(lags.length / (elapsedMs / 1000))} events/s, ${drops} connections dropped, lag p50 ${at(0.5)} ` +
    `ms, p99 ${at(0.99)} ms\n`
  );
}
