import type { ReactNode } from 'react';
import { useAsk } from '../../api/index.js';
import { Choice } from '../../controls/index.js';
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
import { Empty, ShownOfCluster, Status } from '../../states/index.js';
import { Grid, type Column } from '../../table/index.js';
import { Ago, count, counted } from '../../words/index.js';
import { Chip } from '../../form/index.js';
import { Explanation } from './explanation.js';
import { shortSet, shortWhy } from './short-why.js';

type Pending = NonNullable<PendingGroupsQuery['cluster']>['pending'];
type Group = Pending['groups'][number];
type PendingPod = NonNullable<PendingPodsQuery['cluster']>['pendingPods']['edges'][number]['node'];

/** What pods may be grouped by, and what a group of it is called. */
const GROUPINGS: Readonly<Record<string, string>> = {
  obstacleSet: 'reasons together',
  reason: 'reason',
  plugin: 'plugin',
  resource: 'resource',
  namespace: 'namespace',
  state: 'state',
};

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
        <Choice label="Grouped by" value={by} choose={setBy} of={Object.keys(GROUPINGS)} names={GROUPINGS} />
        {(['namespace', 'reason', 'state', 'obstacle', 'set'] as const).map((name) => (
          <Chip key={name} name={name} />
        ))}
      </div>
      <ShownOfCluster query={groups}>
        {({ pending }) => (
          <>
            <States pending={pending} />
            {pending.pods > 0 && <Explanation />}
            <Groups groups={pending.groups} by={by} />
          </>
        )}
      </ShownOfCluster>
      <Pods filters={filters} />
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

/** What the states are called beside their counts. */
const STATES: Readonly<Record<string, string>> = { neverTried: 'never tried' };

function States({ pending: { pods, states } }: { readonly pending: Pending }): ReactNode {
  if (pods === 0) return <Empty title="No pod waits">All pods are bound, or none matches the filters.</Empty>;
  const parts = Object.entries(states).filter(([, number]) => typeof number === 'number' && number > 0);
  return (
    <ul className="health" aria-label="States">
      <li>{counted(pods, 'pod')}:</li>
      {parts.map(([state, number]) => (
        <li key={state}>
          <ViewLink to="." search={{ state }}>
            <Status of={state}>
              {count(Number(number))} {STATES[state] ?? state}
            </Status>
          </ViewLink>
        </li>
      ))}
    </ul>
  );
}

/** By all that a group may be of: groups of the former grouping are shown until those of the new one are there. */
function keyOf({ obstacleSet, plugin, reason, resource, namespace, state }: Group): string {
  return JSON.stringify([obstacleSet, plugin, reason, resource, namespace, state]);
}

function nameOf(group: Group, by: string): string {
  const name = group[by as 'obstacleSet'];
  return name ?? '';
}

/** A set of reasons with the nodes of each; anything else as it is. */
function shownName(group: Group, by: string): string {
  return by === 'obstacleSet' ? shortSet(group.rejections) : nameOf(group, by);
}

/** What a click on a group's name asks for. */
function filterOf(group: Group, by: string): Record<string, string | undefined> {
  const name = nameOf(group, by);
  if (by === 'obstacleSet') return { set: name };
  return ['reason', 'namespace', 'state'].includes(by) ? { [by]: name } : {};
}

function Groups({ groups, by }: { readonly groups: readonly Group[]; readonly by: string }): ReactNode {
  const { cluster } = usePlace();
  return <Grid noun="group" prefix="g" columns={groupColumns(cluster, by)} rows={groups} rowKey={keyOf} />;
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
      title: GROUPINGS[by] ?? by,
      width: 76,
      value: (group) => nameOf(group, by),
      cell: (group) => (
        <ViewLink to="." search={{ by: by === 'obstacleSet' ? undefined : by, ...filterOf(group, by) }}>
          {shownName(group, by) || 'none: never tried, or gated'}
        </ViewLink>
      ),
      says: (group) => nameOf(group, by),
    },
    { id: 'pods', title: 'pods', isNumber: true, value: (group) => group.pods },
    // A whole set is in the way of its pods, and no part of it by itself.
    ...(['plugin', 'reason', 'resource'].includes(by)
      ? (['first', 'any', 'sole', 'only'] as const).map((id) => obstacle(id, id))
      : []),
    {
      id: 'oldest',
      title: 'oldest',
      width: 25,
      value: ({ oldest }) => oldest.since,
      cell: ({ oldest: { namespace, name } }) => (
        <ViewLink to={paths.pods(cluster, namespace, name)}>
          {namespace}/{name}
        </ViewLink>
      ),
    },
  ];
}

/** What the address leaves of the pods. */
interface Filters {
  readonly namespace: string | null;
  readonly reason: string | null;
  readonly state: PendingState | null;
  readonly obstacle: Obstacle | null;
}

function Pods({ filters }: { readonly filters: Filters }): ReactNode {
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
    podColumn(cluster, 23),
    {
      id: 'why',
      title: 'why',
      width: 62,
      value: ({ decision, obstacleSet }) => decision?.message ?? obstacleSet,
      cell: ({ decision, obstacleSet }) =>
        decision === null ? (
          (obstacleSet ?? '')
        ) : (
          <ViewLink to={paths.decisions(cluster, decision.uid)} className="calm">
            {shortWhy(decision.message)}
          </ViewLink>
        ),
      says: ({ decision }) => decision?.message ?? 'It has not been tried.',
    },
    { id: 'state', title: 'state', width: 15, value: ({ state }) => state, cell: ({ state }) => <Status of={state} /> },
    { id: 'since', title: 'since', width: 12, value: ({ since }) => since, cell: ({ since }) => <Ago at={since} /> },
  ];
}
