import type { ReactNode } from 'react';
import { useAsk } from '../../api/index.js';
import { Button } from '../../controls/index.js';
import { TextFilter } from '../../form/index.js';
import { PodsDocument, type PodsQuery } from '../../generated/documents.js';
import { paths, useParameter, usePlace, ViewLink } from '../../place/index.js';
import { PodGrid, podColumn, requestColumns } from '../../pod-list/index.js';
import { Empty, ShownOfCluster, Status } from '../../states/index.js';
import type { Column } from '../../table/index.js';
import { dayAndTime } from '../../words/index.js';

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
                The cluster has no pods, or none matches the filters.
              </Empty>
            ) : (
              <PodGrid
                pods={edges.map(({ node }) => node)}
                total={totalCount}
                question={JSON.stringify(variables)}
                columns={columnsOf}
              />
            )}
            <div className="actions">
              {after !== '' && <Button onPress={() => setAfter('')}>The first</Button>}
              {pageInfo.hasNextPage && <Button onPress={() => setAfter(pageInfo.endCursor ?? '')}>The next 200</Button>}
            </div>
          </>
        )}
      </ShownOfCluster>
    </>
  );
}

function columnsOf(cluster: string): readonly Column<Row>[] {
  return [
    podColumn(cluster),
    {
      id: 'phase',
      title: 'phase',
      width: 16,
      value: ({ phase }) => phase,
      // In a model without kubelets a pod stays Pending on its node.
      cell: ({ phase, nodeName }) => <Status of={phase === 'Pending' && nodeName !== null ? 'scheduled' : phase} />,
    },
    {
      id: 'node',
      title: 'node',
      width: 24,
      value: ({ nodeName }) => nodeName,
      cell: ({ nodeName }) => nodeName !== null && <ViewLink to={paths.nodes(cluster, nodeName)}>{nodeName}</ViewLink>,
    },
    { id: 'priority', title: 'priority', isNumber: true, value: ({ priority }) => priority },
    ...requestColumns<Row>(12),
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
