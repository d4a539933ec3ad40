import { mergePatch } from '#json';
import { mergeBinding, splitPod, type Manifest } from '#rows';
import type { LoggedChange } from '../log/index.js';
import { WatchedObject } from './watched-object.js';

/** A change of one object: what it was before, and what it is after it. */
export class ObjectChange {
  #left: WatchedObject | undefined;

  constructor(
    readonly position: bigint,
    readonly before: WatchedObject | undefined,
    /** Undefined once the object is gone. */
    readonly after: WatchedObject | undefined,
    /** Of an object that is gone: what the log has it as. */
    private readonly gone?: WatchedObject,
    /** The time of the cluster, in milliseconds since 1970, where it has a clock. */
    readonly at?: number,
  ) {}

  /** What is said to those who do not see the object any more: it, with the version of the change that took it away. */
  get left(): WatchedObject | undefined {
    return this.gone ?? (this.#left ??= this.before?.versioned(String(this.position)));
  }

  /** Characters that it keeps in memory. */
  get size(): number {
    return [this.before, this.after, this.gone].reduce((sum, one) => sum + (one?.text.length ?? 0), OVERHEAD);
  }

  /** Keeps no object parsed. */
  forget(): void {
    for (const object of [this.before, this.after, this.gone]) object?.forget();
    this.#left = undefined;
  }
}

const OVERHEAD = 200;

/** The effect of a change of the log on the objects of its kind, which it is applied to. */
export function applyChange(
  objects: Map<string, WatchedObject>,
  change: LoggedChange,
  sealed?: Uint8Array,
): ObjectChange | undefined {
  const { op, namespace, name, position } = change;
  if (op === 'note') return undefined;
  const key = `${namespace}/${name}`;
  const before = objects.get(key);
  if (op === 'delete' || op === 'evict') {
    objects.delete(key);
    // As the log has it: what is marked as being deleted is not what it was before.
    const gone = before && servedIn(change.object as Manifest);
    return new ObjectChange(BigInt(position), before, undefined, gone, timeOf(change));
  }
  const object = op === 'bind' ? mergePatch(before?.object, change.patch) : change.object;
  const after = servedIn(object as Manifest, sealed);
  objects.set(key, after);
  return new ObjectChange(BigInt(position), before, after, undefined, timeOf(change));
}

/** When a change was by the time of its cluster. */
export function timeOf({ clusterAt }: LoggedChange): number | undefined {
  return clusterAt === undefined ? undefined : Date.parse(clusterAt);
}

/** As a row of the present gives it: the phase of a pod is never absent. */
function servedIn(object: Manifest, sealed?: Uint8Array): WatchedObject {
  if (object.kind !== 'Pod') return WatchedObject.of(object, sealed);
  const { columns, manifest } = splitPod(object);
  return WatchedObject.of(mergeBinding(manifest, columns));
}
