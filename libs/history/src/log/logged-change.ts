import type { PodName } from '#audit';
import type { Mutation } from '#kubernetes';
import { served, type Manifest } from '#rows';
import type { ChangeCause, ChangeOp } from '#writes';

/**
 * One change of a cluster's log, as a follower of the log needs it. 64-bit integers are
 * decimal text; times are RFC 3339.
 */
export interface LoggedChange {
  readonly position: string;
  readonly revision: string;
  readonly at: string;
  readonly op: ChangeOp;
  readonly apiVersion: string;
  readonly kind: string;
  /** Empty for objects that live in no namespace. */
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  /**
   * The whole object, with the position as its resourceVersion: as it is now, or where it went, as it last
   * was. Of a note, what it says.
   */
  readonly object?: object;
  /** Of a binding: the merge patch (RFC 7396) that makes the pod what it is now, its resourceVersion included. */
  readonly patch?: object;
  /** Of an eviction: the pod that it made room for. */
  readonly preemptor?: PodName;
  /** Instead, where the reader may not know that pod: what may be said of it. */
  readonly preemptedBy?: 'a pod of higher priority of another team';
  /** The time of the cluster; absent in a cluster without a clock, where `at` is all there is. */
  readonly clusterAt?: string;
  /** What made the change, and what it follows from; absent where that is the request of its revision. */
  readonly cause?: ChangeCause;
  /** What each step of admission set of what was sent, in their order; absent where none set anything. */
  readonly admission?: readonly Mutation[];
}

/** A row of changes, as queries return it. */
export interface ChangeRow {
  readonly position: string;
  readonly revision: string;
  readonly at: Date;
  readonly op: ChangeOp;
  readonly api_version: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  /** Canonical JSON, as what admission made of it is. */
  readonly body: string;
  readonly admission: string | null;
  readonly cluster_at: Date | null;
  /** Canonical JSON. */
  readonly cause: string | null;
}

/** The columns of a row, its body and what admission made of it as text. */
export const CHANGE_COLUMNS =
  "position, revision, at, op, api_version, kind, namespace, name, uid, convert_from(body, 'UTF8') AS body, " +
  "convert_from(admission, 'UTF8') AS admission, cluster_at, cause";

export function loggedChangeOf(row: ChangeRow): LoggedChange {
  const { position, revision, op, api_version: apiVersion, kind, namespace, name, uid } = row;
  return {
    position,
    revision,
    at: row.at.toISOString(),
    op,
    apiVersion,
    kind,
    namespace,
    name,
    uid,
    ...contentOf(row),
    ...(row.cluster_at !== null && { clusterAt: row.cluster_at.toISOString() }),
    ...(row.cause !== null && { cause: JSON.parse(row.cause) as ChangeCause }),
    ...(row.admission !== null && { admission: JSON.parse(row.admission) as Mutation[] }),
  };
}

function contentOf({ op, position, body }: ChangeRow): Pick<LoggedChange, 'object' | 'patch' | 'preemptor'> {
  const parsed: unknown = JSON.parse(body);
  switch (op) {
    case 'create':
    case 'update':
    case 'delete':
      return { object: versioned(parsed as Manifest, position) };
    case 'bind':
      return { patch: { metadata: { resourceVersion: position }, ...(parsed as object) } };
    case 'evict': {
      const { pod, preemptor } = parsed as { readonly pod: Manifest; readonly preemptor: PodName };
      return { object: versioned(pod, position), preemptor };
    }
    case 'note':
      return { object: parsed as object };
  }
}

function versioned(object: Manifest, position: string): Manifest {
  return served({ object, resourceVersion: BigInt(position), createdPosition: 0n });
}
