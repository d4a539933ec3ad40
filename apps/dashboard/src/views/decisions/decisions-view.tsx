import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAsk } from '../../api/index.js';
import { Button, Choice, Fold } from '../../controls/index.js';
import {
  DecisionsDocument,
  type DecisionOutcome,
  type DecisionsQuery,
  type Obstacle,
} from '../../generated/documents.js';
import { TextFilter } from '../../form/index.js';
import { paths, useParameter, usePlace, ViewLink, type Search } from '../../place/index.js';
import { Empty, ShownOfCluster, Status } from '../../states/index.js';
import { Grid, useFollowed, type Column } from '../../table/index.js';
import { dayAndTime } from '../../words/index.js';

type Decisions = NonNullable<DecisionsQuery['cluster']>['decisions'];
type Row = Decisions['edges'][number]['node'];

const OUTCOMES = ['', 'scheduled', 'unschedulable', 'nominated', 'gated', 'skipped', 'error'];
const OBSTACLES = ['', 'first', 'any', 'sole', 'only', 'alone'];
const TEXTS = [
  ['pod', 'Pod', 'namespace/name'],
  ['namespace', 'Namespace', ''],
  ['labels', 'Labels', 'app=web'],
  ['node', 'Node', ''],
  ['plugin', 'Plugin', 'NodeResourcesFit'],
  ['reason', 'Reason', 'Insufficient cpu'],
  ['profile', 'Profile', ''],
  ['run', 'Run', 'id'],
  ['since', 'Since', '24h'],
  ['until', 'Until', '2026-11-21'],
] as const;

/** The filters of most readers; the others are folded away until one of them holds. */
const FIRST: readonly string[] = ['pod', 'namespace', 'since'];
const OTHERS = TEXTS.filter(([name]) => !FIRST.includes(name));

/** Every attempt to place a pod, by every filter that the API has, the newest first. */
export function DecisionsView(): ReactNode {
  const { cluster, at, search } = usePlace();
  const [outcome, setOutcome] = useParameter('outcome');
  const [obstacle, setObstacle] = useParameter('obstacle');
  const [after, setAfter] = useParameter('after');
  const query = useAsk(DecisionsDocument, { cluster, at: at ?? null, ...filtersIn(search) });
  return (
    <>
      <h1>Decisions</h1>
      <div className="actions">
        <Choice label="Outcome" value={outcome} choose={setOutcome} of={OUTCOMES} />
        <Choice label="Obstacle" value={obstacle} choose={setObstacle} of={OBSTACLES} />
        {TEXTS.filter(([name]) => FIRST.includes(name)).map(([name, label, placeholder]) => (
          <TextFilter key={name} {...{ name, label, placeholder }} />
        ))}
        <Fold title="More filters" isOpen={OTHERS.some(([name]) => search[name] !== undefined)}>
          <div className="actions">
            {OTHERS.map(([name, label, placeholder]) => (
              <TextFilter key={name} {...{ name, label, placeholder }} />
            ))}
          </div>
        </Fold>
      </div>
      <ShownOfCluster query={query} rows={24}>
        {({ decisions: { edges, pageInfo } }) => (
          <>
            {edges.length === 0 ? (
              <Empty title="There are no such decisions" command={`npx berth schedule -c ${cluster}`}>
                Every attempt to place a pod is a decision. There is none yet, or none matches the filters.
              </Empty>
            ) : (
              <List decisions={edges.map(({ node }) => node)} question={JSON.stringify(search)} />
            )}
            <div className="actions">
              {after !== '' && <Button onPress={() => setAfter('')}>The newest</Button>}
              {pageInfo.hasNextPage && <Button onPress={() => setAfter(pageInfo.endCursor ?? '')}>Older</Button>}
            </div>
          </>
        )}
      </ShownOfCluster>
    </>
  );
}

/** As the schema calls them. */
function filtersIn(search: Search): object {
  return {
    namespace: search['namespace'] ?? null,
    labelSelector: search['labels'] ?? null,
    node: search['node'] ?? null,
    outcome: (search['outcome'] as DecisionOutcome | undefined) ?? null,
    plugin: search['plugin'] ?? null,
    reason: search['reason'] ?? null,
    obstacle: (search['obstacle'] as Obstacle | undefined) ?? null,
    pod: search['pod'] ?? null,
    profile: search['profile'] ?? null,
    run: search['run'] ?? null,
    since: search['since'] ?? null,
    until: search['until'] ?? null,
    after: search['after'] ?? null,
  };
}

const keyOf = ({ uid }: Row): string => uid;

function List({ decisions, question }: { readonly decisions: readonly Row[]; readonly question: string }): ReactNode {
  const { cluster } = usePlace();
  const navigate = useNavigate();
  const { rows, offer } = useFollowed(decisions, question, keyOf);
  return (
    <Grid
      noun="decision"
      columns={columnsOf(cluster)}
      rows={rows}
      rowKey={keyOf}
      open={({ uid }) => void navigate({ to: paths.decisions(cluster, uid) })}
    >
      {offer}
    </Grid>
  );
}

function columnsOf(cluster: string): readonly Column<Row>[] {
  return [
    {
      id: 'at',
      title: 'at',
      width: 24,
      value: ({ at }) => at,
      cell: ({ at, uid }) => <ViewLink to={paths.decisions(cluster, uid)}>{dayAndTime(at)}</ViewLink>,
    },
    {
      id: 'pod',
      title: 'pod',
      width: 28,
      value: ({ pod }) => `${pod.namespace}/${pod.name}`,
      cell: ({ pod: { namespace, name } }) => (
        <ViewLink to={paths.pods(cluster, namespace, name)}>
          {namespace}/{name}
        </ViewLink>
      ),
    },
    {
      id: 'outcome',
      title: 'outcome',
      width: 18,
      value: ({ outcome }) => outcome,
      cell: ({ outcome }) => <Status of={outcome} />,
    },
    {
      id: 'node',
      title: 'node',
      width: 20,
      value: ({ node }) => node,
      cell: ({ node }) => node !== null && <ViewLink to={paths.nodes(cluster, node)}>{node}</ViewLink>,
    },
    { id: 'feasible', title: 'fit', isNumber: true, value: ({ nodes }) => nodes.feasible },
    { id: 'evaluated', title: 'of nodes', isNumber: true, value: ({ nodes }) => nodes.evaluated },
    { id: 'total', title: 'total', isNumber: true, value: ({ best }) => best?.total },
    { id: 'ties', title: 'ties', isNumber: true, value: ({ best }) => best?.ties },
    { id: 'message', title: 'message', width: 60, value: ({ message }) => message, says: ({ message }) => message },
    {
      id: 'profile',
      title: 'profile',
      width: 18,
      value: ({ profile }) => profile && `${profile.name} v${profile.version}`,
    },
    {
      id: 'run',
      title: 'run',
      width: 12,
      value: ({ run }) => run?.uid,
      cell: ({ run }) => run !== null && <ViewLink to={paths.runs(cluster, run.uid)}>{run.uid.slice(-8)}</ViewLink>,
    },
    { id: 'revision', title: 'revision', isNumber: true, value: ({ revision }) => Number(revision) },
  ];
}
