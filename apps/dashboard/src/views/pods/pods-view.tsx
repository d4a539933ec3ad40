import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAsk } from '../../api/index.js';
import { TextFilter } from '../../form/index.js';
import { PodsDocument, type PodsQuery } from '../../generated/documents.js';
import { paths, useParameter, usePlace, ViewLink } from '../../place/index.js';
import { Empty, ShownOfCluster } from '../../states/index.js';
import { Grid, useFollowed, type Column } from '../../table/index.js';
import { amount, dayAndTime } from '../../words/index.js';

type Row = NonNullable<PodsQuery['cluster']>['pods']['edges'][number]['node'];

/** Pods by namespace, label and field, in the grammar of kubectl. */
export function PodsView(): ReactNode {
  const { cluster, at, search } = usePlace();
  const [after, setAfter] = useParameter('after');
  const variables = {
    cluster,
    at: at ?? null,
    namespace: search['namespace'] ?? null,
    labelSelector: search['labels'] ?? null,
    fieldSelector: search['fields'] ?? null,
    after: after || null,
  };
  const query = useAsk(PodsDocument, variables);
  return (
    <>
      <h1>Pods</h1>
      <div className="actions">
        <TextFilter name="namespace" label="Namespace" />
        <TextFilter name="labels" label="Labels" placeholder="app=web,tier!=db" />
        <TextFilter name="fields" label="Fields" placeholder="spec.nodeName=node-1" />
      </div>
      <ShownOfCluster query={query} rows={24}>
        {({ pods: { edges, totalCount, pageInfo } }) => (
          <>
            {edges.length === 0 ? (
              <Empty title="There is no such pod" command={`npx berth import -c ${cluster} pods.yaml`}>
                No pod is in the cluster, or none that these filters leave.
              </Empty>
            ) : (
              <List pods={edges.map(({ node }) => node)} total={totalCount} question={JSON.stringify(variables)} />
            )}
            <div className="actions">
              {after !== '' && (
                <button type="button" onClick={() => setAfter('')}>
                  The first
                </button>
              )}
              {pageInfo.hasNextPage && (
                <button type="button" onClick={() => setAfter(pageInfo.endCursor ?? '')}>
                  The next 200
                </button>
              )}
            </div>
          </>
        )}
      </ShownOfCluster>
    </>
  );
}

const keyOf = ({ uid }: Row): string => uid;

function List({
  pods,
  total,
  question,
}: {
  readonly pods: readonly Row[];
  readonly total: number;
  readonly question: string;
}): ReactNode {
  const { cluster } = usePlace();
  const navigate = useNavigate();
  const { rows, offer } = useFollowed(pods, question, keyOf);
  return (
    <Grid
      noun="pod"
      columns={columnsOf(cluster)}
      rows={rows}
      rowKey={keyOf}
      total={total}
      open={({ namespace, name }) => void navigate({ to: paths.pods(cluster, namespace ?? '', name) })}
    >
      {offer}
    </Grid>
  );
}

function columnsOf(cluster: string): readonly Column<Row>[] {
  const valueOf = ({ requests }: Row, resource: string): number | undefined =>
    requests.find((one) => one.resource === resource)?.value;
  return [
    {
      id: 'pod',
      title: 'pod',
      width: 36,
      value: ({ namespace, name }) => `${namespace}/${name}`,
      cell: ({ namespace, name }) => (
        <ViewLink to={paths.pods(cluster, namespace ?? '', name)}>
          {namespace}/{name}
        </ViewLink>
      ),
    },
    { id: 'phase', title: 'phase', width: 10, value: ({ phase }) => phase },
    {
      id: 'node',
      title: 'node',
      width: 24,
      value: ({ nodeName }) => nodeName,
      cell: ({ nodeName }) => nodeName !== null && <ViewLink to={paths.nodes(cluster, nodeName)}>{nodeName}</ViewLink>,
    },
    { id: 'priority', title: 'priority', isNumber: true, value: ({ priority }) => priority },
    ...['cpu', 'memory', 'nvidia.com/gpu'].map((resource): Column<Row> => ({
      id: resource,
      title: resource,
      width: 12,
      isNumber: true,
      value: (pod) => valueOf(pod, resource),
      cell: (pod) => amount(resource, valueOf(pod, resource) ?? 0),
    })),
    { id: 'scheduler', title: 'scheduler', width: 18, value: ({ schedulerName }) => schedulerName },
    {
      id: 'created',
      title: 'created',
      width: 25,
      value: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => dayAndTime(createdAt),
    },
  ];
}
