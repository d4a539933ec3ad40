import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { findKindByName, type KindDescription } from '#kubernetes';
import { keptAfter, type KeptDifference, type KeptState } from '#living';
import { ClockService, ReplayService } from '#scheduling';
import { PastClusters } from '#state';
import { seedOfCases } from '#test-cases';
import { CALLER, node, pod, TestServices, valueOf } from '#test-services';

/** What happens: objects come as they are given, one goes, or time passes, in milliseconds. */
type Step =
  | { readonly import: readonly object[] }
  | { readonly delete: readonly [kind: string, name: string] }
  | { readonly evict: number }
  | { readonly pass: number };

const NAMES = ['web', 'api'] as const;
const workload = fc
  .record({
    kind: fc.constantFrom('Deployment', 'ReplicaSet', 'StatefulSet', 'Job'),
    name: fc.constantFrom(...NAMES),
    replicas: fc.integer({ min: 0, max: 5 }),
    image: fc.constantFrom('app:1', 'app:2'),
    cpu: fc.constantFrom('100m', '900m', '3'),
    model: fc.record({
      'start-after': fc.constantFrom('0', '700ms', '3s', 'x'),
      'ready-after': fc.constantFrom('0', '1s'),
      'run-for': fc.constantFrom('5s', '1h'),
      'exit-code': fc.constantFrom('0', '1'),
      'stop-after': fc.constantFrom('0', '4s'),
    }),
  })
  .map(({ kind, name, replicas, image, cpu, model }) => {
    const annotations = Object.fromEntries(Object.entries(model).map(([key, to]) => [`kubelet.model/${key}`, to]));
    const labels = { app: `${kind}-${name}` };
    const containers = [{ name: 'c', image, resources: { requests: { cpu } } }];
    const metadata = { labels, annotations };
    if (kind === 'Job') {
      const template = { metadata, spec: { restartPolicy: 'Never', containers } };
      const spec = { parallelism: replicas, completions: 3, backoffLimit: 1, template };
      return { apiVersion: 'batch/v1', kind, metadata: { name, namespace: 'default' }, spec };
    }
    return {
      ...{ apiVersion: 'apps/v1', kind, metadata: { name, namespace: 'default' } },
      spec: { replicas, selector: { matchLabels: labels }, template: { metadata, spec: { containers } } },
    };
  });
const aNode = fc
  .record({
    name: fc.constantFrom('n1', 'n2', 'n3'),
    isDown: fc.boolean(),
    unschedulable: fc.boolean(),
    cpu: fc.constantFrom('1', '2', '4'),
  })
  .map(({ name, isDown, unschedulable, cpu }) => readyNode(name, { isDown, unschedulable, cpu }));
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 60_000 }).map((pass) => ({ pass })) },
  {
    weight: 3,
    arbitrary: fc.array(fc.oneof(workload, aNode), { minLength: 1, maxLength: 3 }).map((all) => ({ import: all })),
  },
  fc.constantFrom('bare-1', 'bare-2').map((name) => ({ import: [pod(name, { cpu: '700m' })] })),
  fc
    .tuple(fc.constantFrom('Deployment', 'ReplicaSet', 'StatefulSet', 'Job'), fc.constantFrom(...NAMES))
    .map(([kind, name]) => ({ delete: [kind, name] as const })),
  fc.constantFrom('n1', 'n2', 'n3').map((name) => ({ delete: ['Node', name] as const })),
  fc.nat(9).map((index) => ({ evict: index })),
);
const history = fc.array(step, { minLength: 4, maxLength: 12 });
/** Into how many parts an advance is cut, who goes on, whether that one forgets, and whether its first try fails. */
interface Disturbance {
  readonly parts: number;
  readonly process: number;
  readonly isCold: boolean;
  readonly fails: boolean;
}
const UNDISTURBED: Disturbance = { parts: 1, process: 0, isCold: false, fails: false };
const disturbance: fc.Arbitrary<Disturbance> = fc.record({
  parts: fc.integer({ min: 1, max: 4 }),
  process: fc.nat(3),
  isCold: fc.boolean(),
  fails: fc.boolean(),
});

interface NodeFacts {
  readonly isDown: boolean;
  readonly unschedulable: boolean;
  readonly cpu: string;
}

function readyNode(name: string, { isDown, unschedulable, cpu }: NodeFacts): object {
  const amounts = { cpu, memory: '8Gi', pods: '110' };
  return {
    ...node(name),
    metadata: { name, ...(isDown && { annotations: { 'kubelet.model/kubelet': 'down' } }) },
    spec: { unschedulable },
    status: { capacity: amounts, allocatable: amounts, conditions: [{ type: 'Ready', status: 'True' }] },
  };
}

/** Four clocks with a memory of their own. */
class Processes {
  #clocks: readonly ClockService[] = [];

  constructor(private readonly services: readonly TestServices[]) {
    this.forget();
  }

  /** All of them begin anew. */
  forget(): void {
    this.#clocks = [0, 1, 2, 3].map((index) => new ClockService(this.#of(index).database));
  }

  clock(index: number): ClockService {
    const clock = this.#clocks[index];
    if (clock === undefined) throw new Error(`there is no process ${index}`);
    return clock;
  }

  #of(index: number): TestServices {
    const services = this.services[index % this.services.length];
    if (services === undefined) throw new Error('there is no process');
    return services;
  }
}

/** Plays a history in a new cluster; `pass` lets time pass. Answers what it ends with, times of the wall aside. */
async function played(
  services: TestServices,
  steps: readonly Step[],
  pass: (cluster: string, ms: number) => Promise<void>,
): Promise<{ readonly cluster: string; readonly end: unknown }> {
  const clock = { now: '2026-01-05T00:00:00Z', seed: '3' };
  const { id: cluster } = valueOf(await services.clusters.create(CALLER, { name: `c-${randomUUID()}`, clock }));
  const idle = { isDown: false, unschedulable: false, cpu: '4' };
  valueOf(await services.import(cluster, [readyNode('n1', idle), readyNode('n2', { ...idle, cpu: '2' })]));
  for (const one of [...steps, { pass: 60_000 }])
    if ('pass' in one) await pass(cluster, one.pass);
    else await ask(services, cluster, one);
  return { cluster, end: await endOf(services, cluster) };
}

/** Nothing is in the namespace of the events that the node's silence leads to, while time passes in two parts. */
const SILENT_NODE: [Step[], Disturbance[]] = [
  [{ import: [readyNode('n1', { isDown: true, unschedulable: false, cpu: '1' })] }],
  [{ ...UNDISTURBED, parts: 2 }],
];

/** What is refused, because it is not there or may not change so, leaves nothing. */
async function ask(services: TestServices, cluster: string, step: Exclude<Step, { pass: number }>): Promise<void> {
  if ('import' in step) await services.import(cluster, step.import, 'skip');
  else if ('delete' in step) await remove(services, cluster, step.delete);
  else {
    const pods = await services.rows<{ readonly name: string }>(
      "SELECT name FROM pods WHERE cluster_id = $1 AND namespace = 'default' ORDER BY name",
      [cluster],
    );
    await remove(services, cluster, ['Pod', pods[step.evict]?.name ?? 'none']);
  }
}

async function remove(services: TestServices, cluster: string, [kind, name]: readonly [string, string]): Promise<void> {
  const described = findKindByName(kind) as KindDescription;
  const namespace = described.namespaced ? 'default' : '';
  await services.objects.delete(CALLER, { cluster, kind: described, namespace }, { name });
}

async function endOf(services: TestServices, cluster: string): Promise<unknown> {
  const { now, position, digest, next, stopped } = valueOf(
    await new ClockService(services.database).get(CALLER, cluster),
  );
  const changes = await services.rows(
    `SELECT position, op, kind, name, uid, cluster_at, cause, encode(sha256(body), 'hex') AS body FROM changes
     WHERE cluster_id = $1 ORDER BY position`,
    [cluster],
  );
  const decisions = await services.rows(
    `SELECT ordinal, pod_name, outcome, node_name, woken, cluster_at, encode(trace_digest, 'hex') AS trace
     FROM decisions WHERE cluster_id = $1 ORDER BY ordinal`,
    [cluster],
  );
  return { now, position, digest, next, stopped, changes, decisions, kept: await keptOf(services, cluster) };
}

/** What controllers keep, no matter how much of it is stored as differences. */
async function keptOf(services: TestServices, cluster: string): Promise<KeptState | null> {
  const [clock] = await services.rows('SELECT kept FROM cluster_clocks WHERE cluster_id = $1', [cluster]);
  if (clock?.['kept'] == null) return null;
  const rows = await services.rows('SELECT body FROM clock_differences WHERE cluster_id = $1 ORDER BY version', [
    cluster,
  ]);
  const differences = rows.map(({ body }) => JSON.parse(String(body)) as KeptDifference);
  return keptAfter(JSON.parse(String(clock['kept'])) as KeptState, differences);
}

/**
 * Random histories come to the same, position for position, in one process that remembers and in four that forget,
 * however time is cut and where it is broken off; what they decided is decided again, and their logs hold.
 */
export async function historiesAgree(all: readonly [TestServices, ...TestServices[]], numRuns: number): Promise<void> {
  const [services] = all;
  const replays = new ReplayService(services.database, { clusters: new PastClusters() });
  const disturbed = fc.array(disturbance, { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(history, disturbed, async (steps, disturbances) => {
      const [one, four] = [new Processes(all), new Processes(all)];
      const whole = await played(services, steps, async (cluster, ms) => {
        valueOf(await one.clock(0).move(CALLER, cluster, { advance: `${ms}ms` }));
      });
      let turn = 0;
      const next = (): Disturbance => disturbances[turn++ % disturbances.length] ?? UNDISTURBED;
      const cut = await played(services, steps, async (cluster, ms) => {
        const { parts } = next();
        for (let part = 0; part < parts; part += 1) {
          const { process, isCold, fails } = next();
          if (isCold) four.forget();
          const advance = `${Math.floor((ms * (part + 1)) / parts) - Math.floor((ms * part) / parts)}ms`;
          if (fails) await brokenOff(services, four.clock(process), { cluster, advance });
          valueOf(await four.clock(process).move(CALLER, cluster, { advance }));
        }
      });
      expect(cut.end).toEqual(whole.end);
      for (const { cluster } of [whole, cut]) {
        const replayed = valueOf(await replays.replay(CALLER, { cluster, selection: {} }));
        expect(replayed).toMatchObject({ different: 0, notComparable: 0 });
        expect(await services.violations(cluster)).toEqual([]);
      }
    }),
    { numRuns, seed: seedOfCases(), examples: [SILENT_NODE] },
  );
}

/** An advance whose transaction does not come to its end: nothing of it is there. */
async function brokenOff(
  services: TestServices,
  clock: ClockService,
  { cluster, advance }: { readonly cluster: string; readonly advance: string },
): Promise<void> {
  const planted = `BEFORE UPDATE ON cluster_clocks FOR EACH ROW EXECUTE FUNCTION planted()`;
  await services.rows(`CREATE OR REPLACE FUNCTION planted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'planted'; END $$`);
  await services.rows(`CREATE TRIGGER planted ${planted}`);
  try {
    await expect(clock.move(CALLER, cluster, { advance })).rejects.toThrow('planted');
  } finally {
    await services.rows('DROP TRIGGER planted ON cluster_clocks');
  }
}
