import { equalJson } from '#json';
import type { KubernetesObject, Node as StoredNode, Pod } from '#kubernetes';
import { LIST_OF_KIND, placedPod, podUid, Snapshot, type PlacedPod } from '#scheduler';
import { uidOf, type ReadableState } from '../state/index.js';
import { hasEnded } from '../pods/index.js';
import { isAssigned, specOf } from './cluster-event.js';

/**
 * Keeps the engine's snapshot of the cluster in step with its objects: at every moment it is the one that would be read
 * from the log there, so that decisions can be made again.
 */
export class SnapshotKeeper {
  readonly snapshot = new Snapshot();
  readonly #state: ReadableState;
  /** The rows of the snapshot; another array when they change. */
  nodes: readonly NodeName[] = [];

  constructor(state: ReadableState) {
    this.#state = state;
    for (const kind of ['Namespace', ...LIST_OF_KIND.keys()].filter((one, index, all) => all.indexOf(one) === index))
      for (const object of state.list(kind)) this.put(object);
    for (const node of state.list('Node')) this.#addNode(node as StoredNode);
    for (const pod of state.list('Pod')) this.put(pod);
  }

  put(object: KubernetesObject, before: KubernetesObject | null = null): void {
    if (object.kind === 'Node') this.#putNode(object as StoredNode);
    else if (object.kind === 'Pod') {
      if (before === null || readsAnew(object as Pod, before as Pod)) this.#putPod(object as Pod);
    } else this.#listOf(object, (list) => this.snapshot.setObject(list, object));
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
    if (row !== undefined) {
      if (this.nodes[row]?.uid !== uidOf(node)) this.nodes = this.nodes.with(row, nameOf(node));
      return this.snapshot.updateNode(node, row);
    }
    const added = this.#addNode(node);
    for (const pod of this.#state.list('Pod') as Iterable<Pod>)
      if (specOf(pod).nodeName === node.metadata.name && isAssigned(pod))
        this.snapshot.addPod(this.#placed(pod), added);
  }

  /** The pods of a node that is gone are on no row until it comes again. */
  #removeNode(name: string): void {
    const row = this.snapshot.rowOf(name);
    if (row === undefined) return;
    this.snapshot.removeNodes(new Set([row]));
    this.nodes = this.nodes.filter((_, index) => index !== row);
  }

  #addNode(node: StoredNode): number {
    const row = this.snapshot.addNode(node);
    const nodes = [...this.nodes];
    nodes[row] = nameOf(node);
    this.nodes = nodes;
    return row;
  }

  #putPod(pod: Pod): void {
    const uid = podUid(pod);
    this.snapshot.removePod(uid);
    const { nodeName = '' } = specOf(pod);
    if (isAssigned(pod)) {
      const row = this.snapshot.rowOf(nodeName);
      if (row !== undefined) this.snapshot.addPod(this.#placed(pod), row);
      this.snapshot.nominations.remove(uid);
      return;
    }
    const { nominatedNodeName = '' } = pod.status ?? {};
    if (nodeName === '' && nominatedNodeName !== '')
      this.snapshot.nominations.add(this.#placed(pod), nominatedNodeName);
    else this.snapshot.nominations.remove(uid);
  }

  /** Pods stand on their node in the order of their creation. */
  #placed(pod: Pod): PlacedPod {
    return { ...placedPod(pod), position: this.#state.orderOf(podUid(pod)) };
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

/** What a row of the snapshot stands for. */
export interface NodeName {
  readonly name: string;
  readonly uid: string;
}

function nameOf(node: StoredNode): NodeName {
  return { name: node.metadata.name, uid: uidOf(node) };
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
    pod.status?.startTime !== before.status?.startTime ||
    // Of pods that have a node in view, the one that changed last stands last.
    (pod.status?.nominatedNodeName ?? '') !== '' ||
    !equalJson(pod.status?.conditions?.find(isDisruption), before.status?.conditions?.find(isDisruption))
  );
}

function isDisruption({ type }: { readonly type?: string }): boolean {
  return type === 'DisruptionTarget';
}
