import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { DEFAULT_TEAM_ID } from '#access';
import { CALLER, TestServices, valueOf } from '../services/index.js';
import { requests } from '../properties/sight/requests.js';
import { randomShare, shareCluster, type Reader, type SharedCluster } from '../properties/sight/shared-cluster.js';
import { TestApi } from './test-api.js';

let api: TestApi;
let services: TestServices;
let shared: SharedCluster;
let reader: Reader;
beforeAll(async () => {
  api = await TestApi.start();
  services = await TestServices.create(api.database);
  const [random] = fc.sample(randomShare, { numRuns: 1 });
  shared = await shareCluster(services, { nodes: 2, pods: random?.pods ?? [], evicted: 'theirs' });
  reader = await becomeGuest();
}, 60_000);
afterAll(async () => {
  await services.leave();
  await api.stop();
});

/** The cluster goes to another team; of those who ask it is one namespace only. */
async function becomeGuest(): Promise<Reader> {
  const [ours] = shared.readers;
  if (ours === undefined) throw new Error('nobody reads');
  const team = randomUUID();
  await services.connected(async (client) => {
    await client.query('INSERT INTO teams (id, name, created_at) VALUES ($1, $2, now())', [team, `owners-${team}`]);
    for (const [table, column] of [
      ['clusters', 'id'],
      ['cluster_heads', 'cluster_id'],
    ] as const)
      await client.query(`UPDATE ${table} SET team_id = $2 WHERE ${column} = $1`, [shared.id, team]);
    await client.query(
      `INSERT INTO namespace_teams (cluster_id, namespace, team_id, created_at, created_by)
       VALUES ($1, $2, $3, now(), 'spec')`,
      [shared.id, ours.own, DEFAULT_TEAM_ID],
    );
  });
  return ours;
}

/** The operations of which docs/visibility.md says this. */
function said(what: RegExp): ReadonlySet<string> {
  const rows = readFileSync('docs/visibility.md', 'utf8').split('\n');
  const names = rows.filter((row) => what.test(row)).flatMap((row) => [...row.matchAll(/`([\w.]+)`/g)]);
  return new Set(names.map(([, name = '']) => name));
}

test('no answer and no line of the log names what its reader does not see, over REST or as kubectl asks', async () => {
  const [mark = '', other = ''] = reader.hidden;
  const all = valueOf(
    await services.decisions.list({ ...CALLER, roles: ['system'] }, shared.id, { filter: {}, pageSize: 20 }),
  );
  const given = {
    shared,
    namespaces: [reader.own, mark],
    names: ['node-0', shared.pods.ours.split('/')[1] ?? '', other],
    decisions: all.items.slice(0, 6).map(({ id }) => id),
    digest: '0'.repeat(64),
  };
  const refused = said(/\| whole \|$/);
  const byRoles = said(/by \[roles\]/);
  const lines = api.log.length;
  const wrong: string[] = [];
  let own = 0;
  for (const { operation, url } of requests(given)) {
    const { status, text, headers } = await api.get(url);
    const asked = decodeURIComponent(url);
    const said = `${text}${JSON.stringify(headers)}`;
    const told = reader.hidden.filter((hidden) => said.includes(hidden) && !asked.includes(hidden));
    if (told.length > 0) wrong.push(`${url} tells ${told.join(' and ')}: ${text.slice(0, 500)}`);
    if (status >= 500) wrong.push(`${url}: ${status} ${text.slice(0, 300)}`);
    if (refused.has(operation) !== (status === 403) && !byRoles.has(operation) && !url.includes('?'))
      wrong.push(`${url}: ${status}, ${text.slice(0, 200)}`);
    if (text.includes(reader.own)) own++;
  }
  expect(wrong).toEqual([]);
  expect(own).toBeGreaterThan(30);
  const logged = api.log.slice(lines).map((line) => JSON.stringify({ ...line, path: '', url: '' }));
  expect(
    logged.filter((line) =>
      reader.hidden.some((hidden) => hidden !== mark && hidden !== other && line.includes(hidden)),
    ),
  ).toEqual([]);
}, 120_000);

const POD = '{ namespace name uid }';
const all = (field: string, selection: string): string => `${field} { edges { node { ${selection} } } }`;
const DOCUMENTS: Readonly<Record<string, string>> = {
  objects: `counts { nodes pods pendingPods } ${all('namespaces(first: 100)', 'name pods pendingPods')}
    ${all('pods(first: 50)', 'manifest')}
    ${all('nodes(first: 5)', `name podCount ${all('pods(first: 50)', 'manifest')}`)}
    labelKeys(kind: Pod) { key values { value } } ${all('quotas(first: 50)', 'namespace name')}
    search(text: "z") { kind namespace name } states { gatedPods nominatedPods }`,
  decisions: all(
    'decisions(first: 20)',
    `redacted otherVictims message pod ${POD} victims ${POD} rejections { reason } podObject { manifest }
      ${all('trace(first: 5)', 'node status { reasons }')} why { sentence }`,
  ),
  log: `${all('changes(first: 100)', `kind namespace name uid object patch preemptedBy preemptor ${POD}`)}
    activity(buckets: 2) { changes { create } }
    diff(from: "revision:1") { ${all('objects(first: 100)', 'kind namespace name patch')}
      ${all('placements(first: 100)', 'pod { namespace name }')} }`,
  runs: `${all(
    'runs(first: 10)',
    `redacted actor asked { names namespace labelSelector } counts { selected }
      ${all('decisions(first: 20)', `pod ${POD} victims ${POD}`)}`,
  )} pending(groupBy: [namespace, reason]) { pods } ${all('pendingPods(first: 50)', 'namespace name')}
    ${all('refusals(first: 10)', 'name')}`,
  totals: all('decisionTotals(groupBy: [namespace], first: 10)', 'attempts'),
  waits: all('waits(groupBy: [namespace], first: 10)', 'bindings'),
  revisions: all('revisions(first: 10)', 'actor reason'),
};

test.each(Object.entries(DOCUMENTS))('nor in GraphQL: %s', async (name, document) => {
  const query = `{ cluster(id: ${JSON.stringify(shared.id)}) { ${document} } }`;
  const { body, text } = await api.post('/graphql').send({ query });
  const { data, errors = [] } = body as {
    readonly data: object | null;
    readonly errors?: readonly { extensions: { code: string } }[];
  };
  const isWhole = ['totals', 'waits', 'revisions'].includes(name);
  expect(errors.map(({ extensions }) => extensions.code)).toEqual(isWhole ? ['FORBIDDEN'] : []);
  expect(isWhole || JSON.stringify(data).includes(name === 'runs' ? 'redacted' : reader.own)).toBe(true);
  expect(reader.hidden.filter((hidden) => text.includes(hidden))).toEqual([]);
});
