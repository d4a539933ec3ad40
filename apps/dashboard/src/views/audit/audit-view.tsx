import type { ReactNode } from 'react';
import { useAsk } from '../../api/index.js';
import { Button } from '../../controls/index.js';
import { TextFilter } from '../../form/index.js';
import { AuditDocument, type AuditQuery } from '../../generated/documents.js';
import { paths, revisionMoment, useParameter, usePlace, ViewLink } from '../../place/index.js';
import { Empty, ShownOfCluster } from '../../states/index.js';
import { Grid, useFollowed, type Column } from '../../table/index.js';
import { dayAndTime } from '../../words/index.js';
import { Inclusion } from './inclusion.js';
import { LedgerCheck } from './ledger-check.js';
import { LongWork } from './long-work.js';

type Row = NonNullable<AuditQuery['cluster']>['revisions']['edges'][number]['node'];

const FILTERS = [
  ['actor', 'By', ''],
  ['client', 'Program', ''],
  ['reason', 'Reason', ''],
  ['request', 'Request', 'id'],
  ['since', 'Since', '24h'],
  ['until', 'Until', '2026-11-21'],
] as const;

/** Who wrote what, and the proof that it was not rewritten. */
export function AuditView(): ReactNode {
  const { cluster, search } = usePlace();
  const [after, setAfter] = useParameter('after');
  const query = useAsk(AuditDocument, {
    cluster,
    actor: search['actor'] ?? null,
    client: search['client'] ?? null,
    reason: search['reason'] ?? null,
    requestId: search['request'] ?? null,
    since: search['since'] ?? null,
    until: search['until'] ?? null,
    after: after || null,
  });
  return (
    <>
      <h1>Audit</h1>
      <LedgerCheck />
      <div className="cards halves">
        <Inclusion />
        <LongWork />
      </div>
      <h2>Revisions</h2>
      <div className="actions">
        {FILTERS.map(([name, label, placeholder]) => (
          <TextFilter key={name} {...{ name, label, placeholder }} />
        ))}
      </div>
      <ShownOfCluster query={query} rows={16}>
        {({ revisions: { edges, pageInfo } }) => (
          <>
            {edges.length === 0 ? (
              <Empty title="There is no such revision">Every write is one; these filters leave none of them.</Empty>
            ) : (
              <List revisions={edges.map(({ node }) => node)} question={JSON.stringify(search)} />
            )}
            {pageInfo.hasNextPage && <Button onPress={() => setAfter(pageInfo.endCursor ?? '')}>Older</Button>}
          </>
        )}
      </ShownOfCluster>
    </>
  );
}

const keyOf = ({ revision }: Row): string => revision;

function List({ revisions, question }: { readonly revisions: readonly Row[]; readonly question: string }): ReactNode {
  const { cluster } = usePlace();
  const { rows, offer } = useFollowed(revisions, question, keyOf);
  return (
    <Grid noun="revision" columns={columnsOf(cluster)} rows={rows} rowKey={keyOf}>
      {offer}
    </Grid>
  );
}

function columnsOf(cluster: string): readonly Column<Row>[] {
  return [
    {
      id: 'revision',
      title: 'revision',
      isNumber: true,
      value: ({ revision }) => Number(revision),
      cell: ({ revision }) => (
        <ViewLink to={paths.overview(cluster)} search={{ at: revisionMoment(revision) }}>
          {revision}
        </ViewLink>
      ),
    },
    { id: 'at', title: 'at', width: 25, value: ({ at }) => at, cell: ({ at }) => dayAndTime(at) },
    { id: 'actor', title: 'by', width: 16, value: ({ actor }) => actor },
    { id: 'client', title: 'program', width: 22, value: ({ client }) => client },
    {
      id: 'reason',
      title: 'reason',
      width: 18,
      value: ({ reason }) => reason,
      cell: ({ reason, run }) =>
        run === null ? reason : <ViewLink to={paths.runs(cluster, run.uid)}>{reason || 'run'}</ViewLink>,
    },
    { id: 'count', title: 'changes', isNumber: true, value: ({ count }) => count },
    {
      id: 'diff',
      title: 'what changed',
      width: 14,
      value: () => '',
      cell: ({ revision }) =>
        Number(revision) > 1 && (
          <ViewLink
            to={paths.diff(cluster)}
            search={{ from: revisionMoment(Number(revision) - 1), to: revisionMoment(revision) }}
          >
            diff
          </ViewLink>
        ),
    },
    { id: 'request', title: 'request', width: 38, value: ({ requestId }) => requestId },
    { id: 'hash', title: 'hash', width: 66, value: ({ hash }) => hash },
  ];
}
