import { decidePods, podKey, type Attempt, type Executor, type Pod, type Profile, type Snapshot } from '#scheduler';
import { settleVolumes } from '../volumes/index.js';

/** What pods are placed with. */
export interface Placing {
  readonly snapshot: Snapshot;
  readonly executor: Executor;
  readonly profileOf: (pod: Pod) => Profile;
  /** RFC 3339: when the pods start. */
  readonly at: string;
}

/** Where a pod came to stand, or why it did not. */
export interface Placement {
  readonly pod: Pod;
  readonly node: string | null;
  /** A pod that is for another scheduler may be left out. */
  readonly outcome: Attempt['outcome'] | 'skipped';
  /** In kube-scheduler's words; empty where it has a node. */
  readonly message: string;
}

/** A pod's try; where it finds a node it stands there from now on, and its claims are bound. Nothing is evicted. */
export function place({ snapshot, executor, profileOf, at }: Placing, pod: Pod): Placement {
  const tieBreak = { rule: 'first' } as const;
  const steps = decidePods({ snapshot, executor, profileOf, tieBreak, pods: [pod], preemption: 'off', now: at });
  const { value: attempt } = steps.next();
  if (attempt === undefined) throw new Error(`pod ${podKey(pod)} was not decided`);
  // The placement is applied when the engine goes on.
  steps.next();
  const { nodeName: node, outcome, message } = attempt;
  if (node !== null) settleVolumes(snapshot, pod, node);
  return { pod, node, outcome, message };
}
