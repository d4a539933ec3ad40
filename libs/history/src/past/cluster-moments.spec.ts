import { parseFieldSelector, type Node } from '#kubernetes';
import { parseLabelSelector } from '#apimachinery';
import type { ClusterPlace, ListPosition, ObjectSelection } from '#cluster';
import fc from 'fast-check';
import { cases } from '#test-cases';
import { CapacityService } from '../capacity/index.js';
import { randomWrites, CALLER, kindNamed, node, pod, scheduleAll, TestServices, valueOf } from '#test-services';

let services: TestServices;
let capacity: CapacityService;
let profiles: TestServices['profiles'];
const writes = randomWrites(() => services);
beforeAll(async () => {
  services = await TestServices.create();
  const { database, moments } = services;
  profiles = services.profiles;
  capacity = new CapacityService(database, moments);
});
afterAll(() => services.drop());

const SELECTIONS: readonly ObjectSelection[] = [
  {},
  { limit: 2 },
  { limit: 1, after: { namespace: 'default', name: 'p' } },
  { labels: labels('app in (a,b)') },
  { labels: labels('!app'), limit: 1 },
  { fields: fields('spec.nodeName='), limit: 2 },
  { fields: fields('status.phase!=Running,spec.nodeName!=a') },
];

function labels(text: string): NonNullable<ObjectSelection['labels']> {
  const parsed = parseLabelSelector(text);
  if ('requirements' in parsed) return parsed.requirements;
  throw new Error(parsed.problem);
}

function fields(text: string): NonNullable<ObjectSelection['fields']> {
  const parsed = parseFieldSelector(text, 'Pod');
  if ('requirements' in parsed) return parsed.requirements;
  throw new Error(parsed.problem);
}

/** Everything that the services say of a cluster at a place in its log. */
async function said(place: ClusterPlace): Promise<unknown> {
  const { objects, decisions, scheduling, clusters } = services;
  const pods = { ...place, kind: kindNamed('Pod'), namespace: '' };
  const nodes = { ...place, kind: kindNamed('Node'), namespace: '' };
  const { moment: _moment, ...cluster } = valueOf(await clusters.get(CALLER, place));
  const found = valueOf(await objects.list(CALLER, nodes)).items as readonly Node[];
  const all = valueOf(await objects.list(CALLER, pods)).items;
  const podNames = all.map(({ metadata: { name, namespace = '', uid = '' } }) => ({ name, namespace, uid }));
  const named: ListPosition[] = [
    { namespace: 'default', name: 'p' },
    { namespace: 'default', name: 'none' },
  ];
  const page = { nodes: [{ node: 'a' }, { node: 'b', after: { namespace: 'default', name: 'p' } }], limit: 1 };
  const exported: unknown[] = [];
  valueOf(
    await services.exports.export(CALLER, place, async ({ resourceVersion, batches }) => {
      exported.push(resourceVersion);
      for await (const batch of batches) exported.push(...batch);
    }),
  );
  return {
    cluster,
    exported,
    nodes: found,
    lists: await Promise.all(
      SELECTIONS.map(async (selection) => {
        const { moment: _, ...list } = valueOf(await objects.list(CALLER, pods, selection));
        return [list, valueOf(await objects.count(CALLER, pods, selection))];
      }),
    ),
    one: await objects.get(CALLER, { ...pods, namespace: 'default' }, 'p'),
    inNamespace: valueOf(await objects.count(CALLER, { ...pods, namespace: 'default' })),
    namespaces: valueOf(await objects.list(CALLER, { ...place, kind: kindNamed('Namespace'), namespace: '' })).items,
    services: valueOf(await objects.list(CALLER, { ...place, kind: kindNamed('Service'), namespace: 'default' })).items,
    named: valueOf(await objects.getMany(CALLER, pods, named)),
    podsOfNodes: byNode(valueOf(await objects.podsOfNodes(CALLER, place, page))),
    capacity: valueOf(await capacity.ofCluster(CALLER, place)),
    usage: [...valueOf(await capacity.ofNodes(CALLER, place, found))],
    profiles: valueOf(await profiles.list(CALLER, place)),
    decisions: valueOf(await decisions.list(CALLER, place, { filter: {}, pageSize: 500 })).items,
    latest: [...valueOf(await decisions.latest(CALLER, place, podNames))].sort(([a], [b]) => (a < b ? -1 : 1)),
    runs: valueOf(await scheduling.list(CALLER, place, { pageSize: 500 })).items,
  };
}

function byNode(
  pods: readonly { readonly metadata: { readonly name: string }; readonly spec?: Record<string, unknown> }[],
): unknown {
  return pods.map(({ metadata, spec }) => [String(spec?.['nodeName']), metadata.name]).sort();
}

test('the past answers what the present answered, through every service', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(writes, { minLength: 2, maxLength: 5 }), async (rounds) => {
      const cluster = await services.clusterOf(node('a'), node('b'));
      const seen: { readonly revision: string; readonly answers: unknown }[] = [];
      for (const round of rounds) {
        for (const write of round) await write(cluster);
        // A dry run that comes next is not of this revision, and runs are listed by their time:
        // something is written between.
        valueOf(await services.import(cluster, [node('mark', { cpu: String(seen.length + 1) })]));
        const { revision } = valueOf(await services.clusters.get(CALLER, cluster));
        seen.push({ revision, answers: await said({ cluster }) });
      }
      for (const { revision, answers } of seen)
        expect(await said({ cluster, at: `revision:${revision}` })).toEqual(answers);
    }),
    { numRuns: cases(15) },
  );
}, 180_000);

describe('moments that hold', () => {
  test('a time is answered with the revision that was last then', async () => {
    const cluster = await services.clusterOf(node('a'));
    valueOf(await services.import(cluster, [node('b')]));
    const [{ at } = { at: new Date(0) }] = await services.rows<{ at: Date }>(
      'SELECT at FROM revisions WHERE cluster_id = $1 AND revision = 2',
      [cluster],
    );
    valueOf(await services.import(cluster, [node('c')]));
    const list = valueOf(
      await services.objects.list(CALLER, { cluster, kind: kindNamed('Node'), namespace: '', at: at.toISOString() }),
    );
    expect([list.moment, list.resourceVersion, list.items.map(({ metadata }) => metadata.name)]).toEqual([
      'revision:2',
      '2',
      ['a', 'b'],
    ]);
  });

  test('what was only decided has no position, and is there by its revision', async () => {
    const cluster = await services.clusterOf(node('a'), pod('huge', { cpu: '64' }));
    valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }));
    const { position, revision } = valueOf(await services.clusters.get(CALLER, cluster));
    valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }));
    const count = async (at?: string) =>
      valueOf(
        await services.decisions.list(
          CALLER,
          { cluster, ...(at === undefined ? {} : { at }) },
          { filter: {}, pageSize: 10 },
        ),
      ).items.length;
    expect([await count(), await count(`revision:${revision}`), await count(position), await count('0')]).toEqual([
      2, 1, 1, 0,
    ]);
  });
});

test.each([
  ['999', 'InvalidRequest'],
  ['never', 'InvalidRequest'],
  ['2020-01-01T00:00:00Z', 'HistoryExpired'],
])('at=%s is refused by every reader: %s', async (at, kind) => {
  const cluster = await services.clusterOf(node('a'));
  const place = { cluster, at };
  const nodes = { ...place, kind: kindNamed('Node'), namespace: '' };
  const outcomes = await Promise.all([
    services.clusters.get(CALLER, place),
    services.objects.list(CALLER, nodes),
    services.objects.get(CALLER, nodes, 'a'),
    capacity.ofCluster(CALLER, place),
    services.exports.export(CALLER, place, () => Promise.resolve()),
    profiles.list(CALLER, place),
    services.decisions.latest(CALLER, place, []),
    services.scheduling.list(CALLER, place, { pageSize: 1 }),
  ]);
  expect(outcomes.map((outcome) => outcome.refused && outcome.refusal.kind)).toEqual(outcomes.map(() => kind));
});
