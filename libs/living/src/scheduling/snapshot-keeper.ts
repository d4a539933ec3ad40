import { equalJson } from '#json';
import type { KubernetesObject, Node as StoredNode, Pod } from '#kubernetes';
import { LIST_OF_KIND, placedPod, podUid, Snapshot } from '#scheduler';
import type { ReadableState } from '../state/index.js';
import { conditionOf, hasEnded } from '../pods/index.js';
import { isAssigned, specOf } from './cluster-event.js';

/** Keeps the engine's snapshot of the cluster in step with its objects. */
export class SnapshotKeeper {
  readonly snapshot = new Snapshot();
  /** The pod that the engine has just put on its node. */
  #placed = '';

  constructor(state: ReadableState) {
    for (const kind of ['Namespace', ...LIST_OF_KIND.keys()].filter((one, index, all) => all.indexOf(one) === index))
      for (const object of state.list(kind)) this.put(object);
    for (const node of state.list('Node')) this.put(node);
    for (const pod of state.list('Pod')) this.put(pod);
  }

  put(object: KubernetesObject, before: KubernetesObject | null = null): void {
    if (object.kind === 'Node') this.#putNode(object as StoredNode);
    else if (object.kind === 'Pod') {
      if (before === null || readsAnew(object as Pod, before as Pod)) this.#putPod(object as Pod);
    } else this.#listOf(object, (list) => this.snapshot.setObject(list, object));
  }

  /** The engine has put a pod on its node: the next write of it says what is known already. */
  placed(pod: Pod): void {
    this.#placed = podUid(pod);
  }

  remove(object: KubernetesObject): void {
    if (object.kind === 'Node') this.#removeNode(object.metadata.name);
    else if (object.kind === 'Pod') this.#removePod(object as Pod);
    else
      this.#listOf(object, (list) =>
        this.snapshot.removeObject(list, object.metadata.name, object.metadata.namespace ?? ''),
      );
  }

  #putNode(node: StoredNode): void {
    const row = this.snapshot.rowOf(node.metadata.name);
    if (row !== undefined) return this.snapshot.updateNode(node, row);
    this.snapshot.addNode(node);
  }

  /** The pods of a node that is gone are on no row until it comes again. */
  #removeNode(name: string): void {
    const row = this.snapshot.rowOf(name);
    if (row !== undefined) this.snapshot.removeNodes(new Set([row]));
  }

  #putPod(pod: Pod): void {
    const uid = podUid(pod);
    if (this.#placed === uid) {
      this.#placed = '';
      return;
    }
    this.snapshot.removePod(uid);
    const { nodeName = '' } = specOf(pod);
    if (isAssigned(pod)) {
      const row = this.snapshot.rowOf(nodeName);
      if (row !== undefined) this.snapshot.addPod(placedPod(pod, startOf(pod)), row);
      this.snapshot.nominations.remove(uid);
      return;
    }
    const { nominatedNodeName = '' } = pod.status ?? {};
    if (nodeName === '' && nominatedNodeName !== '') this.snapshot.nominations.add(placedPod(pod), nominatedNodeName);
    else this.snapshot.nominations.remove(uid);
  }

  #removePod(pod: Pod): void {
    const uid = podUid(pod);
    this.snapshot.removePod(uid);
    this.snapshot.nominations.remove(uid);
  }

  #listOf(object: KubernetesObject, then: (list: Parameters<Snapshot['setObject']>[0]) => void): void {
    const list = LIST_OF_KIND.get(object.kind);
    if (list === undefined) return;
    this.snapshot.keepPatches();
    then(list);
  }
}

/** Whether the engine sees a change of a pod: of its phase and readiness it reads nothing. */
function readsAnew(pod: Pod, before: Pod): boolean {
  const [one, other] = [pod.metadata, before.metadata];
  return (
    pod.spec !== before.spec ||
    hasEnded(pod) !== hasEnded(before) ||
    one.labels !== other.labels ||
    one.deletionTimestamp !== other.deletionTimestamp ||
    pod.status?.nominatedNodeName !== before.status?.nominatedNodeName ||
    startOf(pod) !== startOf(before) ||
    !equalJson(pod.status?.conditions?.find(isDisruption), before.status?.conditions?.find(isDisruption))
  );
}

function isDisruption({ type }: { readonly type?: string }): boolean {
  return type === 'DisruptionTarget';
}

/** When a pod started; before its kubelet says so, when it was bound. */
function startOf(pod: Pod): string | null {
  return pod.status?.startTime ?? conditionOf(pod, 'PodScheduled')?.lastTransitionTime ?? null;
}
