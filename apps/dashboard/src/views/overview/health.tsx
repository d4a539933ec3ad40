import type { ReactNode } from 'react';
import { paths, usePlace, ViewLink } from '../../place/index.js';
import { Status } from '../../states/index.js';
import { counted, dayAndTime } from '../../words/index.js';
import { fillOf } from './fill.js';
import type { Now, Then } from './overview.js';

/** In one line: what waits, what is wrong with nodes, what is promised twice, how far the chain is signed. */
export function Health({
  found: { counts, states, totals },
  recent,
}: {
  readonly found: Then;
  /** Undefined of a moment of the past, and until it is known. */
  readonly recent: Now | null | undefined;
}): ReactNode {
  const { cluster } = usePlace();
  const over = fillOf(totals).filter(({ ratio }) => ratio !== null && ratio > 1);
  return (
    <ul className="health" aria-label="Health">
      <li>
        {counts.pendingPods === 0 ? (
          <Status of="scheduled">no pod waits</Status>
        ) : (
          <ViewLink to={paths.pending(cluster)}>
            <Status of="pending">{counted(counts.pendingPods, 'pod')} waiting</Status>
          </ViewLink>
        )}
      </li>
      {states.unreadyNodes > 0 && (
        <li>
          <Status of="unready">{counted(states.unreadyNodes, 'node')} not ready</Status>
        </li>
      )}
      {states.cordonedNodes > 0 && (
        <li>
          <Status of="cordoned">{counted(states.cordonedNodes, 'node')} cordoned</Status>
        </li>
      )}
      {over.length > 0 && (
        <li>
          <Status of="overcommitted">{over.map(({ resource }) => resource).join(', ')} over-committed</Status>
        </li>
      )}
      {recent && (
        <>
          <li>
            <ViewLink to={paths.audit(cluster)}>
              {recent.checkpoint === null ? (
                <Status of="neverTried">the chain is not signed yet</Status>
              ) : (
                <Status of="verified">signed up to revision {recent.checkpoint.revision}</Status>
              )}
            </ViewLink>
          </li>
          {recent.history.last && (
            <li>
              <Status of="skipped">last write {dayAndTime(recent.history.last.at)}</Status>
            </li>
          )}
        </>
      )}
    </ul>
  );
}
