import fc from 'fast-check';
import type { KubernetesObject } from '#kubernetes';
import { cases, seedOfCases } from '#test-cases';
import { imagePatch, Scenario, type Seen } from '../testing/scenario.js';
import { CONTROLLERS, TestApi } from '../testing/test-api.js';
import type { ControllerEntry } from './controller.js';
import { keptAfter, type KeptDifference } from './kept-difference.js';
import { MOST_LOOKS } from './loop-guard.js';

/** What happens in a history: a request, or some time, in milliseconds. */
type Step = { readonly request: (at: Scenario) => void } | { readonly pass: number };

const replicas = fc.integer({ min: 0, max: 6 });
const seconds = fc.integer({ min: 0, max: 40_000 });
const model = fc.record({
  'start-after': fc.constantFrom('0', '700ms', '3s'),
  'ready-after': fc.constantFrom('0', '1s', 'x'),
  'stop-after': fc.constantFrom('0', '4s'),
  'run-for': fc.constantFrom('5s', '1h'),
  'exit-code': fc.constantFrom('0', '1'),
});
const tolerant = (request: (at: Scenario) => void): Step => ({
  request: (at) => {
    // What is not there any more, or is there already, is refused: nothing happens.
    try {
      request(at);
    } catch {
      return;
    }
  },
});
/** A pod with a claim, whose volume a driver makes. */
function withClaim(at: Scenario, volumeBindingMode: string): void {
  const storage = { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', provisioner: 'provisioner.model' };
  const name = volumeBindingMode.toLowerCase();
  if (at.get('StorageClass', name, '') === undefined) at.create({ ...storage, metadata: { name }, volumeBindingMode });
  at.create({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data', namespace: 't' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, storageClassName: name },
  });
  const model = { 'start-after': 'uniform(1s,9s)', 'run-for': 'exponential(20s)' };
  at.pod('user', { model, spec: { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }] } });
}

/** What jobs are like: by number, with a deadline and a stay, by index, and with failures counted by index. */
const job = fc.constantFrom(
  { parallelism: 2, completions: 3, backoffLimit: 1, podReplacementPolicy: 'Failed' },
  { parallelism: 2, activeDeadlineSeconds: 9, ttlSecondsAfterFinished: 5 },
  { completionMode: 'Indexed', parallelism: 3, completions: 4 },
  { completionMode: 'Indexed', parallelism: 2, completions: 4, backoffLimitPerIndex: 1 },
);

function cronJob(at: Scenario, concurrencyPolicy: string): void {
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'app', image: 'app:1' }] } };
  const spec = { schedule: '@every 20s', concurrencyPolicy, jobTemplate: { spec: { template } } };
  at.create({ apiVersion: 'batch/v1', kind: 'CronJob', metadata: { name: 'tick', namespace: 't' }, spec });
}

const step: fc.Arbitrary<Step> = fc.oneof(
  seconds.map((pass) => ({ pass })),
  fc
    .tuple(replicas, model)
    .map(([count, own]) =>
      tolerant((at) => at.workload('Deployment', 'web', { replicas: count, model: own, cpu: '900m' })),
    ),
  replicas.map((count) => tolerant((at) => at.patch('Deployment', 'web', { spec: { replicas: count } }))),
  fc.constantFrom('app:1', 'app:2').map((image) => tolerant((at) => at.patch('Deployment', 'web', imagePatch(image)))),
  fc
    .constantFrom('Background', 'Foreground', 'Orphan')
    .map((propagationPolicy) => tolerant((at) => at.delete('Deployment', 'web', { propagationPolicy }))),
  fc
    .tuple(replicas, model)
    .map(([count, own]) => tolerant((at) => at.workload('StatefulSet', 'db', { replicas: count, model: own }))),
  model.map((own) => tolerant((at) => at.workload('DaemonSet', 'agent', { model: own }))),
  fc.constantFrom('app:1', 'app:2').map((image) => tolerant((at) => at.patch('DaemonSet', 'agent', imagePatch(image)))),
  fc.constantFrom('app:1', 'app:2').map((image) => tolerant((at) => at.patch('StatefulSet', 'db', imagePatch(image)))),
  fc.tuple(job, model).map(([spec, own]) => tolerant((at) => at.job('sum', { model: own, spec }))),
  fc
    .constantFrom({ suspend: true }, { suspend: false }, { parallelism: 1 })
    .map((spec) => tolerant((at) => at.patch('Job', 'sum', { spec }))),
  fc
    .constantFrom('Background', 'Foreground', 'Orphan')
    .map((propagationPolicy) => tolerant((at) => at.delete('Job', 'sum', { propagationPolicy }))),
  fc.constantFrom('Allow', 'Forbid', 'Replace').map((policy) => tolerant((at) => cronJob(at, policy))),
  fc.constant(tolerant((at) => at.delete('CronJob', 'tick'))),
  fc.nat(9).map((index) => tolerant((at) => at.delete('Pod', at.pods()[index]?.metadata.name ?? ''))),
  fc.constantFrom('n3', 'n4').map((name) => tolerant((at) => at.node(name))),
  fc.boolean().map((unschedulable) => tolerant((at) => at.patch('Node', 'n1', { spec: { unschedulable } }))),
  fc
    .constantFrom('down', null)
    .map((state) =>
      tolerant((at) => at.patch('Node', 'n2', { metadata: { annotations: { 'kubelet.model/kubelet': state } } })),
    ),
  fc.constantFrom('n1', 'n2', 'n3').map((name) => tolerant((at) => at.delete('Node', name))),
  fc.constantFrom('Immediate', 'WaitForFirstConsumer').map((mode) => tolerant((at) => withClaim(at, mode))),
  fc
    .constantFrom('data', 'user')
    .map((name) => tolerant((at) => at.delete(name === 'data' ? 'PersistentVolumeClaim' : 'Pod', name))),
);
const history = fc.array(step, { minLength: 4, maxLength: 14 });

const begun = () => new Scenario().node('n1').node('n2', { cpu: '2' });

/** The changes of a history; time passes in one go, or as `cut` says. */
function play(steps: readonly Step[], cut: (at: Scenario, pass: number) => Scenario): string {
  let at = begun();
  const changes: unknown[] = [];
  for (const one of [...steps, { pass: 60_000 }]) {
    if ('pass' in one) {
      const before = at;
      at = cut(at, one.pass);
      if (at !== before) changes.push(...before.changes);
    } else one.request(at);
  }
  changes.push(...at.changes);
  return JSON.stringify(changes);
}

const whole = (at: Scenario, pass: number): Scenario => at.advance(pass / 1_000);

/** The same cluster, from what it kept and its objects, as JSON. */
function restored({ api }: Scenario): Scenario {
  const { cluster } = api;
  const storage = ['StorageClass', 'PersistentVolume', 'PersistentVolumeClaim'];
  const workloads = ['Deployment', 'ReplicaSet', 'StatefulSet', 'DaemonSet', 'ControllerRevision', 'CronJob', 'Job'];
  const kinds = ['Namespace', 'Node', ...workloads, ...storage, 'Pod', 'Event'];
  const objects = kinds.flatMap((kind) => [...cluster.state.list(kind)]);
  const kept = JSON.parse(JSON.stringify({ objects, state: cluster.keep(), position: cluster.position })) as {
    readonly objects: KubernetesObject[];
    readonly state: ReturnType<typeof cluster.keep>;
    readonly position: number;
  };
  return new Scenario(new TestApi({ continued: { api, ...kept } }));
}

test('the same requests make the same changes, however time is cut and wherever a cluster goes on', () => {
  fc.assert(
    fc.property(history, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (steps, cuts) => {
      const want = play(steps, whole);
      let index = 0;
      const inParts = (at: Scenario, pass: number): Scenario => {
        const parts = cuts[index++ % cuts.length] ?? 1;
        for (let part = 0; part < parts; part += 1) {
          const from = Math.floor((pass * part) / parts);
          at.advance((Math.floor((pass * (part + 1)) / parts) - from) / 1_000);
        }
        return at;
      };
      expect(play(steps, inParts)).toBe(want);
      expect(play(steps, (at, pass) => restored(whole(at, pass)))).toBe(want);
    }),
    { numRuns: cases(60), seed: seedOfCases() },
  );
});

test('what is kept is what was kept before and its differences since, as JSON', () => {
  const asJson = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;
  fc.assert(
    fc.property(history, (steps) => {
      const at = begun();
      const { cluster } = at.api;
      const first = asJson(cluster.keep());
      cluster.takeKeptDifference();
      const differences: KeptDifference[] = [];
      for (const one of steps) {
        if ('pass' in one) whole(at, one.pass);
        else one.request(at);
        differences.push(asJson(cluster.takeKeptDifference()));
        expect(keptAfter(first, differences)).toEqual(asJson(cluster.keep()));
      }
    }),
    { numRuns: cases(40), seed: seedOfCases() },
  );
});

test('what is kept and its differences do not grow with the pods that have come and gone', () => {
  const at = new Scenario().node('n1');
  const sizes = [1, 2, 3].map(() => {
    for (let index = 0; index < 20; index += 1) at.pod('p').advance(60).delete('Pod', 'p').advance(600);
    return JSON.stringify(at.api.cluster.keep().memories).length;
  });
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(1_000);
  at.api.cluster.takeKeptDifference();
  at.advance(1);
  expect(JSON.stringify(at.api.cluster.takeKeptDifference()).length).toBeLessThan(1_000);
});

test('every change but those of requests has a cause, and chains of causes end at a request or a timer', () => {
  fc.assert(
    fc.property(history, (steps) => {
      const at = begun();
      for (const one of steps)
        if ('pass' in one) whole(at, one.pass);
        else one.request(at);
      const positions = new Set<number>();
      for (const { by, cause, position, object } of at.changes) {
        expect(by === null).toBe(cause.kind === 'request');
        // The chain goes on at an earlier change, so that it ends.
        if (cause.kind === 'change') expect(positions).toContain(cause.position);
        if (cause.kind === 'timer') expect([cause.controller, cause.at <= at.api.cluster.now]).toEqual([by, true]);
        positions.add(position);
        const said = object.metadata.annotations?.['berth/cause'];
        if (object.kind === 'Event' && cause.kind === 'change' && by !== 'event-expiry')
          expect(said).toBe(String(cause.position));
      }
    }),
    { numRuns: cases(40), seed: seedOfCases() },
  );
});

test('no pod is on two nodes, and no node is over', () => {
  fc.assert(
    fc.property(history, (steps) => {
      const at = begun();
      const nodes = new Map<string, unknown>();
      for (const one of steps)
        if ('pass' in one) whole(at, one.pass);
        else one.request(at);
      for (const { object } of at.changes as Seen[]) {
        if (object.kind !== 'Pod' || object.spec.nodeName === undefined) continue;
        expect(nodes.get(object.metadata.uid) ?? object.spec.nodeName).toBe(object.spec.nodeName);
        nodes.set(object.metadata.uid, object.spec.nodeName);
      }
      const onSmall = at
        .pods()
        .filter(({ spec, status }: Seen) => spec.nodeName === 'n2' && !['Failed', 'Succeeded'].includes(status.phase));
      // The node has 2 cpu, and templates ask for thousandths of one, as 900m, or for nothing.
      const asked = onSmall.reduce(
        (sum, { spec }: Seen) => sum + Number.parseInt(spec.containers[0].resources.requests?.cpu ?? '0m', 10),
        0,
      );
      expect(asked).toBeLessThanOrEqual(2_000);
    }),
    { numRuns: cases(40), seed: seedOfCases() },
  );
});

/** Makes a ConfigMap for each ConfigMap that it sees. */
const looping: ControllerEntry = {
  name: 'looping',
  make: (context) => ({
    noticed: ({ object, op }) => (object.kind === 'ConfigMap' && op === 'create' ? ['t/loop'] : []),
    sync: () => {
      const metadata = { name: '', generateName: 'c-', namespace: 't' };
      context.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata });
    },
  }),
};

test('a loop that makes objects while no time passes is stopped and named until a request; the rest lives on', () => {
  const at = new Scenario(new TestApi({ controllers: [looping, ...CONTROLLERS] })).node('n1').settle();
  const loop = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'loop', namespace: 't' } };
  at.create(loop).workload('Deployment', 'web').settle();
  expect(at.api.cluster.stopped.map(({ id }) => id)).toEqual(['looping t/loop']);
  expect(at.list('ConfigMap')).toHaveLength(MOST_LOOKS + 1);
  expect(at.get('Deployment', 'web').status.availableReplicas).toBe(1);
  at.delete('ConfigMap', 'loop').create(loop).settle();
  expect(at.list('ConfigMap')).toHaveLength(2 * MOST_LOOKS + 1);
});

test('what happens at one time is several moments where it is much, and goes on from what was kept in between', () => {
  const begun = () => new Scenario().node('n1', { cpu: '900' }).workload('Deployment', 'web', { replicas: 2_500 });
  const [whole, cut] = [begun(), begun()];
  const moments = [...whole.api.cluster.advanceTo(whole.api.cluster.now)];
  expect(moments.length).toBeGreaterThan(1);
  expect(Math.max(...moments.map(({ changes }) => changes.length))).toBeLessThan(7_000);
  const { cluster } = cut.api;
  const first = cluster.step(cluster.now);
  const rest = [...restored(cut).api.cluster.advanceTo(cluster.now)];
  expect(JSON.stringify([first, ...rest])).toBe(JSON.stringify(moments));
});

test('settling ends when nothing has changed for long enough; the next timer is named', () => {
  const at = new Scenario().node('n1').pod('p', { model: { 'start-after': '5s', 'ready-after': '5s' } });
  at.api.settle(3_000, 120_000);
  expect(at.api.time).toBe('2026-01-05T00:00:03Z');
  expect(at.api.cluster.next).toEqual({ at: Date.parse('2026-01-05T00:00:05Z'), what: 'kubelet t/p' });
  at.api.settle(6_000, 120_000);
  expect(at.api.time).toBe('2026-01-05T00:00:16Z');
  at.api.settle(60_000, 10_000);
  expect(at.api.time).toBe('2026-01-05T00:00:26Z');
});
