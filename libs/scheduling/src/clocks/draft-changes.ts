import type { ClusterWrite } from '#cluster';
import { SCHEDULER, type Cause, type Change } from '#living';
import { mergeDifference } from '#json';
import type { Manifest } from '#rows';
import type { DraftedCause, DraftedChange } from '#writes';

/** Drafts what controllers do, each change at its own time and with its cause. */
export class ChangeDrafter {
  readonly #draft: ClusterWrite['draft'];
  readonly #createdPositions: Map<string, bigint>;
  readonly #drafted: DraftedChange[] = [];
  readonly #first: number;

  /** @param createdPositions where objects were created, by uid; with those of the draft after it */
  constructor(draft: ClusterWrite['draft'], createdPositions: Map<string, bigint>) {
    this.#draft = draft;
    this.#createdPositions = createdPositions;
    this.#first = Number(draft.head.position) + 1;
  }

  add(change: Change): void {
    const { op, object, at, before } = change;
    const manifest = manifestOf(object);
    const { metadata } = manifest;
    const cause = this.#causeOf(change);
    this.#draft.goTo({ at: new Date(at), ...(cause && { cause }) });
    const created = this.#createdPositions.get(metadata.uid ?? '') ?? 0n;
    if (op === 'create') {
      this.#drafted.push(this.#draft.create(manifest));
      this.#createdPositions.set(metadata.uid ?? '', BigInt(change.position));
    } else if (op === 'update')
      this.#drafted.push(this.#updated(change, { object: manifest, createdPosition: created }));
    else {
      this.#drafted.push(this.#draft.remove(manifestOf(before ?? object)));
      this.#createdPositions.delete(metadata.uid ?? '');
    }
  }

  /** The time up to which nothing more happens. */
  endAt(at: number): void {
    this.#draft.goTo({ at: new Date(at) });
  }

  /**
   * The position in the log of one that the living cluster counts, where nothing comes in front of what it does.
   * @throws before the draft has its positions
   */
  positionOf(counted: number): bigint {
    if (counted < this.#first) return BigInt(counted);
    const position = this.#drafted[counted - this.#first]?.position;
    if (position === undefined) throw new Error(`change ${counted} has no position in the log yet`);
    return position;
  }

  /** A pod that goes to a node is bound, as a run binds it: the log keeps the patch. */
  #updated({ by, before }: Change, { object, createdPosition }: Updated): DraftedChange {
    const node = nodeOf(object);
    if (by !== SCHEDULER || node === '' || nodeOf(before) !== '') return this.#draft.update(object, createdPosition);
    const patch = before === null ? undefined : mergeDifference(manifestOf(before), object);
    if (patch === undefined) return this.#draft.update(object, createdPosition);
    const { namespace = '', name, uid = '' } = object.metadata;
    return this.#draft.bindWhole({ namespace, name, uid, node }, patch, { object, createdPosition });
  }

  #causeOf({ by, cause }: Change): DraftedCause | undefined {
    if (by === null || cause.kind === 'request') return undefined;
    if (cause.kind === 'timer') return { by, timer: { key: cause.key, at: new Date(cause.at).toISOString() } };
    return { by, change: this.#changeOf(cause) };
  }

  #changeOf({ position }: Extract<Cause, { readonly kind: 'change' }>): bigint | DraftedChange {
    return this.#drafted[position - this.#first] ?? BigInt(position);
  }
}

interface Updated {
  readonly object: Manifest;
  readonly createdPosition: bigint;
}

/** An object as it is stored. */
function manifestOf({ metadata: { resourceVersion: _, ...metadata }, ...object }: Change['object']): Manifest {
  return { ...object, metadata };
}

/** The node of a pod; empty of anything else. */
function nodeOf(object: Change['before'] | Manifest): string {
  if (object?.kind !== 'Pod') return '';
  const { nodeName = '' } = (object['spec'] ?? {}) as { readonly nodeName?: string };
  return nodeName;
}
