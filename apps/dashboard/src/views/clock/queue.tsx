import type { ReactNode } from 'react';
import type { QueueQuery } from '../../generated/documents.js';
import { paths, usePlace, ViewLink } from '../../place/index.js';
import { Empty, Status } from '../../states/index.js';
import { Grid, type Column } from '../../table/index.js';
import { count, dayAndTime } from '../../words/index.js';

type Found = NonNullable<NonNullable<QueueQuery['cluster']>['queue']>;
type Part = 'active' | 'backoff' | 'unschedulable' | 'gated';
type Row = Found['active'][number] & { readonly part: Part };

/** The parts of the queue, in the order in which a pod comes closer to its next attempt. */
const PARTS: readonly (readonly [part: Part, status: string, what: string])[] = [
  ['active', 'nominated', 'tried next'],
  ['backoff', 'pending', 'back off'],
  ['unschedulable', 'unschedulable', 'wait for what may help'],
  ['gated', 'gated', 'gated'],
];

/** The pods that wait in a cluster that lives, and for what. */
export function Queue({ queue }: { readonly queue: Found }): ReactNode {
  const { cluster } = usePlace();
  const rows = PARTS.flatMap(([part]) => queue[part].map((pod): Row => ({ ...pod, part })));
  return (
    <section aria-label="Queue">
      <h2>Queue of the scheduler</h2>
      <ul className="health" aria-label="Pods in the queue">
        {PARTS.map(([part, status, what]) => (
          <li key={part}>
            <Status of={queue[part].length === 0 ? 'skipped' : status}>
              {count(queue[part].length)} {what}
            </Status>
          </li>
        ))}
      </ul>
      {rows.length === 0 ? (
        <Empty title="No pod waits">Pods come here when they are created, and leave when they are bound.</Empty>
      ) : (
        <Grid noun="pod" columns={columnsOf(cluster)} rows={rows} rowKey={({ uid }) => uid} />
      )}
    </section>
  );
}

function columnsOf(cluster: string): readonly Column<Row>[] {
  const statuses = new Map(PARTS.map(([part, status, what]) => [part, { status, what }]));
  return [
    {
      id: 'pod',
      title: 'pod',
      width: 34,
      value: ({ namespace, name }) => `${namespace}/${name}`,
      cell: ({ namespace, name }) => (
        <ViewLink to={paths.pods(cluster, namespace, name)}>
          {namespace}/{name}
        </ViewLink>
      ),
    },
    {
      id: 'part',
      title: 'part',
      width: 24,
      value: ({ part }) => part,
      cell: ({ part }) => {
        const { status = part, what = part } = statuses.get(part) ?? {};
        return <Status of={status}>{what}</Status>;
      },
    },
    { id: 'priority', title: 'priority', isNumber: true, value: ({ priority }) => priority },
    { id: 'attempts', title: 'attempts', isNumber: true, value: ({ attempts }) => attempts },
    { id: 'since', title: 'since', width: 25, value: ({ since }) => since, cell: ({ since }) => dayAndTime(since) },
    { id: 'until', title: 'until', width: 25, value: ({ until }) => until, cell: ({ until }) => dayAndTime(until) },
    { id: 'plugins', title: 'rejected by', width: 40, value: ({ plugins }) => plugins.join(', ') },
  ];
}
