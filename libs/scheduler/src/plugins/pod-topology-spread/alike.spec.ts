import fc from 'fast-check';
import type { Plugin, PreparedScore, Touched } from '../../plugin.js';
import { placedPod } from '../../snapshot/index.js';
import { makeCycles, makeNode, makePod, makeSnapshot } from '../../testing/index.js';
import { podTopologySpread } from './plugin.js';

const HOSTNAME = 'kubernetes.io/hostname';
const ZONE = 'topology.kubernetes.io/zone';

/** Eight nodes in two zones, one without a zone, one without a name of its own. */
const nodes = Array.from({ length: 8 }, (_, index) =>
  makeNode(`n${index}`).labels({
    ...(index !== 6 && { [ZONE]: `z${index % 2}` }),
    ...(index !== 7 && { [HOSTNAME]: `n${index}` }),
  }),
);
const service = { metadata: { name: 's', namespace: 'default' }, spec: { selector: { app: 'x' } } };
const apps = fc.array(fc.tuple(fc.nat(7), fc.constantFrom('x', 'y')), { maxLength: 30 });

function prepared(bound: readonly (readonly [row: number, app: string])[]) {
  const pod = (row: number, app: string, name: string) => makePod(name).labels({ app }).onNode(`n${row}`);
  const snapshot = makeSnapshot(
    nodes,
    bound.map(([row, app], index) => pod(row, app, `b${index}`)),
    { services: [service] },
  );
  const incoming = makePod('p').labels({ app: 'x' });
  const plugin: Plugin = podTopologySpread;
  const cycle = makeCycles(incoming, snapshot)({ plugin, args: { defaultingType: 'System' }, weight: 1 });
  const answer = plugin.preScore?.(cycle, Uint32Array.from(nodes.keys())) as PreparedScore;
  const come = (row: number, app: string, name: string): Touched | undefined => {
    const placed = placedPod(pod(row, app, name));
    snapshot.addPod(placed, row);
    return answer.follow?.(placed, row, 1);
  };
  return { answer, come };
}

test('nodes that are alike have the same score, and only the node of a coming pod changes its number', () => {
  fc.assert(
    fc.property(apps, apps, (bound, coming) => {
      const { answer, come } = prepared(bound);
      const numbers = (): number[] => nodes.map((_, row) => answer.alike?.(row) ?? NaN);
      const agree = (): boolean =>
        numbers().every((one, row) =>
          numbers().every((other, also) => one !== other || answer.score(row) === answer.score(also)),
        );
      expect(agree()).toBe(true);
      coming.forEach(([row, app], index) => {
        const before = numbers();
        const touched = come(row, app, `c${index}`);
        const others = numbers().flatMap((one, at) => (one === before[at] ? [] : [at]));
        expect(agree()).toBe(true);
        expect(others.every((at) => at === row)).toBe(true);
        const domains = new Set(Array.from(touched as ArrayLike<number>));
        expect(touched === 'all' || others.every((at) => domains.has(answer.domains?.of[at] ?? -1))).toBe(true);
      });
    }),
  );
  expect(new Set(prepared([]).answer.domains?.firstRows).size).toBe(8);
});

test('all pods that spread by host have the same domains, and those that need a key others', () => {
  const snapshot = makeSnapshot(nodes, [], { services: [service] });
  const plugin: Plugin = podTopologySpread;
  const domainsOf = (pod: ReturnType<typeof makePod>) => {
    const cycle = makeCycles(pod, snapshot)({ plugin, args: { defaultingType: 'System' }, weight: 1 });
    return (plugin.preScore?.(cycle, Uint32Array.from(nodes.keys())) as PreparedScore).domains;
  };
  const own = (app: string) =>
    makePod(app).with({
      topologySpreadConstraints: [ZONE, HOSTNAME].map((topologyKey) => ({
        topologyKey,
        maxSkew: 1,
        whenUnsatisfiable: 'ScheduleAnyway',
        labelSelector: { matchLabels: { app } },
      })),
    });
  const byDefault = domainsOf(makePod('p').labels({ app: 'x' }));
  const needing = domainsOf(own('x'));
  expect(domainsOf(makePod('q').labels({ app: 'x' }))).toBe(byDefault);
  expect(domainsOf(own('y'))).toBe(needing);
  expect(byDefault?.firstRows).toHaveLength(8);
  expect([...(needing?.firstRows ?? [])]).toEqual([0, 1, 2, 3, 4, 5]);
});

test('nodes are not numbered where another key tells them apart, too', () => {
  const spread = ['rack', ZONE, HOSTNAME].map((topologyKey) => ({
    topologyKey,
    maxSkew: 1,
    whenUnsatisfiable: 'ScheduleAnyway',
    labelSelector: { matchLabels: { app: 'x' } },
  }));
  const incoming = makePod('p').labels({ app: 'x' }).with({ topologySpreadConstraints: spread });
  const plugin: Plugin = podTopologySpread;
  const cycle = makeCycles(incoming, makeSnapshot(nodes))({ plugin, args: { defaultingType: 'System' }, weight: 1 });
  expect(plugin.preScore?.(cycle, Uint32Array.of(0))).not.toHaveProperty('alike');
});
