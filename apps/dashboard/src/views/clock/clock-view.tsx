import type { ReactNode } from 'react';
import { problemOf, useAsk } from '../../api/index.js';
import { ClockDocument, QueueDocument, type ClockQuery } from '../../generated/documents.js';
import { usePlace } from '../../place/index.js';
import { Empty, Problem, ShownOfCluster, Status } from '../../states/index.js';
import { count, counted, dayAndTime, duration } from '../../words/index.js';
import { MoveClock } from './move-clock.js';
import { Queue } from './queue.js';

export type Clock = NonNullable<NonNullable<ClockQuery['cluster']>['clock']>;

/** How often a clock that runs by itself is read. */
const RUNNING_MS = 1_000;

/** The time of a cluster that lives, what happens next there, and the queue of its scheduler. */
export function ClockView(): ReactNode {
  const { cluster, at } = usePlace();
  const query = useAsk(
    ClockDocument,
    { cluster },
    { everyMs: (answer) => answer?.cluster?.clock?.mode === 'real' && RUNNING_MS },
  );
  return (
    <ShownOfCluster query={query} rows={8} title="Clock and queue">
      {({ clock }) =>
        clock === null ? (
          <Empty title="This cluster has no clock" command={`npx berth clusters create living --clock virtual`} isView>
            A cluster that is created with a clock lives: controllers, kubelets and the queue of the scheduler act in it
            as its time passes.
          </Empty>
        ) : (
          <>
            <h1>
              Clock and queue{' '}
              <Status of={clock.mode === 'real' ? 'live' : 'paused'}>
                {clock.mode === 'real' ? `runs, ${count(clock.rate ?? 1)} s a second` : 'stands still'}
              </Status>
            </h1>
            <dl className="tiles">
              <Tile what="time of the cluster" is={dayAndTime(clock.now)} />
              <Tile what={clock.next?.what ?? 'no timer is set'} is={untilNext(clock)} />
              <Tile what={`revision; seed ${clock.seed}`} is={count(Number(clock.revision))} />
            </dl>
            <Stopped stopped={clock.stopped} />
            {at === undefined && <MoveClock mode={clock.mode} />}
            <PodQueue />
          </>
        )
      }
    </ShownOfCluster>
  );
}

function Tile({ what, is }: { readonly what: string; readonly is: string }): ReactNode {
  return (
    <div>
      <dt>{what}</dt>
      <dd>{is}</dd>
    </div>
  );
}

function untilNext({ now, next }: Clock): string {
  return next === null ? 'nothing' : `in ${duration(Math.max(0, Date.parse(next.at) - Date.parse(now)))}`;
}

function Stopped({ stopped }: { readonly stopped: Clock['stopped'] }): ReactNode {
  if (stopped.length === 0) return null;
  return (
    <section className="problem failed">
      <h2>{counted(stopped.length, 'controller')} stopped: they wrote without end while no time passed</h2>
      <ul>
        {stopped.map(({ what, since }) => (
          <li key={what}>
            <code>{what}</code> since {dayAndTime(since)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function PodQueue(): ReactNode {
  const { cluster } = usePlace();
  const query = useAsk(QueueDocument, { cluster });
  if (query.error !== null) return <Problem problem={problemOf(query.error)} />;
  return (
    <ShownOfCluster query={query} rows={8}>
      {({ queue }) => queue !== null && <Queue queue={queue} />}
    </ShownOfCluster>
  );
}
