import { cases as counted, someCases } from '#test-cases';
import { TestApi } from '../e2e/test-api.js';
import { Asker, inTurns, type Answer } from './matrix/asker.js';
import { graphqlCases, type Document, type GraphqlCase } from './matrix/graphql-cases.js';
import { restCases, type RestCase } from './matrix/rest-cases.js';
import { FOREIGN, makeOwner, masked, neverLike, type Owner } from './matrix/things.js';

/**
 * What another team has is not there: every operation of every face is asked by a stranger with each of its arguments
 * that names something, once as the other team's and once as what never was. Both are answered word for word alike.
 */
let api: TestApi;
let foreign: Owner;
let own: Owner;
let stranger: Asker;
let never: Pick<Owner, 'things' | 'globalIds'>;
beforeAll(async () => {
  api = await TestApi.start({ BERTH_RATE_LIMIT: '0', BERTH_TEAM_RATE_LIMIT: '0' });
  foreign = await makeOwner(api, FOREIGN);
  own = await makeOwner(api, 'ownword');
  never = neverLike(foreign);
  stranger = new Asker(api.url, own.key);
}, 60_000);
afterAll(() => api.stop());

/** What a case came to: both answers, that to the stranger's own where it only reads, and how it is called. */
interface Outcome {
  readonly name: string;
  readonly theirs: Answer;
  readonly nothing: Answer;
  readonly mine: readonly Answer[];
  readonly named: readonly string[];
}

const AT_ONCE = 6;

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
const NOT_THERE = new RegExp(
  'Archive|WhatIfTrace|getCheckpoint|proveConsistency|getClock|getQueue|' +
    'read(CSI|PersistentVolume(Status)?$|Repl|Runtime|Service(Status)?$|Stateful|Vol)|' +
    'read(Event|Job|CronJob|DaemonSet|ControllerRevision|PodTemplate|EndpointSlice|Ingress|NetworkPolicy)|' +
    'read((Cluster)?RoleBinding|(Autoscaling)?HorizontalPodAutoscaler|Resource(Claim|Slice)|DeviceClass)',
);

async function restOutcome(one: RestCase): Promise<Outcome> {
  const { thing } = one;
  if (thing === 'cursor') throw new Error('a cursor is no thing');
  const around = /^path\.(cluster|team)$/.test(one.argument) ? foreign.things : own.things;
  const named = [foreign.things[thing], never.things[thing]];
  const outcome = {
    name: `${one.operation} ${one.argument}`,
    theirs: await stranger.ask(one.request(foreign.things[thing], around)),
    nothing: await stranger.ask(one.request(never.things[thing], around)),
    named,
  };
  if (thing === 'clusterName') await putBack(outcome);
  const isRead = one.method === 'get' && !NOT_THERE.test(one.operation);
  return { ...outcome, mine: isRead ? [await stranger.ask(one.request(own.things[thing], own.things))] : [] };
}

/** The stranger's cluster has its name again, and what they made of the names is gone. */
async function putBack({ theirs, nothing }: Pick<Outcome, 'theirs' | 'nothing'>): Promise<void> {
  const { cluster, clusterName } = own.things;
  const path = `/v1/clusters/${cluster}`;
  await stranger.ask({ method: 'patch', path, type: 'application/json', body: { name: clusterName } });
  for (const id of [theirs, nothing].flatMap(({ text }) => /"(?:uid|id)":"([0-9a-f-]{36})"/.exec(text)?.[1] ?? []))
    if (id !== cluster) await stranger.ask({ method: 'delete', path: `/v1/clusters/${id}` });
}

const ORDER = ['get', 'post', 'put', 'patch', 'delete'];

test('over REST and the Kubernetes API', async () => {
  const { cases, operations } = restCases();
  const things = someCases(cases.filter(({ thing }) => thing !== 'cursor'));
  const [reads, writes] = [things.filter(isRead), things.filter((one) => !isRead(one))];
  writes.sort((a, b) => ORDER.indexOf(a.method) - ORDER.indexOf(b.method));
  const outcomes = [...(await inTurns(reads, AT_ONCE, restOutcome)), ...(await inTurns(writes, 1, restOutcome))];
  const notFound = outcomes.filter(({ nothing }) => nothing.status === 404).length;
  process.stdout.write(
    `foreign ids: ${outcomes.length} of ${cases.length} cases of ${operations} REST operations, ${notFound} are 404\n`,
  );
  expect(faultsOf(outcomes)).toEqual([]);
  expect(cases.length).toBeGreaterThan(1_200);
  expect(notFound).toBeGreaterThan(counted(1_000));
}, 300_000);

function isRead({ method }: RestCase): boolean {
  return method === 'get';
}

test('a cluster by the name of its team and its own', async () => {
  const nameOf = ({ team, clusterName }: Owner['things']): string => `${team}/${clusterName}`;
  const all = restCases().cases.filter((one) => one.argument === 'path.cluster' && isRead(one));
  const reads = someCases(all);
  const outcomes = await inTurns(reads, AT_ONCE, async (one): Promise<Outcome> => {
    const named = [nameOf(foreign.things), nameOf(never.things)];
    const [theirs, nothing, mine] = [...named, nameOf(own.things)].map((name) => one.request(name, own.things));
    if (theirs === undefined || nothing === undefined || mine === undefined) throw new Error('three are asked');
    return {
      name: one.operation,
      theirs: await stranger.ask(theirs),
      nothing: await stranger.ask(nothing),
      mine: NOT_THERE.test(one.operation) ? [] : [await stranger.ask(mine)],
      named: [...named, ...named.map(encodeURIComponent)],
    };
  });
  expect(faultsOf(outcomes)).toEqual([]);
  expect(all.length).toBeGreaterThan(100);
}, 120_000);

test('a cursor of another team leads to nothing of theirs', async () => {
  const owner = new Asker(api.url, foreign.key);
  const cursors = restCases().cases.filter(({ thing }) => thing === 'cursor');
  const outcomes = await inTurns(cursors, AT_ONCE, async (one) => {
    const { path } = one.request('', foreign.things);
    const [bare = ''] = path.split('?');
    const first = await owner.ask({ method: 'get', path: `${bare}?pageSize=1` });
    const page = first.status < 400 ? first : await owner.ask({ method: 'get', path: `${bare}?limit=1` });
    const [, cursor] = /"(?:nextPageToken|continue)":"([^"]+)"/.exec(page.text) ?? [];
    const token = cursor ?? 'bm90aGluZw';
    return {
      isTheirs: cursor !== undefined,
      here: await stranger.ask(one.request(token, own.things)),
      there: await stranger.ask(one.request(token, foreign.things)),
    };
  });
  expect(outcomes.filter(({ here }) => here.text.includes(FOREIGN))).toEqual([]);
  expect(outcomes.filter(({ there }) => there.status < 400 && there.text.includes(FOREIGN))).toEqual([]);
  expect(outcomes.filter(({ isTheirs }) => isTheirs).length).toBeGreaterThan(5);
}, 120_000);

/** Things that GraphQL knows by global ids too. */
const TYPES: Readonly<Record<string, string>> = {
  ...{ cluster: 'Cluster', run: 'Run', decision: 'Decision', operation: 'Operation', team: 'Team' },
};

function valuesOf({ thing, field }: GraphqlCase, { things, globalIds }: Pick<Owner, 'things' | 'globalIds'>): string[] {
  if (thing === 'globalId') return Object.values(globalIds);
  const global = globalIds[TYPES[thing] ?? ''];
  const isNone = thing === 'cursor' || thing === 'plain' || field === 'Query.decision';
  const plain = isNone ? [] : [things[thing]];
  return [...plain, ...(global === undefined ? [] : [global])];
}

async function graphqlOutcomes(one: GraphqlCase): Promise<Outcome[]> {
  const isRoot = /^(Query|Mutation|Subscription)\./.test(one.field) && one.thing === 'cluster';
  const around = isRoot && !one.argument.includes('.a.') && !one.argument.includes('.b.') ? foreign : own;
  const send = (document: Document): Promise<Answer> => stranger.askGraphql(one.root, document);
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

test('over GraphQL', async () => {
  const { cases, fields } = graphqlCases();
  const things = someCases(cases.filter(({ thing }) => thing !== 'cursor'));
  const [reads, writes] = [
    things.filter(({ root }) => root === 'query'),
    things.filter(({ root }) => root !== 'query'),
  ];
  const outcomes = [
    ...(await inTurns(reads, AT_ONCE, graphqlOutcomes)),
    ...(await inTurns(writes, 1, graphqlOutcomes)),
  ];
  const flat = outcomes.flat();
  process.stdout.write(`foreign ids: ${flat.length} answers of ${fields} fields with arguments of GraphQL\n`);
  expect(faultsOf(flat)).toEqual([]);
  expect(cases.length).toBeGreaterThan(100);
  expect(flat.length).toBeGreaterThan(counted(100));
}, 300_000);

test('a cursor of another team leads to nothing of theirs over GraphQL', async () => {
  const cursors = graphqlCases().cases.filter(({ thing, field }) => thing === 'cursor' && field.startsWith('Cluster.'));
  const answers = await inTurns(cursors, AT_ONCE, async (one) => {
    const token = Buffer.from(JSON.stringify([foreign.things.node, foreign.things.cluster])).toString('base64url');
    return stranger.askGraphql(one.root, one.document(token, own));
  });
  expect(answers.filter(({ text }) => text.includes(FOREIGN))).toEqual([]);
  expect(answers.length).toBeGreaterThan(10);
}, 120_000);
