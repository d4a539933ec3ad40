import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { TestApi } from '../e2e/test-api.js';
import { graphqlCases, type Document, type GraphqlCase } from './matrix/graphql-cases.js';
import { restCases, type Request, type RestCase } from './matrix/rest-cases.js';
import { FOREIGN, makeOwner, masked, NEVER, neverLike, type Owner } from './matrix/things.js';

/**
 * What another team has is not there: every operation of every face is asked by a stranger with each of its arguments
 * that names something, once as the other team's and once as what never was. Both are answered word for word alike.
 */
let api: TestApi;
let foreign: Owner;
let own: Owner;
let never: Pick<Owner, 'things' | 'globalIds'>;
beforeAll(async () => {
  api = await TestApi.start({ BERTH_RATE_LIMIT: '0', BERTH_TEAM_RATE_LIMIT: '0' });
  foreign = await makeOwner(api, FOREIGN);
  own = await makeOwner(api, 'ownword');
  never = neverLike(foreign);
}, 60_000);
afterAll(() => api.stop());

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** What a case came to: both answers, that to the stranger's own where it only reads, and how it is called. */
interface Outcome {
  readonly name: string;
  readonly theirs: Answer;
  readonly nothing: Answer;
  readonly mine: readonly Answer[];
  readonly named: readonly string[];
}

const AT_ONCE = 6;

/** In their order, some at a time. */
async function inTurns<T, R>(all: readonly T[], atOnce: number, work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let from = 0; from < all.length; from += atOnce)
    done.push(...(await Promise.all(all.slice(from, from + atOnce).map(work))));
  return done;
}

async function ask({ method, path, type, body }: Request, key = own.key): Promise<Answer> {
  const response = await fetch(`${api.url}${path}`, {
    method: method.toUpperCase(),
    headers: { authorization: `Bearer ${key}`, ...(type !== undefined && { 'content-type': type }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  });
  return { status: response.status, text: await response.text() };
}

const query = (document: Document): Promise<Answer> =>
  ask({ method: 'post', path: '/graphql', type: 'application/json', body: document });

/** What is wrong with the outcomes: answers that differ, and reads whose own answer says that they ask nothing. */
function faultsOf(outcomes: readonly Outcome[]): string[] {
  return outcomes.flatMap(({ name, theirs, nothing, mine, named }) => {
    const [one, other] = [theirs, nothing].map(({ text }) => masked(text, named));
    const faults = [];
    if (one !== other || theirs.status !== nothing.status)
      faults.push(`${name}: ${theirs.status} ${theirs.text}\n  and of nothing ${nothing.status} ${nothing.text}`);
    if (mine.length > 0 && mine.every(isRefused)) faults.push(`${name}: asks in vain, ${mine[0]?.text ?? ''}`);
    return faults;
  });
}

function isRefused({ status, text }: Answer): boolean {
  return status >= 400 || text.includes('"errors":[');
}

/** Nothing of these is in the fixture: what the own answer would be is not known. */
const NOT_THERE =
  /Archive|WhatIfTrace|getCheckpoint|proveConsistency|read(CSI|PersistentVolume(Status)?$|Repl|Runtime|Serv|Stateful|Vol)/;

async function restOutcome(one: RestCase): Promise<Outcome> {
  const { thing } = one;
  if (thing === 'cursor') throw new Error('a cursor is no thing');
  const around = /^path\.(cluster|team)$/.test(one.argument) ? foreign.things : own.things;
  const named = [foreign.things[thing], never.things[thing]];
  const outcome = {
    name: `${one.operation} ${one.argument}`,
    theirs: await ask(one.request(foreign.things[thing], around)),
    nothing: await ask(one.request(never.things[thing], around)),
    named,
  };
  if (thing === 'clusterName') await putBack(outcome);
  const isRead = one.method === 'get' && !NOT_THERE.test(one.operation);
  return { ...outcome, mine: isRead ? [await ask(one.request(own.things[thing], own.things))] : [] };
}

/** The stranger's cluster has its name again, and what they made of the names is gone. */
async function putBack({ theirs, nothing }: Pick<Outcome, 'theirs' | 'nothing'>): Promise<void> {
  const { cluster, clusterName } = own.things;
  const path = `/v1/clusters/${cluster}`;
  await ask({ method: 'patch', path, type: 'application/json', body: { name: clusterName } });
  for (const id of [theirs, nothing].flatMap(({ text }) => /"(?:uid|id)":"([0-9a-f-]{36})"/.exec(text)?.[1] ?? []))
    if (id !== cluster) await ask({ method: 'delete', path: `/v1/clusters/${id}` });
}

const ORDER = ['get', 'post', 'put', 'patch', 'delete'];

test('over REST and the Kubernetes API', async () => {
  const { cases, operations } = restCases();
  const things = cases.filter(({ thing }) => thing !== 'cursor');
  const [reads, writes] = [things.filter(isRead), things.filter((one) => !isRead(one))];
  writes.sort((a, b) => ORDER.indexOf(a.method) - ORDER.indexOf(b.method));
  const outcomes = [...(await inTurns(reads, AT_ONCE, restOutcome)), ...(await inTurns(writes, 1, restOutcome))];
  const notFound = outcomes.filter(({ nothing }) => nothing.status === 404).length;
  process.stdout.write(`foreign ids: ${outcomes.length} cases of ${operations} REST operations, ${notFound} are 404\n`);
  expect(faultsOf(outcomes)).toEqual([]);
  expect(outcomes.length).toBeGreaterThan(580);
  expect(notFound).toBeGreaterThan(500);
}, 300_000);

function isRead({ method }: RestCase): boolean {
  return method === 'get';
}

test('a cursor of another team leads to nothing of theirs', async () => {
  const cursors = restCases().cases.filter(({ thing }) => thing === 'cursor');
  const outcomes = await inTurns(cursors, AT_ONCE, async (one) => {
    const { path } = one.request('', foreign.things);
    const [bare = ''] = path.split('?');
    const first = await ask({ method: 'get', path: `${bare}?pageSize=1` }, foreign.key);
    const page = first.status < 400 ? first : await ask({ method: 'get', path: `${bare}?limit=1` }, foreign.key);
    const [, cursor] = /"(?:nextPageToken|continue)":"([^"]+)"/.exec(page.text) ?? [];
    const token = cursor ?? 'bm90aGluZw';
    return {
      isTheirs: cursor !== undefined,
      here: await ask(one.request(token, own.things)),
      there: await ask(one.request(token, foreign.things)),
    };
  });
  expect(outcomes.filter(({ here }) => here.text.includes(FOREIGN))).toEqual([]);
  expect(outcomes.filter(({ there }) => there.status < 400 && there.text.includes(FOREIGN))).toEqual([]);
  expect(outcomes.filter(({ isTheirs }) => isTheirs).length).toBeGreaterThan(5);
}, 120_000);

/** Things that GraphQL knows by global ids too. */
const TYPES: Readonly<Record<string, string>> = {
  ...{ cluster: 'Cluster', run: 'Run', decision: 'Decision', operation: 'Operation' },
};

function valuesOf({ thing, field }: GraphqlCase, { things, globalIds }: Pick<Owner, 'things' | 'globalIds'>): string[] {
  if (thing === 'globalId') return Object.values(globalIds);
  const global = globalIds[TYPES[thing] ?? ''];
  const plain = thing === 'cursor' || field === 'Query.decision' ? [] : [things[thing]];
  return [...plain, ...(global === undefined ? [] : [global])];
}

async function graphqlOutcomes(one: GraphqlCase): Promise<Outcome[]> {
  const isRoot = /^(Query|Mutation|Subscription)\./.test(one.field) && one.thing === 'cluster';
  const around = isRoot && !one.argument.includes('.a.') && !one.argument.includes('.b.') ? foreign : own;
  const send = one.root === 'subscription' ? subscribed : query;
  const [theirs, nothing, mine] = [foreign, never, own].map((owner) => valuesOf(one, owner));
  const answers = one.root === 'query' ? await inTurns(mine ?? [], 1, (id) => send(one.document(id, own))) : [];
  const outcomes = await inTurns([...(theirs ?? []).entries()], 1, async ([index, id]) => {
    const other = nothing?.[index] ?? '';
    const outcome = {
      name: `${one.field} ${one.argument}`,
      theirs: await send(one.document(id, around)),
      nothing: await send(one.document(other, around)),
      mine: answers,
      named: [id, other, ...Object.values(foreign.things), ...Object.values(never.things)],
    };
    if (one.thing === 'clusterName' && one.root === 'mutation') await putBack(outcome);
    return outcome;
  });
  return outcomes;
}

/** The first event, or why there is none; a subscription that only waits says so. */
async function subscribed(document: Document): Promise<Answer> {
  const client = createClient({
    url: `${api.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    retryAttempts: 0,
    connectionParams: { authorization: `Bearer ${own.key}` },
  });
  const waited = setTimeout(() => void client.dispose(), 2_000);
  try {
    for await (const event of client.iterate({ ...document, variables: { ...document.variables } }))
      return { status: 200, text: JSON.stringify(event) };
    return { status: 200, text: 'nothing' };
  } catch (error) {
    return { status: 400, text: JSON.stringify(error) };
  } finally {
    clearTimeout(waited);
    await client.dispose();
  }
}

test('over GraphQL', async () => {
  const { cases, fields } = graphqlCases();
  const things = cases.filter(({ thing }) => thing !== 'cursor');
  const [reads, writes] = [
    things.filter(({ root }) => root === 'query'),
    things.filter(({ root }) => root !== 'query'),
  ];
  const outcomes = [
    ...(await inTurns(reads, AT_ONCE, graphqlOutcomes)),
    ...(await inTurns(writes, 1, graphqlOutcomes)),
  ];
  const flat = outcomes.flat();
  process.stdout.write(`foreign ids: ${flat.length} cases of ${fields} fields with arguments of GraphQL\n`);
  expect(faultsOf(flat)).toEqual([]);
  expect(flat.length).toBeGreaterThan(100);
}, 300_000);

test('a cursor of another team leads to nothing of theirs over GraphQL', async () => {
  const cursors = graphqlCases().cases.filter(({ thing, field }) => thing === 'cursor' && field.startsWith('Cluster.'));
  const answers = await inTurns(cursors, AT_ONCE, async (one) => {
    const token = Buffer.from(JSON.stringify([foreign.things.node, foreign.things.cluster])).toString('base64url');
    return query(one.document(token, own));
  });
  expect(answers.filter(({ text }) => text.includes(FOREIGN))).toEqual([]);
  expect(answers.length).toBeGreaterThan(10);
}, 120_000);

test('an idempotency key of another team is any other', async () => {
  const create = async (key: string, name: string): Promise<Response> =>
    fetch(`${api.url}/v1/clusters`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': NEVER },
      body: JSON.stringify({ name }),
    });
  const [theirs, mine, again] = [
    await create(foreign.key, 'made-once'),
    await create(own.key, 'made-once'),
    await create(own.key, 'made-once'),
  ];
  expect([theirs, mine, again].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, null, 'true']);
  expect([theirs.status, mine.status, again.status]).toEqual([201, 201, 201]);
  const [one, two, same] = await Promise.all([theirs, mine, again].map((answer) => answer.json()));
  expect(two).toMatchObject({ team: own.things.team });
  expect([one, same]).toEqual([expect.not.objectContaining(two as object), two]);
});
