import type { ReactNode } from 'react';
import { useAsk } from '../../api/index.js';
import { Segments } from '../../controls/index.js';
import { TextFilter } from '../../form/index.js';
import { DifferenceDocument, type DifferenceQuery } from '../../generated/documents.js';
import { paths, useParameter, usePlace, ViewLink } from '../../place/index.js';
import { ShownOfCluster } from '../../states/index.js';
import { Grid, type Column } from '../../table/index.js';
import { Amount, amount, amountOf, count, dayAndTime, percent, quantityValue, signed } from '../../words/index.js';
import { ProfilesPart } from '../compare/profiles-part.js';
import { RunChoice } from '../run/run-choice.js';
import { RunComparison } from '../run/run-comparison.js';
import { DiffMaps } from './diff-maps.js';
import { DiffStarts } from './diff-starts.js';
import { RunMaps } from './run-maps.js';

type Diff = NonNullable<DifferenceQuery['cluster']>['diff'];
type ObjectRow = Diff['objects']['edges'][number]['node'];
type Placement = Diff['placements']['edges'][number]['node'];
type Moved = Diff['movedNodes']['edges'][number]['node'];

const OF = ['', 'runs', 'profiles'];

/** What makes one state of another: of a cluster at two moments, or of it and a fork; two runs; two profiles. */
export function DiffView(): ReactNode {
  const [of, setOf] = useParameter('of');
  const [run, chooseRun] = useParameter('run');
  const [base] = useParameter('with');
  return (
    <>
      <h1>Diff</h1>
      <div className="actions">
        <Segments label="Of" value={of} choose={setOf} of={OF} names={{ '': 'two moments, or a fork' }} />
      </div>
      {of === 'profiles' && <ProfilesPart />}
      {of === 'runs' && (
        <>
          <div className="actions">
            <RunChoice label="Run" value={run} choose={chooseRun} but={base} />
          </div>
          <RunComparison id={run} />
          <RunMaps base={base} other={run} />
        </>
      )}
      {of === '' && <StatesPart />}
    </>
  );
}

function StatesPart(): ReactNode {
  const { cluster, at, search } = usePlace();
  const from = search['from'] ?? '';
  const other = search['with'] ?? '';
  const isAsked = from !== '' || other !== '';
  const query = useAsk(
    DifferenceDocument,
    { cluster, from: from || null, to: search['to'] ?? at ?? null, with: other || null },
    { isAsked },
  );
  return (
    <>
      <div className="actions">
        <TextFilter name="from" label="From" placeholder="revision:1" />
        <TextFilter name="to" label="to" placeholder="now" />
        <TextFilter name="with" label="of the cluster" placeholder="a fork’s name" />
      </div>
      {isAsked ? (
        <ShownOfCluster query={query} rows={20}>
          {({ diff }) => <Found diff={diff} cluster={cluster} />}
        </ShownOfCluster>
      ) : (
        <DiffStarts />
      )}
    </>
  );
}

function Found({ diff, cluster }: { readonly diff: Diff; readonly cluster: string }): ReactNode {
  const { from, to, objects, placements, movedNodes } = diff;
  return (
    <>
      <p>
        {from.name} at revision {from.revision}, {dayAndTime(from.at)} → {to.name} at revision {to.revision},{' '}
        {dayAndTime(to.at)}
      </p>
      <div className="cards board">
        <Utilization utilization={diff.utilization} />
        <Counts diff={diff} />
      </div>
      <h2>Nodes, side by side</h2>
      <DiffMaps from={from} to={to} />
      <h2>Placements</h2>
      <Grid
        noun="placement"
        prefix="p"
        columns={placementColumns(cluster)}
        rows={placements.edges.map(({ node }) => node)}
        rowKey={({ pod }) => `${pod.namespace}/${pod.name}`}
        total={placements.totalCount}
      />
      <h2>Nodes</h2>
      <Grid
        noun="node"
        prefix="n"
        columns={movedColumns(cluster)}
        rows={movedNodes.edges.map(({ node }) => node)}
        rowKey={({ node }) => node}
        total={movedNodes.totalCount}
      />
      <h2>Objects</h2>
      <Grid
        noun="object"
        prefix="o"
        columns={OBJECT_COLUMNS}
        rows={objects.edges.map(({ node }) => node)}
        rowKey={({ kind, namespace, name }) => `${kind} ${namespace}/${name}`}
        total={objects.totalCount}
      />
    </>
  );
}

function Counts({ diff: { created, changed, deleted } }: { readonly diff: Diff }): ReactNode {
  const of = [
    ['created', created],
    ['changed', changed],
    ['deleted', deleted],
  ] as const;
  return (
    <section className="card">
      <h2>Objects</h2>
      <dl className="counts">
        {of.map(([what, counts]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{counts.map(({ kind, count: number }) => `${count(number)} ${kind}`).join(', ') || 'none'}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Utilization({
  utilization: { nodes, pods, resources },
}: {
  readonly utilization: Diff['utilization'];
}): ReactNode {
  return (
    <section className="card wide">
      <h2>Utilization</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">resource</th>
            {[
              ['difference', ''],
              ['before', 'derived'],
              ['after', 'derived'],
              ['full', ''],
            ].map(([title, rank]) => (
              <th key={title} scope="col" className={`number ${rank}`}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[
            { what: 'nodes', ...nodes },
            { what: 'pods on nodes', ...pods },
          ].map(({ what, before, after, difference }) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td className="number">
                <strong>{signed(difference)}</strong>
              </td>
              <td className="number derived">{count(before)}</td>
              <td className="number derived">{count(after)}</td>
              <td />
            </tr>
          ))}
          {resources.map(({ resource, requested, ratio }) => (
            <tr key={resource}>
              <th scope="row">{resource}</th>
              <td className="number" title={requested.difference}>
                <strong>{signed(quantityValue(requested.difference), (value) => amount(resource, value))}</strong>
              </td>
              {[requested.before, requested.after].map((quantity, index) => (
                <td key={index} className="number derived" title={quantity}>
                  <Amount of={resource} value={quantityValue(quantity)} />
                </td>
              ))}
              <td className="number">
                {percent(ratio.before)} → {percent(ratio.after)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function placementColumns(cluster: string): readonly Column<Placement>[] {
  const where = (id: 'from' | 'to'): Column<Placement> => ({
    id,
    title: id,
    width: 28,
    value: (row) => row[id] ?? 'no node',
    cell: (row) => (row[id] === null ? 'no node' : <ViewLink to={paths.nodes(cluster, row[id])}>{row[id]}</ViewLink>),
  });
  return [
    {
      id: 'pod',
      title: 'pod',
      width: 36,
      value: ({ pod }) => `${pod.namespace}/${pod.name}`,
      cell: ({ pod: { namespace, name } }) => (
        <ViewLink to={paths.pods(cluster, namespace, name)}>
          {namespace}/{name}
        </ViewLink>
      ),
    },
    where('from'),
    where('to'),
  ];
}

function movedColumns(cluster: string): readonly Column<Moved>[] {
  return [
    {
      id: 'node',
      title: 'node',
      width: 28,
      value: ({ node }) => node,
      cell: ({ node }) => <ViewLink to={paths.nodes(cluster, node)}>{node}</ViewLink>,
    },
    { id: 'pods', title: 'pods', isNumber: true, value: ({ pods }) => pods.difference },
    {
      id: 'requested',
      title: 'requested',
      width: 70,
      value: ({ requested }) =>
        requested
          .map(({ resource, before, after, difference }) => {
            const more = signed(quantityValue(difference), (value) => amount(resource, value));
            return `${amount(resource, quantityValue(before))} → ${amountOf(resource, quantityValue(after))} (${more})`;
          })
          .join(', '),
      says: ({ requested }) => requested.map(({ resource, difference }) => `${resource} ${difference}`).join(', '),
    },
  ];
}

const OBJECT_COLUMNS: readonly Column<ObjectRow>[] = [
  { id: 'op', title: 'what', width: 10, value: ({ op }) => op },
  { id: 'kind', title: 'kind', width: 20, value: ({ kind }) => kind },
  { id: 'name', title: 'name', width: 36, value: ({ namespace, name }) => [namespace, name].filter(Boolean).join('/') },
  {
    id: 'patch',
    title: 'patch',
    width: 80,
    value: ({ patch }) => JSON.stringify(patch),
    says: ({ patch }) => JSON.stringify(patch),
  },
];
