import { classRequests, podTemplate } from '../made-workloads.js';
import type { BenchClient } from './bench-client.js';

/** A cluster that is full of pods already. */
export interface BoundClusterSize {
  /** Of the cluster; `bound` unless given. */
  readonly name?: string;
  /** It has none where it is to follow another cluster. */
  readonly controllers?: 'none';
  readonly nodes: number;
  /** In a hundred classes, on the nodes in turn. */
  readonly boundPods: number;
  /** Of one class, on no node: `apps/pending-0` and so on. */
  readonly pendingPods: number;
}

/** Pods of one import: each is one transaction, and well below the largest body that the service takes. */
const PIECE_PODS = 25_000;
const CLASSES = 100;
const NODE_STATUS = {
  capacity: { cpu: '32', memory: '128Gi', pods: '110' },
  allocatable: { cpu: '32', memory: '128Gi', pods: '110' },
};

/** Imports such a cluster piece by piece, and answers its id. */
export async function importBoundCluster(
  client: BenchClient,
  size: BoundClusterSize,
  progress: (done: number, of: number) => void,
): Promise<string> {
  const clusterId = await client.createCluster(size.name ?? 'bound', size.controllers);
  await client.import(clusterId, nodes(size.nodes));
  for (let first = 0; first < size.boundPods; first += PIECE_PODS) {
    progress(first, size.boundPods);
    await client.import(clusterId, boundPods(size, { first, end: Math.min(first + PIECE_PODS, size.boundPods) }));
  }
  await client.import(clusterId, pendingPods(size.pendingPods));
  return clusterId;
}

/** Imports nodes, and answers the id of their cluster. */
export async function importNodes(client: BenchClient, count: number, name = 'filled'): Promise<string> {
  const clusterId = await client.createCluster(name);
  await client.import(clusterId, nodes(count));
  return clusterId;
}

/** Imports pods of all classes in turn that are on no node, piece by piece. */
export async function importPending(
  client: BenchClient,
  clusterId: string,
  { first, end }: { readonly first: number; readonly end: number },
): Promise<void> {
  for (let from = first; from < end; from += PIECE_PODS)
    await client.import(clusterId, classPods(from, Math.min(from + PIECE_PODS, end)));
}

function* classPods(first: number, end: number): Iterable<object> {
  for (let index = first; index < end; index += 1) yield pod(`pod-${index}`, { classIndex: index % CLASSES });
}

/** The name under which a pending pod is scheduled. */
export function pendingPodName(index: number): string {
  return `apps/pending-${index}`;
}

function* nodes(count: number): Iterable<object> {
  for (let index = 0; index < count; index += 1) {
    yield {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: `node-${index}`, labels: { 'kubernetes.io/hostname': `node-${index}` } },
      status: NODE_STATUS,
    };
  }
}

function* boundPods(
  { nodes: nodeCount }: BoundClusterSize,
  { first, end }: { readonly first: number; readonly end: number },
): Iterable<object> {
  for (let index = first; index < end; index += 1) {
    // Every round over the nodes begins with another class: no node has pods of one class only.
    const classIndex = (index + Math.floor(index / nodeCount)) % CLASSES;
    yield pod(`bound-${index}`, { classIndex, nodeName: `node-${index % nodeCount}` });
  }
}

function* pendingPods(count: number): Iterable<object> {
  for (let index = 0; index < count; index += 1) yield pendingPod(index);
}

/** A pending pod, also as it is on a node. */
export function pendingPod(index: number, nodeName?: string): object {
  return pod(`pending-${index}`, { classIndex: 0, ...(nodeName !== undefined && { nodeName }) });
}

function pod(
  name: string,
  { classIndex, nodeName }: { readonly classIndex: number; readonly nodeName?: string },
): object {
  const { metadata, spec } = podTemplate('apps', classRequests(classIndex));
  return { apiVersion: 'v1', kind: 'Pod', metadata: { ...metadata, name }, spec: { ...spec, nodeName } };
}
