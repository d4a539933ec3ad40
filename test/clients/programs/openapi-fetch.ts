import createClient from 'openapi-fetch';
import type { components, paths } from './openapi-typescript.js';

type Pod = components['schemas']['io.k8s.api.core.v1.Pod'];

const [baseUrl = ''] = process.argv.slice(2);
// Lists are one text, with commas between.
const berth = createClient<paths>({ baseUrl, querySerializer: { array: { style: 'form', explode: false } } });

/** What was answered, which is a success and JSON, though it might be CSV. */
function got<T>({ data, error }: { readonly data?: T; readonly error?: unknown }): Exclude<T, string> {
  if (data === undefined || typeof data === 'string') throw new Error(JSON.stringify(error));
  return data as Exclude<T, string>;
}

const pod: Pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', namespace: 'shop', labels: { app: 'web' } },
  spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '1', memory: '1Gi' } } }] },
};
const node: components['schemas']['io.k8s.api.core.v1.Node'] = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'n1' },
  status: { capacity: { cpu: 4, memory: '8Gi', pods: '110' } },
};

const { id: cluster } = got(await berth.POST('/v1/clusters', { body: { name: 'with-openapi-fetch' } }));
const path = { cluster };
const { created } = got(
  await berth.POST('/v1/clusters/{cluster}/import', {
    params: { path },
    body: { apiVersion: 'v1', kind: 'List', items: [pod, node] },
  }),
);
const { counts } = got(await berth.POST('/v1/clusters/{cluster}/runs', { params: { path } }));
const { items } = got(
  await berth.GET('/v1/clusters/{cluster}/decisions', {
    params: { path, query: { outcome: 'scheduled', pageSize: 10 } },
  }),
);
const decision = items[0]?.id ?? '';
const trace = got(
  await berth.GET('/v1/clusters/{cluster}/decisions/{decision}/trace', {
    params: { path: { cluster, decision }, query: { feasible: true } },
  }),
);
const totals = got(
  await berth.GET('/v1/clusters/{cluster}/decision-totals', {
    params: { path, query: { groupBy: ['namespace', 'outcome'] } },
  }),
);
const pods = got(
  await berth.GET('/v1/clusters/{cluster}/api/v1/namespaces/{namespace}/pods', {
    params: { path: { cluster, namespace: 'shop' }, query: { limit: 5 } },
  }),
);
const cordoned = got(
  await berth.PATCH('/v1/clusters/{cluster}/api/v1/nodes/{name}', {
    params: { path: { cluster, name: 'n1' } },
    headers: { 'content-type': 'application/merge-patch+json' },
    body: { spec: { unschedulable: true } },
  }),
);
const { error: unknown } = await berth.GET('/v1/clusters/{cluster}/runs/{run}', {
  params: { path: { cluster, run: '00000000-0000-4000-8000-000000000000' } },
});
const { response } = await berth.DELETE('/v1/clusters/{cluster}', { params: { path } });

const reported = {
  created,
  scheduled: counts.scheduled,
  node: 'items' in trace ? trace.items[0]?.node : undefined,
  groups: totals.items.map(({ group }) => group),
  nodes: pods.items.map(({ spec }) => spec?.nodeName),
  unschedulable: cordoned.spec?.unschedulable,
  code: unknown?.code,
  deleted: response.status,
};
process.stdout.write(JSON.stringify(reported));
