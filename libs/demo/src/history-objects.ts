import { readOpenb, type Manifest } from './openb.js';

/** One node and one pod in so many of the trace: a few pods more than there is room for. */
const NODE_SHARE = 5;
const POD_SHARE = 4;
const ZONES = 3;
const NODES_OF_RACK = 16;

/** How many rounds of arrivals there are. */
export const ROUNDS = 8;
/** A pod that leaves does so as many rounds after it came. */
const STAY = 2;
/** One pod in so many leaves. */
const LEAVING = 3;

/** In which round a pod leaves: pods are deleted by it. */
export const LEAVES = 'demo/leaves';
export const RACK = 'topology.kubernetes.io/rack';
export const PACKING = 'packing';

/** What the classes of the trace are here: a namespace, a priority, and whose profile. */
const CLASSES: ReadonlyMap<string, { readonly namespace: string; readonly priorityClassName: string }> = new Map([
  ['LS', { namespace: 'serving', priorityClassName: 'production' }],
  ['BE', { namespace: 'research', priorityClassName: 'batch' }],
]);
const OTHER = { namespace: 'tools', priorityClassName: 'batch' };

/** The namespaces that pods are in. */
export const NAMESPACES = [...CLASSES.values(), OTHER].map(({ namespace }) => namespace);

interface TracePod {
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
  readonly spec: object;
}

interface TraceNode {
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
}

/** A part of the trace as a cluster that changes: its nodes in zones and racks, its pods as they arrive. */
export async function readHistory(): Promise<{
  /** What is there before any pod. */
  readonly cluster: readonly Manifest[];
  /** The pods of each round. */
  readonly arrivals: readonly (readonly Manifest[])[];
}> {
  const { nodes, pods } = await readOpenb();
  const some = <T>(all: readonly T[], share: number): T[] => all.filter((_, index) => index % share === 0);
  const placed = some(nodes, NODE_SHARE).map((node, index) => inPlace(node as Manifest & TraceNode, index));
  const arriving = some(pods, POD_SHARE) as (Manifest & TracePod)[];
  const size = Math.ceil(arriving.length / ROUNDS);
  const arrivals = Array.from({ length: ROUNDS }, (_, round) =>
    arriving.slice(round * size, (round + 1) * size).map((pod, index) => arrived(pod, { round, index })),
  );
  return { cluster: [priorityClass('production', 1000), priorityClass('batch', 10), ...placed], arrivals };
}

/** Pods of production that want two GPUs each: only by preemption is there room for them. */
export function urgentPods(count: number): Manifest[] {
  const resources = {
    requests: { cpu: '8', memory: '32Gi', 'nvidia.com/gpu': '8' },
    limits: { 'nvidia.com/gpu': '8' },
  };
  return Array.from({ length: count }, (_, index) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `urgent-${index}`, namespace: 'serving', labels: { urgent: 'true' } },
    spec: { priorityClassName: 'production', containers: [{ name: 'task', image: 'openb/task', resources }] },
  }));
}

function inPlace({ metadata, ...node }: Manifest & TraceNode, index: number): Manifest {
  const labels = {
    ...metadata.labels,
    'topology.kubernetes.io/zone': `z${index % ZONES}`,
    [RACK]: `r${String(Math.floor(index / NODES_OF_RACK)).padStart(2, '0')}`,
  };
  return { ...node, metadata: { ...metadata, labels } };
}

function arrived(
  { metadata, spec, ...pod }: Manifest & TracePod,
  { round, index }: { readonly round: number; readonly index: number },
): Manifest {
  const { namespace, priorityClassName } = CLASSES.get(metadata.labels['openb/qos'] ?? '') ?? OTHER;
  const leaving = index % LEAVING === 0 ? { [LEAVES]: String(round + STAY) } : {};
  const scheduler = namespace === 'research' ? { schedulerName: PACKING } : {};
  // When it was created in the trace is no time of this cluster.
  const { name, labels } = metadata;
  return {
    ...pod,
    metadata: { name, namespace, labels: { ...labels, ...leaving } },
    spec: { ...spec, priorityClassName, ...scheduler },
  };
}

function priorityClass(name: string, value: number): Manifest {
  return { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name }, value };
}
