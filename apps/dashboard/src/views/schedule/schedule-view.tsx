import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { called, problemOf, queries, useAsk, useCalling, useMutating } from '../../api/index.js';
import { Button } from '../../controls/index.js';
import { saveBlob } from '../../drawing/index.js';
import {
  DeleteScheduleDocument,
  PauseScheduleDocument,
  ResumeScheduleDocument,
  RunScheduleDocument,
  ScheduleOfDocument,
  type ScheduleOfQuery,
  type ToldResultFragment,
} from '../../generated/documents.js';
import { notify } from '../../notices/index.js';
import { paths, usePlace } from '../../place/index.js';
import { Empty, Problem, Refusals, Shown, Status } from '../../states/index.js';
import { Grid, type Column } from '../../table/index.js';
import { count, counted, dayAndTime } from '../../words/index.js';
import { workText } from '../schedules/work-text.js';

type Schedule = NonNullable<ScheduleOfQuery['schedule']>;

const PROGRESS_MS = 1_000;
const UNDER_WAY: readonly string[] = ['queued', 'running'];
const isMoving = ({ state, deliveries }: ToldResultFragment): boolean =>
  UNDER_WAY.includes(state) || deliveries.some((one) => one.state === 'waiting');

/** One schedule: when it is due, as whom it runs, where its results go; and its results. */
export function ScheduleView(): ReactNode {
  const { names } = usePlace();
  const name = names['name'] ?? '';
  const query = useAsk(
    ScheduleOfDocument,
    { name },
    { everyMs: (answer) => answer?.scheduleResults.edges.some(({ node }) => isMoving(node)) === true && PROGRESS_MS },
  );
  return (
    <Shown query={query} rows={12} title="Schedule">
      {({ schedule, scheduleResults }) =>
        schedule === null ? (
          <Empty title={`There is no schedule ${name}`} isView>
            It may have been deleted, or be of another team.
          </Empty>
        ) : (
          <>
            <h1>
              {schedule.name}{' '}
              {schedule.pausedAt === null ? (
                <Status of="live">next {dayAndTime(schedule.nextAt)}</Status>
              ) : (
                <Status of="paused">paused since {dayAndTime(schedule.pausedAt)}</Status>
              )}
            </h1>
            {schedule.pausedBecause !== null && <p className="problem failed">{schedule.pausedBecause}</p>}
            <Actions schedule={schedule} />
            <Facts schedule={schedule} />
            <h2>Results</h2>
            <Results results={scheduleResults.edges.map(({ node }) => node)} />
          </>
        )
      }
    </Shown>
  );
}

function Facts({ schedule }: { readonly schedule: Schedule }): ReactNode {
  const { cron, zone, period, condition, owner, to, formats, keepResults, keepDays } = schedule;
  const facts: readonly (readonly [string, string])[] = [
    ['makes', workText(schedule)],
    ['due at', `${cron}, ${zone}`],
    ['about', period ?? 'the present, or all stored history'],
    ['runs as', owner],
    ['delivers to', to.length === 0 ? 'nowhere: results are kept here' : `${to.join(', ')} as ${formats.join(', ')}`],
    ['only if', condition ?? 'always'],
    ['keeps', `${counted(keepResults, 'result')}, for ${counted(keepDays, 'day')}`],
  ];
  return (
    <dl className="facts">
      {facts.map(([what, is]) => (
        <div key={what} className="fact">
          <dt>{what}</dt>
          <dd>{is}</dd>
        </div>
      ))}
    </dl>
  );
}

function Actions({ schedule: { name, pausedAt } }: { readonly schedule: Schedule }): ReactNode {
  const navigate = useNavigate();
  const running = useMutating(RunScheduleDocument);
  const pausing = useMutating(PauseScheduleDocument);
  const resuming = useMutating(ResumeScheduleDocument);
  const deleting = useMutating(DeleteScheduleDocument);
  const all = [running, pausing, resuming, deleting];
  const isRunning = all.some((one) => one.isRunning);
  const input = { input: { scheduleId: name } };
  const again = (): Promise<void> => queries.invalidateQueries({ queryKey: [''] });
  const remove = async (): Promise<void> => {
    const deleted = (await deleting.run(input))?.deleteSchedule.schedule;
    if (deleted == null) return;
    notify(`The schedule ${name} is deleted, with its results.`);
    void again();
    void navigate({ to: paths.schedules() });
  };
  const refusals = [
    ...(running.result?.runSchedule.refusals ?? []),
    ...(pausing.result?.pauseSchedule.refusals ?? []),
    ...(resuming.result?.resumeSchedule.refusals ?? []),
    ...(deleting.result?.deleteSchedule.refusals ?? []),
  ];
  const error = all.find((one) => one.error !== undefined)?.error;
  return (
    <>
      <p className="actions">
        <Button isPending={isRunning} onPress={() => void running.run(input).then(again)}>
          Run it now
        </Button>
        <Button
          isPending={isRunning}
          onPress={() => void (pausedAt === null ? pausing : resuming).run(input).then(again)}
        >
          {pausedAt === null ? 'Pause' : 'Resume'}
        </Button>
        <Button isPending={isRunning} onPress={() => void remove()}>
          Delete with its results
        </Button>
      </p>
      <Refusals refusals={refusals} />
      {error !== undefined && <Problem problem={problemOf(error)} />}
    </>
  );
}

const FORMS = [
  ['csv', 'text/csv'],
  ['parquet', 'application/vnd.apache.parquet'],
] as const;

function Results({ results }: { readonly results: readonly ToldResultFragment[] }): ReactNode {
  const { names } = usePlace();
  const { run, error } = useCalling(async ([id, extension, accept]: readonly [string, string, string]) => {
    const path = `/v1/schedule-results/${encodeURIComponent(id)}/rows`;
    const answer = await called((service) => service.fetch(path, { headers: { accept } }));
    saveBlob(`${names['name'] ?? ''}-${id}.${extension}`, await answer.blob());
  });
  if (results.length === 0)
    return <Empty title="There is no result yet">The first one comes when it is due, or when it is run now.</Empty>;
  return (
    <>
      <Grid noun="result" columns={columnsOf((...asked) => void run(asked))} rows={results} rowKey={({ id }) => id} />
      {error !== undefined && <Problem problem={problemOf(error)} />}
    </>
  );
}

type Download = (id: string, extension: string, accept: string) => void;

function Downloads({
  result: { id, dueAt, rowCount },
  download,
}: {
  readonly result: ToldResultFragment;
  readonly download: Download;
}): ReactNode {
  if (rowCount === null) return null;
  return FORMS.map(([extension, accept]) => (
    <Button
      key={extension}
      name={`Download the result of ${dayAndTime(dueAt)} as ${extension}`}
      onPress={() => download(id, extension, accept)}
    >
      {extension}
    </Button>
  ));
}

function columnsOf(download: Download): readonly Column<ToldResultFragment>[] {
  return [
    { id: 'due', title: 'due', width: 25, value: ({ dueAt }) => dueAt, cell: ({ dueAt }) => dayAndTime(dueAt) },
    { id: 'state', title: 'state', width: 14, value: ({ state }) => state, cell: ({ state }) => <Status of={state} /> },
    {
      id: 'rows',
      title: 'rows',
      isNumber: true,
      value: ({ rowCount }) => rowCount,
      cell: ({ rowCount }) => rowCount !== null && count(rowCount),
    },
    {
      id: 'download',
      title: 'download',
      width: 18,
      value: () => null,
      cell: (result) => <Downloads result={result} download={download} />,
    },
    {
      id: 'deliveries',
      title: 'delivered',
      width: 30,
      value: ({ deliveries }) => deliveries.map(({ target, state }) => `${target} ${state}`).join(', '),
      cell: ({ deliveries }) =>
        deliveries.map(({ target, state }) => (
          <span key={target}>
            <Status of={state} /> {target}{' '}
          </span>
        )),
      says: ({ deliveries }) =>
        deliveries.map(({ target, state, problem }) => `${target} ${state} ${problem ?? ''}`).join(', '),
    },
    { id: 'missed', title: 'missed before', isNumber: true, width: 14, value: ({ missed }) => missed },
    {
      id: 'problem',
      title: 'problem',
      width: 40,
      value: ({ problem }) => problem,
      says: ({ problem }) => problem ?? '',
    },
    { id: 'hand', title: 'by hand', width: 10, value: ({ byHand }) => (byHand ? 'yes' : 'no') },
    {
      id: 'digest',
      title: 'digest',
      width: 18,
      value: ({ digest }) => digest,
      cell: ({ digest }) => digest?.slice(0, 12),
    },
  ];
}
