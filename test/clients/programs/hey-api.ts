import {
  countDecisions,
  createCluster,
  deleteCluster,
  getRun,
  getTrace,
  importManifests,
  listDecisions,
  listPod,
  patchNode,
  schedule,
  type IoK8sApiCoreV1Node,
  type IoK8sApiCoreV1Pod,
} from './hey-api/index.js';
import { client } from './hey-api/client.gen.js';

const [baseUrl = ''] = process.argv.slice(2);
client.setConfig({ baseUrl });

const pod: IoK8sApiCoreV1Pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', namespace: 'shop', labels: { app: 'web' } },
  spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '1', memory: '1Gi' } } }] },
};
const node: IoK8sApiCoreV1Node = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'n1' },
  status: { capacity: { cpu: 4, memory: '8Gi', pods: '110' } },
};

const throwOnError = true;
const { data: made } = await createCluster({ throwOnError, body: { name: 'with-hey-api' } });
const path = { cluster: made.id };
const { data: imported } = await importManifests({
  throwOnError,
  path,
  body: { apiVersion: 'v1', kind: 'List', items: [{ ...pod }, { ...node }] },
});
const { data: run } = await schedule({ throwOnError, path });
const { data: decisions } = await listDecisions({ throwOnError, path, query: { outcome: 'scheduled', pageSize: 10 } });
if (typeof decisions === 'string') throw new Error('a page of decisions is JSON');
const { data: trace } = await getTrace({
  throwOnError,
  path: { ...path, decision: decisions.items[0]?.id ?? '' },
  query: { feasible: true },
});
if (typeof trace === 'string') throw new Error('a page of a trace is JSON');
const { data: totals } = await countDecisions({ throwOnError, path, query: { groupBy: ['namespace', 'outcome'] } });
if (typeof totals === 'string') throw new Error('totals are JSON');
const { data: pods } = await listPod({ throwOnError, path: { ...path, namespace: 'shop' }, query: { limit: 5 } });
const { data: cordoned } = await patchNode({
  throwOnError,
  path: { ...path, name: 'n1' },
  body: { spec: { unschedulable: true } },
});
const { error: unknown } = await getRun({ path: { ...path, run: '00000000-0000-4000-8000-000000000000' } });
const { response } = await deleteCluster({ throwOnError, path });

const reported = {
  created: imported.created,
  scheduled: run.counts.scheduled,
  node: trace.items[0]?.node,
  groups: totals.items.map(({ group }) => group),
  nodes: pods.items.map(({ spec }) => spec?.nodeName),
  unschedulable: cordoned.spec?.unschedulable,
  code: unknown?.code,
  deleted: response.status,
};
process.stdout.write(JSON.stringify(reported));
