import { ownField } from '#json';
import type { KubernetesObject, Pod } from '#kubernetes';
import type { Change } from '../../engine/index.js';
import { isActive, isReady } from '../../pods/index.js';
import { controllerOf, uidOf, type ReadableState } from '../../state/index.js';
import type { ReplicaKind, ReplicaSet } from './replica-set.js';

/** How many active pods of a set there are. */
interface Tally {
  active: number;
  /** Of them, those that the selector does not find: they are to be released. */
  astray: number;
  /** With all labels of the template. */
  labelled: number;
  ready: number;
}

interface Kept {
  readonly tally: Tally;
  /** What pods were counted by. */
  readonly spec: ReplicaSet['spec'];
  readonly add: (pod: Pod, sign: 1 | -1) => void;
}

/**
 * Counts the pods of sets as they change: when one pod of a large set gets ready, the others are not looked at.
 * Everything here follows from the objects.
 */
export class PodTallies {
  readonly #state: ReadableState;
  readonly #kind: ReplicaKind;
  /** By uid of the set; made when it is asked for. */
  readonly #kept = new Map<string, Kept>();
  /** Pods without controller, by namespace and uid; made when they are asked for. */
  #free: Map<string, Set<string>> | undefined;

  constructor(state: ReadableState, kind: ReplicaKind) {
    this.#state = state;
    this.#kind = kind;
  }

  noticed({ op, object, before }: Change): void {
    if (op === 'delete') this.#kept.delete(uidOf(object));
    if (object.kind !== 'Pod') return;
    if (before !== null) this.#kept.get(ownerOf(before))?.add(before as Pod, -1);
    if (op !== 'delete') this.#kept.get(ownerOf(object))?.add(object as Pod, 1);
    if (this.#free === undefined) return;
    if (op === 'delete' || ownerOf(object) !== '') this.#free.get(spaceOf(object))?.delete(uidOf(object));
    else this.#setFree(this.#free, object);
  }

  of(set: ReplicaSet): Readonly<Tally> {
    const uid = uidOf(set);
    const known = this.#kept.get(uid);
    if (known?.spec === set.spec) return known.tally;
    const kept = counting(set, this.#kind);
    for (const pod of this.#state.dependants(uid))
      if (pod.kind === 'Pod' && ownerOf(pod) === uid) kept.add(pod as Pod, 1);
    this.#kept.set(uid, kept);
    return kept.tally;
  }

  /** The pods of a namespace that no controller has, in the order in which they were created. */
  free(namespace: string): Pod[] {
    if (this.#free === undefined) {
      this.#free = new Map();
      for (const pod of this.#state.list('Pod')) if (ownerOf(pod) === '') this.#setFree(this.#free, pod);
    }
    const pods = [...(this.#free.get(namespace) ?? [])].flatMap((uid) => this.#state.byUid(uid) ?? []) as Pod[];
    return pods.sort((a, b) => this.#state.orderOf(uidOf(a)) - this.#state.orderOf(uidOf(b)));
  }

  #setFree(free: Map<string, Set<string>>, pod: KubernetesObject): void {
    const uids = free.get(spaceOf(pod)) ?? new Set<string>();
    free.set(spaceOf(pod), uids.add(uidOf(pod)));
  }
}

function counting(set: ReplicaSet, kind: ReplicaKind): Kept {
  const tally: Tally = { active: 0, astray: 0, labelled: 0, ready: 0 };
  const [matches, hasAll] = [kind.matcher(set), hasLabelsOf(set)];
  const add = (pod: Pod, sign: 1 | -1): void => {
    if (!isActive(pod)) return;
    tally.active += sign;
    if (!matches(pod.metadata.labels)) tally.astray += sign;
    if (hasAll(pod)) tally.labelled += sign;
    if (isReady(pod)) tally.ready += sign;
  };
  return { tally, spec: set.spec, add };
}

/** Whether a pod has all labels of the template of a set. */
export function hasLabelsOf({ spec: { template = {} } }: ReplicaSet): (pod: Pod) => boolean {
  const wanted = Object.entries(template.metadata?.labels ?? {});
  return ({ metadata: { labels } }) => wanted.every(([key, value]) => ownField(labels, key) === value);
}

/** The uid of the controller of a pod; empty where it has none. */
function ownerOf(pod: KubernetesObject): string {
  return controllerOf(pod)?.uid ?? '';
}

function spaceOf({ metadata: { namespace = '' } }: KubernetesObject): string {
  return namespace;
}
