import type { ReactNode } from 'react';
import { useAsk } from '../../api/index.js';
import { CompareRunsDocument, type CompareRunsQuery } from '../../generated/documents.js';
import { paths, useParameter, usePlace, ViewLink } from '../../place/index.js';
import { ShownOfCluster } from '../../states/index.js';
import { Grid, type Column } from '../../table/index.js';
import { count } from '../../words/index.js';
import { RunChoice } from './run-choice.js';

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
  const { cluster } = usePlace();
  const [base, choose] = useParameter('with');
  const query = useAsk(CompareRunsDocument, { cluster, base, other: id }, { isAsked: base !== '' && id !== '' });
  return (
    <section>
      <h2>Beside another run</h2>
      <div className="actions">
        <RunChoice label="Other run" value={base} choose={choose} but={id} />
      </div>
      {base !== '' && id !== '' && (
        <ShownOfCluster query={query}>
          {({ compareRuns: { same, different, onlyBase, onlyOther, pods } }) => (
            <>
              <p>
                {count(same)} pods the same, {count(different)} different, {count(onlyBase)} only there,{' '}
                {count(onlyOther)} only here {children}
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
