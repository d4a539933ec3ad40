import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { clusterRef } from '#client';
import { useAsk } from '../../api/index.js';
import { FullMeter } from '../../drawing/index.js';
import { ClustersDocument, type ClustersQuery } from '../../generated/documents.js';
import { paths, ViewLink } from '../../place/index.js';
import { Empty, Shown, Status } from '../../states/index.js';
import { Grid, type Column } from '../../table/index.js';
import { Ago, count } from '../../words/index.js';
import { forkTree, type InTree } from './fork-tree.js';
import { ImportButton } from './import-button.js';
import { NewCluster } from './new-cluster.js';

type Cluster = ClustersQuery['clusters']['edges'][number]['node'];
type Row = InTree<Cluster>;

/** Clusters by the names that requests of the page use: that of a shared one says whose it is. */
const named = ({ clusters, whoami: { team } }: ClustersQuery): Cluster[] =>
  clusters.edges.map(({ node }) => ({ ...node, name: clusterRef(node, team) }));

const ratioOf = ({ cluster }: Row, resource: string): number | undefined =>
  cluster.utilization.find((one) => one.resource === resource)?.ratio;

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'name',
    title: 'Cluster',
    width: 32,
    value: ({ cluster }) => cluster.name,
    cell: ({ cluster, depth }) => (
      <span style={{ paddingInlineStart: depth * 16 }}>
        {depth > 0 && '└ '}
        <ViewLink to={paths.overview(cluster.name)}>{cluster.name}</ViewLink>
        {cluster.origin !== null && <span className="quiet"> from revision {cluster.origin.revision}</span>}
      </span>
    ),
  },
  { id: 'nodes', title: 'Nodes', width: 6, isNumber: true, value: ({ cluster }) => cluster.counts.nodes },
  { id: 'pods', title: 'Pods', width: 6, isNumber: true, value: ({ cluster }) => cluster.counts.pods },
  {
    id: 'pending',
    title: 'Pending',
    width: 8,
    isNumber: true,
    value: ({ cluster }) => cluster.counts.pendingPods,
    cell: ({ cluster }) =>
      cluster.counts.pendingPods > 0 && (
        <ViewLink to={paths.pending(cluster.name)}>
          <Status of="pending">{count(cluster.counts.pendingPods)}</Status>
        </ViewLink>
      ),
  },
  ...['cpu', 'memory'].map((resource): Column<Row> => ({
    id: resource,
    title: `${resource} requested`,
    width: 15,
    value: (row) => ratioOf(row, resource),
    cell: (row) => <FullMeter ratio={ratioOf(row, resource)} label={`${resource} requested`} />,
  })),
  { id: 'revision', title: 'Revision', width: 8, isNumber: true, value: ({ cluster }) => Number(cluster.revision) },
  {
    id: 'written',
    title: 'Last write',
    width: 10,
    value: ({ cluster }) => cluster.history.last?.at ?? cluster.createdAt,
    cell: ({ cluster }) => <Ago at={cluster.history.last?.at ?? cluster.createdAt} />,
  },
];

/** Every cluster of the team, forks below what they were forked from. */
export function ClustersView(): ReactNode {
  const query = useAsk(ClustersDocument, {});
  const navigate = useNavigate();
  const names = query.data === undefined ? [] : named(query.data).map(({ name }) => name);
  return (
    <>
      <header className="head">
        <h1>Clusters</h1>
        {names.length > 0 && <ImportButton clusters={names} />}
      </header>
      <NewCluster />
      <Shown query={query}>
        {(found) =>
          found.clusters.edges.length === 0 ? (
            <Empty title="There are no clusters yet" command="npm run demo">
              A cluster is what was imported into it, and its whole history since. The demo brings one with 1,523 nodes.
            </Empty>
          ) : (
            <Grid
              noun="cluster"
              columns={COLUMNS}
              rows={forkTree(named(found))}
              rowKey={({ cluster }) => cluster.uid}
              open={({ cluster }) => void navigate({ to: paths.overview(cluster.name) })}
            />
          )
        }
      </Shown>
    </>
  );
}
