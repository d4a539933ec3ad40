import { setTimeout as pause } from 'node:timers/promises';
import { DEADLINE_MS } from './disturbers/index.js';
import type { Finding } from './finding.js';
import type { Site } from './site.js';
import { HUGE, node } from './workload/objects.js';
import type { Client } from './workload/client.js';
import type { KnownCluster } from './workload/world.js';

const POLL_MS = 200;

/**
 * Where a process was killed whose goodbye the network swallowed, its transaction ends when it was idle for two
 * minutes, and its runs when its lease was silent for one and another process has looked once more.
 */
const NOTICE_MS = 130_000;

/** What has to become so in time when nothing is disturbed any more, and what it says where it does not. */
type Claim = () => Promise<string | undefined>;

async function becomes(
  claim: Claim,
  found: (finding: Finding) => void,
  deadlineMs: number = DEADLINE_MS,
): Promise<void> {
  for (const since = performance.now(); ;) {
    const problem = await claim().catch((error: unknown) => String(error));
    if (problem === undefined) return;
    if (performance.now() - since > deadlineMs) {
      found({ kind: 'stuck', what: `${deadlineMs / 1_000} s after all faults: ${problem}` });
      return;
    }
    await pause(POLL_MS);
  }
}

/** Every process says that it is ready, every run has ended, and no connection sits in a transaction. */
export async function expectQuiet(site: Site, found: (finding: Finding) => void): Promise<void> {
  await Promise.all(
    site.services.map(({ name }, index) =>
      becomes(async () => {
        const response = await fetch(`${site.services[index]?.url}/readyz`, { signal: AbortSignal.timeout(5_000) });
        return response.ok ? undefined : `${name} is not ready: ${await response.text()}`;
      }, found),
    ),
  );
  await becomes(
    async () => {
      const running = await site.database.query<{ run_id: string; created_at: Date }>(
        "SELECT run_id, created_at FROM runs WHERE state = 'running'",
      );
      return running.length === 0 ? undefined : `runs that do not end: ${JSON.stringify(running)}`;
    },
    found,
    NOTICE_MS,
  );
  await becomes(
    async () => {
      const idle = await site.database.query(
        `SELECT pid, state, xact_start, left(query, 100) AS query FROM pg_stat_activity
       WHERE application_name = 'berth' AND state LIKE 'idle in transaction%'
         AND state_change < clock_timestamp() - interval '1 second'`,
      );
      return idle.length === 0 ? undefined : `connections that sit in a transaction: ${JSON.stringify(idle)}`;
    },
    found,
    NOTICE_MS,
  );
}

/** Liveness: with a node that takes them all, every pending pod is bound. */
export async function expectProgress(
  client: Client,
  cluster: KnownCluster,
  found: (finding: Finding) => void,
): Promise<void> {
  const room = node(client.fresh('room'), HUGE);
  const base = `/v1/clusters/${cluster.id}`;
  const changes = [{ op: 'create', kind: 'Node', namespace: '', name: room.metadata.name }];
  const write = await client.write({
    what: 'create node',
    request: { method: 'POST', path: `${base}/api/v1/nodes`, body: room },
    key: true,
    effect: { kind: 'revision', cluster: cluster.id, changes },
  });
  // Somebody deleted the cluster, and may not know it.
  if (write.answer?.status === 404) return;
  await becomes(async () => {
    const run = await client.write({
      what: 'schedule',
      request: { method: 'POST', path: `${base}/runs`, body: { preemption: 'off', allowEmpty: true } },
      key: true,
      effect: { kind: 'run', cluster: cluster.id, waits: true },
    });
    if (run.ending !== 'acknowledged') return `a run of cluster ${cluster.id} is ${JSON.stringify(run.answer)}`;
    const list = await client.read('read', `${base}/api/v1/pods?fieldSelector=spec.nodeName%3D`);
    const { items } = (list?.body ?? {}) as { readonly items?: readonly { readonly metadata: { name: string } }[] };
    if (items?.length === 0) return undefined;
    return `pods of cluster ${cluster.id} are not bound: ${items?.map(({ metadata }) => metadata.name).join(', ')}`;
  }, found);
}
