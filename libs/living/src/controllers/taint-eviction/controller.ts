import { equalJson } from '#json';
import type { KubernetesObject, Pod, Taint, Toleration } from '#kubernetes';
import type { Change, Controller, ControllerContext } from '../../engine/index.js';
import { withCondition } from '../../pods/index.js';
import { keyOf, ofKey, uidOf } from '../../state/index.js';
import { evicting, stayOf } from './stay.js';

const REASON = 'TaintManagerEviction';
const NODE = 'node ';
const POD = 'pod ';
const DUE = 'due ';

interface Node extends KubernetesObject {
  spec?: { readonly taints?: readonly Taint[] };
}

/** An eviction that is to come; times in milliseconds since 1970. */
interface Due {
  readonly uid: string;
  readonly since: number;
  readonly at: number;
}

/**
 * Evicts pods from nodes with NoExecute taints that they do not tolerate, or no longer. Reads nodes and pods. Timers:
 * the ends of the times for which pods tolerate taints. // as kubernetes v1.34 pkg/controller/tainteviction
 */
export class TaintEvictionController implements Controller {
  readonly #context: ControllerContext;

  constructor(context: ControllerContext) {
    this.#context = context;
  }

  *noticed({ op, object, before }: Change): Iterable<string> {
    if (object.kind === 'Node') {
      if (op !== 'delete' && !equalJson(taintsOf(before), taintsOf(object))) yield NODE + object.metadata.name;
    } else if (object.kind === 'Pod') {
      const isNews = op === 'delete' || before === null || !equalJson(placeOf(before as Pod), placeOf(object as Pod));
      if (isNews && specOf(object as Pod).nodeName !== undefined) yield POD + keyOf(object);
    }
  }

  sync(key: string): void {
    if (key.startsWith(NODE)) this.#lookAtNode(key.slice(NODE.length));
    else if (key.startsWith(POD)) this.#lookAtPod(key.slice(POD.length));
    else this.#evictIfDue(key.slice(DUE.length));
  }

  #lookAtNode(name: string): void {
    const node: Node | undefined = this.#context.state.get('Node', '', name);
    if (node === undefined) return;
    const taints = taintsOf(node);
    const pods = ([...this.#context.state.list('Pod')] as Pod[]).filter((pod) => specOf(pod).nodeName === name);
    for (const pod of pods)
      if (taints.length === 0) this.#cancel(pod);
      else this.#judge(pod, taints);
  }

  #lookAtPod(key: string): void {
    const { state } = this.#context;
    const pod = state.get('Pod', ...ofKey(key)) as Pod | undefined;
    if (pod === undefined) return this.#forget(key);
    const taints = taintsOf(state.get('Node', '', specOf(pod).nodeName ?? '') ?? null);
    if (taints.length > 0) this.#judge(pod, taints);
  }

  /** A pod is gone: that the eviction to come is none is said of its name. // as handlePodUpdate */
  #forget(key: string): void {
    const { memory } = this.#context;
    const due = memory.get(DUE + key) as Due | undefined;
    memory.delete(DUE + key);
    if (due === undefined || due.since === due.at) return;
    const [namespace, name] = ofKey(key);
    const about = { apiVersion: 'v1', kind: 'Pod', metadata: { namespace, name } };
    this.#say(about, `Cancelling deletion of Pod ${key}`);
  }

  /** // as processPodOnNode */
  #judge(pod: Pod, taints: readonly Taint[]): void {
    const { now, memory } = this.#context;
    const stay = stayOf(taints, specOf(pod).tolerations);
    if (stay === 0 || stay === Infinity) this.#cancel(pod);
    if (stay === 0) this.#evictNow(pod);
    if (stay === 0 || stay === Infinity) return;
    // What is to come already stays as it is, though less would be tolerated now.
    if (this.#dueOf(pod) !== undefined) return;
    const key = DUE + keyOf(pod);
    memory.set(key, { uid: uidOf(pod), since: now, at: now + stay } satisfies Due);
    this.#context.wakeAt(key, now + stay);
  }

  /** A worker of its own evicts the pod: controllers that delete it for the same taint do so before. */
  #evictNow(pod: Pod): void {
    const { now, memory } = this.#context;
    const key = DUE + keyOf(pod);
    if (this.#dueOf(pod) !== undefined) return;
    memory.set(key, { uid: uidOf(pod), since: now, at: now } satisfies Due);
    this.#say(pod, `Marking for deletion Pod ${keyOf(pod)}`);
    this.#context.wakeAt(key, now);
  }

  #evictIfDue(key: string): void {
    const pod = this.#context.state.get('Pod', ...ofKey(key)) as Pod | undefined;
    const due = pod && this.#dueOf(pod);
    if (pod === undefined || due === undefined || due.at > this.#context.now) return;
    this.#context.memory.delete(DUE + key);
    if (due.since < due.at) this.#say(pod, `Marking for deletion Pod ${keyOf(pod)}`);
    this.#evict(pod);
  }

  #evict(pod: Pod): void {
    const why = 'Taint manager: deleting due to NoExecute taint';
    const said = { type: 'DisruptionTarget', status: 'True', reason: 'DeletionByTaintManager', message: why };
    const failing = withCondition(pod, said, this.#context.time);
    this.#context.delete(failing === undefined ? pod : this.#context.updateStatus(failing));
  }

  #cancel(pod: Pod): void {
    const due = this.#dueOf(pod);
    if (due === undefined || due.since === due.at) return;
    this.#context.memory.delete(DUE + keyOf(pod));
    this.#say(pod, `Cancelling deletion of Pod ${keyOf(pod)}`);
  }

  #dueOf(pod: Pod): Due | undefined {
    const due = this.#context.memory.get(DUE + keyOf(pod)) as Due | undefined;
    return due?.uid === uidOf(pod) ? due : undefined;
  }

  #say(about: KubernetesObject, message: string): void {
    this.#context.record({ about, type: 'Normal', reason: REASON, message });
  }
}

function taintsOf(node: Node | null): readonly Taint[] {
  return evicting(node?.spec?.taints);
}

function specOf({ spec }: Pod): { readonly nodeName?: string; readonly tolerations?: readonly Toleration[] } {
  return spec;
}

/** What decides whether a pod may stay. */
function placeOf(pod: Pod): readonly unknown[] {
  const { nodeName, tolerations } = specOf(pod);
  return [nodeName ?? '', tolerations ?? []];
}
