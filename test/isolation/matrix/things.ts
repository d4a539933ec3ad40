import { randomUUID } from 'node:crypto';
import { JobRunner } from '#jobs';
import { node, pod, type TestApi } from '../../e2e/test-api.js';

/** What arguments name. */
export type Thing =
  | ('cluster' | 'clusterName' | 'team' | 'member' | 'key' | 'grant' | 'run' | 'otherRun' | 'decision' | 'whatIf')
  | ('archive' | 'operation' | 'digest' | 'namespace' | 'pod' | 'podName' | 'node' | 'profile' | 'object' | 'uid')
  | ('spareNode' | 'principal' | 'requestId' | 'globalId' | 'schedule' | 'result');

/** One of each. */
export type Things = Readonly<Record<Thing, string>>;

/** Somebody with everything there is, in a team of their own. */
export interface Owner {
  /** Of an admin and auditor. */
  readonly key: string;
  readonly things: Things;
  /** The global ids of GraphQL, by their types. */
  readonly globalIds: Readonly<Record<string, string>>;
}

/** Words in names, as long as each other: they are masked in answers. */
export const FOREIGN = 'foreign';
export const NEVER = 'nothing';

const SPEC = { spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '100m' } } }] } };

/** A team with a cluster in which there is something of everything, each with the word in its name. */
export async function makeOwner(api: TestApi, word: string): Promise<Owner> {
  const team = `${word}-team`;
  await api.post('/v1/teams').send({ name: team }).expect(201);
  const made = (await api.post(`/v1/teams/${team}/keys`).send({ name: word, roles: ['admin', 'auditor'] })).body;
  const bearer = `Bearer ${made.key as string}`;
  const send = async (path: string, body: object = {}): Promise<never> => {
    const headers = { authorization: bearer, 'x-request-id': `${word}-request` };
    const { status, text } = await api.post(path).set(headers).buffer(true).send(body);
    if (status >= 300) throw new Error(`${path}: ${text}`);
    return JSON.parse(text) as never;
  };
  const read = async (path: string, accept = 'application/json'): Promise<never> => {
    const { text } = await api.get(path).set({ authorization: bearer, accept }).buffer(true).expect(200);
    return JSON.parse(text) as never;
  };

  const member: { id: string } = await send(`/v1/teams/${team}/members`, {
    issuer: 'https://id.example',
    subject: word,
    roles: ['viewer'],
  });
  const { id: cluster }: { id: string } = await send('/v1/clusters', { name: `${word}-cluster` });
  const at = `/v1/clusters/${cluster}`;
  await send(`${at}/import`, { apiVersion: 'v1', kind: 'List', items: objectsOf(word) });
  await send(`${at}/profiles`, { schedulerName: `${word}-profile` });
  const run: { id: string } = await send(`${at}/runs`, { pods: { namespace: `${word}-ns` } });
  const otherRun: { id: string } = await send(`${at}/runs`, { dryRun: true, allowEmpty: true });
  const decisions: { items: { id: string }[] } = await read(`${at}/decisions?run=${run.id}`);
  const whatIf: { id: string } = await send(`${at}/what-if`, { steps: [{ cordon: { names: [`${word}-node`] } }] });
  const operation: { id: string } = await send(`${at}/exports`, { what: 'ledger' });
  const schedule: { id: string } = await send('/v1/schedules', {
    ...{ name: `${word}-schedule`, cron: '0 0 1 1 *', report: 'capacity', cluster },
  });
  const begun = await api.post(`/v1/schedules/${schedule.id}/run`).set({ authorization: bearer }).expect(202);
  const { result } = begun.body as { result: string };
  // A result has rows once its job is done.
  await api.app.get(JobRunner).drain();
  const grant: { id: string } = await send(`${at}/grants`, { team: 'default', role: 'viewer' });
  const { metadata }: { metadata: { uid: string } } = await read(`${at}/api/v1/namespaces/${word}-ns/pods/${word}-pod`);
  const [decision] = decisions.items;
  const trace: { nodeSet: { digest: string } } = await read(
    `${at}/decisions/${decision?.id ?? ''}/trace`,
    'application/vnd.berth.trace-columns+json',
  );
  const things: Things = {
    ...{ cluster, clusterName: `${word}-cluster`, team, member: member.id, key: made.id as string, grant: grant.id },
    ...{ run: run.id, otherRun: otherRun.id, decision: decision?.id ?? '', whatIf: whatIf.id, archive: randomUUID() },
    ...{
      operation: operation.id,
      digest: trace.nodeSet.digest,
      namespace: `${word}-ns`,
      pod: `${word}-ns/${word}-pod`,
    },
    ...{ podName: `${word}-pod`, node: `${word}-node`, spareNode: `${word}-spare` },
    ...{ profile: `${word}-profile`, object: `${word}-object`, schedule: schedule.id, result },
    ...{ uid: metadata.uid, principal: `key:${made.id as string}`, requestId: `${word}-request`, globalId: '' },
  };
  return { key: made.key as string, things, globalIds: await globalIds(api, bearer, things) };
}

/** Pods on a node and pending, and one of each kind that needs no more than a name. */
function objectsOf(word: string): object[] {
  const named = (apiVersion: string, kind: string, isOfNamespace: boolean, more: object = {}): object => ({
    ...{ apiVersion, kind, ...more },
    metadata: { name: `${word}-object`, ...(isOfNamespace && { namespace: `${word}-ns` }) },
  });
  const inNamespace = (name: string): object => ({
    ...pod(name),
    metadata: { name, namespace: `${word}-ns` },
    ...SPEC,
  });
  return [
    // No pod is placed on the spare one.
    ...[node(`${word}-node`), { ...node(`${word}-spare`), spec: { unschedulable: true } }],
    ...[inNamespace(`${word}-pod`), inNamespace(`${word}-other`)],
    named('v1', 'ResourceQuota', true, { spec: { hard: { pods: '100' } } }),
    named('v1', 'LimitRange', true, { spec: { limits: [] } }),
    named('policy/v1', 'PodDisruptionBudget', true, { spec: { minAvailable: 1, selector: {} } }),
    named('scheduling.k8s.io/v1', 'PriorityClass', false, { value: 7 }),
    named('v1', 'PersistentVolumeClaim', true, {
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    }),
    named('storage.k8s.io/v1', 'StorageClass', false, { provisioner: 'x.example/disk' }),
    named('v1', 'Secret', true, { data: { [word]: 'eA==' } }),
    ...['ConfigMap', 'ServiceAccount', 'Endpoints'].map((kind) => named('v1', kind, true)),
    named('coordination.k8s.io/v1', 'Lease', true, { spec: {} }),
    named('rbac.authorization.k8s.io/v1', 'Role', true, { rules: [] }),
    named('rbac.authorization.k8s.io/v1', 'ClusterRole', false, { rules: [] }),
    named('apps/v1', 'Deployment', true, {
      spec: {
        replicas: 0,
        selector: { matchLabels: { app: word } },
        template: { metadata: { labels: { app: word } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
      },
    }),
  ];
}

const GLOBAL_IDS = `query ($cluster: ID!, $run: ID!, $namespace: String!, $pod: String!, $node: String!,
    $profile: String!, $operation: ID!, $team: ID!) {
  team(id: $team) { __typename id }
  operation(id: $operation) { __typename id }
  cluster(id: $cluster) { __typename id run(id: $run) { __typename id decisions { nodes { __typename id } } }
    pod(namespace: $namespace, name: $pod) { __typename id } clusterNode(name: $node) { __typename id }
    profile(name: $profile) { __typename id }
    objects(kind: "ResourceQuota", first: 1) { nodes { __typename id } } } }`;

async function globalIds(api: TestApi, bearer: string, things: Things): Promise<Readonly<Record<string, string>>> {
  const { cluster, run, namespace, podName, node, profile, operation, team } = things;
  const variables = { cluster, run, namespace, pod: podName, node, profile, operation, team };
  const { body } = await api.post('/graphql').set('authorization', bearer).send({ query: GLOBAL_IDS, variables });
  const found: Record<string, string> = {};
  const collect = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return;
    const { __typename, id } = value as { readonly __typename?: string; readonly id?: string };
    if (__typename !== undefined && id !== undefined) found[__typename] = id;
    Object.values(value).forEach(collect);
  };
  collect(body.data);
  return found;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** The same of what never was: ids of the same shape, names of the same length. */
export function neverLike(owner: Owner): Pick<Owner, 'things' | 'globalIds'> {
  const uuids = new Map<string, string>();
  const other = (text: string): string =>
    text
      .replaceAll(UUID, (uuid) => uuids.get(uuid) ?? (uuids.set(uuid, randomUUID()).get(uuid) as string))
      .replaceAll(FOREIGN, NEVER);
  const recoded = (id: string): string =>
    Buffer.from(other(Buffer.from(id, 'base64url').toString())).toString('base64url');
  const { things, globalIds } = owner;
  const key = [...things.key].reverse().join('');
  return {
    things: {
      ...(Object.fromEntries(Object.entries(things).map(([thing, value]) => [thing, other(value)])) as Things),
      ...{ key, principal: `key:${key}`, digest: [...things.digest].reverse().join('') },
    },
    globalIds: Object.fromEntries(Object.entries(globalIds).map(([type, id]) => [type, recoded(id)])),
  };
}

/** An answer without what is another's each time: ids, times, and the words that tell the owners apart. */
export function masked(text: string, named: readonly string[]): string {
  return (
    [...named]
      .filter((value) => value !== '')
      .reduce((left, value) => left.replaceAll(value, 'NAMED'), text)
      .replaceAll(UUID, 'UUID')
      .replaceAll(FOREIGN, 'WORD')
      .replaceAll(NEVER, 'WORD')
      .replace(/"(requestId|traceId)":"[^"]*"/g, '')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g, 'TIME')
      .replace(/\b[0-9a-f]{40,}\b/g, 'DIGEST')
      .replace(/"(resourceVersion|position|revision|at|durationMs|\w*Ms)":"?[\d.]+"?/g, '"$1":0')
      // Of what each of the two has made.
      .replace(/"(id|place|digest)":("[^"]*"|\d+)/g, '"$1":0')
      .replace(/berth_\w+/g, 'KEY')
  );
}
