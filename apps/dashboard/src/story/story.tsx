import type { ReactNode } from 'react';
import { revisionMoment, ViewLink } from '../place/index.js';
import { dayAndTime } from '../words/index.js';
import { inOrder, type StoryLine } from './in-order.js';

/** What happened to an object, each line with its evidence and the way to how things were then. */
export function Story({
  lines,
  nothing = 'It has no recorded events.',
}: {
  readonly lines: readonly StoryLine[];
  /** What is said where there are no lines. */
  readonly nothing?: string | undefined;
}): ReactNode {
  if (lines.length === 0) return <p className="quiet">{nothing}</p>;
  return (
    <ol className="plain story">
      {inOrder(lines).map(({ at, what, to, revision }, index) => (
        <li key={index}>
          <time dateTime={at}>{dayAndTime(at)}</time>
          {to === undefined ? what : <ViewLink to={to}>{what}</ViewLink>}{' '}
          {revision !== undefined && (
            <ViewLink to="." search={{ at: revisionMoment(revision) }}>
              as it was at revision {revision}
            </ViewLink>
          )}
        </li>
      ))}
    </ol>
  );
}
