import { endOfRun, importObjects, type BerthClient, type Schemas } from '#client';
import { createCluster } from './create-cluster.js';
import { readOpenb } from './openb.js';

/** How the demo came out. */
export interface DemoResult {
  readonly cluster: string;
  readonly imported: { readonly nodes: number; readonly pods: number; readonly seconds: number };
  readonly gpus: { readonly wanted: number; readonly there: number; readonly shared: number };
  readonly run: Schemas['Run'];
  readonly seconds: number;
  /** Why pods stayed unscheduled, most frequent message first. */
  readonly reasons: readonly { readonly message: string; readonly pods: number; readonly example: string }[];
}

/** What happens meanwhile. */
export interface DemoProgress {
  readonly importing: (objects: number) => void;
  readonly scheduling: (decided: number, pods: number) => void;
}

const PAGE = 500;

/** Makes a cluster of the openb trace, schedules all of its pods, and counts what came out. */
export async function runDemo(client: BerthClient, name: string, progress: DemoProgress): Promise<DemoResult> {
  const { nodes, pods } = await readOpenb();
  const cluster = await createCluster(client, name);
  progress.importing(nodes.length + pods.length);
  const importing = performance.now();
  await importObjects(client, cluster, { objects: [...nodes, ...pods] });
  const imported = { nodes: nodes.length, pods: pods.length, seconds: secondsSince(importing) };
  const scheduling = performance.now();
  const started = await client.post('/v1/clusters/{cluster}/runs', {
    params: { path: { cluster } },
    body: { wait: false, preemption: 'off' },
  });
  const run = await endOfRun(client, started, ({ progress: reached }) => {
    progress.scheduling(reached?.decided ?? 0, pods.length);
  });
  return {
    cluster,
    imported,
    gpus: countGpus(nodes, pods),
    run,
    seconds: secondsSince(scheduling),
    reasons: await countReasons(client, cluster, run.id),
  };
}

async function countReasons(client: BerthClient, cluster: string, run: string): Promise<DemoResult['reasons']> {
  const reasons = new Map<string, { message: string; pods: number; example: string }>();
  const unschedulable = client.items('/v1/clusters/{cluster}/decisions', {
    params: { path: { cluster }, query: { run, outcome: 'unschedulable', pageSize: PAGE } },
  });
  for await (const { message, pod } of unschedulable) {
    const kind = reasonsIn(message);
    const counted = reasons.get(kind) ?? { message: kind, pods: 0, example: pod.name };
    reasons.set(kind, { ...counted, pods: counted.pods + 1 });
  }
  return [...reasons.values()].sort((a, b) => b.pods - a.pods);
}

/** What a message says of nodes, without their numbers, which differ from pod to pod. */
function reasonsIn(message: string): string {
  const reasons = message
    .replace(/^\d+\/\d+ nodes are available: /, '')
    .replace(/\.$/, '')
    .split(', ');
  return [...new Set(reasons.map((reason) => reason.replace(/^\d+ /, '')))].sort().join(', ');
}

interface Requesting {
  readonly metadata: { readonly annotations: Readonly<Record<string, string>> };
  readonly spec: {
    readonly containers: readonly { readonly resources: { readonly requests: Readonly<Record<string, string>> } }[];
  };
}

function countGpus(nodes: readonly unknown[], pods: readonly unknown[]): DemoResult['gpus'] {
  const there = (
    nodes as readonly { readonly status: { readonly capacity: Readonly<Record<string, string>> } }[]
  ).reduce((sum, { status }) => sum + Number(status.capacity['nvidia.com/gpu'] ?? 0), 0);
  const wants = (pods as readonly Requesting[]).map(({ metadata, spec }) => ({
    gpus: Number(spec.containers[0]?.resources.requests['nvidia.com/gpu'] ?? 0),
    shares: Number(metadata.annotations['openb/gpu-milli']) < 1000,
  }));
  return {
    there,
    wanted: wants.reduce((sum, { gpus }) => sum + gpus, 0),
    shared: wants.filter(({ gpus, shares }) => gpus === 1 && shares).length,
  };
}

function secondsSince(started: number): number {
  return Math.round(performance.now() - started) / 1000;
}
