import type { ReactNode } from 'react';
import { useAsk } from '../../api/index.js';
import { TextFilter } from '../../form/index.js';
import { CompareRunsDocument, type CompareRunsQuery } from '../../generated/documents.js';
import { paths, usePlace, ViewLink } from '../../place/index.js';
import { ShownOfCluster } from '../../states/index.js';
import { Grid, type Column } from '../../table/index.js';

type Row = NonNullable<CompareRunsQuery['cluster']>['compareRuns']['pods']['edges'][number]['node'];

/** This run against another one: the pods of which they do not say the same. */
export function RunComparison({
  id,
  children,
}: {
  readonly id: string;
  /** Where else the two can be looked at. */
  readonly children?: ReactNode;
}): ReactNode {
  const { cluster, search } = usePlace();
  const base = search['with'] ?? '';
  const query = useAsk(CompareRunsDocument, { cluster, base, other: id }, { isAsked: base !== '' && id !== '' });
  return (
    <section>
      <h2>Beside another run</h2>
      <div className="actions">
        <TextFilter name="with" label="Run" placeholder="id" />
      </div>
      {base !== '' && id !== '' && (
        <ShownOfCluster query={query}>
          {({ compareRuns: { same, different, onlyBase, onlyOther, pods } }) => (
            <>
              <p>
                {same} pods the same, {different} different, {onlyBase} only there, {onlyOther} only here {children}
              </p>
              <Grid
                noun="pod"
                columns={columnsOf(cluster)}
                rows={pods.edges.map(({ node }) => node)}
                rowKey={({ namespace, name }) => `${namespace}/${name}`}
                total={different + onlyBase + onlyOther}
              />
            </>
          )}
        </ShownOfCluster>
      )}
    </section>
  );
}

function columnsOf(cluster: string): readonly Column<Row>[] {
  const verdict = (id: 'base' | 'other', title: string): Column<Row> => ({
    id,
    title,
    width: 30,
    value: (row) => row[id] && `${row[id].outcome} ${row[id].node ?? ''}`,
  });
  return [
    {
      id: 'pod',
      title: 'pod',
      width: 36,
      value: ({ namespace, name }) => `${namespace}/${name}`,
      cell: ({ namespace, name }) => (
        <ViewLink to={paths.pods(cluster, namespace, name)}>
          {namespace}/{name}
        </ViewLink>
      ),
    },
    verdict('base', 'there'),
    verdict('other', 'here'),
  ];
}
