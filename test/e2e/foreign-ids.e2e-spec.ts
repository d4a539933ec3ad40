import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { node, pod, TestApi } from './test-api.js';

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
}
interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly examples?: Examples }>> };
}
type Examples = Readonly<Record<string, { readonly value: unknown }>>;
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

const DOCUMENT = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
  readonly paths: Paths;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
};
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** What discovery says is the same of every cluster, and of none. */
const OF_NO_CLUSTER = /\/(api|apis|version|healthz|livez|readyz)$|\/apis\/[^/]+$|\/(api|apis\/[^/]+)\/v\w+$/;

/** Every operation that names something by an id. */
const OPERATIONS = Object.entries(DOCUMENT.paths).flatMap(([path, item]) =>
  METHODS.flatMap((method) => {
    const operation = item[method];
    if (operation === undefined || !path.includes('{') || OF_NO_CLUSTER.test(path)) return [];
    return [{ path, method, operation, id: operation.operationId }];
  }),
);

let api: TestApi;
let stranger: string;
/** What there is, of the team that the stranger is not of. */
let there: Readonly<Record<string, string>>;
beforeAll(async () => {
  api = await TestApi.start();
  const cluster = (await api.client.get('/v1/clusters/{cluster}', { params: { path: { cluster: await filled() } } }))
    .id;
  const run = (await api.post(`/v1/clusters/${cluster}/runs`).expect(201)).body.id as string;
  const decision = (await api.get(`/v1/clusters/${cluster}/decisions`).expect(200)).body.items[0].id as string;
  const operation = (await api.post('/v1/verifications').send({ wait: false })).body.id as string;
  await api.post('/v1/teams').send({ name: 'owners' }).expect(201);
  await api.post('/v1/teams').send({ name: 'strangers' }).expect(201);
  const of = (team: string): object => ({ name: team, roles: ['admin', 'auditor'] });
  const key = (await api.post('/v1/teams/owners/keys').send(of('owner')).expect(201)).body.id as string;
  stranger = (await api.post('/v1/teams/strangers/keys').send(of('stranger')).expect(201)).body.key as string;
  await api.post(`/v1/clusters/${cluster}/grants`).send({ team: 'owners', role: 'viewer' }).expect(201);
  const grant = (await api.get(`/v1/clusters/${cluster}/grants`).expect(200)).body.items[0].id as string;
  there = { cluster, run, decision, operation, key, grant, team: 'owners', namespace: 'default', name: 'p' };
});
afterAll(() => api.stop());

const filled = (): Promise<string> => api.cluster(node('n'), pod('p'));

/** What a query has to say, whatever it is about. */
const QUERIES: Readonly<Record<string, string>> = {
  pod: 'default/p',
  with: 'x',
  from: '1',
  text: 'p',
  groupBy: 'namespace',
};

function parametersOf({ parameters = [] }: Operation): Parameter[] {
  return parameters.map((one) => DOCUMENT.components.parameters[one.$ref?.split('/').at(-1) ?? ''] ?? one);
}

/** A call with these ids; what it is answered, with the ids that were asked for taken out. */
async function answered(
  { path, method, operation }: (typeof OPERATIONS)[number],
  ids: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly said: string }> {
  const named = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? there[name] ?? '1');
  const query = parametersOf(operation)
    .filter((one) => one.in === 'query' && one.required === true)
    .map(({ name }) => `${name}=${encodeURIComponent(QUERIES[name] ?? '1')}`);
  const example = Object.values(operation.requestBody?.content['application/json']?.examples ?? {})[0]?.value;
  const request = api[method](`${named}${query.length > 0 ? `?${query.join('&')}` : ''}`);
  void request.set('authorization', `Bearer ${stranger}`);
  const { status, text } = await (example === undefined ? request : request.send(example as object));
  const said = Object.values(ids).reduce((left, id) => left.replaceAll(id, 'ID'), text);
  return { status, said: said.replace(/"(requestId|traceId)":"[^"]*"/g, '') };
}

test('what another team has is not there: every operation and id, word for word as if it never had been', async () => {
  const faults: string[] = [];
  let cases = 0;
  for (const asked of OPERATIONS) {
    const names = [...asked.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const owner = ['cluster', 'team', 'operation'].find((name) => names.includes(name)) ?? '';
    if (there[owner] === undefined) {
      faults.push(`${asked.id}: no case for ${names.join(', ')}`);
      continue;
    }
    const foreign = await answered(asked, { [owner]: there[owner] });
    const never = await answered(asked, { [owner]: randomUUID() });
    cases++;
    if (foreign.said !== never.said || foreign.status !== never.status || foreign.status < 400)
      faults.push(`${asked.id}: ${foreign.status} ${foreign.said}, and of nothing ${never.status} ${never.said}`);
  }
  process.stdout.write(`foreign ids: ${cases} operations, ${faults.length} faults\n`);
  expect(faults).toEqual([]);
  expect(cases).toBe(OPERATIONS.length);
}, 300_000);
