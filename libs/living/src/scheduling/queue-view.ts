import type { QueuedPod } from './queued-pod.js';
import { SchedulingQueue } from './scheduling-queue.js';

/** Who waits to be placed. */
export interface QueueView {
  readonly active: readonly QueuedPod[];
  readonly backoff: readonly QueuedPod[];
  readonly unschedulable: readonly QueuedPod[];
  readonly gated: readonly QueuedPod[];
  /** How often pods came into which part by which event, since this was asked last: `active NodeAdd`. */
  readonly incoming: Readonly<Record<string, number>>;
}

/** Reads the queue of a scheduler from its memory, and begins to count anew unless the counts are to stay. */
export function queueView(memory: Map<string, unknown>, { keep = false }: { readonly keep?: boolean } = {}): QueueView {
  const queue = new SchedulingQueue(memory, Number(memory.get('start') ?? 0));
  const all = [...queue.all()];
  const of = (part: QueuedPod['part']): QueuedPod[] => all.filter((pod) => pod.part === part);
  return {
    active: of('active'),
    backoff: of('backoff'),
    unschedulable: of('unschedulable'),
    gated: of('gated'),
    incoming: keep ? queue.incoming : queue.takeIncoming(),
  };
}
