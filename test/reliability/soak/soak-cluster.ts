import { BerthClient, importObjects } from '#client';
import type { Dice } from '../../oracle/generator/dice.js';

/** How large a cluster of the soak is. */
export interface ClusterSize {
  readonly nodes: number;
  /** Bound before the load begins. */
  readonly pods: number;
}

/** Some small clusters as many teams have, some of a usual size, and a large one. */
export const SIZES: readonly ClusterSize[] = [
  ...Array.from({ length: 8 }, () => ({ nodes: 20, pods: 200 })),
  ...Array.from({ length: 3 }, () => ({ nodes: 300, pods: 3_000 })),
  { nodes: 1_500, pods: 8_000 },
];

/** Pods that the load adds to a cluster at most: what more would come goes. */
const MOST_ADDED = 300;

/** Pods of a run that is more than one pod. */
const BATCH = 100;

const NAMESPACES = ['shop', 'data', 'batch', 'web'];

/** One cluster under load: its pods come and go, so that it stays as large as it was while its history grows. */
export class SoakCluster {
  /** Added by the load, as `namespace/name`, the oldest first. */
  readonly #added: string[] = [];
  #count = 0;

  private constructor(
    readonly id: string,
    readonly size: ClusterSize,
  ) {}

  /** Made, imported and scheduled. */
  static async create(client: BerthClient, name: string, size: ClusterSize): Promise<SoakCluster> {
    const { id } = await client.post('/v1/clusters', { body: { name } });
    const namespaces = NAMESPACES.map((one) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: one } }));
    const nodes = Array.from({ length: size.nodes }, (_, index) => nodeOf(index));
    const pods = Array.from({ length: size.pods }, (_, index) => podOf(`${namespaceOf(index)}/base-${index}`, index));
    await importObjects(client, id, { objects: [...namespaces, ...nodes, ...pods] });
    await client.post('/v1/clusters/{cluster}/runs', { params: { path: { cluster: id } }, body: { wait: true } });
    return new SoakCluster(id, size);
  }

  /** The path of something of the cluster. */
  path(rest = ''): string {
    return `/v1/clusters/${this.id}${rest}`;
  }

  /** Some pod that is always there, as `namespace/name`. */
  basePod(dice: Dice): string {
    const index = dice.between(0, this.size.pods - 1);
    return `${namespaceOf(index)}/base-${index}`;
  }

  node(dice: Dice): string {
    return `node-${dice.between(0, this.size.nodes - 1)}`;
  }

  /** A pod that is new. */
  nextPod(): { readonly key: string; readonly manifest: object } {
    const index = this.#count++;
    const key = `${namespaceOf(index)}/added-${index}`;
    this.#added.push(key);
    return { key, manifest: podOf(key, index) };
  }

  /** Pods that are new, some of which fit nowhere. */
  nextPods(): readonly object[] {
    return Array.from({ length: BATCH }, () => this.nextPod().manifest);
  }

  /** The pods that are too many, which nobody speaks of any more. */
  surplus(): readonly string[] {
    return this.#added.splice(0, Math.max(0, this.#added.length - MOST_ADDED));
  }
}

function namespaceOf(index: number): string {
  return NAMESPACES[index % NAMESPACES.length] ?? '';
}

function nodeOf(index: number): object {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name: `node-${index}`,
      labels: {
        'topology.kubernetes.io/zone': `zone-${index % 3}`,
        'kubernetes.io/hostname': `node-${index}`,
        disk: index % 2 === 0 ? 'ssd' : 'hdd',
      },
    },
    ...(index % 10 === 0 && { spec: { taints: [{ key: 'spot', value: 'true', effect: 'NoSchedule' }] } }),
    status: { capacity: { cpu: '32', memory: '128Gi', pods: '110' } },
  };
}

/** Of some forty shapes; one in fifty fits nowhere. */
function podOf(key: string, index: number): object {
  const [namespace, name] = key.split('/');
  const app = `app-${index % 40}`;
  const cpu = index % 50 === 49 ? '64' : `${100 + (index % 8) * 50}m`;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace, labels: { app, tier: index % 3 === 0 ? 'front' : 'back' } },
    spec: {
      containers: [
        { name: 'main', image: `registry.example/${app}:1`, resources: { requests: { cpu, memory: '64Mi' } } },
      ],
      ...(index % 40 === 7 && { nodeSelector: { disk: 'ssd' } }),
      ...(index % 40 === 8 && {
        topologySpreadConstraints: [
          {
            maxSkew: 5,
            topologyKey: 'topology.kubernetes.io/zone',
            whenUnsatisfiable: 'ScheduleAnyway',
            labelSelector: { matchLabels: { app } },
          },
        ],
      }),
    },
  };
}
