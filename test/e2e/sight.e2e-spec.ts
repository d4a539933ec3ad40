import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { CALLER, TestServices, valueOf } from '../services/index.js';
import { becomeGuest } from '../properties/sight/become-guest.js';
import { DOCUMENTS } from '../properties/sight/documents.js';
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
  const [ours] = shared.readers;
  if (ours === undefined) throw new Error('the cluster has no readers');
  await becomeGuest(services, { cluster: shared.id, own: ours.own });
  reader = ours;
}, 60_000);
afterAll(async () => {
  await services.leave();
  await api.stop();
});

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
    const reported = reader.hidden.filter((hidden) => said.includes(hidden) && !asked.includes(hidden));
    if (reported.length > 0) wrong.push(`${url} tells ${reported.join(' and ')}: ${text.slice(0, 500)}`);
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
