import { readFileSync } from 'node:fs';
import {
  buildSchema,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
} from 'graphql';
import { GraphqlApi, node, pod } from './graphql-api.js';
import { statementsOf } from './statements.js';

/** What is on the longer page; a list has one more, so that both pages have a next one. */
const MANY = 9;

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
const clusterType = schema.getType('Cluster') as GraphQLObjectType;

/** What fields ask for that cannot do without. */
const REQUIRED: Readonly<Record<string, string>> = {
  'Cluster.objects': 'kind: "Service"',
  'Cluster.decisionTotals': 'groupBy: [namespace]',
  'Cluster.waits': 'groupBy: [namespace]',
  'Cluster.utilizationBy': 'groupBy: ["node"]',
};

/** Lists whose length this cluster does not decide. */
const SHORT = new Set(['archives', 'checkpoints', 'waits']);

/** Lists that are asked for on their own: a statement for each object, which few have. */
const NESTED_APART = new Set(['Profile.versions', 'Run.partList', 'Decision.why']);

let api: GraphqlApi;
beforeAll(async () => {
  api = await GraphqlApi.start();
  const numbers = Array.from({ length: MANY + 1 }, (_, index) => String(index).padStart(2, '0'));
  const elsewhere = (object: object, namespace: string): object => ({
    ...object,
    metadata: { ...(object as { metadata: object }).metadata, namespace },
  });
  await api.cluster('all', [
    ...numbers.map((number) => node(`n${number}`)),
    ...numbers.map((number) =>
      elsewhere(pod(`z-bound-${number}`, { spec: { nodeName: `n${number}` } }), `ns-${number}`),
    ),
    ...numbers.map((number) => elsewhere(pod(`p${number}`, { requests: { cpu: '10m' } }), `ns-${number}`)),
    ...numbers.map((number) => elsewhere(pod(`x-huge-${number}`, { requests: { cpu: '99' } }), `ns-${number}`)),
    ...numbers.map((number) => ({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: `s${number}`, namespace: 'default' },
      spec: { ports: [{ port: 80 }] },
    })),
    ...numbers.map((number) => ({
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: `q${number}`, namespace: 'full' },
      spec: { hard: { pods: '0' } },
    })),
  ]);
  for (const number of numbers)
    await api.data('mutation ($input: ApplyObjectInput!) { applyObject(input: $input) { refusals { code } } }', {
      input: { clusterId: 'all', manifest: JSON.stringify(elsewhere(pod(`refused-${number}`), 'full')) },
    });
  for (const number of numbers)
    await api.data('mutation ($input: CreateProfileInput!) { createProfile(input: $input) { refusals { code } } }', {
      input: { clusterId: 'all', profile: { schedulerName: `scheduler-${number}` } },
    });
  for (const number of numbers) {
    await api.data('mutation ($input: CreateTeamInput!) { createTeam(input: $input) { refusals { code } } }', {
      input: { name: `team-${number}` },
    });
    await api.data('mutation ($input: CreateGrantInput!) { createGrant(input: $input) { refusals { code } } }', {
      input: { clusterId: 'all', team: `team-${number}`, role: 'viewer' },
    });
  }
  // The first of every page has all that hangs on it: the newest revisions are runs, the first pods were decided.
  for (const number of numbers) await api.scheduled({ clusterId: 'all', pods: { names: [`ns-${number}/p${number}`] } });
});
afterAll(() => api.stop());

type Composite = GraphQLObjectType | GraphQLInterfaceType;
type Field = GraphQLField<unknown, unknown>;

function compositeOf(field: Field): Composite | undefined {
  const type = getNamedType(field.type);
  return isObjectType(type) || isInterfaceType(type) ? type : undefined;
}

/** All of a type that can be asked for without an argument, its lists two long, so many levels of objects deep. */
function selectionOf(type: Composite, levels: number): string {
  const fields = Object.values(type.getFields()).flatMap((field) => {
    if (field.args.some(isRequiredArgument) || NESTED_APART.has(`${type.name}.${field.name}`)) return [];
    const named = getNamedType(field.type);
    if (isLeafType(named)) return [field.name];
    const inside = compositeOf(field);
    if (inside === undefined || isUnionType(named) || levels === 0 || inside === clusterType) return [];
    const own = inside.name.endsWith('Connection') ? `(first: 2) { edges { node ${nodeOf(inside, levels - 1)} } }` : '';
    const selection = own === '' ? ` ${selectionOf(inside, levels - 1)}` : own;
    return selection.trim() === '{  }' ? [] : [`${field.name}${selection}`];
  });
  return `{ ${fields.join(' ')} }`;
}

function nodeOf(connection: Composite, levels: number): string {
  const edge = compositeOf(connection.getFields()['edges'] as Field) as Composite;
  return selectionOf(compositeOf(edge.getFields()['node'] as Field) as Composite, levels);
}

/** Forks are clusters, of which each has all of this. */
const LISTS = Object.values(clusterType.getFields()).filter(
  (field) => getNamedType(field.type).name.endsWith('Connection') && field.name !== 'forks',
);

async function cost(field: Field, first: number): Promise<{ readonly length: number; readonly texts: string[] }> {
  const args = [`first: ${first}`, REQUIRED[`Cluster.${field.name}`] ?? ''].filter((text) => text !== '').join(', ');
  const list = compositeOf(field) as Composite;
  const query = `{ cluster(name: "all") { list: ${field.name}(${args}) { edges { node ${nodeOf(list, 2)} } } } }`;
  const { answer, statements } = await statementsOf(() => api.data(query), api.database.url);
  // How many rows are fetched at once, and how many parameters there are, is in the texts.
  const texts = statements.map((text) =>
    text.replace(/^(FETCH|DECLARE|CLOSE) .*/s, '$1').replace(/ (=|IN) \(?\$\d.*/s, ''),
  );
  return { length: answer.cluster.list.edges.length as number, texts: texts.sort() };
}

test('the lists of a cluster are known', () => {
  expect(LISTS.length).toBeGreaterThan(10);
});

test.each(LISTS.map((field) => [field.name, field] as const))(
  'a page of %s with all that hangs on it costs as many statements as a page of one',
  async (name, field) => {
    await cost(field, 1);
    const one = await cost(field, 1);
    const many = await cost(field, MANY);
    if (!SHORT.has(name)) expect([one.length, many.length]).toEqual([1, MANY]);
    expect(one.texts.length).toBeGreaterThan(2);
    expect(many.texts).toEqual(one.texts);
  },
);
