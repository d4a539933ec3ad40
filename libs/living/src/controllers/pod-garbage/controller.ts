import type { KubernetesObject, Pod, Taint } from '#kubernetes';
import type { Change, Controller, ControllerContext } from '../../engine/index.js';
import { hasEnded, withCondition, type SaidCondition } from '../../pods/index.js';
import { isGoing } from '../../state/index.js';

/** How often pods are looked through. // as gcCheckPeriod */
const PERIOD_MS = 20_000;
/** So long a node must have been missed before its pods go. // as quarantineTime */
const QUARANTINE_MS = 40_000;
/** So many pods that have ended may stay. // as the default of --terminated-pod-gc-threshold */
const MOST_ENDED = 12_500;
const OUT_OF_SERVICE = 'node.kubernetes.io/out-of-service';
const PASS = 'pods';
const MISSED = 'missed ';
const NODE_GONE: SaidCondition = {
  type: 'DisruptionTarget',
  status: 'True',
  reason: 'DeletionByPodGC',
  message: 'PodGC: node no longer exists',
};

interface Node extends KubernetesObject {
  spec?: { readonly taints?: readonly Taint[] };
  status?: { readonly conditions?: readonly { readonly type?: string; readonly status?: string }[] };
}

/**
 * Deletes pods that nothing else would: those whose node is gone, those that are deleted and have no node or one that
 * is out of service, and the oldest that have ended, beyond a number. Reads pods and nodes. Timers: every 20 seconds,
 * while there may be such pods. // as kubernetes v1.34 pkg/controller/podgc
 */
export class PodGarbageCollector implements Controller {
  readonly #context: ControllerContext;

  constructor(context: ControllerContext) {
    this.#context = context;
  }

  noticed({ op, object, before }: Change): Iterable<string> {
    const mayBeGarbage =
      object.kind === 'Node'
        ? op === 'delete' || isOutOfService(object)
        : object.kind === 'Pod' && op !== 'delete' && this.#isConcern(object as Pod, before as Pod | null);
    if (mayBeGarbage) this.#lookBy();
    return [];
  }

  sync(): void {
    const { state } = this.#context;
    const pods = [...state.list('Pod')] as Pod[];
    this.#ended(pods);
    for (const pod of pods) if (isGoing(pod) && this.#isOutOfReach(pod)) this.#remove(pod);
    this.#orphans(pods);
    for (const pod of pods) if (isGoing(pod) && nodeOf(pod) === '') this.#remove(pod);
  }

  #isConcern(pod: Pod, before: Pod | null): boolean {
    if (hasEnded(pod) && (before === null || !hasEnded(before))) return true;
    const node = nodeOf(pod);
    if (node === '') return isGoing(pod);
    const found = this.#context.state.get('Node', '', node);
    return found === undefined || (isGoing(pod) && isOutOfService(found));
  }

  #ended(pods: readonly Pod[]): void {
    const ended = pods.filter(hasEnded);
    if (ended.length <= MOST_ENDED) return;
    for (const pod of ended.sort(evictedAndOldestFirst).slice(0, ended.length - MOST_ENDED)) this.#remove(pod);
  }

  /**
   * The pods of nodes that have been missed for long enough. A node that comes back and goes again within that time is
   * missed since the first time. // as gcOrphaned
   */
  #orphans(pods: readonly Pod[]): void {
    const { state, memory, now } = this.#context;
    const isMissing = (node: string): boolean => node !== '' && state.get('Node', '', node) === undefined;
    const missing = new Set(pods.map(nodeOf).filter(isMissing));
    for (const node of missing) if (!memory.has(MISSED + node)) memory.set(MISSED + node, now);
    const quarantined = [...memory].filter(([key]) => key.startsWith(MISSED));
    const over = quarantined.filter(([, since]) => now - Number(since) >= QUARANTINE_MS).map(([key]) => key);
    for (const key of over) memory.delete(key);
    const gone = new Set(over.map((key) => key.slice(MISSED.length)).filter(isMissing));
    for (const pod of pods) if (gone.has(nodeOf(pod))) this.#remove(pod, NODE_GONE);
    if (over.length < quarantined.length || gone.size > 0) this.#lookBy();
  }

  /** A pod that has not ended has failed: no kubelet is there to say so. // as markFailedAndDeletePodWithCondition */
  #remove(pod: Pod, said?: SaidCondition): void {
    this.#context.delete(hasEnded(pod) ? pod : this.#context.updateStatus(this.#failed(pod, said)), {
      gracePeriodSeconds: 0,
    });
  }

  #failed(pod: Pod, said?: SaidCondition): Pod {
    const { generation } = pod.metadata;
    const observed = generation === undefined ? {} : { observedGeneration: generation };
    const failed = { ...pod, status: { ...pod.status, ...observed, phase: 'Failed' } };
    return (said && withCondition(failed, said, this.#context.time)) ?? failed;
  }

  #isOutOfReach(pod: Pod): boolean {
    const node = this.#context.state.get('Node', '', nodeOf(pod));
    return node !== undefined && isOutOfService(node);
  }

  #lookBy(): void {
    const { now } = this.#context;
    this.#context.wakeBy(PASS, now - (now % PERIOD_MS) + PERIOD_MS);
  }
}

function nodeOf({ spec }: Pod): string {
  return (spec as { readonly nodeName?: string }).nodeName ?? '';
}

/** A node that is not ready, and will not be. */
function isOutOfService(object: KubernetesObject): boolean {
  const { spec, status } = object as Node;
  const isReady = status?.conditions?.some((one) => one.type === 'Ready' && one.status === 'True') === true;
  return !isReady && spec?.taints?.some(({ key }) => key === OUT_OF_SERVICE) === true;
}

/** // as byEvictionAndCreationTimestamp */
function evictedAndOldestFirst(a: Pod, b: Pod): number {
  const evicted = ({ status }: Pod): number => (status?.phase === 'Failed' && status['reason'] === 'Evicted' ? 0 : 1);
  const [one, other] = [a.metadata, b.metadata];
  const age = Date.parse(one.creationTimestamp ?? '') - Date.parse(other.creationTimestamp ?? '');
  return evicted(a) - evicted(b) || age || (one.name < other.name ? -1 : one.name > other.name ? 1 : 0);
}
