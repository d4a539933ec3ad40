import type { Outcome } from '#requests';
import type { Caller } from '#database';
import { PastClusters } from '#state';
import { CALLER, node, pod, scheduleAll, TestServices, valueOf } from '#test-services';
import { ClusterAdviceService, WhyNotService } from '../explain/index.js';
import type { QuestionBodies, QuestionName } from '#what-if';
import { WhatIfService } from '../what-if/index.js';

let services: TestServices;
let cluster: string;
let decision: string;
let whyNots: WhyNotService;
let whatIfs: WhatIfService;
let advice: ClusterAdviceService;
beforeAll(async () => {
  services = await TestServices.create();
  const { database, scheduling } = services;
  const clusters = new PastClusters();
  const source = { database, clusters, warm: scheduling.clusters };
  whyNots = new WhyNotService(source);
  whatIfs = new WhatIfService(source);
  advice = new ClusterAdviceService({ database, clusters });
  cluster = await services.clusterOf(node('a'), node('b'), pod('p', { cpu: '1' }), pod('q', { cpu: '64' }));
  const { id } = valueOf(await scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }));
  decision = `${id}.0`;
});
afterAll(() => services.drop());

const MANIFESTS = JSON.stringify(pod('new', { cpu: '1' }));
const SHAPE = { name: 's', price: 1, node: { status: { capacity: { cpu: '4', memory: '8Gi', pods: '10' } } } };
const BODIES: QuestionBodies = {
  fits: { manifests: MANIFESTS },
  'how-many': { templates: [{ manifests: MANIFESTS, count: 1 }], most: 10 },
  drain: { names: ['a'] },
  loss: { topologyKey: 'kubernetes.io/hostname' },
  'nodes-needed': { shapes: [SHAPE], mostNodes: 3, trials: 3 },
  repack: { most: 10 },
};

const asks = (Object.keys(BODIES) as QuestionName[]).map(
  (name): [string, (caller: Caller) => Promise<Outcome<unknown>>] => [
    name,
    (caller) => whatIfs.ask(caller, cluster, { name, body: BODIES[name] }),
  ],
);
const podAsked = { namespace: 'default', name: 'q' };
const ROWS: [string, (caller: Caller) => Promise<Outcome<unknown>>][] = [
  ...asks,
  ['what if', (caller) => whatIfs.whatIf(caller, cluster, { steps: [{ cordon: { names: ['a'] } }], traces: false })],
  ['why not', (caller) => whyNots.whyNot(caller, cluster, { of: { pod: podAsked }, node: 'a', requests: true })],
  ['other requests', (caller) => whyNots.requestChanges(caller, cluster, decision)],
  ['fit anywhere', (caller) => whyNots.fitAnywhere(caller, cluster, { of: { pod: podAsked }, limit: 1 })],
  ['pending', (caller) => advice.pending(caller, cluster)],
  ['advice', (caller) => advice.advice(caller, cluster, { filter: {}, pageSize: 1, offset: 0 })],
];

test.each(ROWS)('%s ends while it is worked out when whoever asked has gone', async (_name, ask) => {
  const { signal } = new AbortController();
  // To the database they are there: they go when everything is read.
  signal.throwIfAborted = () => {
    throw new Error('gone');
  };
  await expect(ask({ ...CALLER, signal })).rejects.toThrow('gone');
  expect(await ask(CALLER)).toMatchObject({ refused: false });
});
