import type { ReactNode } from 'react';
import { dayAndTime } from '../words/index.js';

/** What was done to an object, when, and by whom; the caller is null for readers of a part of the cluster. */
export interface Done {
  readonly op: string;
  readonly actor: string | null;
  readonly at: string;
}

/** Who changed an object last, and when; of changes in the order of the log. */
export function LastChange({
  changes,
}: {
  readonly changes: { readonly edges: readonly { readonly node: Done }[] };
}): ReactNode {
  const last = changes.edges.at(-1)?.node;
  if (last === undefined) return null;
  return (
    <>
      Last change: {doneBy(last)}, {dayAndTime(last.at)}
    </>
  );
}

export function doneBy({ op, actor }: Pick<Done, 'op' | 'actor'>): string {
  return actor === null ? op : `${op} by ${actor}`;
}
