import type { ReactNode } from 'react';
import { useAsk } from '../../api/index.js';
import {
  PendingGroupsDocument,
  PendingPodsDocument,
  type Obstacle,
  type PendingBy,
  type PendingGroupsQuery,
  type PendingPodsQuery,
  type PendingState,
} from '../../generated/documents.js';
import { paths, useParameter, usePlace, ViewLink } from '../../place/index.js';
import { PodGrid, podColumn } from '../../pod-list/index.js';
import { Empty, ShownOfCluster } from '../../states/index.js';
import { Grid, type Column } from '../../table/index.js';
import { counted, dayAndTime } from '../../words/index.js';
import { Chip, Choice } from '../../form/index.js';
import { Explanation } from './explanation.js';
import { Release } from './release.js';

type Pending = NonNullable<PendingGroupsQuery['cluster']>['pending'];
type Group = Pending['groups'][number];
type PendingPod = NonNullable<PendingPodsQuery['cluster']>['pendingPods']['edges'][number]['node'];

const GROUPINGS = ['obstacleSet', 'reason', 'plugin', 'resource', 'namespace', 'state'] as const;

/** Pending pods, since when, and for what: the obstacles, the pods with the same ones, and what would release them. */
export function PendingView(): ReactNode {
  const { cluster, at, search } = usePlace();
  const [by, setBy] = useParameter('by', 'obstacleSet');
  const filters = {
    namespace: search['namespace'] ?? null,
    reason: search['reason'] ?? null,
    state: (search['state'] as PendingState | undefined) ?? null,
    obstacle: (search['obstacle'] as Obstacle | undefined) ?? null,
  };
  const groups = useAsk(
    PendingGroupsDocument,
    { cluster, groupBy: [by as PendingBy], ...filters },
    { isAsked: at === undefined },
  );
  if (at !== undefined) return <OfThePast />;
  return (
    <>
      <h1>Pending</h1>
      <div className="actions">
        <Choice label="Grouped by" value={by} choose={setBy} of={GROUPINGS} />
        {(['namespace', 'reason', 'state', 'obstacle', 'set'] as const).map((name) => (
          <Chip key={name} name={name} />
        ))}
      </div>
      <ShownOfCluster query={groups}>
        {({ pending }) => (
          <>
            <States pending={pending} />
            {pending.pods > 0 && <Explanation />}
            <Grid
              noun="group"
              prefix="g"
              columns={groupColumns(cluster, by)}
              rows={pending.groups}
              rowKey={(group) => `${nameOf(group, by)}`}
            />
          </>
        )}
      </ShownOfCluster>
      <Pods filters={filters} />
      <Release />
    </>
  );
}

/** The pods that waited in the past are found in the decisions of the time. */
function OfThePast(): ReactNode {
  const { cluster } = usePlace();
  return (
    <>
      <h1>Pending</h1>
      <Empty title="Pending pods are known at present only">
        <ViewLink to={paths.decisions(cluster)} search={{ outcome: 'unschedulable' }}>
          The decisions that found no node
        </ViewLink>{' '}
        and{' '}
        <ViewLink to={paths.pods(cluster)} search={{ fields: 'spec.nodeName=' }}>
          the pods that were on none
        </ViewLink>{' '}
        are known of then too.
      </Empty>
    </>
  );
}

function States({ pending: { pods, states } }: { readonly pending: Pending }): ReactNode {
  if (pods === 0) return <Empty title="No pod waits">All pods are bound, or none matches the filters.</Empty>;
  const parts = Object.entries(states).filter(([, number]) => typeof number === 'number' && number > 0);
  return (
    <p>
      {counted(pods, 'pod')}:{' '}
      {parts.map(([state, number], index) => (
        <span key={state}>
          {index > 0 && ', '}
          <ViewLink to="." search={{ state }}>
            {String(number)} {state}
          </ViewLink>
        </span>
      ))}
    </p>
  );
}

function nameOf(group: Group, by: string): string {
  const name = group[by as 'obstacleSet'];
  return name ?? '';
}

/** What a click on a group's name asks for. */
function filterOf(group: Group, by: string): Record<string, string | undefined> {
  const name = nameOf(group, by);
  if (by === 'obstacleSet') return { set: name };
  return ['reason', 'namespace', 'state'].includes(by) ? { [by]: name } : {};
}

function groupColumns(cluster: string, by: string): readonly Column<Group>[] {
  const obstacle = (id: 'first' | 'any' | 'sole' | 'only', title: string): Column<Group> => ({
    id,
    title,
    isNumber: true,
    value: ({ obstacles }) => obstacles[id],
  });
  return [
    {
      id: 'name',
      title: by,
      width: 60,
      value: (group) => nameOf(group, by),
      cell: (group) => (
        <ViewLink to="." search={{ by: by === 'obstacleSet' ? undefined : by, ...filterOf(group, by) }}>
          {nameOf(group, by) || 'none: never tried, or gated'}
        </ViewLink>
      ),
      says: (group) => nameOf(group, by),
    },
    { id: 'pods', title: 'pods', isNumber: true, value: ({ pods }) => pods },
    // A whole set is in the way of its pods, and no part of it by itself.
    ...(['plugin', 'reason', 'resource'].includes(by)
      ? (['first', 'any', 'sole', 'only'] as const).map((id) => obstacle(id, id))
      : []),
    {
      id: 'oldest',
      title: 'oldest',
      width: 30,
      value: ({ oldest }) => oldest.since,
      cell: ({ oldest: { namespace, name } }) => (
        <ViewLink to={paths.pods(cluster, namespace, name)}>
          {namespace}/{name}
        </ViewLink>
      ),
    },
  ];
}

function Pods({
  filters,
}: {
  readonly filters: {
    readonly namespace: string | null;
    readonly reason: string | null;
    readonly state: PendingState | null;
    readonly obstacle: Obstacle | null;
  };
}): ReactNode {
  const { cluster, search } = usePlace();
  const variables = { cluster, ...filters, obstacleSet: search['set'] ?? null };
  const query = useAsk(PendingPodsDocument, variables);
  return (
    <ShownOfCluster query={query}>
      {({ pendingPods: { edges, totalCount } }) => (
        <PodGrid
          pods={edges.map(({ node }) => node)}
          total={totalCount}
          question={JSON.stringify(variables)}
          columns={podColumns}
        />
      )}
    </ShownOfCluster>
  );
}

function podColumns(cluster: string): readonly Column<PendingPod>[] {
  return [
    podColumn(cluster, 30),
    { id: 'since', title: 'since', width: 24, value: ({ since }) => since, cell: ({ since }) => dayAndTime(since) },
    { id: 'state', title: 'state', width: 13, value: ({ state }) => state },
    {
      id: 'why',
      title: 'why',
      width: 70,
      value: ({ decision, obstacleSet }) => decision?.message ?? obstacleSet,
      cell: ({ decision, obstacleSet }) =>
        decision === null ? (
          (obstacleSet ?? '')
        ) : (
          <ViewLink to={paths.decisions(cluster, decision.uid)}>{decision.message}</ViewLink>
        ),
      says: ({ decision }) => decision?.message ?? 'It has not been tried.',
    },
    {
      id: 'release',
      title: 'what would help',
      width: 16,
      value: () => '',
      cell: ({ namespace, name }) => (
        <ViewLink to="." search={{ release: `${namespace}/${name}` }}>
          what would help?
        </ViewLink>
      ),
    },
  ];
}
