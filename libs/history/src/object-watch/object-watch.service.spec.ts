import { parseFieldSelector, type FieldRequirement } from '#kubernetes';
import { parseLabelSelector, type LabelRequirement } from '#apimachinery';
import type { Manifest } from '#rows';
import type { Caller } from '#database';
import fc from 'fast-check';
import { cases } from '#test-cases';
import { CALLER, kindNamed, node, pod, randomWrites, TestServices, valueOf } from '#test-services';
import { WatchService } from '../watch/index.js';
import { ObjectFeed } from './object-feed.js';
import { ObjectWatchService, type EventForm, type ObjectWatch, type ObjectWatchRequest } from './index.js';

interface Event {
  readonly type: string;
  readonly object: Manifest;
}

let services: TestServices;
let watchService: WatchService;
let watches: ObjectWatchService;
beforeAll(async () => {
  services = await TestServices.create();
  watchService = new WatchService(services.database, { pollMs: 50 });
  // Bookmarks say that everything up to a position was handed out.
  watches = new ObjectWatchService(watchService, services.moments, 5);
});
afterAll(async () => {
  watchService.stop();
  await services.drop();
});

const PODS = kindNamed('Pod');
const WHOLE: EventForm = {
  key: 'json',
  write: ({ text }) => text,
  bookmark: (resourceVersion, isEnd) =>
    JSON.stringify({ metadata: { resourceVersion, ...(isEnd && { annotations: { end: 'true' } }) } }),
};
const FROM_NOW = { initialEvents: true, endOfInitialEvents: true, bookmarks: true };
const RESUMED = { initialEvents: false, endOfInitialEvents: false, bookmarks: true };

function requestOf(cluster: string, asked: Partial<ObjectWatchRequest> = {}): ObjectWatchRequest {
  return { cluster, kind: PODS, namespace: '', match: {}, form: WHOLE, ...RESUMED, ...asked };
}

function labels(text: string): { readonly labels: readonly LabelRequirement[] } {
  const parsed = parseLabelSelector(text);
  if ('requirements' in parsed) return { labels: parsed.requirements };
  throw new Error(parsed.problem);
}

function fields(text: string): { readonly fields: readonly FieldRequirement[] } {
  const parsed = parseFieldSelector(text, 'Pod');
  if ('requirements' in parsed) return { fields: parsed.requirements };
  throw new Error(parsed.problem);
}

async function opened(request: ObjectWatchRequest, caller: Caller = CALLER): Promise<ObjectWatch> {
  return valueOf(await watches.watch(caller, request, new AbortController().signal));
}

/** The next events of a watch up to a bookmark at a position, or its end. */
async function events({ signs }: Pick<ObjectWatch, 'signs'>, upTo: bigint): Promise<Event[]> {
  const found: Event[] = [];
  const reading = signs[Symbol.asyncIterator]();
  for (let next = await reading.next(); !next.done; next = await reading.next()) {
    const sign = next.value;
    if ('end' in sign) return [...found, { type: 'END', object: sign.end as unknown as Manifest }];
    const lines = sign.lines
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Event);
    found.push(...lines.filter(({ type }) => type !== 'BOOKMARK'));
    const last = lines.at(-1);
    if (last?.type === 'BOOKMARK' && BigInt(last.object.metadata.resourceVersion ?? '') >= upTo) break;
  }
  return found;
}

const short = (found: readonly Event[]): string[] =>
  found.map(({ type, object: { metadata, spec } }) => {
    const { nodeName = '' } = (spec ?? {}) as { nodeName?: string };
    return `${type} ${metadata.name}@${metadata.resourceVersion} ${metadata.labels?.['app'] ?? ''}${nodeName}`.trim();
  });

const labelled = (name: string, app: string): object => ({
  ...pod(name),
  metadata: { name, namespace: 'default', labels: { app } },
});
const place = (cluster: string) => ({ cluster, kind: PODS, namespace: 'default' });

async function relabel(cluster: string, name: string, app: string | null): Promise<void> {
  const patch = { type: 'merge' as const, patch: { metadata: { labels: { app } } } };
  valueOf(await services.objects.patch(CALLER, place(cluster), { name, patch }));
}

async function headOf(cluster: string): Promise<bigint> {
  return BigInt(valueOf(await services.clusters.get(CALLER, cluster)).position);
}

test('objects enter and leave a selection, are bound, and go, each with the version of that change', async () => {
  const cluster = await services.clusterOf(node('n'), labelled('a', 'web'), pod('b'));
  const web = await opened(requestOf(cluster, { match: labels('app=web'), ...FROM_NOW }));
  const others = await opened(requestOf(cluster, { match: labels('app!=web'), ...FROM_NOW }));
  const onNode = await opened(requestOf(cluster, { match: fields('spec.nodeName=n'), ...FROM_NOW }));
  const begun = await headOf(cluster);
  expect(short(await events(web, begun))).toEqual(['ADDED a@2 web']);
  expect(short(await events(others, begun))).toEqual(['ADDED b@3']);
  expect(short(await events(onNode, begun))).toEqual([]);
  await relabel(cluster, 'b', 'web');
  await relabel(cluster, 'a', null);
  valueOf(await services.bindings.bind(CALLER, { ...place(cluster), name: 'a', node: 'n' }));
  valueOf(await services.objects.delete(CALLER, place(cluster), { name: 'b' }));
  const [relabelled, left, bound, gone] = [1n, 2n, 3n, 4n].map((step) => String(begun + step));
  const head = await headOf(cluster);
  expect(short(await events(web, head))).toEqual([
    `ADDED b@${relabelled} web`,
    `DELETED a@${left} web`,
    `DELETED b@${gone} web`,
  ]);
  expect(short(await events(others, head))).toEqual([
    `DELETED b@${relabelled}`,
    `ADDED a@${left}`,
    `MODIFIED a@${bound} n`,
  ]);
  expect(short(await events(onNode, head))).toEqual([`ADDED a@${bound} n`]);
});

const SELECTIONS: readonly Partial<ObjectWatchRequest>[] = [
  {},
  { match: labels('app in (a,b)') },
  { match: labels('!app') },
  { match: fields('spec.nodeName=a') },
  { match: fields('spec.nodeName=,status.phase!=Failed') },
  { match: fields('metadata.name=p') },
  { namespace: 'default' },
  { kind: kindNamed('Node') },
  { kind: kindNamed('Namespace') },
];

test('a list with the changes after it is the later list, from any position on', async () => {
  const writes = randomWrites(() => services);
  await fc.assert(
    fc.asyncProperty(fc.array(writes, { minLength: 2, maxLength: 4 }), fc.nat(), async (rounds, seed) => {
      const cluster = await services.clusterOf(node('a'), node('b'));
      for (const round of rounds) for (const write of round) await write(cluster);
      const head = await headOf(cluster);
      const drawn = BigInt(seed) % (head + 1n);
      // As an API server, it has no events from version 1 on.
      const after = drawn === 1n ? 0n : drawn;
      for (const selection of SELECTIONS) {
        const request = requestOf(cluster, selection);
        const state = new Map((await listed(request, after)).map((object) => [nameOf(object), object]));
        for (const { type, object } of await events(await opened({ ...request, after }), head)) {
          expect(state.has(nameOf(object))).toBe(type !== 'ADDED');
          if (type === 'DELETED') state.delete(nameOf(object));
          else state.set(nameOf(object), object);
        }
        const want = await listed(request, head);
        expect([...state.values()].sort(byName)).toEqual(want);
        const now = await events(await opened({ ...request, ...FROM_NOW }), head);
        expect(now.map(({ type }) => type)).toEqual(want.map(() => 'ADDED'));
        expect(now.map(({ object }) => object)).toEqual(want);
      }
    }),
    { numRuns: cases(10) },
  );
}, 120_000);

const nameOf = ({ metadata: { namespace = '', name } }: Manifest): string => `${namespace}/${name}`;
const byName = (a: Manifest, b: Manifest): number => (nameOf(a) < nameOf(b) ? -1 : 1);

async function listed({ cluster, kind, namespace, match }: ObjectWatchRequest, at: bigint): Promise<Manifest[]> {
  const { items } = valueOf(
    await services.objects.list(CALLER, { cluster, kind, namespace, asServed: true, at: String(at) }, match),
  );
  return [...items].sort(byName);
}

test('watchers of the same share a stream: each change is written once', async () => {
  const cluster = await services.clusterOf(pod('a'));
  let written = 0;
  const form: EventForm = { ...WHOLE, key: 'counting', write: ({ text }) => (written++, text) };
  const begun = await headOf(cluster);
  const all = await Promise.all(Array.from({ length: 50 }, () => opened(requestOf(cluster, { form, after: begun }))));
  const following = all.map((watch) => events(watch, begun + 3n));
  // They wait where the log ends.
  await events(await opened(requestOf(cluster, { form, after: begun })), begun);
  written = 0;
  for (const app of ['x', 'y', 'z']) await relabel(cluster, 'a', app);
  for (const found of await Promise.all(following)) expect(found).toHaveLength(3);
  // Also for a first event, which may be of another form.
  expect(written).toBeLessThanOrEqual(6);
});

test('the first event that a watcher is sent may be written otherwise, and is so for each', async () => {
  const cluster = await services.clusterOf(pod('a'), pod('b'));
  const form: EventForm = {
    ...WHOLE,
    key: 'first',
    write: ({ object: { metadata } }, { isFirst }) =>
      JSON.stringify({ metadata: { ...metadata, labels: { isFirst } } }),
  };
  const begun = await headOf(cluster);
  const [resumed, fresh] = [
    await opened(requestOf(cluster, { form, after: begun })),
    await opened(requestOf(cluster, { form, ...FROM_NOW })),
  ];
  const firsts = async (watch: ObjectWatch, upTo: bigint): Promise<unknown[]> =>
    (await events(watch, upTo)).map(({ object }) => object.metadata.labels?.['isFirst']);
  expect(await firsts(fresh, begun)).toEqual([true, false]);
  expect(await firsts(resumed, begun)).toEqual([]);
  await relabel(cluster, 'a', 'x');
  await relabel(cluster, 'a', 'y');
  expect(await firsts(fresh, begun + 2n)).toEqual([false, false]);
  expect(await firsts(resumed, begun + 2n)).toEqual([true, false]);
});

test.each([
  ['beyond the log', 99n, 'PositionAhead'],
  ['before what is kept', 0n, 'HistoryExpired'],
])('a position %s is refused', async (_what, after, kind) => {
  const cluster = await services.clusterOf(node('a'));
  const fork = valueOf(await services.forks.fork(CALLER, { cluster, name: `fork-${kind.toLowerCase()}` })).id;
  const outcome = await watches.watch(CALLER, requestOf(fork, { after }), new AbortController().signal);
  expect(outcome.refused && outcome.refusal.kind).toBe(kind);
});

test('a reader that reads nothing is cut off when too much waits for it; the others go on', async () => {
  const cluster = await services.clusterOf(pod('a'));
  const big = 'x'.repeat(200_000);
  const begun = await headOf(cluster);
  const idle = await opened(requestOf(cluster, { after: begun }));
  const signs = idle.signs[Symbol.asyncIterator]();
  await relabel(cluster, 'a', '0');
  await signs.next();
  const reading = opened(requestOf(cluster, { after: begun })).then((watch) => events(watch, begun + 61n));
  for (let index = 1; index <= 60; index++) {
    const patch = { type: 'merge' as const, patch: { metadata: { annotations: { big: `${index}${big}` } } } };
    valueOf(await services.objects.patch(CALLER, place(cluster), { name: 'a', patch }));
  }
  expect(await reading).toHaveLength(61);
  expect(idle.cut.aborted).toBe(true);
  expect(await signs.next()).toEqual({ done: false, value: { end: 'slow' } });
});

test('a watch of a cluster that is deleted ends, and those of a process that stops', async () => {
  const cluster = await services.clusterOf(pod('a'));
  const other = await services.clusterOf(pod('b'));
  const stopping = new WatchService(services.database, { pollMs: 50 });
  const own = new ObjectWatchService(stopping, services.moments);
  const [deleted, stopped] = [
    await opened(requestOf(cluster)),
    valueOf(await own.watch(CALLER, requestOf(other), new AbortController().signal)),
  ];
  valueOf(await services.clusters.delete(CALLER, cluster));
  expect((await events(deleted, 99n)).at(-1)).toEqual({ type: 'END', object: { kind: 'ClusterNotFound', cluster } });
  const ending = events(stopped, 99n);
  stopping.stop();
  expect((await ending).at(-1)).toEqual({ type: 'END', object: 'stopped' });
});

test('a feed that is closed while it follows the log ends', async () => {
  const cluster = await services.clusterOf(node('n'));
  const { id: clusterId } = valueOf(await services.clusters.get(CALLER, cluster));
  const source = { following: watchService.following, moments: services.moments };
  const feed = await ObjectFeed.open({ clusterId, kind: PODS, after: undefined }, source);
  if (!(feed instanceof ObjectFeed)) throw new Error(JSON.stringify(feed));
  const following = feed.run(() => false);
  feed.close();
  await following;
  expect(feed.end).toBe('moved');
}, 10_000);
