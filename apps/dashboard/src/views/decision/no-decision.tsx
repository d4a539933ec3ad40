import type { ReactNode } from 'react';
import { problemOf, useRead } from '../../api/index.js';
import { usePlace } from '../../place/index.js';
import { Empty, Loading, Problem } from '../../states/index.js';

/** Why a decision is not there: it lies in an archive, in which file, or it is nowhere. */
export function NoDecision({ id }: { readonly id: string }): ReactNode {
  const { cluster } = usePlace();
  const query = useRead(`GET /v1/clusters/${cluster}/decisions/${id}`, (service) =>
    service.get('/v1/clusters/{cluster}/decisions/{decision}', { params: { path: { cluster, decision: id } } }),
  );
  const problem = query.error === null ? undefined : problemOf(query.error);
  if (query.isPending || problem?.kind === 'archived')
    return (
      <>
        <h1>Decision {id}</h1>
        {problem === undefined ? <Loading rows={4} /> : <Problem problem={problem} />}
      </>
    );
  return (
    <Empty title={`There is no decision ${id}`} isView>
      Decisions of dry runs are kept for an hour.
    </Empty>
  );
}
