import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { CALLER, node, scheduleAll, valueOf, type TestServices } from '../../services/index.js';
import { becomeGuest } from './become-guest.js';
import type { SharedCluster } from './shared-cluster.js';

/** A pod as far as it is the same in both worlds: hidden ones take room, and go for more important ones. */
interface PlainPod {
  readonly milliCpu: number;
  readonly priority: number;
  /** Of the nodes that it is on; pending where there is none. */
  readonly node: number | null;
  readonly late: boolean;
}

/** What two worlds have in common. */
export interface CommonWorld {
  readonly own: readonly PlainPod[];
  readonly hidden: readonly PlainPod[];
}

const plainPod = fc.record({
  milliCpu: fc.integer({ min: 1, max: 9 }).map((tenths) => tenths * 100),
  priority: fc.integer({ min: 0, max: 2 }),
  node: fc.option(fc.nat(2)),
  late: fc.boolean(),
});

export const commonWorld: fc.Arbitrary<CommonWorld> = fc.record({
  own: fc.array(plainPod, { minLength: 2, maxLength: 5 }),
  hidden: fc.array(plainPod, { minLength: 2, maxLength: 6 }),
});

/** A world whose reader sees one namespace, and the words in it that they must not learn. */
export interface World {
  readonly shared: Omit<SharedCluster, 'readers' | 'evicted'>;
  /** A namespace, the name of a pod in it, and all other words. */
  readonly hidden: readonly string[];
}

const OWN = 'zours';
const CREATED = '2026-01-01T00:00:00Z';

/** The same uid for the same object of both worlds. */
function uidOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** Makes a world: the words of what is hidden in it are its own, and all of one length. */
export async function makeWorld(services: TestServices, { own, hidden }: CommonWorld): Promise<World> {
  const words: string[] = [];
  const word = (): string => {
    const made = `z${randomUUID().replaceAll('-', '').slice(0, 12)}q`;
    words.push(made);
    return made;
  };
  const namespace = word();
  let number = 0;
  const labelled = (pod: PlainPod, metadata: object, words_: () => string): object => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { creationTimestamp: CREATED, ...metadata },
    spec: {
      priority: pod.priority,
      ...(pod.node !== null && { nodeName: `node-${pod.node}` }),
      containers: [{ name: 'c', image: words_(), resources: { requests: { cpu: `${pod.milliCpu}m` } } }],
    },
  });
  const theirs = hidden.map((pod) => ({
    pod,
    object: labelled(
      pod,
      { name: word(), namespace, labels: { [word()]: word() }, annotations: { note: word() } },
      word,
    ),
  }));
  const ours = own.map((pod, index) => ({
    pod,
    object: labelled(
      pod,
      { name: `own-${index}`, namespace: OWN, uid: uidOf(++number), labels: { app: 'own' } },
      () => 'i',
    ),
  }));
  const named = (name: string, in_: string): object => ({ name, namespace: in_, creationTimestamp: CREATED });
  const around = [
    ...Array.from({ length: 3 }, (_, index) => ({
      ...node(`node-${index}`, { cpu: '3', memory: '8Gi' }),
      metadata: { name: `node-${index}`, uid: uidOf(++number), creationTimestamp: CREATED },
    })),
    ...[namespace, OWN].map((name) => ({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name, uid: uidOf(++number), creationTimestamp: CREATED },
    })),
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: named(word(), namespace), data: { [word()]: word() } },
    { apiVersion: 'v1', kind: 'ResourceQuota', metadata: named(word(), namespace), spec: { hard: { pods: '100' } } },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: named(word(), namespace),
      spec: { selector: { [word()]: word() }, ports: [{ port: 80 }] },
    },
    {
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { ...named('quota', OWN), uid: uidOf(++number) },
      spec: { hard: { pods: '100' } },
    },
  ];
  const all = [...theirs, ...ours];
  const id = await services.clusterOf(...around, ...all.filter(({ pod }) => !pod.late).map(({ object }) => object));
  const first = valueOf(
    await services.scheduling.schedule(CALLER, { ...scheduleAll(id), allowEmpty: true }, { wait: true }),
  );
  const urgent = labelled(
    { milliCpu: 2_000, priority: 9, node: null, late: true },
    { name: 'urgent', namespace: OWN, uid: uidOf(++number) },
    () => 'i',
  );
  valueOf(await services.import(id, [...all.filter(({ pod }) => pod.late).map(({ object }) => object), urgent]));
  const asked = { ...scheduleAll(id), preemption: 'evict' as const };
  const dryRun = valueOf(await services.scheduling.schedule(CALLER, { ...asked, dryRun: true }, { wait: true }));
  valueOf(await services.scheduling.schedule(CALLER, asked, { wait: true }));
  valueOf(await services.checkpoints.create(CALLER, id));
  await becomeGuest(services, { cluster: id, own: OWN });
  const [, someName = ''] = words;
  const pods = { ours: `${OWN}/own-0`, theirs: `${namespace}/${someName}`, others: `${OWN}/urgent` };
  return { shared: { id, run: first.id, dryRun: dryRun.id, pods }, hidden: words };
}

/** Without what is different in any two clusters: ids, times, hashes, how long something took, and hidden words. */
export function maskedAnswer(text: string, { shared, hidden }: World, clusterName: string): string {
  const masked = [shared.id, clusterName].reduce((left, name) => left.replaceAll(name, 'CLUSTER'), text);
  return hidden
    .reduce((left, name) => left.replaceAll(name, 'HIDDEN'), masked)
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, 'UUID')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, 'TIME')
    .replace(/"\w*(?:Ms|Seconds|Hours?)":(?:[\d.]+|"[\d.]+")/g, 'TOOK')
    .replace(/[0-9a-f]{24,}/g, 'HASH')
    .replace(/[A-Za-z0-9+/_-]{24,}={0,2}/g, 'TOKEN');
}
