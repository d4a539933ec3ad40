import type { Mutation } from '#kubernetes';
import type { Manifest } from '#rows';

/** What happened to an object: the words of the `changes.op` column. */
export type ChangeOp = 'create' | 'update' | 'bind' | 'evict' | 'delete' | 'note';

/** One change, before it has a position. */
export interface Change {
  readonly op: ChangeOp;
  readonly apiVersion: string;
  readonly kind: string;
  /** Empty for objects that live in no namespace. */
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  /**
   * The object without its resourceVersion, which is the position. For `bind` the patch; for `evict`
   * `{pod, preemptor}`: the pod as it last was, and the names of the pod that it made room for; for `note`, which is
   * about the log and no object, what its kind says.
   */
  readonly body: object;
  /** What admission made of what was sent; absent where it made nothing of it. */
  readonly admission?: readonly Mutation[];
}

/** The change that leaves `object` as it is given (for a deletion: as it last was). */
export function changeOf(op: ChangeOp, object: Manifest, mutations: readonly Mutation[] = []): Change {
  const { apiVersion, kind, metadata } = object;
  return {
    op,
    apiVersion,
    kind,
    namespace: metadata.namespace ?? '',
    name: metadata.name,
    uid: metadata.uid ?? '',
    body: object,
    ...(mutations.length > 0 && { admission: mutations }),
  };
}
