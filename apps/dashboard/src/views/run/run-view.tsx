import type { ReactNode } from 'react';
import { problemOf, refresh, useAsk, useMutating } from '../../api/index.js';
import { Button } from '../../controls/index.js';
import { CancelRunDocument, RunOfDocument, type RunOfQuery } from '../../generated/documents.js';
import { notify } from '../../notices/index.js';
import { paths, revisionMoment, usePlace, ViewLink } from '../../place/index.js';
import { Empty, Problem, Redacted, Refusals, ShownOfCluster, Status } from '../../states/index.js';
import { count, counted, dayAndTime, Digest, duration } from '../../words/index.js';
import { Again } from './again.js';
import { OutcomeBar, outcomesOf } from './outcome-bar.js';
import { RunComparison } from './run-comparison.js';

/** How often a run that is under way is looked at: what it decides, and that a dry one ends, no head tells. */
const PROGRESS_MS = 1_000;

type Run = NonNullable<NonNullable<RunOfQuery['cluster']>['run']>;

/** One run: who asked for what, how far it is, what came of it, where the time went, what its parts wrote. */
export function RunView(): ReactNode {
  const { cluster, names, search } = usePlace();
  const id = names['id'] ?? '';
  const query = useAsk(
    RunOfDocument,
    { cluster, id },
    { everyMs: (answer) => answer?.cluster?.run?.state === 'running' && PROGRESS_MS },
  );
  return (
    <ShownOfCluster query={query} rows={12} title="Run">
      {({ run }) =>
        run === null ? (
          <Empty title={`There is no run ${id}`} isView>
            Dry runs are kept for an hour.
          </Empty>
        ) : (
          <>
            <h1>
              Run of {dayAndTime(run.createdAt)}{' '}
              <Status of={run.state}>
                {run.state}
                {run.dryRun && ', dry'}
              </Status>
            </h1>
            <Redacted isSo={run.redacted} />
            {run.error !== null && <p className="problem failed">{run.error}</p>}
            {run.state === 'running' && <Running run={run} />}
            <div className="cards">
              <Outcomes run={run} />
              <Durations durations={run.durations} />
              <RunFacts run={run} />
              <Parts run={run} />
            </div>
            {run.state === 'complete' && <Again run={id} than={run.profile.name} />}
            <RunComparison id={id}>
              <ViewLink to={paths.diff(cluster)} search={{ of: 'runs', run: id, with: search['with'] }}>
                on the map
              </ViewLink>
            </RunComparison>
          </>
        )
      }
    </ShownOfCluster>
  );
}

function Running({ run: { uid, progress, counts } }: { readonly run: Run }): ReactNode {
  const { cluster } = usePlace();
  const { run, isRunning, result, error } = useMutating(CancelRunDocument);
  const cancel = async (): Promise<void> => {
    const answer = await run({ input: { clusterId: cluster, runId: uid } });
    if (answer?.cancelRun.refusals.length === 0) notify('The run is cancelled; what it has written stays.');
    refresh(cluster);
  };
  return (
    <p role="status">
      <progress max={counts.selected} value={progress?.decided ?? 0} aria-label="Pods decided" />{' '}
      {progress?.decided ?? 0} of {count(counts.selected)} decided{' '}
      <Button isPending={isRunning} onPress={() => void cancel()}>
        Cancel
      </Button>
      <Refusals refusals={result?.cancelRun.refusals ?? []} />
      {error !== undefined && <Problem problem={problemOf(error)} />}
    </p>
  );
}

function RunFacts({ run }: { readonly run: Run }): ReactNode {
  const { cluster } = usePlace();
  const { actor, asked, profile, preemption, tieBreak, seed, baseRevision, revision, finishedAt } = run;
  return (
    <section className="card">
      <h2>Request</h2>
      <dl className="facts">
        <dt>asked by</dt>
        <dd>
          {actor ?? 'an unknown caller'}, for {askedText(asked)}
        </dd>
        <dt>profile</dt>
        <dd>
          <ViewLink to={paths.profiles(cluster, profile.name)} search={{ version: String(profile.version) }}>
            {profile.name} v{profile.version}
          </ViewLink>{' '}
          <Digest of={profile.digest} />
        </dd>
        <dt>rules</dt>
        <dd>
          preemption {preemption}, ties by {tieBreak}, seed {seed}
        </dd>
        <dt>from</dt>
        <dd>
          <ViewLink to={paths.overview(cluster)} search={{ at: revisionMoment(baseRevision) }}>
            revision {baseRevision}
          </ViewLink>
          {revision !== null && (
            <>
              {' '}
              to{' '}
              <ViewLink
                to={paths.diff(cluster)}
                search={{ from: revisionMoment(baseRevision), to: revisionMoment(revision) }}
              >
                revision {revision}: what changed
              </ViewLink>
            </>
          )}
          , ended {dayAndTime(finishedAt)}
        </dd>
      </dl>
    </section>
  );
}

function askedText(asked: Run['asked']): string {
  if (asked === null) return 'an unknown selection';
  const { count: number, names, namespace, labelSelector } = asked;
  if (names !== null) return `${counted(number ?? names.length, 'pod')} by name: ${names.slice(0, 5).join(', ')}`;
  const parts = [namespace === null ? '' : `of ${namespace}`, labelSelector === null ? '' : `with ${labelSelector}`];
  return `all pending pods ${parts.join(' ')}`.trim();
}

function Outcomes({ run: { uid, counts } }: { readonly run: Run }): ReactNode {
  const { cluster } = usePlace();
  const { selected, forbidden } = counts;
  const shown = outcomesOf(counts);
  // A pod that is nominated is tried again, so that it has two.
  const decisions = shown.reduce((sum, [, number]) => sum + number, 0);
  return (
    <section className="card">
      <h2>
        {counted(selected, 'pod')}
        {decisions !== selected && `, ${counted(decisions, 'decision')}`}
      </h2>
      <OutcomeBar counts={shown} />
      <dl className="counts">
        {shown.map(([outcome, number]) => (
          <div key={outcome}>
            <dt>
              <Status of={outcome} />
            </dt>
            <dd>
              <ViewLink to={paths.decisions(cluster)} search={{ run: uid, outcome }}>
                {count(number)}
              </ViewLink>
            </dd>
          </div>
        ))}
      </dl>
      {forbidden > 0 && (
        <p>
          {counted(forbidden, 'pending pod')} left out: the caller sees them, and may not schedule in their namespaces.
        </p>
      )}
    </section>
  );
}

function Durations({
  durations: { readMs, decideMs, writeMs, totalMs },
}: {
  readonly durations: Run['durations'];
}): ReactNode {
  const parts = [
    ['read', readMs],
    ['decide', decideMs],
    ['write', writeMs],
  ] as const;
  return (
    <section className="card">
      <h2>{duration(totalMs)}</h2>
      <table>
        <tbody>
          {parts.map(([what, ms]) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td className="number">{duration(ms)}</td>
              <td>
                <meter min={0} max={Math.max(totalMs, 1)} value={ms} aria-label={`${what}, of the whole`} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A run of one part wrote what it decided at its end, as its other cards say. */
function Parts({ run: { parts, partList } }: { readonly run: Run }): ReactNode {
  if (parts <= 1) return null;
  return (
    <section className="card">
      <h2>{counted(parts, 'part')}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">part</th>
            <th scope="col" className="number">
              decisions
            </th>
            <th scope="col" className="number">
              revision
            </th>
            <th scope="col">written</th>
          </tr>
        </thead>
        <tbody>
          {partList.edges.map(({ node: { part, revision, decisions, committedAt } }) => (
            <tr key={part}>
              <th scope="row">{part}</th>
              <td className="number">{count(decisions)}</td>
              <td className="number">{revision}</td>
              <td>{dayAndTime(committedAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
