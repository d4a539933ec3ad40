import type { Seeded } from '../seeded.js';
import type { Client } from './client.js';
import { budget, node, pod, priorityClass, quota, type Manifest } from './objects.js';
import type { Effect, ExpectedChange, Write } from './record.js';
import { newCluster, type KnownCluster, type World } from './world.js';

/** Who does something, on which cluster. */
export interface Acting {
  readonly client: Client;
  readonly world: World;
  readonly cluster: KnownCluster;
}

type Action = (acting: Acting) => Promise<unknown>;

const created = ({ kind, metadata }: Manifest): ExpectedChange => changed('create', kind, metadata);

function changed(
  op: string,
  kind: string,
  { namespace = '', name }: { readonly namespace?: string; readonly name: string },
): ExpectedChange {
  return { op, kind, namespace, name };
}

function revision({ id }: KnownCluster, ...changes: ExpectedChange[]): Effect {
  return { kind: 'revision', cluster: id, changes };
}

const core = ({ id }: KnownCluster, rest: string): string => `/v1/clusters/${id}/api/v1/${rest}`;
const podPath = (cluster: KnownCluster, { namespace, name }: { namespace: string; name: string }): string =>
  core(cluster, `namespaces/${namespace}/pods/${name}`);

const mayHaveKey = ({ client, world }: Acting): boolean => world.keys && client.dice.chance(0.6);

/** Sends what a GraphQL mutation takes. */
function mutation(
  field: string,
  input: string,
  answer: string,
): (value: object) => { readonly method: 'POST'; readonly path: string; readonly body: object } {
  const query = `mutation ($input: ${input}!) { ${field}(input: $input) { ${answer} refusals { code message } } }`;
  return (value) => ({ method: 'POST', path: '/graphql', body: { query, variables: { input: value } } });
}

const applyObject = mutation('applyObject', 'ApplyObjectInput', 'change object { __typename manifest }');
const deleteObject = mutation('deleteObject', 'DeleteObjectInput', 'deletedObjectId');
const scheduleMutation = mutation(
  'schedule',
  'ScheduleInput',
  'run { uid state revision parts counts { scheduled unschedulable nominated gated skipped error } }',
);

function pickPods({ pods }: KnownCluster, dice: Seeded, most: number): { namespace: string; name: string }[] {
  return [...new Set(Array.from({ length: Math.min(most, pods.length) }, () => dice.pick(pods)))];
}

function forget(cluster: KnownCluster, pod: { readonly name: string }): void {
  const index = cluster.pods.findIndex(({ name }) => name === pod.name);
  if (index >= 0) cluster.pods.splice(index, 1);
}

const happened = ({ ending }: Write): boolean => ending !== 'refused';

/** Where a new pod goes: only an import makes namespaces. */
function newPod({ client, cluster }: Acting): Manifest {
  return pod(client.fresh('p'), client.dice.pick(cluster.namespaces), client.dice);
}

const createPod: Action = async (acting) => {
  const { client, cluster } = acting;
  const object = newPod(acting);
  const { namespace = '', name } = object.metadata;
  const write = await client.write({
    what: 'create pod',
    request: { method: 'POST', path: core(cluster, `namespaces/${namespace}/pods`), body: object },
    key: mayHaveKey(acting),
    effect: revision(cluster, created(object)),
  });
  if (happened(write)) cluster.pods.push({ namespace, name });
};

const applyPod: Action = async (acting) => {
  const { client, cluster } = acting;
  const object = newPod(acting);
  const { namespace = '', name } = object.metadata;
  const write = await client.write({
    what: 'apply pod (GraphQL)',
    request: applyObject({ clusterId: cluster.id, manifest: object }),
    key: acting.world.keys,
    effect: revision(cluster, created(object)),
  });
  if (happened(write)) cluster.pods.push({ namespace, name });
};

const createNode: Action = async (acting) => {
  const { client, cluster } = acting;
  const object = node(client.fresh('n'));
  const write = await client.write({
    what: 'create node',
    request: { method: 'POST', path: core(cluster, 'nodes'), body: object },
    key: mayHaveKey(acting),
    effect: revision(cluster, created(object)),
  });
  if (happened(write)) cluster.nodes.push(object.metadata.name);
};

const createBudget: Action = async (acting) => {
  const { client, cluster } = acting;
  const object = budget(client.fresh('b'), client.dice.pick(cluster.namespaces), client.dice);
  await client.write({
    what: 'create budget',
    request: {
      method: 'POST',
      path: `/v1/clusters/${cluster.id}/apis/policy/v1/namespaces/${object.metadata.namespace}/poddisruptionbudgets`,
      body: object,
    },
    key: mayHaveKey(acting),
    effect: revision(cluster, created(object)),
  });
};

/** Some pods at once, now and then in a namespace that is new. */
const importPods: Action = async (acting) => {
  const { client, cluster } = acting;
  const { dice } = client;
  const namespace = dice.chance(0.3) ? client.fresh('ns') : dice.pick(cluster.namespaces);
  const isNew = !cluster.namespaces.includes(namespace);
  const items = Array.from({ length: dice.between(2, 30) }, () => pod(client.fresh('p'), namespace, dice));
  const write = await client.write({
    what: 'import',
    request: {
      method: 'POST',
      path: `/v1/clusters/${cluster.id}/import`,
      body: { apiVersion: 'v1', kind: 'List', items },
    },
    key: mayHaveKey(acting),
    effect: revision(
      cluster,
      ...items.map(created),
      ...(isNew ? [changed('create', 'Namespace', { name: namespace })] : []),
    ),
  });
  if (!happened(write)) return;
  if (isNew) cluster.namespaces.push(namespace);
  cluster.pods.push(...items.map(({ metadata: { name } }) => ({ namespace, name })));
};

const schedule: Action = async (acting) => {
  const { client, cluster } = acting;
  const { dice } = client;
  const names = pickPods(cluster, dice, dice.between(1, 3)).map(({ namespace, name }) => `${namespace}/${name}`);
  const waits = dice.chance(0.8);
  await client.write({
    what: waits ? 'schedule' : 'schedule, no wait',
    request: {
      method: 'POST',
      path: `/v1/clusters/${cluster.id}/runs`,
      body: {
        ...(dice.chance(0.5) && names.length > 0 && { pods: { names } }),
        preemption: dice.weighted([
          [2, 'nominate'],
          [1, 'off'],
          [2, 'evict'],
        ]),
        ...(dice.chance(0.3) && { tieBreak: 'seeded', seed: String(dice.between(0, 1_000_000)) }),
        allowEmpty: true,
        wait: waits,
      },
    },
    key: mayHaveKey(acting),
    effect: { kind: 'run', cluster: cluster.id, waits },
  });
};

const scheduleOverGraphql: Action = async (acting) => {
  const { client, cluster, world } = acting;
  await client.write({
    what: 'schedule (GraphQL)',
    request: scheduleMutation({ clusterId: cluster.id, preemption: client.dice.pick(['evict', 'nominate']) }),
    key: world.keys,
    effect: { kind: 'run', cluster: cluster.id, waits: true },
  });
};

const bind: Action = async ({ client, cluster }) => {
  const [pod] = pickPods(cluster, client.dice, 1);
  if (pod === undefined || cluster.nodes.length === 0) return;
  await client.write({
    what: 'bind',
    request: {
      method: 'POST',
      path: `${podPath(cluster, pod)}/binding`,
      body: {
        apiVersion: 'v1',
        kind: 'Binding',
        metadata: { name: pod.name },
        target: { kind: 'Node', name: client.dice.pick(cluster.nodes) },
      },
    },
    effect: revision(cluster, changed('update', 'Pod', pod)),
  });
};

const patch: Action = async ({ client, cluster }) => {
  const [pod] = client.dice.chance(0.7) ? pickPods(cluster, client.dice, 1) : [];
  const name = pod?.name ?? (cluster.nodes.length === 0 ? undefined : client.dice.pick(cluster.nodes));
  if (name === undefined) return;
  await client.write({
    what: pod === undefined ? 'patch node' : 'patch pod',
    request: {
      method: 'PATCH',
      path: pod === undefined ? core(cluster, `nodes/${name}`) : podPath(cluster, pod),
      contentType: 'application/merge-patch+json',
      body: { metadata: { labels: { mark: client.fresh('mark') } } },
    },
    effect: revision(cluster, pod === undefined ? changed('update', 'Node', { name }) : changed('update', 'Pod', pod)),
  });
};

const deletePod: Action = async ({ client, cluster, world }) => {
  const [pod] = pickPods(cluster, client.dice, 1);
  if (pod === undefined) return;
  const overGraphql = client.dice.chance(0.3);
  const input = { clusterId: cluster.id, kind: 'Pod', ...pod };
  const write = await client.write({
    what: overGraphql ? 'delete pod (GraphQL)' : 'delete pod',
    request: overGraphql ? deleteObject(input) : { method: 'DELETE', path: podPath(cluster, pod) },
    key: overGraphql && world.keys,
    effect: revision(cluster, changed('delete', 'Pod', pod)),
  });
  if (happened(write)) forget(cluster, pod);
};

const createProfile: Action = async (acting) => {
  const { client, cluster } = acting;
  await client.write({
    what: 'create profile',
    request: {
      method: 'POST',
      path: `/v1/clusters/${cluster.id}/profiles`,
      body: { schedulerName: client.fresh('profile') },
    },
    key: mayHaveKey(acting),
    effect: revision(cluster),
  });
};

const fork: Action = async (acting) => {
  const { client, cluster, world } = acting;
  const name = client.fresh('fork');
  const write = await client.write({
    what: 'fork',
    request: { method: 'POST', path: `/v1/clusters/${cluster.id}/forks`, body: { name } },
    key: mayHaveKey(acting),
    effect: { kind: 'cluster', name, origin: cluster.id },
  });
  const { id } = (write.answer?.body ?? {}) as { readonly id?: string };
  if (write.ending === 'acknowledged' && id !== undefined)
    world.clusters.push({
      id,
      nodes: [...cluster.nodes],
      pods: [...cluster.pods],
      namespaces: [...cluster.namespaces],
    });
};

const deleteCluster: Action = async ({ client, cluster, world }) => {
  if (world.clusters.length < 4) return;
  world.clusters.splice(world.clusters.indexOf(cluster), 1);
  await client.write({
    what: 'delete cluster',
    request: { method: 'DELETE', path: `/v1/clusters/${cluster.id}` },
    effect: revision(cluster),
  });
};

const checkpoint: Action = ({ client, cluster }) =>
  client.write({
    what: 'checkpoint',
    request: { method: 'POST', path: `/v1/clusters/${cluster.id}/checkpoints` },
    effect: { kind: 'none' },
  });

const archive: Action = async ({ client, world }) => {
  const before = await world.edge?.();
  if (before === undefined) return;
  await client.write({
    what: 'archive',
    request: { method: 'POST', path: '/v1/archives', body: { before: before.toISOString() } },
    effect: { kind: 'none' },
    // The clock may have gone back since.
    also: 400,
  });
};

const READS = ['', '/runs?pageSize=20', '/decision-totals?groupBy=plugin'];
/** Of these every item is compared with the log. */
const LISTS = [
  '/decisions?pageSize=20',
  '/api/v1/pods?limit=50',
  '/api/v1/resourcequotas',
  '/apis/policy/v1/poddisruptionbudgets',
];

const read: Action = async ({ client, cluster }) =>
  client.read('read', `/v1/clusters/${cluster.id}${client.dice.pick(READS)}`);

const readList: Action = async ({ client, cluster }) => client.readList(cluster.id, client.dice.pick(LISTS));

const createQuota: Action = async (acting) => {
  const { client, cluster } = acting;
  const object = quota(client.fresh('q'), client.dice.pick(cluster.namespaces));
  await client.write({
    what: 'create quota',
    request: {
      method: 'POST',
      path: core(cluster, `namespaces/${object.metadata.namespace}/resourcequotas`),
      body: object,
    },
    key: mayHaveKey(acting),
    effect: revision(cluster, created(object)),
  });
};

/** What clients do, and how often. */
export const ACTIONS: readonly (readonly [weight: number, action: Action])[] = [
  [10, createPod],
  [8, applyPod],
  [3, createNode],
  [3, createBudget],
  [8, importPods],
  [14, schedule],
  [6, scheduleOverGraphql],
  [5, bind],
  [10, patch],
  [10, deletePod],
  [2, createProfile],
  [2, fork],
  [1, deleteCluster],
  [3, checkpoint],
  [1, archive],
  [4, read],
  [10, readList],
  [2, createQuota],
];

/** A cluster with some nodes and pods. Undefined where it could not be had. */
export async function makeCluster(client: Client, world: World): Promise<KnownCluster | undefined> {
  const name = client.fresh('cluster');
  const write = await client.write({
    what: 'create cluster',
    request: { method: 'POST', path: '/v1/clusters', body: { name } },
    key: world.keys,
    effect: { kind: 'cluster', name, origin: undefined },
  });
  const { id } = (write.answer?.body ?? {}) as { readonly id?: string };
  if (write.ending !== 'acknowledged' || id === undefined) return undefined;
  const cluster = newCluster(id);
  const nodes = Array.from({ length: 5 }, () => node(client.fresh('n')));
  const pods = Array.from({ length: 12 }, () => pod(client.fresh('p'), 'default', client.dice));
  const around = [budget('base', 'default', client.dice), quota('base', 'default')];
  const items = [priorityClass, ...nodes, ...around, ...pods];
  const filling = await client.write({
    what: 'import',
    request: { method: 'POST', path: `/v1/clusters/${id}/import`, body: { apiVersion: 'v1', kind: 'List', items } },
    key: world.keys,
    effect: revision(cluster, ...items.map(created)),
  });
  if (filling.ending !== 'acknowledged') return undefined;
  cluster.nodes.push(...nodes.map(({ metadata }) => metadata.name));
  cluster.pods.push(...pods.map(({ metadata }) => ({ namespace: 'default', name: metadata.name })));
  world.clusters.push(cluster);
  return cluster;
}
