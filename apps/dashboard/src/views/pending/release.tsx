import type { ReactNode } from 'react';
import { useAsk } from '../../api/index.js';
import { ReleaseDocument } from '../../generated/documents.js';
import { paths, usePlace, ViewLink } from '../../place/index.js';
import { ShownOfCluster } from '../../states/index.js';

/** What would help the pod in the address. */
export function Release(): ReactNode {
  const { search } = usePlace();
  const pod = search['release'] ?? '';
  return pod === '' ? null : <Remedy pod={pod} />;
}

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
  const query = useAsk(ReleaseDocument, { cluster, at: before ?? at ?? null, pod });
  return (
    <section className="card wide">
      <h2>What would help {pod}</h2>
      <ShownOfCluster query={query}>
        {({ fitAnywhere: { sentence, items, lookedAt, totalNodes } }) => (
          <>
            <p className="sentence">{sentence}</p>
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
