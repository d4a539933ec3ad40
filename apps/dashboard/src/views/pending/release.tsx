import type { ReactNode } from 'react';
import { useAsk } from '../../api/index.js';
import { ReleaseDocument } from '../../generated/documents.js';
import { paths, usePlace, ViewLink } from '../../place/index.js';
import { ShownOfCluster } from '../../states/index.js';

/** Of the pod in the address, the nodes that are cheapest to make fit, and what that takes. */
export function Release(): ReactNode {
  const { cluster, at, search } = usePlace();
  const pod = search['release'] ?? '';
  const query = useAsk(ReleaseDocument, { cluster, at: at ?? null, pod }, { isAsked: pod !== '' });
  if (pod === '') return null;
  return (
    <section className="card">
      <h2>What would help {pod}</h2>
      <ShownOfCluster query={query}>
        {({ fitAnywhere: { sentence, items, lookedAt, totalNodes } }) => (
          <>
            <p>{sentence}</p>
            <table>
              <thead>
                <tr>
                  <th scope="col">node</th>
                  <th scope="col" className="number">
                    cost
                  </th>
                  <th scope="col">would win</th>
                  <th scope="col">changes</th>
                </tr>
              </thead>
              <tbody>
                {items.map(({ node, cost, wouldWin, together }) => (
                  <tr key={node}>
                    <th scope="row">
                      <ViewLink to={paths.nodes(cluster, node)}>{node}</ViewLink>
                    </th>
                    <td className="number">{cost}</td>
                    <td>{wouldWin ? 'yes' : 'no'}</td>
                    <td>{together?.map((change) => change.sentence).join('; ')}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            <p className="quiet">
              Looked at {lookedAt} of {totalNodes} nodes; none of the others is cheaper.
            </p>
          </>
        )}
      </ShownOfCluster>
    </section>
  );
}
