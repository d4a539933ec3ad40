import type { ReactNode } from 'react';
import { useAsk } from '../../api/index.js';
import { PodRemedyDocument } from '../../generated/documents.js';
import { paths, usePlace, ViewLink } from '../../place/index.js';
import { ShownOfCluster } from '../../states/index.js';
import { count, grouped } from '../../words/index.js';

/** The nodes that are cheapest to make fit a pod, and what that takes. */
export function Remedy({
  pod,
  before,
}: {
  readonly pod: string;
  /** The moment of the cluster that it is asked of; that of the address where there is none. */
  readonly before?: string;
}): ReactNode {
  const { cluster, at } = usePlace();
  const query = useAsk(PodRemedyDocument, { cluster, at: before ?? at ?? null, pod });
  return (
    <section className="card wide">
      <h2>What would help</h2>
      <ShownOfCluster query={query}>
        {({ fitAnywhere: { sentence, items, lookedAt, totalNodes } }) => (
          <>
            <p className="sentence">{grouped(sentence)}</p>
            <table>
              <thead>
                <tr>
                  <th scope="col">node</th>
                  <th scope="col">changes</th>
                  <th scope="col" className="number">
                    cost
                  </th>
                  <th scope="col" title="the scheduler would choose the node with these changes">
                    would win
                  </th>
                </tr>
              </thead>
              <tbody>
                {items.map(({ node, cost, wouldWin, together }) => (
                  <tr key={node}>
                    <th scope="row">
                      <ViewLink to={paths.nodes(cluster, node)}>{node}</ViewLink>
                    </th>
                    <td>{together?.map((change) => change.sentence).join('; ')}</td>
                    <td className="number">{cost}</td>
                    <td>{wouldWin ? 'yes' : 'no'}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            <p className="quiet">
              Looked at {count(lookedAt)} of {count(totalNodes)} nodes; none of the others is cheaper.
            </p>
          </>
        )}
      </ShownOfCluster>
    </section>
  );
}
