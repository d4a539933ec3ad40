import type { ReactNode } from 'react';
import { useAsk } from '../../api/index.js';
import { Choice } from '../../form/index.js';
import { CompareRunsDocument, RunsDocument, type CompareRunsQuery } from '../../generated/documents.js';
import { paths, useParameter, usePlace, ViewLink } from '../../place/index.js';
import { ShownOfCluster } from '../../states/index.js';
import { Grid, type Column } from '../../table/index.js';
import { counted, dayAndTime } from '../../words/index.js';

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
  const others = useOthers(id);
  const query = useAsk(CompareRunsDocument, { cluster, base, other: id }, { isAsked: base !== '' && id !== '' });
  return (
    <section>
      <h2>Beside another run</h2>
      <div className="actions">
        <Choice
          label="Run"
          value={base}
          choose={choose}
          of={['', ...new Set([...Object.keys(others), ...(base === '' ? [] : [base])])]}
          nothing="choose a run"
          names={others}
        />
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

/** The latest runs that have ended but for one, by their ids, as a list shows them. */
function useOthers(id: string): Readonly<Record<string, string>> {
  const { cluster } = usePlace();
  const { data } = useAsk(RunsDocument, { cluster, state: 'complete', dryRun: null, since: null });
  const runs = data?.cluster?.runs.edges.map(({ node }) => node).filter(({ uid }) => uid !== id) ?? [];
  return Object.fromEntries(
    runs.map(({ uid, createdAt, counts, profile, dryRun }) => [
      uid,
      `${dayAndTime(createdAt)}: ${counted(counts.selected, 'pod')}, ${profile.name} v${profile.version}` +
        (dryRun ? ', dry' : ''),
    ]),
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
