import type { BerthClient } from '#client';
import type { Dice } from '../../oracle/generator/dice.js';
import { overEvents, overSubscription } from '../followers.js';
import type { SoakCluster } from './soak-cluster.js';

/** What an action has: somebody's client, chance, and one of the clusters. */
export interface Scene {
  readonly client: BerthClient;
  readonly dice: Dice;
  readonly cluster: SoakCluster;
}

/** One kind of request. */
export interface SoakAction {
  readonly name: string;
  /** How often it is chosen, beside the others. */
  readonly weight: number;
  readonly act: (scene: Scene) => Promise<unknown>;
}

const JSON_BODY = { 'content-type': 'application/json' };
const MERGE_BODY = { 'content-type': 'application/merge-patch+json' };

/** Reads a page of the cluster, to its end. */
async function get({ client, cluster }: Scene, rest: string, accept = 'application/json'): Promise<string> {
  return (await client.fetch(cluster.path(rest), { headers: { accept } })).text();
}

async function send({ client, cluster }: Scene, rest: string, body: object, how: object = {}): Promise<string> {
  const request = { method: 'POST', headers: JSON_BODY, body: JSON.stringify(body), ...how };
  return (await client.fetch(cluster.path(rest), request)).text();
}

function podPath(key: string): string {
  const [namespace = '', name = ''] = key.split('/');
  return `/api/v1/namespaces/${namespace}/pods/${name}`;
}

/** The position of the cluster's head. */
async function position(scene: Scene): Promise<number> {
  return Number((JSON.parse(await get(scene, '')) as { readonly position: string }).position);
}

/** A moment of the last few minutes, or of any time. */
async function moment(scene: Scene): Promise<number> {
  const last = await position(scene);
  return scene.dice.between(Math.max(1, scene.dice.chance(0.5) ? last - 2_000 : 1), last);
}

async function decisions(scene: Scene): Promise<readonly { readonly id: string }[]> {
  const page = await get(scene, '/decisions?pageSize=20');
  return (JSON.parse(page) as { readonly items: readonly { readonly id: string }[] }).items;
}

async function trace(scene: Scene): Promise<void> {
  const found = await decisions(scene);
  if (found.length === 0) return;
  const accept = scene.dice.chance(0.5) ? 'text/csv' : 'application/json';
  await get(scene, `/decisions/${scene.dice.pick(found).id}/trace?pageSize=500`, accept);
}

async function addPod(scene: Scene): Promise<string> {
  const { key, manifest } = scene.cluster.nextPod();
  const [namespace = ''] = key.split('/');
  await send(scene, `/api/v1/namespaces/${namespace}/pods`, manifest);
  return key;
}

async function addAndSchedule(scene: Scene): Promise<void> {
  const key = await addPod(scene);
  await send(scene, '/runs', { pods: { names: [key] } });
}

/** A body that is some hundred pods, and the run of whatever is pending. */
async function importAndSchedule(scene: Scene): Promise<void> {
  const list = { apiVersion: 'v1', kind: 'List', items: scene.cluster.nextPods() };
  await send(scene, '/import', list);
  await send(scene, '/runs', { preemption: scene.dice.pick(['nominate', 'off']), allowEmpty: true });
}

async function removeSurplus(scene: Scene): Promise<void> {
  for (const key of scene.cluster.surplus()) {
    // It may never have been made.
    await scene.client.fetch(scene.cluster.path(podPath(key)), { method: 'DELETE' }).catch(() => undefined);
  }
}

function patch(scene: Scene, rest: string, labels: object): Promise<string> {
  const body = JSON.stringify({ metadata: { labels } });
  return send(scene, rest, {}, { method: 'PATCH', headers: MERGE_BODY, body });
}

const DASHBOARD = `query ($id: ID!) { cluster(id: $id) {
  counts { nodes pods pendingPods } utilization { resource ratio }
  nodes(first: 20) { edges { node { name podCount requested { resource quantity } free { resource quantity }
    pods(first: 5) { edges { node { name } } } } } }
  decisions(first: 10) { edges { node { pod { name } message rejections { plugin reason nodes { first any sole } } } } }
} }`;

/** Every text is another, as those are that people type. */
async function typedQuery({ client, dice, cluster }: Scene): Promise<unknown> {
  const first = dice.between(1, 50);
  const name = dice.between(0, 2 ** 30);
  return client.graphql(`{ q${name}: cluster(id: "${cluster.id}") { counts { nodes } pods(first: ${first}) {
    edges { node { name } } } } }`);
}

async function forkAndForget(scene: Scene): Promise<void> {
  const at = String(await position(scene));
  const name = `what-if-${scene.dice.between(0, 2 ** 30)}`;
  const fork = JSON.parse(await send(scene, '/forks', { name, at })) as { readonly id: string };
  await scene.client.fetch(`/v1/clusters/${fork.id}`, { method: 'DELETE' });
}

async function replay(scene: Scene): Promise<void> {
  const [decision] = await decisions(scene);
  if (decision !== undefined) await send(scene, '/replays', { decision: decision.id });
}

/** Changes that are waited for. */
const AHEAD = 10;

/** Follows a cluster for some changes. */
async function follow({ client, cluster, dice }: Scene, connection: typeof overEvents): Promise<void> {
  let left = dice.between(AHEAD, 100);
  const response = await client.fetch(cluster.path());
  const { position: head } = (await response.json()) as { readonly position: string };
  // From behind the head, so that something comes at once, and until some more has happened.
  const after = BigInt(Math.max(0, Number(head) - left + AHEAD));
  await connection(client.url, cluster.id, after, () => (--left > 0 ? 'go on' : 'cut'));
}

/** The mix: reads over all faces, writes, runs, and now and then what is larger. Weights add up to a hundred or so. */
export const ACTIONS: readonly SoakAction[] = [
  { name: 'cluster', weight: 8, act: (scene) => get(scene, '') },
  { name: 'pod', weight: 10, act: (scene) => get(scene, podPath(scene.cluster.basePod(scene.dice))) },
  { name: 'pods', weight: 5, act: (scene) => get(scene, `/api/v1/pods?limit=${scene.dice.between(10, 500)}`) },
  { name: 'nodes', weight: 5, act: (scene) => get(scene, '/api/v1/nodes?limit=50') },
  { name: 'runs', weight: 4, act: (scene) => get(scene, '/runs?pageSize=20') },
  { name: 'decisions', weight: 5, act: decisions },
  {
    name: 'search',
    weight: 3,
    act: (scene) => get(scene, `/decisions?node=${scene.cluster.node(scene.dice)}&outcome=scheduled&pageSize=50`),
  },
  { name: 'unschedulable', weight: 2, act: (scene) => get(scene, '/decisions?outcome=unschedulable&pageSize=50') },
  { name: 'trace', weight: 4, act: trace },
  { name: 'totals', weight: 1, act: (scene) => get(scene, '/decision-totals?groupBy=plugin,reason') },
  { name: 'waits', weight: 1, act: (scene) => get(scene, '/waits?groupBy=namespace') },
  { name: 'revisions', weight: 2, act: (scene) => get(scene, '/revisions?pageSize=20') },
  { name: 'changes', weight: 2, act: (scene) => get(scene, '/changes?pageSize=100') },
  {
    name: 'past pods',
    weight: 2,
    act: async (scene) => get(scene, `/api/v1/pods?limit=100&at=${await moment(scene)}`),
  },
  {
    name: 'diff',
    weight: 1,
    act: async (scene) => get(scene, `/diff?from=${await moment(scene)}&to=${await position(scene)}&pageSize=50`),
  },
  { name: 'dashboard', weight: 6, act: ({ client, cluster }) => client.graphql(DASHBOARD, { id: cluster.id }) },
  { name: 'typed query', weight: 4, act: typedQuery },
  { name: 'profiles', weight: 1, act: (scene) => get(scene, '/profiles') },
  { name: 'checkpoints', weight: 1, act: (scene) => get(scene, '/checkpoints?pageSize=5') },
  { name: 'export', weight: 0.1, act: (scene) => get(scene, '/export') },
  { name: 'add', weight: 4, act: addPod },
  { name: 'remove', weight: 4, act: removeSurplus },
  {
    name: 'label a pod',
    weight: 4,
    act: (scene) =>
      patch(scene, podPath(scene.cluster.basePod(scene.dice)), { seen: String(scene.dice.between(0, 9)) }),
  },
  {
    name: 'label a node',
    weight: 1,
    act: (scene) =>
      patch(scene, `/api/v1/nodes/${scene.cluster.node(scene.dice)}`, { seen: String(scene.dice.between(0, 9)) }),
  },
  { name: 'schedule one', weight: 8, act: addAndSchedule },
  { name: 'dry run', weight: 2, act: (scene) => send(scene, '/runs', { dryRun: true, allowEmpty: true }) },
  { name: 'import and schedule', weight: 0.5, act: importAndSchedule },
  { name: 'fork', weight: 0.05, act: forkAndForget },
  { name: 'replay', weight: 0.1, act: replay },
  { name: 'events', weight: 1, act: (scene) => follow(scene, overEvents) },
  { name: 'subscription', weight: 1, act: (scene) => follow(scene, overSubscription) },
];
