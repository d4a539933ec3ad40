import type { ReactNode } from 'react';
import type { CompareMutation } from '../../generated/documents.js';
import { paths, usePlace, ViewLink } from '../../place/index.js';
import { Refusals } from '../../states/index.js';
import { Grid, Titles, type Column } from '../../table/index.js';
import { percent, grouped } from '../../words/index.js';
import { whyText, type Why } from './why-text.js';

type Payload = CompareMutation['compare'];
type Comparison = NonNullable<Payload['comparison']>;
type Placement = Comparison['placements'][number] & Why;
type Report = Comparison['seeds'][number];
type Measures = Report['a'];

/** The same pods on two sides: in a sentence, in sums, by the plugins that made the difference, and pod by pod. */
export function ComparisonResult({ payload: { comparison, refusals } }: { readonly payload: Payload }): ReactNode {
  const { cluster } = usePlace();
  if (comparison === null) return <Refusals refusals={refusals} />;
  const [report] = comparison.seeds;
  return (
    <>
      <p className="sentence" role="status">
        {grouped(comparison.sentence)}
      </p>
      {report !== undefined && (
        <div className="cards">
          <Sides a={report.a} b={report.b} />
          <Plugins plugins={report.plugins} ties={report.ties} />
        </div>
      )}
      <Grid
        noun="placement"
        columns={columnsOf(cluster)}
        rows={comparison.placements}
        rowKey={({ pod }) => `${pod.namespace}/${pod.name}`}
        total={comparison.placementCount}
      />
    </>
  );
}

function Sides({ a, b }: { readonly a: Measures; readonly b: Measures }): ReactNode {
  const podsOf = ({ outcomes }: Measures, name: string): number =>
    outcomes.find(({ outcome }) => outcome === name)?.pods ?? 0;
  const outcomes = [...new Set([...a.outcomes, ...b.outcomes].map(({ outcome }) => outcome))];
  const lines: readonly (readonly [what: string, a: string | number, b: string | number])[] = [
    ...outcomes.map((outcome) => [outcome, podsOf(a, outcome), podsOf(b, outcome)] as const),
    ['nodes used', a.nodesUsed, b.nodesUsed],
    ...a.resources.flatMap((left) => {
      const right = b.resources.find(({ resource }) => resource === left.resource);
      return [
        [`${left.resource} requested`, percent(left.utilization), percent(right?.utilization)] as const,
        [`${left.resource} stranded`, percent(left.strandedShare), percent(right?.strandedShare)] as const,
      ];
    }),
  ];
  return (
    <section className="card">
      <h2>Both sides</h2>
      <table>
        <Titles of={['what', 'A', 'B']} numbers={['A', 'B']} />
        <tbody>
          {lines.map(([what, left, right]) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td className="number">{left}</td>
              <td className="number">{right}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Plugins({ plugins, ties }: { readonly plugins: Report['plugins']; readonly ties: number }): ReactNode {
  return (
    <section className="card">
      <h2>Causes of the differences</h2>
      {plugins.length === 0 ? (
        <p className="quiet">No plugin made a difference.</p>
      ) : (
        <table aria-label="Plugins that caused differences">
          <Titles of={['plugin', 'outscored', 'rejected']} numbers={['outscored', 'rejected']} />
          <tbody>
            {plugins.map(({ plugin, outscored, rejected }) => (
              <tr key={plugin}>
                <th scope="row">{plugin}</th>
                <td className="number">{outscored}</td>
                <td className="number">{rejected}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {ties > 0 && <p className="quiet">{ties} differ although no plugin made a difference.</p>}
    </section>
  );
}

function columnsOf(cluster: string): readonly Column<Placement>[] {
  const side = (id: 'a' | 'b'): Column<Placement> => ({
    id,
    title: id.toUpperCase(),
    width: 26,
    value: (row) => row[id].node ?? row[id].outcome,
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
    side('a'),
    side('b'),
    { id: 'why', title: 'why', width: 60, value: whyText, says: whyText },
  ];
}
