import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { DEFAULT_TEAM_ID, type Caller } from '#access';
import { CALLER, node, scheduleAll, valueOf, type TestServices } from '../../services/index.js';

/** A pod of one of the teams. */
interface RandomPod {
  readonly owner: 'ours' | 'theirs' | 'others';
  readonly milliCpu: number;
  readonly priority: number;
  /** 0 for none. */
  readonly hostPort: number;
  readonly apart: boolean;
  readonly spread: boolean;
  /** Comes when the others are placed. */
  readonly late: boolean;
  /** Others keep away from it, or are spread with it. */
  readonly minded: boolean;
}

/** What a cluster is made of that several teams share; nothing in it has a name yet. */
export interface RandomShare {
  readonly nodes: number;
  readonly pods: readonly RandomPod[];
  /** Whose pods have to make room for one of the other side's. */
  readonly evicted: 'ours' | 'theirs';
}

export const randomShare: fc.Arbitrary<RandomShare> = fc.record({
  nodes: fc.integer({ min: 1, max: 3 }),
  evicted: fc.constantFrom('ours', 'theirs'),
  pods: fc.array(
    fc.record({
      owner: fc.constantFrom('ours', 'theirs', 'others'),
      milliCpu: fc.integer({ min: 1, max: 20 }).map((tenths) => tenths * 100),
      priority: fc.integer({ min: 0, max: 3 }),
      hostPort: fc.constantFrom(0, 80),
      apart: fc.boolean(),
      spread: fc.boolean(),
      late: fc.boolean(),
      minded: fc.constant(true),
    }),
    { minLength: 4, maxLength: 12 },
  ),
});

const TEAM = '00000000-0000-7000-8000-0000000000b2';

/** Words of which none is in another: marks of names, labels, and uids. */
class Marks {
  readonly #made: string[] = [];

  get made(): readonly string[] {
    return this.#made;
  }

  word(): string {
    const word = `z${randomUUID().replaceAll('-', '').slice(0, 12)}q`;
    this.#made.push(word);
    return word;
  }

  uid(): string {
    const uid = randomUUID();
    this.#made.push(uid);
    return uid;
  }
}

/** A cluster that is full of marks: what a reader must not find is `hidden` from them. */
export interface SharedCluster {
  readonly id: string;
  readonly run: string;
  readonly dryRun: string;
  /** Of the first pod of each side, as `namespace/name`. */
  readonly pods: Readonly<Record<RandomPod['owner'], string>>;
  readonly readers: readonly Reader[];
  /** The side whose pods made room, by its namespace. */
  readonly evicted: string;
}

/** Somebody who sees a part. */
export interface Reader {
  readonly caller: Caller;
  readonly own: string;
  readonly hidden: readonly string[];
}

/** Makes it: half of the pods are placed by a run, the others by one that evicts, and a dry run. */
export async function shareCluster(services: TestServices, share: RandomShare): Promise<SharedCluster> {
  const marks = { ours: new Marks(), theirs: new Marks(), others: new Marks() };
  const namespaces = { ours: marks.ours.word(), theirs: marks.theirs.word(), others: marks.others.word() };
  const sides = ['ours', 'theirs', 'others'] as const;
  const made = [...clashOf(share), ...share.pods].map((pod) => ({
    pod,
    object: podOf(pod, namespaces[pod.owner], marks[pod.owner]),
  }));
  const first = Object.fromEntries(
    sides.map((side) => [side, `${namespaces[side]}/${nameOf(made.find(({ pod }) => pod.owner === side)?.object)}`]),
  ) as SharedCluster['pods'];
  const nodes = Array.from({ length: share.nodes }, (_, index) => node(`node-${index}`, { cpu: '3', memory: '8Gi' }));
  const around = sides.flatMap((side) => objectsOf(namespaces[side], marks[side], side));
  const id = await services.clusterOf(...nodes, ...around);
  await giveAway(services, id, namespaces);
  valueOf(
    await services.import(
      id,
      made.filter(({ pod }) => !pod.late).map(({ object }) => object),
    ),
  );
  valueOf(await services.scheduling.schedule(CALLER, scheduleAll(id), { wait: true }));
  valueOf(
    await services.import(
      id,
      made.filter(({ pod }) => pod.late).map(({ object }) => object),
    ),
  );
  const asked = { ...scheduleAll(id), preemption: 'evict' as const };
  const dryRun = valueOf(await services.scheduling.schedule(CALLER, { ...asked, dryRun: true }, { wait: true }));
  const run = valueOf(await services.scheduling.schedule(CALLER, asked, { wait: true }));
  const seenBy = (team: string, own: (typeof sides)[number]): Reader => ({
    caller: { ...CALLER, team, roles: ['viewer', 'editor', 'scheduler'], actor: `of-${own}`, reason: '' },
    own: namespaces[own],
    hidden: sides.filter((side) => side !== own).flatMap((side) => marks[side].made),
  });
  const owner = seenBy(DEFAULT_TEAM_ID, 'ours');
  return {
    id,
    run: run.id,
    dryRun: dryRun.id,
    pods: first,
    evicted: namespaces[share.evicted],
    readers: [owner, seenBy(TEAM, 'theirs')],
  };
}

/** On every node a pod that holds a port, and a later one that is more important and wants it. */
function clashOf({ nodes, evicted }: RandomShare): RandomPod[] {
  const pod = { milliCpu: 100, hostPort: 8080, apart: false, spread: false, minded: false };
  const holder: RandomPod = { ...pod, owner: evicted, priority: 8, late: false };
  const other = evicted === 'ours' ? 'theirs' : 'ours';
  return [...Array.from({ length: nodes }, () => holder), { ...pod, owner: other, priority: 9, late: true }];
}

function nameOf(object: object | undefined): string {
  return (object as { readonly metadata: { readonly name: string } } | undefined)?.metadata.name ?? 'none';
}

function podOf(pod: RandomPod, namespace: string, marks: Marks): object {
  const labels = { app: marks.word(), [marks.word()]: 'x', ...(pod.minded && { tier: 'any' }) };
  const everybody = { labelSelector: { matchLabels: { tier: 'any' } }, topologyKey: 'kubernetes.io/hostname' };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: marks.word(), namespace, uid: marks.uid(), labels, annotations: { note: marks.word() } },
    spec: {
      priority: pod.priority,
      containers: [
        {
          name: 'c',
          image: marks.word(),
          resources: { requests: { cpu: `${pod.milliCpu}m` } },
          ...(pod.hostPort > 0 && { ports: [{ containerPort: 80, hostPort: pod.hostPort }] }),
        },
      ],
      ...(pod.apart && {
        affinity: {
          podAntiAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: [{ ...everybody, namespaceSelector: {} }],
          },
        },
      }),
      ...(pod.spread && {
        topologySpreadConstraints: [{ ...everybody, maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule' }],
      }),
    },
  };
}

/** What is around the pods of a team: in its namespace, and a volume that it has claimed. */
function objectsOf(namespace: string, marks: Marks, side: string): object[] {
  const claim = { name: marks.word(), uid: marks.uid() };
  const inNamespace = (): object => ({ name: marks.word(), namespace, uid: marks.uid(), labels: { of: marks.word() } });
  return [
    {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: namespace, uid: marks.uid(), labels: { of: marks.word() } },
    },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: inNamespace(),
      spec: { selector: { app: marks.word() }, ports: [{ port: 80 }] },
    },
    { apiVersion: 'v1', kind: 'ResourceQuota', metadata: inNamespace(), spec: { hard: { pods: '100' } } },
    {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: inNamespace(),
      spec: { maxUnavailable: 0, selector: { matchLabels: { tier: 'any' } } },
    },
    {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { ...claim, namespace },
      spec: {
        volumeName: `volume-${side}`,
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: '1Gi' } },
      },
    },
    {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: `volume-${side}` },
      spec: {
        capacity: { storage: '1Gi' },
        accessModes: ['ReadWriteOnce'],
        hostPath: { path: '/data' },
        claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, ...claim },
      },
    },
  ];
}

/** Two of the namespaces are given to another team, one of them to a third. */
async function giveAway(
  services: TestServices,
  cluster: string,
  { theirs, others }: Readonly<Record<RandomPod['owner'], string>>,
): Promise<void> {
  const third = randomUUID();
  await services.connected(async (client) => {
    await client.query(
      `INSERT INTO teams (id, name, created_at) VALUES ($1, 'theirs', now()), ($2, $3, now())
       ON CONFLICT DO NOTHING`,
      [TEAM, third, `third-${third.slice(0, 8)}`],
    );
    await client.query(
      `INSERT INTO namespace_teams (cluster_id, namespace, team_id, created_at, created_by)
       VALUES ($1, $2, $3, now(), 'spec'), ($1, $4, $5, now(), 'spec')`,
      [cluster, theirs, TEAM, others, third],
    );
  });
}
