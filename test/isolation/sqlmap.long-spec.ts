import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { createTestDatabase, type TestDatabase } from '#test-database';
import pg from 'pg';
import { TestApi } from '../e2e/test-api.js';
import { inTurns } from './matrix/asker.js';
import { graphqlTexts } from './matrix/graphql-cases.js';
import { makeOwner, type Owner } from './matrix/things.js';
import { listOperations, textFor, type ListOperation } from './sqlmap/list-parameters.js';
import { requireSqlmap, runSqlmap, type Target, type Verdict } from './sqlmap/run-sqlmap.js';

/**
 * sqlmap, which is not ours, tries to bring SQL into every parameter of every list, over REST and over GraphQL, and is
 * tried itself on a server that lets it.
 */
let api: TestApi;
let owner: Owner;
beforeAll(async () => {
  process.stdout.write(`sqlmap ${requireSqlmap()}\n`);
  api = await TestApi.start({ BERTH_RATE_LIMIT: '0', BERTH_TEAM_RATE_LIMIT: '0' });
  owner = await makeOwner(api, 'sought');
});
afterAll(() => api.stop());

const AT_ONCE = 2;

/** What all of them came to; the parameters of which none was tried are named by the request. */
async function attack(targets: readonly Target[], what: string): Promise<readonly Verdict[]> {
  const known = api.log.length;
  const verdicts = await inTurns(targets, AT_ONCE, confirmed);
  const sum = (count: (one: Verdict) => number): number => verdicts.reduce((all, one) => all + count(one), 0);
  process.stdout.write(
    `sqlmap: ${what}: ${sum(({ tested }) => tested.length)} parameters of ${targets.length} requests, ` +
      `${api.log.length - known} lines in the log of the service, ` +
      `${sum(({ injectable }) => injectable.length)} injectable\n`,
  );
  return verdicts;
}

/**
 * What sqlmap says of a request. Where it thinks that it got SQL in, it has to think so again: by how long answers take
 * it can be mistaken on a busy machine.
 */
async function confirmed(target: Target): Promise<Verdict> {
  const verdict = await runSqlmap(target);
  if (verdict.injectable.length === 0) return verdict;
  process.stdout.write(
    `sqlmap: ${target.name}: ${verdict.injectable.join()} by ${verdict.how.join(', ')}: once more\n`,
  );
  const again = await runSqlmap(target);
  return { ...again, injectable: again.injectable.filter((one) => verdict.injectable.includes(one)) };
}

function headers(): Record<string, string> {
  return { authorization: `Bearer ${owner.key}` };
}

async function statusOf(url: URL): Promise<number> {
  const response = await fetch(url, { headers: headers() });
  await response.arrayBuffer();
  return response.status;
}

/** Parameters that go on behind a page, and what says how long the page is. */
const TOKENS: Readonly<Record<string, string>> = {
  ...{ pageToken: 'pageSize', placementsPageToken: 'pageSize', continue: 'limit' },
};

/** Where a list goes on behind its first; undefined where it has no more than one. */
async function tokenOf(first: URL): Promise<string | undefined> {
  const text = await (await fetch(first, { headers: headers() })).text();
  return /"(?:nextPageToken|continue)":"([^"]+)"/.exec(text)?.[1];
}

/**
 * Requests with as many of the parameters in each as are answered together. A parameter that no answer comes with, as a
 * token of a list without a second page, is in a request by itself.
 */
async function targetsOf({ id, path, required, optional }: ListOperation): Promise<readonly Target[]> {
  const urlOf = (parameters: Readonly<Record<string, string>>): URL =>
    new URL(`${path}?${new URLSearchParams({ ...required, ...parameters }).toString()}`, api.url);
  const groups: Record<string, string>[] = Object.keys(required).length > 0 ? [{}] : [];
  const alone: Record<string, string>[] = [];
  for (const [name, said] of Object.entries(optional)) {
    const size = TOKENS[name];
    const before = size === undefined ? {} : { [size]: '1' };
    const one = { ...before, [name]: size === undefined ? said : ((await tokenOf(urlOf(before))) ?? said) };
    const last = groups.at(-1);
    if (last !== undefined && (await statusOf(urlOf({ ...last, ...one }))) < 400) Object.assign(last, one);
    else ((await statusOf(urlOf(one))) < 400 ? groups : alone).push(one);
  }
  return [...groups, ...alone].map((group) => ({ name: id, url: urlOf(group), headers: headers() }));
}

/**
 * A stream goes on for as long as somebody listens. Of archives and of decisions of a what-if there are none here, and
 * so no answer to compare others with.
 */
const LEFT_OUT: readonly string[] = ['listHeads', 'getArchivedTrace', 'getWhatIfTrace'];

const isFault = ({ tested, injectable, problem }: Verdict): boolean =>
  tested.length === 0 || injectable.length > 0 || problem !== undefined;

test('no parameter of a list lets SQL in, over REST', async () => {
  const operations = listOperations(owner.things).filter(({ id }) => !LEFT_OUT.includes(id));
  const targets = (await inTurns(operations, 1, targetsOf)).flat();
  const verdicts = await attack(targets, 'REST');
  expect(verdicts.filter(isFault)).toEqual([]);
  const tried = new Set(verdicts.flatMap(({ name, tested }) => tested.map((one) => `${name}.${one}`)));
  const named = operations.flatMap(({ id, required, optional }) =>
    Object.keys({ ...required, ...optional }).map((one) => `${id}.${one}`),
  );
  expect(named.filter((one) => !tried.has(one))).toEqual([]);
  expect(tried.size).toBeGreaterThan(200);
}, 1_800_000);

test('no text of a query lets SQL in, over GraphQL', async () => {
  const cases = graphqlTexts().filter(({ thing }) => thing !== 'globalId');
  const targets = cases.map((one): Target => {
    const { thing, field, argument } = one;
    const value = thing === 'plain' || thing === 'cursor' ? textFor(field, argument) : owner.things[thing];
    return {
      name: `${field} ${argument}`,
      url: new URL('/graphql', api.url),
      headers: { ...headers(), 'content-type': 'application/json' },
      body: JSON.stringify(one.document(`${value}*`, owner)),
    };
  });
  expect((await attack(targets, 'GraphQL')).filter(isFault)).toEqual([]);
  expect(targets.length).toBeGreaterThan(80);
}, 1_800_000);

describe('a server that lets it', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let server: Server;
  let url: string;
  beforeAll(async () => {
    database = await createTestDatabase({ migrated: false });
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query("CREATE TABLE pods AS SELECT 'pod-' || n AS name FROM generate_series(1, 9) n");
    server = createServer((request, response) => {
      void asked(request)
        .then(injectable)
        .then(({ status, text }) => {
          response.writeHead(status, { 'content-type': 'application/json' }).end(text);
        });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.close();
    await client.end();
    await database.drop();
  });

  async function asked(request: IncomingMessage): Promise<Readonly<Record<string, string>>> {
    if (request.method === 'GET') return Object.fromEntries(new URL(request.url ?? '', url).searchParams);
    return ((await json(request)) as { variables: Record<string, string> }).variables;
  }

  /** Answers as the product does, but for how it asks by `name`. */
  async function injectable({
    name = '',
    safe = 'x',
  }: Readonly<Record<string, string>>): Promise<{ readonly status: number; readonly text: string }> {
    try {
      const { rows } = await client.query(`SELECT name FROM pods WHERE name = '${name}' AND $1::text <> ''`, [safe]);
      return { status: 200, text: JSON.stringify({ items: rows }) };
    } catch {
      return { status: 500, text: JSON.stringify({ code: 'INTERNAL' }) };
    }
  }

  test('is found out, by the parameter that lets it', async () => {
    const target = { name: 'control', url: new URL('/pods?name=pod-1&safe=x', url), headers: {} };
    expect(await attack([target], 'control')).toMatchObject([{ tested: ['name'], injectable: ['name'] }]);
    const harmless = { name: 'control', url: new URL('/pods?safe=x', url), headers: {} };
    expect(await attack([harmless], 'control')).toEqual([
      { name: 'control', tested: ['safe'], injectable: [], how: [] },
    ]);
  }, 300_000);

  test('is found out in a text of JSON', async () => {
    const body = JSON.stringify({ query: 'query ($name: String) { pods }', variables: { name: 'pod-1*' } });
    const target = { name: 'control', url: new URL('/graphql', url), headers: { 'content-type': 'application/json' } };
    const [verdict] = await attack([{ ...target, body }], 'control');
    expect(verdict?.injectable).toHaveLength(1);
  }, 300_000);
});
