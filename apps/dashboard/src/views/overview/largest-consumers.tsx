import type { ReactNode } from 'react';
import { useAsk } from '../../api/index.js';
import { OverviewLargestDocument } from '../../generated/documents.js';
import { paths, usePlace, ViewLink } from '../../place/index.js';
import { ShownOfCluster } from '../../states/index.js';
import { Amount, amount, count, counted } from '../../words/index.js';
import type { ReportRow } from '../reports/columns-of.js';
import { consumers, type Consumer } from './consumers.js';
import type { Fill } from './fill.js';

/** Who requests the most of the fullest resource: the controllers of pods, or namespaces where no pod has one. */
export function LargestConsumers({ of }: { readonly of: Fill }): ReactNode {
  const { cluster } = usePlace();
  const { resource } = of;
  const owners = useAsk(OverviewLargestDocument, { cluster, resource, by: 'owner' });
  const hasNone =
    owners.data?.cluster && consumers(owners.data.cluster.report.rows as readonly ReportRow[]).length === 0;
  const spaces = useAsk(OverviewLargestDocument, { cluster, resource, by: 'namespace' }, { isAsked: hasNone === true });
  return (
    <section className="card" aria-label="Largest requests">
      <h2>
        <ViewLink to={paths.reports(cluster)} search={{ report: 'capacity', by: hasNone ? 'namespace' : 'owner' }}>
          {resource} by {hasNone ? 'namespace' : 'owner'}
        </ViewLink>
      </h2>
      <ShownOfCluster query={hasNone ? spaces : owners} rows={6}>
        {({ report: { rows, rowCount } }) => (
          <>
            <Bars of={consumers(rows as readonly ReportRow[])} fill={of} />
            {rowCount > rows.length && (
              <p className="quiet">
                Of the first {count(rows.length)} of {count(rowCount)} groups.
              </p>
            )}
          </>
        )}
      </ShownOfCluster>
    </section>
  );
}

function Bars({
  of,
  fill: { resource, allocatable },
}: {
  readonly of: readonly Consumer[];
  readonly fill: Fill;
}): ReactNode {
  if (of.length === 0) return <p className="quiet">No pod requests any.</p>;
  const most = Math.max(...of.map(({ requested, pending }) => requested + pending));
  const share = (part: number): string => `${most === 0 ? 0 : (100 * part) / most}%`;
  return (
    <ul className="plain consumers">
      {of.map(({ group, pods, requested, pending }) => (
        <li key={group} title={`${counted(pods, 'pod')}, of ${amount(resource, allocatable)} allocatable`}>
          <span className="name">{group}</span>
          <span className="number">
            <Amount of={resource} value={requested} />
            {pending > 0 && (
              <span className="quiet">
                {' '}
                + <Amount of={resource} value={pending} /> pending
              </span>
            )}
          </span>
          <svg className="share" aria-hidden>
            <rect className="taken" width={share(requested)} height="100%" />
            <rect className="asked" x={share(requested)} width={share(pending)} height="100%" />
          </svg>
        </li>
      ))}
    </ul>
  );
}
