import { createHash } from 'node:crypto';
import { brotli } from '#audit';
import {
  applyNomination, applyPlacement, defaultProfile, DenseExecutor, placedPod, schedulePod, schedulingClass, Snapshot, type Attempt, type Pod, type TieBreak,
} from '#scheduler';
import { createTraceEncoder, encodeNodeSet, nodeSetDigest, type TraceEncoder } from '#trace';
import { initialPods, measuredPods, workloadNodes, type Workload } from './workload.js';

/** What one run of a workload came to. */
export interface Figures {
  readonly nodes: number;
  readonly pods: number;
  readonly scheduled: number;
  readonly podsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly bytesPerDecision: number;
}

/** Told now and then how many of the measured pods are done. */
export type Progress = (done: number, of: number) => void;

const profile = defaultProfile();
const FIRST: TieBreak = { rule: 'first' };
const NOW = '2026-01-01T00:00:00Z';
const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();

/** The engine alone: decides, and encodes every decision's complete trace, which is on the clock too. */
export function runEngine(workload: Workload, { seconds, progress }: { readonly seconds: number; readonly progress: Progress }): Figures {
  const snapshot = clusterOf(workload);
  const pods = measuredPods(workload);
  const run = new EngineRun(snapshot, pods);
  const millis: number[] = [];
  let spent = 0;
  for (const pod of pods) {
    const took = run.decide(pod);
    millis.push(took);
    spent += took;
    progress(millis.length, pods.length);
    if (spent > seconds * 1000) break;
  }
  spent += run.finish();
  millis.sort((a, b) => a - b);
  const at = (share: number): number => millis[Math.min(millis.length - 1, Math.floor(millis.length * share))] ?? 0;
  return {
    nodes: snapshot.nodeCount, pods: millis.length, scheduled: run.scheduled, podsPerSecond: millis.length / (spent / 1000),
    p50Ms: at(0.5), p99Ms: at(0.99), bytesPerDecision: run.traceBytes / run.decisions,
  };
}

function clusterOf(workload: Workload): Snapshot {
  const snapshot = new Snapshot({ namespaces: workload.namespaces });
  for (const node of workloadNodes(workload)) snapshot.addNode(node);
  const executor = new DenseExecutor();
  initialPods(workload).forEach((pod, ordinal) => {
    if (workload.initialPlacement === 'roundRobin') snapshot.addPod(placedPod(pod, NOW), ordinal % snapshot.nodeCount);
    else place(snapshot, attemptOf({ snapshot, executor, pod, ordinal }));
  });
  return snapshot;
}

function attemptOf(input: { readonly snapshot: Snapshot; readonly executor: DenseExecutor; readonly pod: Pod; readonly ordinal: number }): Attempt {
  const step = schedulePod({ ...input, profile, tieBreak: FIRST }).next();
  if (step.done !== true) throw new Error('no plugin of a workload asks anything');
  return step.value;
}

function place(snapshot: Snapshot, attempt: Attempt): void {
  if (attempt.outcome === 'scheduled') applyPlacement(snapshot, attempt, NOW);
  else applyNomination(snapshot, attempt);
}

class EngineRun {
  scheduled = 0;
  decisions = 0;
  traceBytes = 0;
  readonly #snapshot: Snapshot;
  readonly #executor = new DenseExecutor();
  readonly #encoder: TraceEncoder;
  readonly #classes = new Map<Pod, string>();

  constructor(snapshot: Snapshot, pods: readonly Pod[]) {
    this.#snapshot = snapshot;
    const nodeSet = nodeSetDigest(sha256, encodeNodeSet(snapshot.nodes.map(({ name }) => ({ name, uid: name }))));
    const expected = new Map<string, number>();
    for (const pod of pods) {
      const classKey = schedulingClass(pod);
      this.#classes.set(pod, classKey);
      expected.set(classKey, (expected.get(classKey) ?? 0) + 1);
    }
    this.#encoder = createTraceEncoder({ hash: sha256, compress: brotli.compress, nodeSet, nodeCount: snapshot.nodeCount, expected });
  }

  /** Milliseconds on the clock; a pod that preempts is tried twice, and its victims go between the two. */
  decide(pod: Pod): number {
    const begun = performance.now();
    const first = this.#attempt(pod, this.#classes.get(pod) ?? schedulingClass(pod));
    const took = performance.now() - begun;
    if (first.outcome !== 'nominated') return took;
    for (const { uid } of first.postFilter?.victims ?? []) this.#snapshot.removePod(uid);
    const nominated = { ...pod, status: { ...pod.status, nominatedNodeName: first.postFilter?.nominatedNode ?? '' } };
    const again = performance.now();
    this.#attempt(nominated, schedulingClass(nominated));
    return took + performance.now() - again;
  }

  /** Milliseconds for the last chunk. */
  finish(): number {
    const begun = performance.now();
    this.traceBytes += this.#encoder.finish()?.bytes.length ?? 0;
    return performance.now() - begun;
  }

  #attempt(pod: Pod, classKey: string): Attempt {
    const attempt = attemptOf({ snapshot: this.#snapshot, executor: this.#executor, pod, ordinal: this.decisions });
    this.decisions += 1;
    if (attempt.evidence !== null) this.traceBytes += this.#encoder.add({ evidence: attempt.evidence, classKey }).sealed?.bytes.length ?? 0;
    place(this.#snapshot, attempt);
    if (attempt.outcome === 'scheduled') this.scheduled += 1;
    return attempt;
  }
}
