import type { Status } from '../../evidence/index.js';
import type { PreparedFilter, TrialNode } from '../../plugin.js';
import type { PlacedPod } from '../../snapshot/index.js';
import type { Evaluation } from '../executor.js';
import type { ActiveFilter, PreFilterAnswer } from '../asking/index.js';
import { nominatedPodsOn } from './nominated-pods.js';

/** What the filters of one attempt were prepared with. */
export interface Rehearsal {
  readonly evaluation: Evaluation;
  readonly filters: readonly ActiveFilter[];
  /** Filters that want to know of pods that come and go. */
  readonly listeners: readonly Pick<PreparedFilter, 'addPod' | 'removePod'>[];
  readonly statusOf: (id: number) => Status;
}

/** Filters whose PreFilter wants to know of pods that come and go. */
export function listenersAmong(answers: Iterable<PreFilterAnswer>): Rehearsal['listeners'] {
  return [...answers].flatMap((answer) =>
    answer.kind === 'filter' && (answer.addPod ?? answer.removePod) ? [answer] : [],
  );
}

/** Lets the work change a node and ask the filters about it, and leaves everything as it was. */
export function tryNode<T>(rehearsal: Rehearsal, row: number, work: (node: ChangedNode) => T): T {
  const node = new ChangedNode(rehearsal, row);
  return rehearsal.evaluation.snapshot.tentatively(() => {
    try {
      return work(node);
    } finally {
      node.undo();
    }
  });
}

/**
 * As kube-scheduler v1.34 RunFilterPlugins passes on what one filter said: an error gets the filter's name before it,
 * and by a Policy, as in v1.20, that of the pod.
 */
export function asFiltered(status: Status, { profile, pod }: Pick<Evaluation, 'profile' | 'pod'>): Status {
  if (status.code !== 'Error') return status;
  const forPod = profile.policy ? ` for pod ${JSON.stringify(pod.pod.metadata?.name ?? '')}` : '';
  return {
    ...status,
    reasons: [`running ${JSON.stringify(status.plugin)} filter plugin${forPod}: ${status.reasons.join(', ')}`],
  };
}

/** A row whose pods come and go, with every change reported to the filters. */
export class ChangedNode implements TrialNode {
  readonly #undo: (() => void)[] = [];

  constructor(
    private readonly rehearsal: Rehearsal,
    readonly row: number,
  ) {}

  get pods(): readonly PlacedPod[] {
    return this.rehearsal.evaluation.snapshot.pods(this.row);
  }

  addPod(pod: PlacedPod): void {
    this.#put(pod);
    this.#later(() => this.#take(pod));
  }

  removePod(pod: PlacedPod): void {
    this.#take(pod);
    this.#later(() => this.#put(pod));
  }

  /** On a node with nominated pods two passes: with them, and, if that succeeds, without. */
  firstFailure(): Status | null {
    const id = this.failureWith(nominatedPodsOn(this.row, this.rehearsal.evaluation)) || this.#failure();
    return id === 0 ? null : asFiltered(this.rehearsal.statusOf(id), this.rehearsal.evaluation);
  }

  /**
   * The status of the first filter that fails with these pods added; 0 when all pass, or when there are no such pods.
   */
  failureWith(pods: readonly PlacedPod[]): number {
    if (pods.length === 0) return 0;
    return tryNode(this.rehearsal, this.row, (node) => {
      for (const pod of pods) node.addPod(pod);
      return this.#failure();
    });
  }

  /** The filters hear of it in reverse order, each while the pods are as they were when it first heard. */
  undo(): void {
    for (let last = this.#undo.pop(); last !== undefined; last = this.#undo.pop()) last();
  }

  /** The snapshot takes back what was done to it by itself. */
  #later(undo: () => void): void {
    if (this.rehearsal.listeners.length > 0) this.#undo.push(undo);
  }

  #failure(): number {
    for (const { prepared } of this.rehearsal.filters) {
      const status = prepared.filter(this.row);
      if (status !== 0) return status;
    }
    return 0;
  }

  #put(pod: PlacedPod): void {
    this.rehearsal.evaluation.snapshot.addPod(pod, this.row);
    for (const { addPod } of this.rehearsal.listeners) addPod?.(pod, this.row);
  }

  #take(pod: PlacedPod): void {
    this.rehearsal.evaluation.snapshot.removePod(pod.uid);
    for (const { removePod } of this.rehearsal.listeners) removePod?.(pod, this.row);
  }
}
