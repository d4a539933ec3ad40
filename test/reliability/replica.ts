import { mergePatch } from '#json';

/** A change, as events bring it. */
export interface FollowedChange {
  readonly position: string;
  readonly at: string;
  readonly op: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly object?: object | null;
  readonly patch?: object | null;
}

/** The objects of a cluster, as somebody knows them who has nothing but its changes. */
export class Replica {
  readonly objects = new Map<string, unknown>();
  /** How many changes of each sort were applied. */
  readonly ops: Record<string, number> = {};
  /** What should not have come: a change that was missed before it, or came twice. */
  readonly faults: string[] = [];
  #position: bigint;

  constructor(position: bigint) {
    this.#position = position;
  }

  /** Up to where everything was applied. */
  get position(): bigint {
    return this.#position;
  }

  apply({ position, op, kind, namespace, name, object, patch }: FollowedChange): void {
    if (BigInt(position) !== this.#position + 1n) this.faults.push(`${position} after ${this.#position}`);
    this.#position = BigInt(position);
    this.ops[op] = (this.ops[op] ?? 0) + 1;
    const key = keyOf(kind, namespace, name);
    if (op === 'delete' || op === 'evict') this.objects.delete(key);
    else if (op === 'bind') this.objects.set(key, mergePatch(this.objects.get(key), patch));
    else this.objects.set(key, object);
  }
}

/** One name for an object among all of a cluster. */
export function keyOf(kind: string, namespace: string, name: string): string {
  return `${kind}/${namespace}/${name}`;
}
