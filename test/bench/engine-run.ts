import { hash } from 'node:crypto';
import { compressAsync } from '#audit';
import {
  decidePods,
  defaultProfile,
  IncrementalExecutor,
  placedPod,
  Snapshot,
  type Attempt,
  type ClusterObject,
  type Executor,
  type Node,
  type Pod,
  type SchedulingClasses,
} from '#scheduler';
import {
  createTraceEncoder,
  encodeNodeSet,
  nodeSetDigest,
  sealedChunk,
  type SealedChunk,
  type TraceEncoder,
} from '#trace';
import { BudgetBook, budgetPodOf } from '#writes';
import type { BatchInput } from '../../libs/scheduler/src/testing/index.js';
import { initialPods, measuredPods, workloadNodes, type Workload } from './workload.js';

/** What one run of a workload came to. */
export interface Figures {
  readonly nodes: number;
  readonly pods: number;
  readonly scheduled: number;
  readonly podsPerSecond: number;
  /** Of the engine: per second of processor time, which other load on the machine changes less. */
  readonly podsPerCpuSecond?: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly bytesPerDecision: number;
}

/** Called now and then with how many of the measured pods are done. */
export type Progress = (done: number, of: number) => void;

const profile = defaultProfile();
/** What the classes that are kept may take, as in a service with 2 GiB for clusters in memory. */
const EXECUTOR_BYTES = 2 ** 30;
const NOW = '2026-01-01T00:00:00Z';
const sha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer');

/** The engine alone: decides, and encodes every decision's complete trace, which is on the clock too. */
export async function runEngine(
  workload: Workload,
  { seconds, progress }: { readonly seconds: number; readonly progress: Progress },
): Promise<Figures> {
  const cluster = clusterOf(workload);
  const { snapshot, executor } = cluster;
  const pods = measuredPods(workload);
  const nodeSet = nodeSetDigest(sha256, encodeNodeSet(snapshot.nodes.map(({ name }) => ({ name, uid: name }))));
  const millis: number[] = [];
  let scheduled = 0;
  let spent = 0;
  const cpu = process.cpuUsage();
  let begun = performance.now();
  const traces = new Traces({ nodeSet, nodeCount: snapshot.nodeCount, classes: executor.classes });
  // What an attempt came to is applied when the next one is asked for, and is on the clock then.
  for (const attempt of decidePods(
    batch({ snapshot, executor, pods, preemption: workload.preemption === true ? 'evict' : 'nominate' }),
  )) {
    traces.add(attempt);
    const took = performance.now() - begun;
    spent += took;
    // A pod that preempts is tried twice, which is one figure.
    if (attempt.number === 1) millis.push(took);
    else millis.push((millis.pop() ?? 0) + took);
    if (attempt.outcome === 'scheduled') scheduled += 1;
    cluster.budgets.tell(attempt, workload.preemption === true);
    progress(millis.length, pods.length);
    if (spent > seconds * 1000) break;
    begun = performance.now();
    cluster.changes.make(spent);
  }
  const ending = performance.now();
  await traces.finish();
  spent += performance.now() - ending;
  const { user, system } = process.cpuUsage(cpu);
  millis.sort((a, b) => a - b);
  const at = (share: number): number => millis[Math.min(millis.length - 1, Math.floor(millis.length * share))] ?? 0;
  return {
    nodes: snapshot.nodeCount,
    pods: millis.length,
    scheduled,
    podsPerSecond: millis.length / (spent / 1000),
    podsPerCpuSecond: millis.length / ((user + system) / 1e6),
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    bytesPerDecision: traces.bytes / traces.decisions,
  };
}

type Batch = Pick<BatchInput, 'snapshot' | 'executor' | 'pods' | 'preemption'>;

function batch(input: Batch): BatchInput {
  return { ...input, profileOf: () => profile, tieBreak: { rule: 'first' }, now: NOW };
}

interface BenchCluster {
  readonly snapshot: Snapshot;
  readonly executor: Executor;
  readonly budgets: Budgets;
  readonly changes: NodeChanges;
}

/** The cluster before the clock runs, and the executor that placed its pods: it has what it learnt, as in a service. */
function clusterOf(workload: Workload): BenchCluster {
  const pods = initialPods(workload);
  const budgets = new Budgets(workload, pods);
  const snapshot = new Snapshot({
    namespaces: workload.namespaces,
    services: workload.services ?? [],
    podDisruptionBudgets: budgets.objects,
  });
  const executor = new IncrementalExecutor({ mostBytes: EXECUTOR_BYTES });
  const nodes = workloadNodes(workload);
  for (const node of nodes) snapshot.addNode(node);
  if (workload.initialPlacement === 'roundRobin')
    pods.forEach((pod, ordinal) => snapshot.addPod(placedPod(pod, NOW), ordinal % snapshot.nodeCount));
  // An attempt is applied when the next one is asked for.
  else for (const attempt of decidePods(batch({ snapshot, executor, pods, preemption: 'nominate' }))) void attempt;
  return { snapshot, executor, budgets, changes: new NodeChanges(snapshot, nodes, workload.nodeChangesPerSecond ?? 0) };
}

/** The budgets of a workload, which hear of pods as in a run of the service. */
class Budgets {
  readonly #book: BudgetBook;

  /** @param placed pods that are on nodes to begin with */
  constructor({ podDisruptionBudgets = [] }: Workload, placed: readonly Pod[]) {
    this.#book = new BudgetBook(podDisruptionBudgets.map((object) => ({ object, createdPosition: 0n })));
    for (const { metadata: { name = '', namespace = '', labels = {} } = {} } of placed)
      this.#book.addPod(budgetPodOf({ metadata: { name, namespace, labels }, spec: { nodeName: 'some' } }));
  }

  get objects(): readonly ClusterObject[] {
    return this.#book.budgets;
  }

  tell({ postFilter }: Attempt, evicts: boolean): void {
    if (evicts) for (const victim of postFilter?.victims ?? []) this.#book.podGone(victim);
  }
}

/** Gives one node after the other another label. */
class NodeChanges {
  #made = 0;

  constructor(
    private readonly snapshot: Snapshot,
    private readonly nodes: readonly Node[],
    private readonly perSecond: number,
  ) {}

  /** Those that are due after so many milliseconds. */
  make(millis: number): void {
    while (this.#made < Math.floor((millis / 1000) * this.perSecond)) {
      this.#made += 1;
      const row = (this.#made * STRIDE) % this.nodes.length;
      const { metadata = {}, ...rest } = this.nodes[row] ?? {};
      const labels = { ...metadata.labels, 'bench/changed': String(this.#made) };
      this.snapshot.updateNode({ ...rest, metadata: { ...metadata, labels } }, row);
    }
  }
}

/** From one node that changes to the next. */
const STRIDE = 7919;

interface TracedRun {
  readonly nodeSet: Uint8Array;
  readonly nodeCount: number;
  readonly classes: SchedulingClasses;
}

/** Encodes with the hash that the service uses, and compresses beside the deciding as it does. */
class Traces {
  decisions = 0;
  bytes = 0;
  readonly #classes: SchedulingClasses;
  readonly #encoder: TraceEncoder;
  readonly #chunks: Promise<Uint8Array>[] = [];

  constructor({ nodeSet, nodeCount, classes }: TracedRun) {
    this.#classes = classes;
    this.#encoder = createTraceEncoder({ hash: sha256, nodeSet, nodeCount });
  }

  add({ pod, number, evidence }: Attempt): void {
    this.decisions += 1;
    if (evidence === null) return;
    const classKey = number === 1 ? this.#classes.of(pod) : `${this.#classes.of(pod)} again`;
    this.#store(this.#encoder.add({ evidence, classKey }).sealed);
  }

  async finish(): Promise<void> {
    this.#store(this.#encoder.finish());
    for (const chunk of await Promise.all(this.#chunks)) this.bytes += sealedChunk(chunk).length;
  }

  /** Compressed beside the deciding, as in the service. */
  #store(sealed: SealedChunk | null): void {
    if (sealed !== null) this.#chunks.push(compressAsync(sealed.payload));
  }
}
