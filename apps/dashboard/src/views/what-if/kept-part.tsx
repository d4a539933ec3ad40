import type { ReactNode } from 'react';
import { problemOf, useRead } from '../../api/index.js';
import { usePlace, ViewLink } from '../../place/index.js';
import { Empty, Shown } from '../../states/index.js';
import { dayAndTime } from '../../words/index.js';
import { WhatIfResult } from './what-if-result.js';

/** An answer as it was found out, while the service keeps it; after that, the way to ask anew. */
export function KeptPart({ id }: { readonly id: string }): ReactNode {
  const { cluster } = usePlace();
  const query = useRead(`GET /v1/clusters/${cluster}/what-if/${id}`, (service) =>
    service.get('/v1/clusters/{cluster}/what-if/{whatIf}', { params: { path: { cluster, whatIf: id } } }),
  );
  const again = { found: undefined, try: 'yes' };
  if (query.error !== null && problemOf(query.error).code === 'WHAT_IF_NOT_FOUND')
    return (
      <Empty title="This answer has expired">
        An answer is kept for an hour, by the process that gave it.{' '}
        <ViewLink to="." search={again}>
          Try the steps again
        </ViewLink>
      </Empty>
    );
  return (
    <section aria-label="A stored answer">
      <Shown query={query} rows={16}>
        {(whatIf) => (
          <>
            <p className="quiet">
              Found out on the cluster as it was at {dayAndTime(whatIf.at)}, and kept for an hour.{' '}
              <ViewLink to="." search={again}>
                Try the steps again
              </ViewLink>
            </p>
            <WhatIfResult whatIf={whatIf} />
          </>
        )}
      </Shown>
    </section>
  );
}
