import type { ReactNode } from 'react';
import { useAsk } from '../../api/index.js';
import { RunSidesDocument, type RunSidesQuery } from '../../generated/documents.js';
import { paths, revisionMoment, usePlace, ViewLink } from '../../place/index.js';
import { ShownOfCluster } from '../../states/index.js';
import { counted } from '../../words/index.js';
import { DiffMaps, type State } from './diff-maps.js';

type Side = NonNullable<NonNullable<RunSidesQuery['cluster']>['base']>;

/** As many placements of a dry run as are asked for. */
const MOST = 500;

/** The nodes as two runs left them, or as a dry run would have. */
export function RunMaps({ base, other }: { readonly base: string; readonly other: string }): ReactNode {
  const { cluster } = usePlace();
  const isAsked = base !== '' && other !== '';
  const query = useAsk(RunSidesDocument, { cluster, base, other }, { isAsked });
  if (!isAsked) return null;
  return (
    <ShownOfCluster query={query} rows={12}>
      {({ name, base: there, other: here }) =>
        there !== null &&
        here !== null && (
          <section>
            <h2>Nodes, side by side</h2>
            <Reported there={there} here={here} />
            <DiffMaps from={stateOf(name, there)} to={stateOf(name, here)} titles={['there', 'here']} />
          </section>
        )
      }
    </ShownOfCluster>
  );
}

/** A run that wrote nothing is what it began with, and of a dry one what it would have placed. */
function stateOf(name: string, { uid, dryRun, revision, baseRevision }: Side): State {
  return { name, moment: revisionMoment(revision ?? baseRevision), dryRun: dryRun ? uid : undefined };
}

function Reported({ there, here }: { readonly there: Side; readonly here: Side }): ReactNode {
  const { cluster } = usePlace();
  const both = [
    ['there', there],
    ['here', here],
  ] as const;
  return (
    <p>
      {both.map(([title, { dryRun, revision, baseRevision, counts }]) => (
        <span key={title}>
          {title}: revision {revision ?? baseRevision}
          {dryRun && ` and ${counted(Math.min(counts.scheduled, MOST), 'pod')} that the dry run would have placed`}
          {dryRun && counts.scheduled > MOST && `, of ${counts.scheduled}`};{' '}
        </span>
      ))}
      {there.revision !== null && here.revision !== null && (
        <ViewLink
          to={paths.diff(cluster)}
          search={{ from: revisionMoment(there.revision), to: revisionMoment(here.revision) }}
        >
          the objects that differ
        </ViewLink>
      )}
    </p>
  );
}
