import type { ReactNode } from 'react';
import { problemOf, useAsk } from '../../api/index.js';
import { OverviewChangesDocument, type OverviewChangesQuery } from '../../generated/documents.js';
import { paths, revisionMoment, usePlace, ViewLink } from '../../place/index.js';
import { ShownOfCluster } from '../../states/index.js';
import { counted, dayAndTime } from '../../words/index.js';

type Revision = NonNullable<OverviewChangesQuery['cluster']>['revisions']['edges'][number]['node'];

/** The latest revisions: when, who wrote how much, and what it changed; nothing for those who may not audit. */
export function LastChanges(): ReactNode {
  const { cluster } = usePlace();
  const query = useAsk(OverviewChangesDocument, { cluster });
  if (query.error !== null && problemOf(query.error).kind === 'forbidden') return null;
  return (
    <section className="card tall">
      <h2>
        <ViewLink to={paths.audit(cluster)}>Last changes</ViewLink>
      </h2>
      <ShownOfCluster query={query} rows={6}>
        {({ revisions: { edges } }) => (
          <ul className="plain latest">
            {edges.map(({ node }) => (
              <Written key={node.revision} revision={node} />
            ))}
            {edges.length === 0 && <li className="quiet">Nothing has been written yet.</li>}
          </ul>
        )}
      </ShownOfCluster>
    </section>
  );
}

function Written({
  revision: { revision, at, actor, reason, count, run },
}: {
  readonly revision: Revision;
}): ReactNode {
  const { cluster } = usePlace();
  return (
    <li>
      {Number(revision) > 1 ? (
        <ViewLink
          to={paths.diff(cluster)}
          search={{ from: revisionMoment(Number(revision) - 1), to: revisionMoment(revision) }}
        >
          {dayAndTime(at)}
        </ViewLink>
      ) : (
        dayAndTime(at)
      )}{' '}
      <span>revision {revision}</span>{' '}
      <span className="quiet">
        {counted(count, 'change')} by {actor}
        {run !== null && (
          <>
            , a <ViewLink to={paths.runs(cluster, run.uid)}>run</ViewLink>
          </>
        )}
        {reason !== '' && `: ${reason}`}
      </span>
    </li>
  );
}
