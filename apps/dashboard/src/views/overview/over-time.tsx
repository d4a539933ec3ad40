import type { ReactNode } from 'react';
import { problemOf, useAsk } from '../../api/index.js';
import { OverviewTrendDocument, type OverviewTrendQuery } from '../../generated/documents.js';
import { usePlace } from '../../place/index.js';
import { ShownOfCluster } from '../../states/index.js';

/** A cluster at the end of a bucket of time: a row for each resource. */
export type RowOverTime = NonNullable<OverviewTrendQuery['cluster']>['utilizationOverTime'][number];

/** A card about the time that the log reaches back; nothing for readers of a part. Cards of one time ask once. */
export function OverTime({
  title,
  unit,
  isWide = false,
  until,
  children,
}: {
  readonly title: string;
  /** What the numbers at its left are. */
  readonly unit?: string;
  readonly isWide?: boolean;
  /** Where it ends; now where that is not known. */
  readonly until: string | null;
  readonly children: (rows: readonly RowOverTime[]) => ReactNode;
}): ReactNode {
  const { cluster } = usePlace();
  const query = useAsk(OverviewTrendDocument, { cluster, until });
  if (query.error !== null && problemOf(query.error).kind === 'forbidden') return null;
  return (
    <section className={isWide ? 'card wide trend' : 'card trend'}>
      <h2>
        {title} {unit !== undefined && <span className="unit">{unit}</span>}
      </h2>
      <ShownOfCluster query={query} rows={6}>
        {({ utilizationOverTime }) => children(utilizationOverTime)}
      </ShownOfCluster>
    </section>
  );
}
