import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAsk } from '../../api/index.js';
import { SchedulesDocument, type SchedulesQuery } from '../../generated/documents.js';
import { paths, ViewLink } from '../../place/index.js';
import { Empty, Shown, Status } from '../../states/index.js';
import { Grid, type Column } from '../../table/index.js';
import { dayAndTime } from '../../words/index.js';
import { NewSchedule } from './new-schedule.js';
import { workText } from './work-text.js';

type Row = SchedulesQuery['schedules']['edges'][number]['node'];

/** A result that is queued or running ends without a write that a head would tell. */
const PROGRESS_MS = 2_000;
const UNDER_WAY: readonly (string | undefined)[] = ['queued', 'running'];

/** What runs by itself, when next, and what came of it the last time. */
export function SchedulesView(): ReactNode {
  const query = useAsk(
    SchedulesDocument,
    {},
    {
      everyMs: (answer) =>
        answer?.schedules.edges.some(({ node }) => UNDER_WAY.includes(node.lastResult?.state)) === true && PROGRESS_MS,
    },
  );
  const navigate = useNavigate();
  return (
    <>
      <h1>Schedules</h1>
      <Shown query={query} rows={8}>
        {({ schedules, reports, clusters, whoami }) => (
          <>
            {schedules.edges.length === 0 ? (
              <Empty
                title="Nothing runs by itself yet"
                command='npx berth schedules create weekly --report pending -c CLUSTER --cron "0 7 * * MON"'
              >
                A schedule makes a report, a run, a checkpoint, a verification or a comparison at the times of a cron
                expression, keeps the results, and delivers them.
              </Empty>
            ) : (
              <Grid
                noun="schedule"
                columns={COLUMNS}
                rows={schedules.edges.map(({ node }) => node)}
                rowKey={({ id }) => id}
                open={({ name }) => void navigate({ to: paths.schedules(name) })}
              />
            )}
            <h2>New schedule</h2>
            <NewSchedule
              reports={reports.map(({ name }) => name)}
              clusters={clusters.edges.map(({ node }) => node)}
              team={whoami.team}
            />
          </>
        )}
      </Shown>
    </>
  );
}

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'name',
    title: 'schedule',
    width: 20,
    value: ({ name }) => name,
    cell: ({ name }) => <ViewLink to={paths.schedules(name)}>{name}</ViewLink>,
  },
  { id: 'work', title: 'what', width: 30, value: workText },
  { id: 'cron', title: 'when', width: 26, value: ({ cron, zone }) => `${cron} ${zone}` },
  {
    id: 'next',
    title: 'next',
    width: 25,
    value: ({ nextAt }) => nextAt,
    cell: ({ nextAt, pausedAt }) => (pausedAt === null ? dayAndTime(nextAt) : <Status of="paused" />),
  },
  {
    id: 'last',
    title: 'last result',
    width: 16,
    value: ({ lastResult }) => lastResult?.state,
    cell: ({ lastResult }) => lastResult && <Status of={lastResult.state} />,
  },
  {
    id: 'due',
    title: 'of',
    width: 25,
    value: ({ lastResult }) => lastResult?.dueAt,
    cell: ({ lastResult }) => dayAndTime(lastResult?.dueAt),
  },
  { id: 'rows', title: 'rows', isNumber: true, value: ({ lastResult }) => lastResult?.rowCount },
  { id: 'owner', title: 'as', width: 16, value: ({ owner }) => owner },
  {
    id: 'failed',
    title: 'failed deliveries',
    isNumber: true,
    width: 18,
    value: ({ failedDeliveries }) => failedDeliveries,
  },
];
