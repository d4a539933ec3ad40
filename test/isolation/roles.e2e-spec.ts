import { readFileSync } from 'node:fs';
import { cases as counted, someCases } from '#test-cases';
import { held, ROLES, type Role } from '#access';
import { PERMISSIONS, type Permission } from '../../apps/api/src/ground/caller/index.js';
import { pod, TestApi } from '../e2e/test-api.js';
import { Asker, inTurns, type Answer } from './matrix/asker.js';
import { graphqlFields } from './matrix/graphql-cases.js';
import { restOperations, type RestOperation } from './matrix/rest-cases.js';
import { FOREIGN, makeOwner, type Owner } from './matrix/things.js';

/**
 * Every operation of every face, asked with each role alone: held in the team whose cluster it is, granted in the whole
 * cluster, granted in one namespace. It is allowed exactly where the table of permissions says so.
 */
let api: TestApi;
let owner: Owner;
const askers = new Map<string, Asker>();
beforeAll(async () => {
  api = await TestApi.start({ BERTH_RATE_LIMIT: '0', BERTH_TEAM_RATE_LIMIT: '0' });
  owner = await makeOwner(api, FOREIGN);
  for (const scope of SCOPES)
    for (const role of rolesOf(scope)) {
      const team = scope === 'team' ? owner.things.team : await guests(scope, role);
      const { body } = await api
        .post(`/v1/teams/${team}/keys`)
        .send({ name: role, roles: [role] })
        .expect(201);
      askers.set(`${scope} ${role}`, new Asker(api.url, body.key as string));
    }
}, 60_000);
afterAll(() => api.stop());

/** Where a role is held. */
const SCOPES = ['team', 'cluster', 'namespace'] as const;
type Scope = (typeof SCOPES)[number];

/** No cluster grants monitor. */
function rolesOf(scope: Scope): readonly Role[] {
  return scope === 'team' ? ROLES : ROLES.filter((role) => role !== 'monitor');
}

/** A team that was granted the role in the cluster, or in one namespace of it. */
async function guests(scope: Exclude<Scope, 'team'>, role: Role): Promise<string> {
  const { cluster, namespace } = owner.things;
  const team = `${scope}-${role}`;
  await api.post('/v1/teams').send({ name: team }).expect(201);
  await api
    .post(`/v1/clusters/${cluster}/grants`)
    .set('authorization', `Bearer ${owner.key}`)
    .send({ team, role, ...(scope === 'namespace' && { namespace }) })
    .expect(201);
  return team;
}

interface Case {
  readonly name: string;
  readonly scope: Scope;
  readonly role: Role;
  readonly isAllowed: boolean;
  readonly isRead: boolean;
  send(asker: Asker): Promise<Answer>;
}

/** What tells of everything at once is for who sees the whole: the operations of which docs/visibility.md says so. */
const WHOLE: ReadonlySet<string> = new Set([
  ...readFileSync('docs/visibility.md', 'utf8')
    .split('\n')
    .filter((row) => /whole \|$/.test(row))
    .flatMap((row) => [...row.matchAll(/`([\w.]+)`/g)].map(([, name = '']) => name)),
  ...[
    'forkCluster',
    'Mutation.forkCluster',
    'moveClock',
    'Mutation.moveClock',
    'Mutation.startMoveClock',
    'compare',
    'Mutation.compare',
    'Mutation.startComparison',
  ],
]);

function isAllowed(operation: string, permission: Permission, { scope, role }: Pick<Case, 'scope' | 'role'>): boolean {
  if (permission === 'everybody') return true;
  // The team of none of them runs the service.
  if (permission === 'service' || permission === 'monitoring') return false;
  const holds = held([role]).some((one) => permission.roles.includes(one));
  if (!holds) return false;
  if (scope === 'namespace' && permission.in === 'cluster') return false;
  const seesAll = scope === 'team' || (scope === 'cluster' && (role === 'admin' || role === 'auditor'));
  return seesAll || !WHOLE.has(operation);
}

/** Of the roles that its row says for the creation of something, a scheduler has the creation of bindings alone. */
const OF_KUBERNETES: readonly (readonly [operation: RegExp, name: string, permission?: Permission])[] = [
  [/^readCluster(healthz|livez|readyz)$/, 'readHealth'],
  [/^readClusterVersion$/, 'readVersion'],
  [/^bind/, 'createObject'],
  [/^evict/, 'createObject', { roles: ['editor'], in: 'namespace' }],
  [/^create/, 'createObject', { roles: ['editor'], in: 'namespace' }],
  [/^delete/, 'deleteObject'],
  [/^replace/, 'replaceObject'],
  [/^patch/, 'patchObject'],
  [/^(list|read)/, 'readObject'],
];

/** An operation of the Kubernetes API is one of a few, whatever the kind. */
function permissionOf({ operation }: RestOperation): readonly [name: string, permission: Permission] {
  const [, name = operation, said] =
    operation in PERMISSIONS ? [] : (OF_KUBERNETES.find(([verb]) => verb.test(operation)) ?? []);
  const permission = said ?? PERMISSIONS[name];
  if (permission === undefined) throw new Error(`${operation} has no row in the table of permissions`);
  return [name, permission];
}

const OBJECTS = /\{cluster\}\/(api\/v1|apis\/[^/{]+\/[^/{]+)\/(namespaces\/\{namespace\}\/)?[a-z]+/;

/** What is of no namespace is not written by who holds a role in one. */
function isBeyond({ path, method }: RestOperation): boolean {
  return OBJECTS.test(path) && method !== 'get' && !path.includes('{namespace}');
}

/** Kinds of objects go the same ways: of each way there is one, that of a pod or a node where they have it. */
function ways(operations: readonly RestOperation[]): RestOperation[] {
  const way = ({ method, path }: RestOperation): string => `${method} ${path.replace(OBJECTS, 'OBJECTS/$2')}`;
  const isKnown = ({ path }: RestOperation): boolean => /\/(pods|nodes)(\/|$)/.test(path);
  const sorted = [...operations].sort((a, b) => Number(isKnown(a)) - Number(isKnown(b)));
  return [...new Map(sorted.map((operation) => [way(operation), operation])).values()];
}

const ORDER = ['get', 'post', 'put', 'patch', 'delete'];

/** What is in something goes before that, and the cluster last. */
function last({ operation }: RestOperation): number {
  return operation === 'deleteCluster' ? 2 : Number(operation.startsWith('deleteCollection'));
}

function restCases(): Case[] {
  const operations = ways(restOperations()).sort(
    (a, b) => ORDER.indexOf(a.method) - ORDER.indexOf(b.method) || last(a) - last(b),
  );
  const ofEach = operations.map((operation) => {
    const [name, permission] = permissionOf(operation);
    const scopes = operation.path.includes('{cluster}') ? SCOPES : (['team'] as const);
    const cases = scopes.flatMap((scope) =>
      rolesOf(scope).map((role): Case => ({
        name: operation.operation,
        scope,
        role,
        isRead: operation.method === 'get',
        isAllowed: isAllowed(name, permission, { scope, role }) && !(scope === 'namespace' && isBeyond(operation)),
        send: (asker) => asker.ask(operation.request(owner.things, `${scope}-${role}`)),
      })),
    );
    return refusedFirst(cases);
  });
  return someCases(ofEach).flat();
}

/** Of the allowed cases, a share: others are refused for what they name. A day's fifth of the fields may have few. */
const LEAST_DONE = 0.4;

function graphqlCases(): Case[] {
  const others = Object.keys(PERMISSIONS).filter((name) => name.startsWith('Cluster.'));
  const fields = [...graphqlFields(others)].sort((a, b) => lastField(a.field) - lastField(b.field));
  const ofEach = fields.map(({ field, root, document }) => {
    const permission = PERMISSIONS[field];
    if (permission === undefined) throw new Error(`${field} has no row in the table of permissions`);
    const isOfCluster = typeof permission !== 'string' && permission.in !== 'team';
    const cases = (isOfCluster ? SCOPES : (['team'] as const)).flatMap((scope) =>
      rolesOf(scope).map((role): Case => ({
        name: field,
        scope,
        role,
        isRead: root !== 'mutation',
        isAllowed: isAllowed(field, permission, { scope, role }),
        send: (asker) => asker.askGraphql(root, document(owner)),
      })),
    );
    // The other test is of the same cluster.
    return refusedFirst(cases).filter((one) => field !== 'Mutation.deleteCluster' || !one.isAllowed);
  });
  return someCases(ofEach).flat();
}

function lastField(field: string): number {
  return Number(field.startsWith('Mutation.delete'));
}

/** Who may not asks while there is something to refuse. */
function refusedFirst(cases: readonly Case[]): Case[] {
  return [...cases].sort((a, b) => Number(a.isAllowed) - Number(b.isAllowed));
}

/** Whether an answer is one to somebody who may ask; whether there is anything to answer is another question. */
function wasAllowed({ status, text }: Answer): boolean {
  // Anyone may follow a link; one that leads nowhere is refused.
  if (text.includes('"code":"LINK_REFUSED"')) return true;
  return status !== 403 && !/"code":"FORBIDDEN"/.test(text);
}

const FOUND_NOTHING = /^\{"data":\{"nodes?":(null|\[null\])\}/;

/** What went otherwise than the table says; reads go together, writes one after the other. */
async function asked(cases: readonly Case[]): Promise<{ readonly faults: string[]; readonly done: number }> {
  let done = 0;
  const ask = async ({ name, scope, role, isAllowed: expected, send }: Case): Promise<string[]> => {
    const answer = await send(askers.get(`${scope} ${role}`) as Asker);
    if (expected && answer.status < 400 && !/"(refusals|errors)":\[\{/.test(answer.text)) done++;
    if (wasAllowed(answer) === expected) return [];
    // By a global id, a caller who may read nothing finds nothing.
    if (!expected && FOUND_NOTHING.test(answer.text)) return [];
    return [
      `${name} as ${role} of the ${scope}: ${expected ? '' : 'not '}allowed, but ${answer.status} ${answer.text}`,
    ];
  };
  const reads = await inTurns(
    cases.filter(({ isRead }) => isRead),
    12,
    ask,
  );
  const writes = await inTurns(
    cases.filter(({ isRead }) => !isRead),
    1,
    ask,
  );
  return { faults: [...reads, ...writes].flat(), done };
}

test('who may not write somewhere learns nothing of it by a write that changes nothing', async () => {
  const { cluster, node } = owner.things;
  const asker = askers.get('namespace editor') as Asker;
  const hidden = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'hidden' } };
  const written = { ...pod('p'), metadata: { name: 'p', namespace: 'hidden' } };
  const keeper = new Asker(api.url, owner.key);
  const at = `/v1/clusters/${cluster}/api/v1`;
  const post = { method: 'post', type: 'application/json' };
  expect(await keeper.ask({ ...post, path: `${at}/namespaces`, body: hidden })).toMatchObject({ status: 201 });
  expect(await keeper.ask({ ...post, path: `${at}/namespaces/hidden/pods`, body: written })).toMatchObject({
    status: 201,
  });

  const patch = (path: string): Promise<Answer> =>
    asker.ask({ method: 'patch', path: `${at}${path}`, type: 'application/merge-patch+json', body: {} });
  expect(await patch(`/nodes/${node}`)).toMatchObject({ status: 403 });
  expect(await patch('/nodes/nothing')).toMatchObject({ status: 403 });
  for (const path of ['/namespaces/NAME', '/namespaces/NAME/pods/p']) {
    const [theirs, nothing] = [
      await patch(path.replace('NAME', 'hidden')),
      await patch(path.replace('NAME', 'noname')),
    ];
    expect(theirs.status).toBe(404);
    expect(theirs.text.replaceAll('hidden', 'NAME')).toBe(nothing.text.replaceAll('noname', 'NAME'));
  }

  const query = `mutation ($input: ApplyObjectInput!) { applyObject(input: $input) {
    change refusals { code message } } }`;
  const applied = (namespace: string): Promise<Answer> => {
    const manifest = { ...written, metadata: { name: 'p', namespace, resourceVersion: '1' } };
    return asker.askGraphql('mutation', { query, variables: { input: { clusterId: cluster, manifest } } });
  };
  const [theirs, nothing] = [await applied('hidden'), await applied('noname')];
  expect(theirs.text).toContain('NOT_FOUND');
  expect(theirs.text.replaceAll('hidden', 'NAME')).toBe(nothing.text.replaceAll('noname', 'NAME'));
});

test('over GraphQL', async () => {
  const cases = graphqlCases();
  const { faults, done } = await asked(cases);
  const allowed = cases.filter((one) => one.isAllowed).length;
  process.stdout.write(`roles: ${cases.length} cases over GraphQL, ${allowed} are allowed, ${done} of them done\n`);
  expect(faults).toEqual([]);
  expect(cases.length).toBeGreaterThan(counted(450));
  expect(done).toBeGreaterThan(allowed * LEAST_DONE);
}, 120_000);

test.each(['team', 'namespace'] as const)('a scheduler of the %s binds and makes nothing else', async (scope) => {
  const { cluster, namespace, node } = owner.things;
  const at = `/v1/clusters/${cluster}/api/v1/namespaces/${namespace}/pods`;
  const named = (name: string): object => ({ ...pod(name), metadata: { name, namespace } });
  const post = (role: Role, path: string, body: object): Promise<Answer> =>
    (askers.get(`${scope} ${role}`) as Asker).ask({ method: 'post', path, type: 'application/json', body });
  const name = `bound-by-${scope}`;
  const binding = { apiVersion: 'v1', kind: 'Binding', metadata: { name }, target: { name: node } };
  expect(await post('scheduler', at, named(name))).toMatchObject({ status: 403 });
  expect(await post('editor', at, named(name))).toMatchObject({ status: 201 });
  expect(await post('viewer', `${at}/${name}/binding`, binding)).toMatchObject({ status: 403 });
  expect(await post('scheduler', `${at}/${name}/binding`, binding)).toMatchObject({ status: 201 });
});

test('over REST and the Kubernetes API', async () => {
  const cases = restCases();
  const { faults, done } = await asked(cases);
  const allowed = cases.filter((one) => one.isAllowed).length;
  process.stdout.write(`roles: ${cases.length} cases over REST, ${allowed} are allowed, ${done} of them done\n`);
  expect(faults).toEqual([]);
  expect(cases.length).toBeGreaterThan(counted(1_700));
  expect(done).toBeGreaterThan(allowed * LEAST_DONE);
}, 120_000);
