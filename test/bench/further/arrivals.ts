import http from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { quantile } from '../quantile.js';
import { BenchService } from '../service/bench-service.js';
import { follow } from './follow-pods.js';
import type { FigureOptions, FigureValues, FurtherFigure } from './further-figure.js';
import { livingNode } from './living-node.js';
import { smallPod } from './small-pod.js';

const ARRIVALS_A_SECOND = 100;
/** How often it is looked at whether all are bound, and for how long after the last one has come. */
const TICK_MS = 10;
const SETTLE_MS = 30_000;
const AGENT = new http.Agent({ keepAlive: true });

/**
 * A cluster with a real clock into which 100 pods come a second over the Kubernetes API: how long after a pod was sent
 * the watch shows it on a node, for the second half of the pods; the first half warms the service. Its scheduling, its
 * kubelets and PostgreSQL share the cores with the client.
 */
export const arrivals: FurtherFigure = {
  size: { nodes: 5_000, pods: 4_000, rounds: 1 },
  measure: (options) => BenchService.with((service) => measure(service, options)),
};

async function measure(service: BenchService, { nodes, pods, progress }: FigureOptions): Promise<FigureValues> {
  const { client } = service;
  const path = { cluster: 'arrivals' };
  const body = { name: path.cluster, clock: { mode: 'real' as const } };
  await client.api.post('/v1/clusters', { body });
  await client.import(
    path.cluster,
    Array.from({ length: nodes }, (_, index) => livingNode(index)),
  );
  await service.idle();
  const base = `${service.url}/v1/clusters/${path.cluster}/api/v1`;
  const [sent, bound] = [new Map<string, number>(), new Map<string, number>()];
  const position = await client.position(path.cluster);
  const close = await follow(
    `${base}/pods?watch=true&resourceVersion=${position}&fieldSelector=spec.nodeName%21%3D`,
    (pod) => {
      if (!bound.has(pod)) bound.set(pod, performance.now());
    },
  );
  const before = { cpu: 0, database: 0 };
  const begun = performance.now();
  const answers: Promise<void>[] = [];
  for (let index = 0; index < pods; index += 1) {
    await setTimeout(Math.max(0, begun + (index / ARRIVALS_A_SECOND) * 1_000 - performance.now()));
    if (index === pods >> 1) {
      before.cpu = service.cpuSeconds();
      before.database = service.databaseCpuSeconds();
    }
    progress('arriving', index, pods);
    const name = `pod-${index}`;
    sent.set(name, performance.now());
    answers.push(create(`${base}/namespaces/default/pods`, name));
  }
  await Promise.all(answers);
  const seconds = (performance.now() - begun) / 1_000;
  for (let waited = 0; bound.size < pods && waited < SETTLE_MS; waited += TICK_MS) await setTimeout(TICK_MS);
  close();
  if (bound.size !== pods) throw new Error(`${bound.size} of ${pods} pods were bound`);
  const cpu = service.cpuSeconds() - before.cpu;
  const database = service.databaseCpuSeconds() - before.database;
  const waits = [...sent].slice(pods >> 1).map(([pod, at]) => (bound.get(pod) ?? NaN) - at);
  const measured = pods - (pods >> 1);
  return {
    arrivalsPerSecond: pods / seconds,
    boundP50Ms: quantile(waits, 0.5),
    boundP99Ms: quantile(waits, 0.99),
    cpuMsEach: (cpu / measured) * 1_000,
    databaseCpuMsEach: (database / measured) * 1_000,
  };
}

function create(url: string, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const request = http.request(url, { method: 'POST', agent: AGENT, headers }, (response) => {
      response.resume();
      response.on('end', () => {
        if (response.statusCode === 201) resolve();
        else reject(new Error(`pod ${name}: ${response.statusCode}`));
      });
    });
    request.on('error', reject);
    request.end(JSON.stringify(smallPod({ name })));
  });
}
