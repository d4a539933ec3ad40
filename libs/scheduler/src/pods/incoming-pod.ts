import type { NodeMatcher } from '#kubernetes';
import {
  podKey,
  podPriority,
  podUid,
  type Labels,
  type Pod,
  compilePodTerms,
  type PodTerms,
  requiredNodes,
} from '../objects/index.js';
import { SchedulingClasses } from './scheduling-classes.js';
import {
  FOR_FILTER,
  hostPortsOf,
  podRequests,
  requestAmounts,
  type Amount,
  type HostPort,
} from '../resources/index.js';

/** The pod of one attempt, with what several plugins ask about it computed once, when first asked. */
export class IncomingPod {
  readonly pod: Pod;
  readonly uid: string;
  readonly namespace: string;
  readonly labels: Labels;
  readonly priority: number;
  #requiredNodes: NodeMatcher | null = null;
  #requests: readonly Amount[] | null = null;
  #hostPorts: readonly HostPort[] | null = null;
  #terms: PodTerms | null = null;

  constructor(
    pod: Pod,
    private readonly classes: SchedulingClasses = new SchedulingClasses(),
  ) {
    this.pod = pod;
    this.uid = podUid(pod);
    this.namespace = pod.metadata?.namespace ?? '';
    this.labels = pod.metadata?.labels ?? {};
    this.priority = podPriority(pod);
  }

  /** `namespace/name` */
  get key(): string {
    return podKey(this.pod);
  }

  /** Pods of one class get the same answers. */
  get schedulingClass(): string {
    return this.classes.of(this.pod);
  }

  /** Whether a node is one that the pod's node selector and required node affinity ask for. */
  get requiredNodes(): NodeMatcher {
    this.#requiredNodes ??= requiredNodes(this.pod);
    return this.#requiredNodes;
  }

  /** What a node must have free. */
  get requests(): readonly Amount[] {
    this.#requests ??= requestAmounts(podRequests(this.pod, FOR_FILTER));
    return this.#requests;
  }

  get hostPorts(): readonly HostPort[] {
    this.#hostPorts ??= hostPortsOf(this.pod);
    return this.#hostPorts;
  }

  /** What it says about other pods. */
  get terms(): PodTerms {
    this.#terms ??= compilePodTerms(this.pod.spec?.affinity, this.namespace);
    return this.#terms;
  }
}
