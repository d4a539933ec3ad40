import type { ReactNode } from 'react';
import { useAsk } from '../../api/index.js';
import { DecisionFiltersDocument, type DecisionQuery } from '../../generated/documents.js';
import { usePlace, ViewLink } from '../../place/index.js';
import { count, counted } from '../../words/index.js';
import { filtersOf, waterfallOf } from './waterfall.js';

type Decision = NonNullable<DecisionQuery['decision']>;

/** How the nodes become fewer, a filter a row: what it takes, and what is left for the next. */
export function Falls({
  decision: {
    nodes: { evaluated, feasible },
    combinations,
    profile,
  },
}: {
  readonly decision: Decision;
}): ReactNode {
  const { cluster } = usePlace();
  const asked = { cluster, profile: profile?.name ?? '', version: profile?.version ?? null };
  const { data } = useAsk(DecisionFiltersDocument, asked, { isAsked: profile !== null });
  const falls = waterfallOf(evaluated, combinations ?? [], filtersOf(data?.cluster?.profile?.config));
  if (falls.length === 0) return null;
  return (
    <section className="card">
      <h2>
        From {counted(evaluated, 'node')} to {feasible === 0 ? 'none' : count(feasible)}
      </h2>
      <table className="falls">
        <thead>
          <tr>
            <th scope="col">filter</th>
            <th scope="col">
              <span className="unseen">share of all nodes</span>
            </th>
            <th scope="col" className="number">
              takes
            </th>
            <th scope="col" className="number">
              leaves
            </th>
          </tr>
        </thead>
        <tbody>
          {falls.map(({ plugin, taken, left }) => (
            <tr key={plugin}>
              <th scope="row">
                {plugin === null ? (
                  'before filtering'
                ) : (
                  <ViewLink to="." search={{ plugin }}>
                    {plugin}
                  </ViewLink>
                )}
              </th>
              <td>
                <Bar evaluated={evaluated} taken={taken} left={left} />
              </td>
              <td className="number">−{count(taken)}</td>
              <td className="number">{count(left)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The nodes that come to a filter, on the scale of all nodes: those that it leaves, and those that it takes. */
function Bar({
  evaluated,
  taken,
  left,
}: {
  readonly evaluated: number;
  readonly taken: number;
  readonly left: number;
}): ReactNode {
  const share = (nodes: number): string => `${(100 * nodes) / Math.max(1, evaluated)}%`;
  return (
    <svg className="fall" aria-hidden="true">
      <rect className="left" x="0" y="2" width={share(left)} height="10" />
      <rect className="taken" x={share(left)} y="2" width={share(taken)} height="10" />
    </svg>
  );
}
