import type { KubernetesObject, Pod } from '#kubernetes';
import type { Change } from '../../engine/index.js';
import { controllerOf, uidOf, type ReadableState } from '../../state/index.js';

/** The pods that no controller has, so that workloads need not look for them among all. Follows from the objects. */
export class FreePods {
  readonly #state: ReadableState;
  /** Uids by namespace; made when they are asked for. */
  #uids: Map<string, Set<string>> | undefined;

  constructor(state: ReadableState) {
    this.#state = state;
  }

  noticed({ op, object }: Change): void {
    if (this.#uids === undefined || object.kind !== 'Pod') return;
    if (op === 'delete' || controllerOf(object) !== undefined) this.#uids.get(spaceOf(object))?.delete(uidOf(object));
    else this.#add(this.#uids, object);
  }

  /** Of a namespace, in the order in which they were created. */
  in(namespace: string): Pod[] {
    if (this.#uids === undefined) {
      this.#uids = new Map();
      for (const pod of this.#state.list('Pod')) if (controllerOf(pod) === undefined) this.#add(this.#uids, pod);
    }
    const pods = [...(this.#uids.get(namespace) ?? [])].flatMap((uid) => this.#state.byUid(uid) ?? []) as Pod[];
    return pods.sort((a, b) => this.#state.orderOf(uidOf(a)) - this.#state.orderOf(uidOf(b)));
  }

  #add(all: Map<string, Set<string>>, pod: KubernetesObject): void {
    const uids = all.get(spaceOf(pod)) ?? new Set<string>();
    all.set(spaceOf(pod), uids.add(uidOf(pod)));
  }
}

function spaceOf({ metadata: { namespace = '' } }: KubernetesObject): string {
  return namespace;
}
