import { exactText } from '#ledger';

/** What made a change that no request wrote, and what it follows from: as it is stored and hashed. */
export type ChangeCause =
  /** The position of the change that its controller looked at. */
  | { readonly by: string; readonly change: string }
  /** The timer that was due: what its controller looked at, and for when it was set. RFC 3339. */
  | { readonly by: string; readonly timer: { readonly key: string; readonly at: string } }
  /** What a mirror saw in the cluster that it follows: the object's version there, and when it was seen. RFC 3339. */
  | { readonly by: string; readonly source: { readonly resourceVersion: string; readonly at: string } };

/** The same in a draft, where positions are not known yet. */
export type DraftedCause =
  | { readonly by: string; readonly change: bigint | { readonly position: bigint | undefined } }
  | Exclude<ChangeCause, { readonly change: unknown }>;

/** The canonical text of a cause. @throws where the change that it names has no position yet */
export function causeText(cause: DraftedCause): string {
  return exactText('change' in cause ? { by: cause.by, change: String(positionOf(cause.change)) } : cause);
}

function positionOf(change: bigint | { readonly position: bigint | undefined }): bigint {
  const position = typeof change === 'bigint' ? change : change.position;
  if (position === undefined) throw new Error('a cause is of the draft and has no position yet');
  return position;
}
