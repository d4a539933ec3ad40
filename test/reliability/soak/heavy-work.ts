import { Readable } from 'node:stream';
import { BerthClient, importObjects, type RawInit } from '#client';
import { kubectlOutput } from '../kubectl-output.js';

/** Pods of an import of 100 MiB. */
const IMPORTED = 46_000;

const NODES = 5_000;
const PODS = 10_000;

/** An import of 100 MiB. */
export async function importMuch(url: string): Promise<void> {
  const client = new BerthClient({ url });
  const { id } = await client.post('/v1/clusters', { body: { name: 'much' } });
  const body = Readable.toWeb(Readable.from(kubectlOutput('json', IMPORTED))) as NonNullable<RawInit['body']>;
  const headers = { 'content-type': 'application/json' };
  const response = await client.fetch(`/v1/clusters/${id}/import`, { method: 'POST', headers, body, duplex: 'half' });
  const { created } = (await response.json()) as { readonly created: number };
  if (created < IMPORTED) throw new Error(`${created} of ${IMPORTED} pods were created`);
}

/** One run of 10,000 pods of a hundred shapes on 5,000 nodes, with whole traces. */
export async function scheduleMuch(url: string): Promise<void> {
  const client = new BerthClient({ url });
  const { id } = await client.post('/v1/clusters', { body: { name: 'large' } });
  await importObjects(client, id, { objects: [...nodes(), ...pods()] });
  const run = await client.post('/v1/clusters/{cluster}/runs', {
    params: { path: { cluster: id } },
    body: { wait: true },
  });
  if (run.state !== 'complete' || run.counts.scheduled !== PODS) throw new Error(JSON.stringify(run));
}

function* nodes(): Iterable<object> {
  for (let index = 0; index < NODES; index++) {
    const labels = { 'topology.kubernetes.io/zone': `zone-${index % 10}`, 'kubernetes.io/hostname': `node-${index}` };
    const capacity = { cpu: '32', memory: '128Gi', pods: '110' };
    yield { apiVersion: 'v1', kind: 'Node', metadata: { name: `node-${index}`, labels }, status: { capacity } };
  }
}

function* pods(): Iterable<object> {
  for (let index = 0; index < PODS; index++) {
    const requests = { cpu: `${100 + (index % 100)}m`, memory: '256Mi' };
    yield {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: `pod-${index}`, namespace: 'default', labels: { app: `app-${index % 100}` } },
      spec: { containers: [{ name: 'main', image: 'registry.example/app:1', resources: { requests } }] },
    };
  }
}
