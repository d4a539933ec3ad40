/**
 * How long a cold read of a big cluster takes, what it leaves in memory, and what a later read costs:
 *
 *     node dist/test/bench/load-cluster.js [NODES] [PODS] [SHAPES]
 *
 * A few objects come in through the import and are multiplied in an embedded server of its own. Each line is a process
 * that does nothing but try one pod: cold, once more, after one change, and after ten thousand new pods on a hundred
 * nodes; in milliseconds of reading.
 */
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ClusterMoments } from '#history';
import { PastClusters } from '#state';
import type { Manifest } from '#rows';
import { DEFAULT_TEAM_ID } from '#access';
import { ClusterService, ObjectService } from '#cluster';
import { type Outcome } from '#requests';
import { SchedulingService } from '#scheduling';
import { Database, Lease, migrate, startEmbeddedPostgres, type Caller } from '#database';
import { findKindByName } from '#kubernetes';
import { ImportService } from '#transfer';

const CALLER: Caller = {
  team: DEFAULT_TEAM_ID,
  roles: ['admin', 'auditor'],
  actor: 'bench',
  principal: 'bench',
  requestId: 'bench',
  client: 'bench',
  reason: '',
};
const AT = '2026-11-01T12:00:00Z';

const NODE: Manifest = (() => {
  const amounts = { cpu: '32', memory: '128Gi', pods: '110', 'ephemeral-storage': '200Gi' };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name: 'node-0',
      labels: { 'topology.kubernetes.io/zone': 'zone-0', 'kubernetes.io/os': 'linux', 'kubernetes.io/arch': 'amd64' },
    },
    spec: {},
    status: {
      capacity: amounts,
      allocatable: amounts,
      conditions: [{ type: 'Ready', status: 'True', lastHeartbeatTime: AT, lastTransitionTime: AT }],
    },
  };
})();

/** A pod of a shape, as kubectl shows one. */
function pod(shape: number, { suffix = '', nodeName = 'node-0' } = {}): Manifest {
  const app = `app-${shape}`;
  const mounts = [
    { name: 'config', mountPath: '/etc/app' },
    { name: 'token', mountPath: '/var/run/secrets/kubernetes.io/serviceaccount', readOnly: true },
  ];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: `${app}-7d4b9c6f5d${suffix}`,
      namespace: `team-${shape % 20}`,
      creationTimestamp: AT,
      labels: { app, 'pod-template-hash': '7d4b9c6f5d' },
      ownerReferences: [
        {
          apiVersion: 'apps/v1',
          kind: 'ReplicaSet',
          name: `${app}-7d4b9c6f5d`,
          uid: `20000000-0000-4000-8000-${String(shape).padStart(12, '0')}`,
          controller: true,
        },
      ],
    },
    spec: {
      nodeName,
      containers: [
        {
          name: 'app',
          image: `registry.example/${app}:1.2.3`,
          resources: {
            requests: { cpu: `${100 + (shape % 50)}m`, memory: `${128 + (shape % 7)}Mi` },
            limits: { memory: '1Gi' },
          },
          ports: [{ containerPort: 8080, protocol: 'TCP' }],
          volumeMounts: mounts,
          env: Array.from({ length: 8 }, (_, at) => ({ name: `SETTING_${at}`, value: `value-${at}` })),
        },
      ],
      volumes: [
        { name: 'config', configMap: { name: app } },
        { name: 'token', projected: { sources: [{ serviceAccountToken: { path: 'token' } }] } },
      ],
    },
    status: {
      phase: 'Running',
      startTime: AT,
      podIP: '10.0.0.1',
      qosClass: 'Burstable',
      conditions: ['PodScheduled', 'Initialized', 'ContainersReady', 'Ready'].map((type) => ({
        type,
        status: 'True',
        lastProbeTime: null,
        lastTransitionTime: AT,
      })),
      containerStatuses: [
        {
          name: 'app',
          ready: true,
          restartCount: 0,
          image: `registry.example/${app}:1.2.3`,
          imageID: '',
          state: { running: { startedAt: AT } },
        },
      ],
    },
  };
}

const PENDING: Manifest = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'pending', namespace: 'default' },
  spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '1' } } }] },
};

const MULTIPLY_NODES = `INSERT INTO nodes (cluster_id, name, uid, resource_version, created_position, created_at,
    manifest)
  SELECT cluster_id, 'node-' || i, gen_random_uuid()::text, 1000000 + i, 1000000 + i, created_at,
    jsonb_set(jsonb_set(manifest, '{metadata,name}', to_jsonb('node-' || i)),
      '{metadata,labels,topology.kubernetes.io/zone}', to_jsonb('zone-' || i % 10))
  FROM nodes, generate_series(1, $2::int - 1) AS i WHERE cluster_id = $1`;

/** Node after node, each shape in turn. */
const MULTIPLY_PODS = `WITH made AS (SELECT *, row_number() OVER (ORDER BY created_position) - 1 AS shape_number
  FROM pods WHERE cluster_id = $1 AND node_name IS NOT NULL)
  INSERT INTO pods (cluster_id, namespace, name, team_id, node_name, phase, priority, scheduler_name, uid,
    resource_version, created_position, created_at,
    manifest, nominated_node, shape, started_ms)
  SELECT cluster_id, namespace, name || '-' || i, team_id, 'node-' || i % $2::int, phase, priority, scheduler_name,
    gen_random_uuid()::text, 2000000 + i, 2000000 + i,
    created_at, jsonb_set(manifest, '{metadata,name}', to_jsonb(name || '-' || i)), nominated_node, shape, started_ms
  FROM generate_series(0, $3::int - $4::int - 1) AS i JOIN made ON shape_number = i % $4::int`;

interface Size {
  readonly nodes: number;
  readonly pods: number;
  readonly shapes: number;
}

/** A new cluster of that size; answers its id. */
async function fill(url: string, { nodes, pods, shapes }: Size): Promise<string> {
  const database = new Database({ url, statementTimeouts: { short: 0, heavy: 0 } });
  const cluster = valueOf(
    await new ClusterService(database, new ClusterMoments(new PastClusters())).create(CALLER, { name: 'big' }),
  ).id;
  const items = [NODE, ...Array.from({ length: shapes }, (_, shape) => pod(shape)), PENDING];
  valueOf(await importAll(database, cluster, items));
  await database.transaction(CALLER, async (tx) => {
    await tx.execute(MULTIPLY_NODES, [cluster, nodes]);
    await tx.execute(MULTIPLY_PODS, [cluster, nodes, pods, shapes]);
  });
  await database.close();
  return cluster;
}

function importAll(database: Database, cluster: string, items: readonly Manifest[]) {
  const manifests = oneText(JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
  return new ImportService(database).import(CALLER, { cluster, onError: 'abort', manifests });
}

/** Prints what one process finds. */
async function read(url: string, cluster: string): Promise<void> {
  const database = new Database({ url, statementTimeouts: { short: 0, heavy: 0 } });
  const lease = new Lease(url, randomUUID());
  await lease.acquire();
  const scheduling = new SchedulingService(database, {
    lease,
    onFailure: (_, error) => {
      throw error;
    },
  });
  const rssMiB = (): number => Math.round(process.memoryUsage().rss / 2 ** 20);
  const readMs = async (): Promise<number> =>
    valueOf(
      await scheduling.schedule(
        CALLER,
        { cluster, pods: {}, tieBreak: 'first', seed: 0n, preemption: 'off', dryRun: true, allowEmpty: true },
        { wait: true },
      ),
    ).durations.readMs;
  const rssBeforeMiB = rssMiB();
  const cold = await readMs();
  const rssAfterMiB = rssMiB();
  const again = await readMs();
  const kind = findKindByName('Pod');
  if (kind === undefined) throw new Error('pods are no kind');
  valueOf(
    await new ObjectService(database, new ClusterMoments(new PastClusters())).patch(
      CALLER,
      { cluster, kind, namespace: 'default' },
      { name: 'pending', patch: { type: 'merge', patch: { metadata: { labels: { at: randomUUID() } } } } },
    ),
  );
  const afterOneChange = await readMs();
  valueOf(
    await importAll(
      database,
      cluster,
      Array.from({ length: 10_000 }, (_, index) =>
        pod(index % 100, { suffix: `-late-${randomUUID()}`, nodeName: `node-${index % 100}` }),
      ),
    ),
  );
  const afterTenThousand = await readMs();
  process.stdout.write(
    `${JSON.stringify({ cold, again, afterOneChange, afterTenThousand, rssBeforeMiB, rssAfterMiB })}\n`,
  );
  await lease.release();
  await database.close();
}

function valueOf<T>(outcome: Outcome<T>): T {
  if (outcome.refused) throw new Error(JSON.stringify(outcome.refusal));
  return outcome.value;
}

async function* oneText(text: string): AsyncIterable<string> {
  yield await Promise.resolve(text);
}

async function main([nodes = '5000', pods = '50000', shapes = '100']: readonly string[]): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'berth-load-'));
  const server = await startEmbeddedPostgres({ dataDir, durable: false, database: 'berth' });
  try {
    await migrate({ url: server.url });
    const clusterId = await fill(server.url, { nodes: Number(nodes), pods: Number(pods), shapes: Number(shapes) });
    for (let run = 1; run <= 3; run += 1) {
      const child = fork(fileURLToPath(import.meta.url), [], {
        env: { ...process.env, BENCH_URL: server.url, BENCH_CLUSTER: clusterId },
      });
      await once(child, 'exit');
    }
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const { BENCH_URL: url, BENCH_CLUSTER: clusterId } = process.env;
if (url !== undefined && clusterId !== undefined) await read(url, clusterId);
else await main(process.argv.slice(2));
