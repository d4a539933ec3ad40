import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventQueue } from '../../apps/cli/src/mirror/event-queue.js';
import { listKind, watchKind, type FollowedKind } from '../../apps/cli/src/mirror/follow-kind.js';
import { mirroredKinds } from '../../apps/cli/src/mirror/kinds.js';
import { Credentials } from '../../apps/cli/src/mirror/kube/credentials.js';
import { KubeClient, KubeError } from '../../apps/cli/src/mirror/kube/kube-client.js';
import { ScriptedApi, status, type ScriptedAnswer } from './scripted-api.js';

let api: ScriptedApi;
let folder: string;
beforeAll(async () => {
  api = await ScriptedApi.open();
  folder = mkdtempSync(join(tmpdir(), 'berth-mirror-'));
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

/** What a mirror makes of an API server. */
class Following {
  readonly queue = new EventQueue();
  readonly reported: string[] = [];
  readonly paused: number[] = [];
  readonly #ending = new AbortController();
  readonly one: FollowedKind;

  constructor(credentials = new Credentials({ token: 't' }), silentMs?: number) {
    const [kind] = mirroredKinds(['pods']);
    if (kind === undefined) throw new Error('pods are followed');
    const client = new KubeClient({ server: api.url, name: 'scripted', tls: {}, credentials }, silentMs);
    this.one = {
      ...{ client, kind, queue: this.queue, redaction: { keep: [], paths: [] }, signal: this.#ending.signal },
      tell: (message) => void this.reported.push(message),
      pause: (ms) => {
        this.paused.push(ms);
        return Promise.resolve();
      },
    };
  }

  /** What was sent: its type, and the name of the object or the kind. */
  get sent(): readonly string[] {
    const taken: string[] = [];
    while (this.queue.size > 0) taken.push(...this.queue.take().lines);
    return taken.map((line) => {
      const { type, object } = JSON.parse(line) as {
        type: string;
        object: { kind: string; metadata?: { name: string } };
      };
      return `${type} ${object.metadata?.name ?? object.kind}`;
    });
  }

  /** Watches until the API server has nothing to answer any more. */
  async watch(...answers: readonly ScriptedAnswer[]): Promise<void> {
    api.script(...answers);
    const rests = api.rest();
    const watching = watchKind(this.one, '5');
    await rests;
    this.#ending.abort();
    await watching;
  }
}

const pod = (name: string, resourceVersion = '6') => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'default', resourceVersion },
});

const list = (names: readonly string[], { next, version = '5' }: { next?: string; version?: string } = {}) => ({
  body: {
    ...{ apiVersion: 'v1', kind: 'PodList', metadata: { resourceVersion: version, ...(next && { continue: next }) } },
    items: names.map((name) => pod(name)),
  },
});

const GONE = status(410, 'Expired', 'The provided continue parameter is too old');

describe('lists', () => {
  test('come in pages, each asked for with what the one before says', async () => {
    const following = new Following();
    api.script(list(['a', 'b'], { next: 'c1', version: '7' }), list(['c'], { version: '7' }));
    expect(await listKind(following.one)).toBe('7');
    expect(api.asked.map(({ query }) => query)).toEqual([{ limit: '500' }, { limit: '500', continue: 'c1' }]);
    expect(following.sent).toEqual(['LIST_BEGIN Pod', 'ADDED a', 'ADDED b', 'ADDED c', 'LIST_END Pod']);
  });

  test('begin again where a page is gone, and are read whole where that happens again', async () => {
    const following = new Following();
    const gone = { status: 410, body: GONE };
    api.script(list(['a'], { next: 'c' }), gone, list(['a'], { next: 'c' }), gone, list(['b', 'c'], { version: '9' }));
    expect(await listKind(following.one)).toBe('9');
    expect(api.asked.map(({ query }) => query['limit'])).toEqual(['500', '500', '500', '500', undefined]);
    expect(following.sent).toEqual([
      ...['LIST_BEGIN Pod', 'ADDED a', 'LIST_BEGIN Pod', 'ADDED a'],
      ...['LIST_BEGIN Pod', 'ADDED b', 'ADDED c', 'LIST_END Pod'],
    ]);
  });

  test('ask for a page again that failed, and wait as long as the API server says', async () => {
    const following = new Following();
    const busy = { status: 429, headers: { 'retry-after': '7' }, body: status(429, 'TooManyRequests', 'too many') };
    const broken = { status: 500, body: 'etcdserver: leader changed' };
    const cut = { headers: { 'content-length': '10000' }, body: '{"items":[', then: 'cut' } as const;
    api.script(list(['a'], { next: 'c' }), busy, broken, broken, cut, list(['b']));
    await listKind(following.one);
    expect(api.asked.slice(1).map(({ query }) => query['continue'])).toEqual(['c', 'c', 'c', 'c', 'c']);
    expect(following.sent).toEqual(['LIST_BEGIN Pod', 'ADDED a', 'ADDED b', 'LIST_END Pod']);
    expect(following.paused[0]).toBe(7_000);
    expect(following.paused).toHaveLength(4);
    // The same trouble is said once.
    expect(following.reported).toHaveLength(3);
    expect(following.reported[0]).toBe('pods: /api/v1/pods: too many; trying again');
  });

  test('are refused at first where no credentials can be read, and later tried again', async () => {
    const tokenFile = join(folder, 'late');
    const following = new Following(new Credentials({ tokenFile }));
    await expect(listKind(following.one)).rejects.toThrow(/late cannot be read/);
    const pause = following.one.pause;
    const written = { ...following.one, pause: (ms: number) => (writeFileSync(tokenFile, 't'), pause(ms)) };
    api.script(list(['a']));
    expect(await listKind(written, 'again')).toBe('5');
    expect(following.reported).toHaveLength(1);
  });

  test.each([401, 403, 404])('are refused at first by %d, and later tried again', async (code) => {
    const following = new Following();
    const refused = { status: code, body: status(code, 'Refused', 'no') };
    api.script(refused);
    await expect(listKind(following.one)).rejects.toMatchObject({ status: code });
    expect(following.sent).toEqual([]);
    api.script(refused, list(['a']));
    expect(await listKind(following.one, 'again')).toBe('5');
    expect(following.reported).toEqual(['pods: /api/v1/pods: no; trying again']);
  });
});

describe('a token that is renewed', () => {
  test('is read again when it is not accepted', async () => {
    const tokenFile = join(folder, 'token');
    writeFileSync(tokenFile, 'old\n');
    const following = new Following(new Credentials({ tokenFile }));
    api.script(list([]));
    await listKind(following.one);
    writeFileSync(tokenFile, 'new\n');
    api.script({ status: 401, body: status(401, 'Unauthorized', 'Unauthorized') }, list(['a']));
    await listKind(following.one);
    expect(api.asked.map(({ authorization }) => authorization)).toEqual(['Bearer old', 'Bearer new']);
    expect(following.reported).toEqual([]);
  });

  test('is tried once where it stays the same', async () => {
    const tokenFile = join(folder, 'token');
    writeFileSync(tokenFile, 'old\n');
    const following = new Following(new Credentials({ tokenFile }));
    const refused = { status: 401, body: status(401, 'Unauthorized', 'Unauthorized') };
    api.script(refused, refused);
    await expect(listKind(following.one)).rejects.toThrow(KubeError);
    expect(api.asked).toHaveLength(2);
  });
});

describe('watches', () => {
  const bookmark = (resourceVersion: string) =>
    ['BOOKMARK', { apiVersion: 'v1', kind: 'Pod', metadata: { resourceVersion } }] as const;
  const versions = (): readonly unknown[] =>
    api.asked.map(({ query }) => (query['watch'] === undefined ? 'list' : query['resourceVersion']));

  test('go on from the last event or bookmark, however large it is and however the connection ends', async () => {
    const following = new Following();
    const large = '9223372036854775807';
    await following.watch(
      { events: [['ADDED', pod('a', '6')], bookmark('8')], then: 'cut' },
      { events: [['MODIFIED', pod('a', '9')]], rest: '{"type":"MODIFIED","object":{"kind":"Po', then: 'cut' },
      { events: [['MODIFIED', pod('a', '9')], bookmark(large)] },
    );
    expect(versions()).toEqual(['5', '8', '9', large]);
    expect(api.asked[0]?.query).toMatchObject({ allowWatchBookmarks: 'true', watch: 'true' });
    expect(following.sent).toEqual(['ADDED a', 'MODIFIED a', 'MODIFIED a']);
  });

  test('that are silent for long go on from the last change, which is no trouble', async () => {
    const following = new Following(undefined, 20);
    await following.watch(
      { events: [['ADDED', pod('a', '6')]], then: 'open' },
      { events: [['MODIFIED', pod('a', '7')]], then: 'open' },
    );
    expect(versions()).toEqual(['5', '6', '7']);
    expect(following.reported).toEqual([]);
  });

  test.each<[name: string, answer: ScriptedAnswer]>([
    ['the answer', { status: 410, body: GONE }],
    ['an event', { events: [['ERROR', GONE]] }],
  ])('that are expired by %s are compared with a list', async (_, answer) => {
    const following = new Following();
    await following.watch(answer, list(['b'], { version: '20' }), { events: [['DELETED', pod('b', '21')]] });
    expect(versions()).toEqual(['5', 'list', '20', '21']);
    expect(following.sent).toEqual(['LIST_BEGIN Pod', 'ADDED b', 'LIST_END Pod', 'DELETED b']);
    expect(following.reported).toEqual(['pods: the API server no longer has all changes: comparing with its list']);
  });

  test('that an API server answers with errors are compared with a list where it goes on', async () => {
    const following = new Following();
    const broken: ScriptedAnswer = { events: [['ERROR', status(500, 'InternalError', 'no such version')]] };
    await following.watch(
      ...[broken, { rest: '{"type":"ADDED"\n' }, { events: [['ADDED', pod('a', '6')]] } as const],
      ...[broken, broken, { status: 500, body: status(500, 'InternalError', 'no') }, list(['a'], { version: '9' })],
    );
    expect(versions()).toEqual(['5', '5', '5', '6', '6', '6', 'list', '9']);
    expect(following.sent).toEqual(['ADDED a', 'LIST_BEGIN Pod', 'ADDED a', 'LIST_END Pod']);
  });

  test('that are refused for a while go on, without a list', async () => {
    const following = new Following();
    const refused = (code: number) => ({ status: code, body: status(code, 'Refused', `no ${code}`) });
    const busy = { status: 429, headers: { 'retry-after': '3' }, body: status(429, 'TooManyRequests', 'no 429') };
    await following.watch(refused(403), refused(403), refused(404), refused(401), busy, {
      events: [['ADDED', pod('a', '6')]],
    });
    expect(versions()).toEqual(['5', '5', '5', '5', '5', '5', '6']);
    expect(following.reported.map((words) => words.slice(-17))).toEqual(
      [403, 404, 401, 429].map((code) => `no ${code}; trying again`.slice(-17)),
    );
    expect(following.paused.slice(0, 5).every((ms, at, all) => at === 0 || ms > (all[at - 1] ?? 0) / 2)).toBe(true);
    expect(following.paused[4]).toBeGreaterThanOrEqual(3_000);
  });
});

test('events of several kinds are sent in the order of their versions, those of a kind in their own', async () => {
  const queue = new EventQueue();
  const push = (line: string, kind?: string, version = ''): Promise<void> =>
    queue.push({ line, seenMs: 1, ...(kind !== undefined && { order: { kind, version } }) });
  for (const [line, kind, version] of [
    ...([['pod 12', 'Pod', '12'] as const, ['node 9', 'Node', '9']] as const),
    ...([['event 1', 'Event', '1'] as const, ['pod 15', 'Pod', '15'], ['node 13', 'Node', '13']] as const),
    ...([['node 11', 'Node', '11'] as const, ['mark'], ['node 20', 'Node', '20'], ['pod 19', 'Pod', '19']] as const),
    ...([['odd', 'Service', 'x1'] as const, ['pod 18', 'Pod', '18'], ['node 2', 'Node', '9007199254740993']] as const),
  ] as readonly (readonly [string, string?, string?])[])
    await push(line, kind, version);
  expect(queue.take().lines).toEqual([
    ...['node 9', 'pod 12', 'event 1', 'node 13', 'node 11', 'pod 15', 'mark'],
    ...['pod 19', 'node 20', 'odd', 'pod 18', 'node 2'],
  ]);
});
