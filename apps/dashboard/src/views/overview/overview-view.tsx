import { Boxes, CircleX, Hourglass, Lock, Server, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAsk } from '../../api/index.js';
import { FullMeter } from '../../drawing/index.js';
import { OverviewDocument, OverviewNowDocument } from '../../generated/documents.js';
import { endOfHistory, paths, usePlace, ViewLink } from '../../place/index.js';
import { Empty, ShownOfCluster, Status } from '../../states/index.js';
import { Amount, count, counted, dayAndTime, duration } from '../../words/index.js';
import { ImportButton } from '../clusters/import-button.js';
import { fillOf, fullestOf, type Fill } from './fill.js';
import { Health } from './health.js';
import { LargestConsumers } from './largest-consumers.js';
import { LastChanges } from './last-changes.js';
import { mattering } from './mattering.js';
import type { Now, Then } from './overview.js';
import { PodsOverTime } from './pods-over-time.js';
import { Sums } from './sums.js';
import { Trend } from './trend.js';

/** How much there is, how full it is, what waits and why, and what happened last. */
export function OverviewView(): ReactNode {
  const { cluster, at } = usePlace();
  const then = useAsk(OverviewDocument, { cluster, at: at ?? null });
  const now = useAsk(OverviewNowDocument, { cluster }, { isAsked: at === undefined });
  return (
    <ShownOfCluster query={then} title={cluster}>
      {(found) => (
        <>
          <h1>{found.name}</h1>
          {found.counts.nodes + found.counts.pods === 0 ? (
            <Empty
              title="Nothing has been imported yet"
              command={`npx berth import -c ${found.name} cluster.yaml`}
              action={<ImportButton clusters={[cluster]} />}
            >
              It takes what <code>kubectl get nodes,pods -A -o yaml</code> prints.
            </Empty>
          ) : (
            <>
              <Health found={found} recent={at === undefined ? now.data?.cluster : undefined} />
              <div className="cards board">
                <Counts found={found} cluster={cluster} />
                {at === undefined && now.data?.cluster && (
                  <PendingWhy pending={now.data.cluster.pending} cluster={cluster} />
                )}
                <Resources found={found} />
                {at === undefined && (
                  <ShownOfCluster query={now} rows={6}>
                    {(recent) => <Recent recent={recent} fullest={fullestOf(fillOf(found.totals))} cluster={cluster} />}
                  </ShownOfCluster>
                )}
              </div>
            </>
          )}
        </>
      )}
    </ShownOfCluster>
  );
}

/** Nodes, pods and what is pending are shown where there are none, too. */
const ALWAYS_SHOWN = 3;

function Counts({ found: { counts, states }, cluster }: { readonly found: Then; readonly cluster: string }): ReactNode {
  const of = [
    [Server, '', counts.nodes, 'nodes', paths.nodes(cluster), {}],
    [Boxes, '', counts.pods, 'pods', paths.pods(cluster), {}],
    [Hourglass, 'waits', counts.pendingPods, 'pending', paths.pending(cluster), {}],
    [CircleX, 'failed', states.unreadyNodes, 'nodes not ready', paths.nodes(cluster), { mark: 'unready' }],
    [Lock, 'waits', states.cordonedNodes, 'nodes cordoned', paths.nodes(cluster), { mark: 'cordoned' }],
    [Lock, '', states.gatedPods, 'pods gated', paths.pending(cluster), { state: 'gated' }],
    [Star, '', states.nominatedPods, 'pods nominated', paths.pending(cluster), { state: 'nominated' }],
  ] as const;
  return (
    <dl className="counts tiles" aria-label="Size">
      {of
        .filter(([, , number], index) => number > 0 || index < ALWAYS_SHOWN)
        .map(([Icon, meaning, number, what, to, search]) => (
          <div key={what} className={number > 0 ? meaning : ''}>
            <dt>{what}</dt>
            <dd>
              <Icon size={20} aria-hidden />
              <ViewLink to={to} search={search}>
                {count(number)}
              </ViewLink>
            </dd>
          </div>
        ))}
    </dl>
  );
}

function Resources({ found: { totals } }: { readonly found: Then }): ReactNode {
  return (
    <section className="card half">
      <h2>Resources</h2>
      <table className="amounts">
        <thead>
          <tr>
            <th scope="col">resource</th>
            <th scope="col">full</th>
            <th scope="col" className="number derived">
              requested
            </th>
            <th scope="col" className="number derived">
              allocatable
            </th>
            <th scope="col" className="number">
              free
            </th>
          </tr>
        </thead>
        <tbody>
          {fillOf(totals).map(({ resource, allocatable, requested, free, ratio }) => (
            <tr key={resource}>
              <th scope="row">{resource}</th>
              <td>
                <FullMeter ratio={ratio} label={`${resource} requested`} />
              </td>
              <td className="number derived">
                <Amount of={resource} value={requested} />
              </td>
              <td className="number derived">
                <Amount of={resource} value={allocatable} />
              </td>
              <td className="number">
                <Amount of={resource} value={free} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function PendingWhy({ pending, cluster }: { readonly pending: Now['pending']; readonly cluster: string }): ReactNode {
  return (
    <section className="card half in-the-way">
      <h2>
        <ViewLink to={paths.pending(cluster)}>{counted(pending.pods, 'pod')} pending</ViewLink>
      </h2>
      {pending.groups.length === 0 ? (
        <p className="quiet">{pending.pods === 0 ? 'No pods are pending.' : 'None of them has been tried yet.'}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">reason</th>
              <th scope="col">in the way of</th>
              <th scope="col" className="number" title="on at least one node, it is the only reason">
                only
              </th>
              <th scope="col">oldest</th>
            </tr>
          </thead>
          <tbody>
            {mattering(pending.groups).map(({ plugin, reason, pods, obstacles, oldest }) => (
              <tr key={`${plugin} ${reason}`}>
                <td>
                  <ViewLink to={paths.pending(cluster)} search={{ reason: reason ?? undefined }}>
                    {reason ?? plugin ?? ''}
                  </ViewLink>
                </td>
                <td>
                  <span className="full">
                    <meter
                      min={0}
                      max={Math.max(1, pending.pods)}
                      value={pods}
                      aria-label={`${pods} of ${counted(pending.pods, 'pod')}`}
                    />{' '}
                    {count(pods)}
                  </span>
                </td>
                <td className="number">{count(obstacles.only)}</td>
                <td>
                  <ViewLink to={paths.pods(cluster, oldest.namespace, oldest.name)}>
                    {oldest.namespace}/{oldest.name}
                  </ViewLink>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {pending.pods > 0 && (
        <p>
          <ViewLink to={paths.pending(cluster)} search={{ explain: 'yes' }}>
            What would release the most?
          </ViewLink>
        </p>
      )}
    </section>
  );
}

function Recent({
  recent,
  fullest,
  cluster,
}: {
  readonly recent: Now;
  readonly fullest: Fill | undefined;
  readonly cluster: string;
}): ReactNode {
  const { runs, history } = recent;
  const { first, last } = history;
  // Nothing has changed since the last write.
  const until = first && last ? endOfHistory(first.at, last.at) : null;
  return (
    <>
      <Trend until={until} />
      <LastRuns runs={runs} cluster={cluster} />
      <PodsOverTime until={until} />
      {fullest !== undefined && <LargestConsumers of={fullest} />}
      <LastChanges />
      <Sums />
    </>
  );
}

function LastRuns({ runs, cluster }: { readonly runs: Now['runs']; readonly cluster: string }): ReactNode {
  return (
    <section className="card tall">
      <h2>
        <ViewLink to={paths.runs(cluster)}>Last runs</ViewLink>
      </h2>
      <ul className="plain latest">
        {runs.edges.map(({ node: { uid, state, dryRun, createdAt, counts, durations } }) => (
          <li key={uid}>
            <ViewLink to={paths.runs(cluster, uid)}>{dayAndTime(createdAt)}</ViewLink>{' '}
            <Status of={state}>
              {state}
              {dryRun && ', dry'}
            </Status>{' '}
            <span className="quiet">
              {count(counts.scheduled)} of {count(counts.selected)} scheduled in {duration(durations.totalMs)}
            </span>
          </li>
        ))}
        {runs.edges.length === 0 && <li className="quiet">Nothing has been scheduled yet.</li>}
      </ul>
    </section>
  );
}
