import { quantile } from '../quantile.js';
import type { BenchClient } from '../service/bench-client.js';
import { BenchService } from '../service/bench-service.js';
import { importBoundCluster, importNodes, importPending } from '../service/bound-cluster.js';
import type { FigureOptions, FigureValues, FurtherFigure } from './further-figure.js';
import { whileReading } from './asking-meanwhile.js';

/** Nodes of a what-if of many steps, and how many steps these are. */
const STEPPED_SHARE = 1 / 5;
const STEPS = 50;
const NODES_OF_STEPS = 2 * STEPS;

/** Zones, and pods that wait. */
const ZONES = 3;
const PENDING = 1_000;

/**
 * A what-if of many steps, and each named question, of a cluster that is full: seconds, the memory of the service,
 * and what a process that only reads notices meanwhile. Each is asked twice: the first time the cluster is read.
 */
export const whatIf: FurtherFigure = {
  size: { nodes: 5000, pods: 50_000, rounds: 1000 },
  measure: (options) => BenchService.with((service) => measure(service, options)),
};

async function measure(service: BenchService, options: FigureOptions): Promise<FigureValues> {
  const { nodes, pods, rounds, progress } = options;
  const { client } = service;
  const said = (phase: string): void => {
    progress(phase, 0, 1);
  };
  said('preparing');
  const quiet = await importNodes(client, 50);
  await importPending(client, quiet, { first: 0, end: 100 });
  const stepped = await fullCluster(client, {
    nodes: Math.max(NODES_OF_STEPS, Math.round(nodes * STEPPED_SHARE)),
    boundPods: Math.round(pods * STEPPED_SHARE),
  });
  const full = await fullCluster(client, { nodes, boundPods: pods });
  await service.idle();
  said('idle');
  const idle = await whileReading(client, quiet, { most: rounds });
  const values: Record<string, number> = { idleReadP99Ms: quantile(idle.readMs, 0.99) };
  values['idleRssMiB'] = service.memory().rssBytes / 2 ** 20;
  for (const { name, path, body } of asked(stepped, { full, nodes })) {
    said(name);
    const ask = () => client.post(path, body);
    const first = await whileReading(client, quiet, { work: ask });
    const again = await whileReading(client, quiet, { work: ask });
    values[`${name}FirstSeconds`] = first.seconds;
    values[`${name}Seconds`] = again.seconds;
    values[`${name}ReadP99Ms`] = quantile([...first.readMs, ...again.readMs], 0.99);
    values[`${name}RssMiB`] = service.memory().rssBytes / 2 ** 20;
  }
  values['peakRssMiB'] = service.memory().peakBytes / 2 ** 20;
  return values;
}

/** Full of pods, a third of the nodes in each zone. */
async function fullCluster(
  client: BenchClient,
  { nodes, boundPods }: { readonly nodes: number; readonly boundPods: number },
): Promise<string> {
  const clusterId = await importBoundCluster(
    client,
    { name: `full-${nodes}`, nodes, boundPods, pendingPods: PENDING },
    () => undefined,
  );
  await client.import(clusterId, zoned(nodes));
  return clusterId;
}

function* zoned(nodes: number): Iterable<object> {
  const size = { cpu: '32', memory: '128Gi', pods: '110' };
  for (let index = 0; index < nodes; index += 1) {
    const name = `node-${index}`;
    const labels = { 'kubernetes.io/hostname': name, 'topology.kubernetes.io/zone': `zone-${index % ZONES}` };
    const status = { capacity: size, allocatable: size };
    yield { apiVersion: 'v1', kind: 'Node', metadata: { name, labels }, status };
  }
}

interface Asked {
  readonly name: string;
  readonly path: string;
  readonly body: object;
}

function asked(stepped: string, { full, nodes }: { readonly full: string; readonly nodes: number }): Asked[] {
  const question = (name: string, body: object): Asked => ({
    name: name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
    path: `/v1/clusters/${full}/questions/${name}`,
    body,
  });
  const shape = (name: string, price: number, cpu: number): object => ({
    name,
    price,
    node: { status: { capacity: { cpu: String(cpu), memory: `${4 * cpu}Gi`, pods: '110' } } },
  });
  return [
    { name: 'steps', path: `/v1/clusters/${stepped}/what-if`, body: { steps: steps() } },
    question('fits', { manifests: workload('fits', 100) }),
    question('how-many', { templates: [{ manifests: workload('copy', 1) }] }),
    question('drain', { names: Array.from({ length: Math.min(20, nodes - 1) }, (_, index) => `node-${index}`) }),
    question('loss', { topologyKey: 'topology.kubernetes.io/zone' }),
    question('nodes-needed', {
      manifests: workload('large', 500, 33),
      shapes: [shape('small', 1, 34), shape('large', 1.9, 68)],
    }),
    question('repack', {}),
  ];
}

/** Ten times: a workload comes in, nodes close, all is scheduled, and nodes open again. */
function steps(): object[] {
  return Array.from({ length: STEPS / 5 }, (_, round) => {
    const nodes = { names: Array.from({ length: 10 }, (_name, index) => `node-${10 * round + index}`) };
    return [
      { import: { manifests: workload(`web-${round}`, 100) } },
      { drain: nodes },
      { schedule: {} },
      { uncordon: nodes },
      { label: { ...nodes, labels: { round: String(round) } } },
    ];
  }).flat();
}

function workload(name: string, replicas: number, cpu = 1): string {
  const labels = { app: name };
  const container = { name: 'c', image: 'i', resources: { requests: { cpu: String(cpu), memory: '1Gi' } } };
  return JSON.stringify({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: 'apps' },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [container] } },
    },
  });
}
