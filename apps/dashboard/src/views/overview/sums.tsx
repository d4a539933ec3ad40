import type { ReactNode } from 'react';
import { problemOf, useAsk } from '../../api/index.js';
import { OverviewNamespacesDocument, OverviewSumsDocument, type OverviewSumsQuery } from '../../generated/documents.js';
import { paths, usePlace, ViewLink } from '../../place/index.js';
import { ShownOfCluster } from '../../states/index.js';
import { Titles } from '../../table/index.js';
import { count, counted, duration } from '../../words/index.js';
import { largest } from './largest.js';

type Summed = NonNullable<OverviewSumsQuery['cluster']>;

/** How attempts ended and how long pods waited: of the whole, or of each namespace for readers of only some. */
export function Sums(): ReactNode {
  const { cluster } = usePlace();
  const query = useAsk(OverviewSumsDocument, { cluster });
  if (query.error !== null && problemOf(query.error).kind === 'forbidden') return <OfNamespaces />;
  return (
    <ShownOfCluster query={query} rows={6}>
      {(found) => (
        <>
          <Attempts found={found} />
          <Waits found={found} />
        </>
      )}
    </ShownOfCluster>
  );
}

function Attempts({ found: { decisionTotals } }: { readonly found: Summed }): ReactNode {
  const { cluster } = usePlace();
  return (
    <section className="card">
      <h2>Attempts</h2>
      <dl className="counts">
        {decisionTotals.edges.map(({ node: { outcome, attempts } }) => (
          <div key={outcome}>
            <dt>{outcome}</dt>
            <dd>
              <ViewLink to={paths.decisions(cluster)} search={{ outcome: outcome ?? undefined }}>
                {count(attempts)}
              </ViewLink>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Waits({ found: { waits } }: { readonly found: Summed }): ReactNode {
  return (
    <section className="card wide">
      <h2>Waits, from creation to binding</h2>
      {waits.edges.length === 0 ? (
        <p className="quiet">No pod has been bound yet.</p>
      ) : (
        <table>
          <Titles
            of={['namespace', 'half within', '95 % within', '99 % within', 'bindings']}
            numbers={['half within', '95 % within', '99 % within', 'bindings']}
          />
          <tbody>
            {waits.edges.map(({ node: { namespace, bindings, p50Ms, p95Ms, p99Ms } }) => (
              <tr key={namespace}>
                <th scope="row">{namespace}</th>
                <td className="number">{duration(p50Ms)}</td>
                <td className="number">{duration(p95Ms)}</td>
                <td className="number">{duration(p99Ms)}</td>
                <td className="number">{count(bindings)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** The same, namespace by namespace: the sums of a whole cluster are for readers that see the whole of it. */
function OfNamespaces(): ReactNode {
  const { cluster } = usePlace();
  const query = useAsk(OverviewNamespacesDocument, { cluster });
  return (
    <ShownOfCluster query={query} rows={6}>
      {({ namespaces }) => {
        const all = namespaces.edges.map(({ node }) => node);
        const asked = largest(all);
        return (
          <section className="card wide" aria-label="By namespace">
            <h2>Attempts and waits, by namespace</h2>
            <p className="redacted" role="note">
              You see a part of this cluster: these are its {counted(asked.length, 'namespace')}
              {asked.length < all.length && ` with the most pods, of ${count(all.length)}`}. What is above of nodes and
              resources counts the pods of all teams.
            </p>
            <table>
              <Titles of={['namespace', 'pods', 'pending', 'attempts', 'waits']} numbers={['pods', 'pending']} />
              <tbody>
                {asked.map(({ name, pods, pendingPods }) => (
                  <tr key={name}>
                    <th scope="row">
                      <ViewLink to={paths.pods(cluster)} search={{ namespace: name }}>
                        {name}
                      </ViewLink>
                    </th>
                    <td className="number">{count(pods)}</td>
                    <td className="number">
                      <ViewLink to={paths.pending(cluster)} search={{ namespace: name }}>
                        {count(pendingPods)}
                      </ViewLink>
                    </td>
                    <OfNamespace name={name} />
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        );
      }}
    </ShownOfCluster>
  );
}

/** The cells of a row that are asked for by themselves. */
function OfNamespace({ name }: { readonly name: string }): ReactNode {
  const { cluster } = usePlace();
  const { data, error } = useAsk(OverviewSumsDocument, { cluster, namespace: name });
  const found = data?.cluster;
  if (error !== null) return <td colSpan={2}>{problemOf(error).title}</td>;
  if (!found) return <td colSpan={2}>…</td>;
  const [wait] = found.waits.edges;
  return (
    <>
      <td>
        {found.decisionTotals.edges.map(({ node: { outcome, attempts } }, index) => (
          <span key={outcome}>
            {index > 0 && ', '}
            <ViewLink to={paths.decisions(cluster)} search={{ namespace: name, outcome: outcome ?? undefined }}>
              {count(attempts)} {outcome}
            </ViewLink>
          </span>
        ))}
        {found.decisionTotals.edges.length === 0 && 'none'}
      </td>
      <td>
        {wait === undefined
          ? 'no pod has been bound yet'
          : `half within ${duration(wait.node.p50Ms)}, 95 % within ${duration(wait.node.p95Ms)}`}
      </td>
    </>
  );
}
