import { EventEmitter, on, once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { PastClusters } from '#state';
import { startProgram } from '#test-programs';
import { CALLER, node, pod, scheduleAll, TestServices, valueOf } from '#test-services';
import { decisionState, ReplayService, type ScheduleRequest } from '#scheduling';
import { WhyNotService } from './index.js';

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

type Handler = (verb: string, body: Record<string, unknown>, response: ServerResponse) => unknown;

/** A server that answers what the handler returns; undefined: the handler answers itself. */
class TestExtender {
  readonly bodies: Record<string, unknown>[] = [];

  private constructor(private readonly server: Server) {}

  static async start(handler: Handler): Promise<TestExtender> {
    const server = createServer((request, response) => void extender.#serve(handler, request, response));
    const extender = new TestExtender(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return extender;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/scheduler`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  async #serve(handler: Handler, request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const piece of request.setEncoding('utf8')) text += piece as string;
    const body = JSON.parse(text) as Record<string, unknown>;
    this.bodies.push(body);
    const answer = handler((request.url ?? '').replace('/scheduler/', ''), body, response);
    if (answer !== undefined) response.writeHead(200).end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  }
}

/** Lets every node pass but the first, and scores them by their place. */
const byPlace: Handler = (verb, { NodeNames }) => {
  const names = NodeNames as string[];
  if (verb === 'filter') return { NodeNames: names.slice(1), FailedNodes: { [names[0] ?? '']: 'node(s) came first' } };
  return names.map((name, index) => ({ Host: name, Score: index }));
};

const whole = { filterVerb: 'filter', prioritizeVerb: 'prioritize', weight: 1, httpTimeout: '1s' };

function run(cluster: string, extender: object, request: Partial<ScheduleRequest> = {}) {
  const profile = { schedulerName: 'default-scheduler', extenders: [extender] };
  return services.scheduling.schedule(CALLER, { ...scheduleAll(cluster), profile, ...request }, { wait: true });
}

async function decisionsOf(cluster: string) {
  return valueOf(await services.decisions.list(CALLER, cluster, { filter: {}, pageSize: 50 })).items;
}

async function expectIdentical(cluster: string): Promise<void> {
  const replays = new ReplayService(services.database, { clusters: new PastClusters() });
  const { decisions, identical, differences } = valueOf(await replays.replay(CALLER, { cluster, selection: {} }));
  expect({ identical, differences }).toEqual({ identical: decisions, differences: [] });
}

const clusterOf = (pods: number) =>
  services.clusterOf(
    ...['n0', 'n1', 'n2'].map((name) => node(name)),
    ...Array.from({ length: pods }, (_, index) => pod(`p${index}`, { cpu: '10m' })),
  );

test('an extender is asked with names, and what it said is the decision’s: again without it', async () => {
  const extender = await TestExtender.start(byPlace);
  const { url } = extender;
  const cluster = await clusterOf(20);
  valueOf(await run(cluster, { ...whole, weight: 50, urlPrefix: url, nodeCacheCapable: true }));
  const decisions = await decisionsOf(cluster);
  await extender.stop();
  expect(new Set(decisions.map(({ outcome, node: on }) => `${outcome} ${on ?? ''}`))).toEqual(
    new Set(['scheduled n2']),
  );
  expect(decisions[0]).toMatchObject({
    nodes: { evaluated: 3, feasible: 2 },
    rejections: [{ plugin: url, reason: 'node(s) came first', code: 'Unschedulable' }],
    extenders: [
      { extender: url, verb: 'filter', nodes: 3, error: null },
      { extender: url, verb: 'prioritize', nodes: 2, error: null },
    ],
  });
  expect(extender.bodies).toHaveLength(40);
  expect(extender.bodies[0]).toMatchObject({ Nodes: null, NodeNames: ['n0', 'n1', 'n2'] });
  const trace = valueOf(
    await services.decisions.trace(CALLER, cluster, {
      id: decisions[0]?.id ?? '',
      filter: {},
      orderBy: 'name',
      offset: 0,
      pageSize: 5,
    }),
  );
  expect(JSON.stringify(trace)).toContain('node(s) came first');
  await expectIdentical(cluster);
});

test('the state that a decision was made on has what extenders said before it, without them', async () => {
  const extender = await TestExtender.start(byPlace);
  const cluster = await clusterOf(2);
  valueOf(await run(cluster, { ...whole, urlPrefix: extender.url, nodeCacheCapable: true }));
  await extender.stop();
  const [first, second] = await decisionsOf(cluster);
  const { snapshot } = valueOf(
    await decisionState(CALLER, {
      database: services.database,
      clusters: new PastClusters(),
      clusterId: cluster,
      decision: second?.id ?? '',
    }),
  );
  const placed = snapshot.nodes.flatMap(({ name }, row) => snapshot.pods(row).map(({ uid }) => [uid, name]));
  expect(placed).toEqual([[first?.pod.uid, first?.node]]);
});

test('by which other requests a pod would go elsewhere is not known where an extender had a say', async () => {
  const extender = await TestExtender.start(byPlace);
  const cluster = await clusterOf(1);
  valueOf(await run(cluster, { ...whole, weight: 50, urlPrefix: extender.url, nodeCacheCapable: true }));
  await extender.stop();
  const [made] = await decisionsOf(cluster);
  const { database, scheduling } = services;
  const whyNots = new WhyNotService({ database, clusters: new PastClusters(), warm: scheduling.clusters });
  expect(valueOf(await whyNots.requestChanges(CALLER, cluster, made?.id ?? ''))).toBeNull();
});

test('an extender that keeps nothing is sent whole nodes', async () => {
  const extender = await TestExtender.start((verb, { Nodes }) => {
    const { items } = Nodes as { items: { metadata: { name: string } }[] };
    return verb === 'filter'
      ? { Nodes: { items: items.slice(2) } }
      : items.map(({ metadata: { name } }) => ({ Host: name, Score: 1 }));
  });
  const cluster = await clusterOf(1);
  valueOf(await run(cluster, { ...whole, urlPrefix: extender.url }));
  expect(await decisionsOf(cluster)).toMatchObject([{ outcome: 'scheduled', node: 'n2' }]);
  expect(extender.bodies[0]).toMatchObject({
    NodeNames: null,
    Nodes: { items: [{ metadata: { name: 'n0', resourceVersion: '1' }, status: { capacity: {} } }, {}, {}] },
  });
  await extender.stop();
  await expectIdentical(cluster);
});

const failures: [name: string, handler: Handler, message: RegExp][] = [
  [
    'says no in HTTP',
    (_, __, response) => void response.writeHead(503).end(),
    /^failed filter with extender at URL .*\/filter, code 503$/,
  ],
  [
    'leads elsewhere',
    (_, __, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    /code 302$/,
  ],
  ['says nothing', () => '', /^EOF$/],
  ['stops half way', () => '{"NodeNames": ["n0"', /^unexpected EOF$/],
  ['speaks HTML', () => '<html>', /^invalid character '<' looking for beginning of value$/],
  [
    'speaks another JSON',
    () => ({ NodeNames: 'n0' }),
    /^json: cannot unmarshal string into Go struct field ExtenderFilterResult.NodeNames of type \[\]string$/,
  ],
  [
    'is slow',
    () => undefined,
    /^Post ".*\/filter": context deadline exceeded \(Client.Timeout exceeded while awaiting headers\)$/,
  ],
  ['hangs up', (_, __, response) => void response.destroy(), /^Post ".*\/filter": EOF$/],
  [
    'claims another node',
    () => ({ NodeNames: ['n7'] }),
    /claims a filtered node "n7" which is not found in the input node list$/,
  ],
];
test.each(failures)('one that %s is an error, or ignored', async (_, handler, message) => {
  const extender = await TestExtender.start(handler);
  const given = { ...whole, urlPrefix: extender.url, nodeCacheCapable: true, httpTimeout: '100ms' };
  const cluster = await clusterOf(1);
  valueOf(await run(cluster, given));
  expect(await decisionsOf(cluster)).toMatchObject([{ outcome: 'error', message: expect.stringMatching(message) }]);
  const other = await clusterOf(1);
  valueOf(await run(other, { ...given, ignorable: true }));
  const [made] = await decisionsOf(other);
  expect(made).toMatchObject({ outcome: 'scheduled', extenders: [{ verb: 'filter' }, {}] });
  await extender.stop();
  await expectIdentical(cluster);
  await expectIdentical(other);
});

test('one that is not there is an error in the words of Go', async () => {
  const extender = await TestExtender.start(byPlace);
  const { url } = extender;
  await extender.stop();
  const cluster = await clusterOf(1);
  valueOf(await run(cluster, { ...whole, urlPrefix: url }));
  expect(await decisionsOf(cluster)).toMatchObject([
    {
      outcome: 'error',
      message: expect.stringMatching(/^Post ".*": dial tcp 127.0.0.1:\d+: connect: connection refused$/),
    },
  ]);
});

test('one on a host that is not named is not called', async () => {
  const cluster = await clusterOf(1);
  const extender = { ...whole, urlPrefix: 'http://localhost:9/x' };
  const why = 'extenders on localhost may not be called: BERTH_EXTENDER_HOSTS does not name it';
  valueOf(await run(cluster, extender));
  expect(await decisionsOf(cluster)).toMatchObject([{ outcome: 'error', message: why }]);
  const made = await services.profiles.create(CALLER, cluster, {
    profile: { schedulerName: 'asking', extenders: [extender] },
  });
  expect(made).toMatchObject({
    refused: true,
    refusal: { kind: 'ProfileInvalid', problems: [{ field: 'extenders', message: `Forbidden: ${why}` }] },
  });
});

test('a slow extender holds no other cluster up, and who writes meanwhile wins', async () => {
  const questions = new EventEmitter();
  const waiting = on(questions, 'asked');
  const nextAnswer = async (): Promise<() => void> => ((await waiting.next()).value as [() => void])[0];
  const extender = await TestExtender.start((verb, body, response) => {
    questions.emit('asked', () => void response.end(JSON.stringify(byPlace(verb, body, response))));
  });
  const [slow, quick] = [await clusterOf(1), await clusterOf(1)];
  const given = { filterVerb: 'filter', urlPrefix: extender.url, nodeCacheCapable: true, httpTimeout: '60s' };
  const running = run(slow, given);
  const answer = await nextAnswer();
  valueOf(await services.scheduling.schedule(CALLER, scheduleAll(quick), { wait: true }));
  valueOf(await services.import(slow, [node('n3')]));
  answer();
  (await nextAnswer())();
  valueOf(await running);
  expect(extender.bodies.map(({ NodeNames }) => (NodeNames as string[]).length)).toEqual([3, 4]);
  await extender.stop();
  await expectIdentical(slow);
});

test('preemption and binding are asked for too; a dry run binds nothing', async () => {
  const extender = await TestExtender.start((verb, { NodeNameToVictims }) => {
    if (verb === 'bind') return {};
    const victims = Object.entries(NodeNameToVictims as Record<string, { Pods: { metadata: { uid: string } }[] }>);
    const meta = victims.map(([name, { Pods }]) => [
      name,
      { Pods: Pods.map(({ metadata: { uid } }) => ({ UID: uid })) },
    ]);
    return { NodeNameToMetaVictims: Object.fromEntries(meta.slice(-1)) as object };
  });
  const cluster = await services.clusterOf(
    node('n0', { cpu: '1' }),
    node('n1', { cpu: '1' }),
    pod('low0', { cpu: '1' }, { nodeName: 'n0' }),
    pod('low1', { cpu: '1' }, { nodeName: 'n1' }),
    pod('high', { cpu: '1' }, { priority: 5 }),
  );
  const given = { urlPrefix: extender.url, preemptVerb: 'preempt', bindVerb: 'bind' };
  valueOf(await run(cluster, given, { preemption: 'evict', dryRun: true }));
  expect(extender.bodies.filter(({ PodName }) => PodName !== undefined)).toEqual([]);
  valueOf(await run(cluster, given, { preemption: 'evict' }));
  expect(extender.bodies.at(-1)).toMatchObject({ PodName: 'high', PodNamespace: 'default', Node: 'n1' });
  expect(extender.bodies[0]).toMatchObject({
    NodeNameToVictims: { n0: { Pods: [{ spec: { nodeName: 'n0' } }], NumPDBViolations: 0 } },
    NodeNameToMetaVictims: null,
  });
  await extender.stop();
  await expectIdentical(cluster);
});

test('an extender from the documentation of Kubernetes', async () => {
  const program = startProgram(process.execPath, [resolve('examples/extender.mjs'), '0']);
  const [line] = (await once(program.stdout, 'data')) as [Buffer];
  const url = /http:\S+/.exec(String(line))?.[0] ?? '';
  const labelled = (name: string, labels: Record<string, string>) => {
    const made = node(name);
    return { ...made, metadata: { name, labels } };
  };
  const cluster = await services.clusterOf(
    labelled('a', {}),
    labelled('b', { disk: 'ssd' }),
    labelled('c', { disk: 'ssd', maintenance: 'true' }),
    pod('p'),
  );
  valueOf(await run(cluster, { ...whole, urlPrefix: url }));
  program.kill();
  expect(await decisionsOf(cluster)).toMatchObject([
    { outcome: 'scheduled', node: 'b', rejections: [{ reason: 'node(s) were in maintenance' }] },
  ]);
  await expectIdentical(cluster);
});
