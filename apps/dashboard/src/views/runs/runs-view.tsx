import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAsk } from '../../api/index.js';
import { Choice } from '../../controls/index.js';
import { TextFilter } from '../../form/index.js';
import { RunsDocument, type RunsQuery, type RunState } from '../../generated/documents.js';
import { paths, useParameter, usePlace, ViewLink } from '../../place/index.js';
import { Empty, ShownOfCluster, Status } from '../../states/index.js';
import { Grid, useFollowed, type Column } from '../../table/index.js';
import { dayAndTime, duration } from '../../words/index.js';
import { OutcomeBar, outcomesOf } from '../run/outcome-bar.js';
import { StartRun } from './start-run.js';

type Row = NonNullable<RunsQuery['cluster']>['runs']['edges'][number]['node'];

/** How often the list is asked for anew while a run in it is under way. */
const PROGRESS_MS = 2_000;
const STATES = ['', 'running', 'complete', 'failed', 'cancelled'];

/** Every run of the scheduler, those under way with how far they are, and a new one. */
export function RunsView(): ReactNode {
  const { cluster, at, search } = usePlace();
  const [state, setState] = useParameter('state');
  const [kind, setKind] = useParameter('kind');
  const variables = {
    cluster,
    state: state === '' ? null : (state as RunState),
    dryRun: kind === '' ? null : kind === 'dry',
    since: search['since'] ?? null,
  };
  const query = useAsk(RunsDocument, variables, {
    everyMs: (answer) =>
      answer?.cluster?.runs.edges.some(({ node }) => node.state === 'running') === true && PROGRESS_MS,
  });
  return (
    <>
      <h1>Runs</h1>
      {at === undefined && (
        <StartRun profiles={query.data?.cluster?.profiles.edges.map(({ node }) => node.name) ?? []} />
      )}
      <div className="actions">
        <Choice label="State" value={state} choose={setState} of={STATES} />
        <Choice label="Kind" value={kind} choose={setKind} of={['', 'real', 'dry']} />
        <TextFilter name="since" label="Since" placeholder="24h" />
      </div>
      <ShownOfCluster query={query} rows={16}>
        {({ runs: { edges } }) =>
          edges.length === 0 ? (
            <Empty title="There is no such run" command={`npx berth schedule -c ${cluster}`}>
              A run decides where pending pods go. There was none yet, or these filters leave none.
            </Empty>
          ) : (
            <List runs={edges.map(({ node }) => node)} question={JSON.stringify(variables)} />
          )
        }
      </ShownOfCluster>
    </>
  );
}

const keyOf = ({ uid }: Row): string => uid;

function List({ runs, question }: { readonly runs: readonly Row[]; readonly question: string }): ReactNode {
  const { cluster } = usePlace();
  const navigate = useNavigate();
  const { rows, offer } = useFollowed(runs, question, keyOf);
  return (
    <Grid
      noun="run"
      columns={columnsOf(cluster)}
      rows={rows}
      rowKey={keyOf}
      open={({ uid }) => void navigate({ to: paths.runs(cluster, uid) })}
    >
      {offer}
    </Grid>
  );
}

function columnsOf(cluster: string): readonly Column<Row>[] {
  const counted = (id: keyof Row['counts'] & string, width = 12): Column<Row> => ({
    id,
    title: id,
    isNumber: true,
    width,
    value: ({ counts }) => Number(counts[id]),
  });
  const timed = (id: 'readMs' | 'decideMs' | 'writeMs' | 'totalMs', title: string): Column<Row> => ({
    id,
    title,
    isNumber: true,
    value: ({ durations }) => durations[id],
    cell: ({ durations }) => duration(durations[id]),
  });
  return [
    {
      id: 'created',
      title: 'created',
      width: 22,
      value: ({ createdAt }) => createdAt,
      cell: ({ createdAt, uid }) => <ViewLink to={paths.runs(cluster, uid)}>{dayAndTime(createdAt)}</ViewLink>,
    },
    {
      id: 'state',
      title: 'state',
      width: 12,
      value: ({ state }) => state,
      cell: ({ state, progress, counts, dryRun }) => (
        <Status of={state}>
          {state}
          {dryRun && ', dry'}
          {state === 'running' && ` ${progress?.decided ?? 0}/${counts.selected}`}
        </Status>
      ),
    },
    {
      id: 'outcomes',
      title: 'outcomes',
      width: 13,
      value: ({ counts }) =>
        outcomesOf(counts)
          .map(([outcome, number]) => `${number} ${outcome}`)
          .join(', '),
      cell: ({ counts }) => <OutcomeBar counts={outcomesOf(counts)} />,
    },
    { id: 'actor', title: 'by', width: 10, value: ({ actor }) => actor },
    { id: 'profile', title: 'profile', width: 17, value: ({ profile }) => `${profile.name} v${profile.version}` },
    { ...counted('selected'), isAside: true },
    counted('scheduled', 9),
    counted('unschedulable'),
    { ...counted('nominated'), isAside: true },
    ...(['read', 'decide', 'write'] as const).map((phase) => ({ ...timed(`${phase}Ms`, phase), isAside: true })),
    timed('totalMs', 'in all'),
    { id: 'parts', title: 'parts', isNumber: true, isAside: true, value: ({ parts }) => parts },
  ];
}
