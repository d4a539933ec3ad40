import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Schemas } from '#client';
import { berth } from '../../api/index.js';
import { TextFilter } from '../../form/index.js';
import { usePlace } from '../../place/index.js';
import { Shown } from '../../states/index.js';
import { grouped } from '../../words/index.js';

/** Why the pod did not go to the node that the reader names, and the smallest change that would bring it there. */
export function WhyNot({ id }: { readonly id: string }): ReactNode {
  const { cluster, search } = usePlace();
  const node = search['whynot'] ?? '';
  const query = useQuery({
    queryKey: [cluster, 'past', 'why-not', { id, node }],
    queryFn: ({ signal }) =>
      berth().get('/v1/clusters/{cluster}/decisions/{decision}/why-not', {
        params: { path: { cluster, decision: id }, query: { node } },
        signal,
      }),
    enabled: node !== '',
    staleTime: Infinity,
  });
  return (
    <section>
      <h2>Why not there</h2>
      <div className="actions">
        <TextFilter name="whynot" label="Node" placeholder="a node’s name" />
      </div>
      {node !== '' && (
        <Shown query={query}>
          {(answer) => ('changes' in answer ? <Changes answer={answer} /> : <p>{grouped(answer.sentence)}</p>)}
        </Shown>
      )}
      {query.data !== undefined && 'rivalry' in query.data && query.data.rivalry !== null && (
        <OtherRequests id={id} node={node} />
      )}
    </section>
  );
}

/** By which other requests the pod would go there, or elsewhere: asked by itself, because each of them is tried. */
function OtherRequests({ id, node }: { readonly id: string; readonly node: string }): ReactNode {
  const { cluster } = usePlace();
  const query = useQuery({
    queryKey: [cluster, 'past', 'other-requests', { id, node }],
    queryFn: ({ signal }) =>
      berth().get('/v1/clusters/{cluster}/decisions/{decision}/why-not', {
        params: { path: { cluster, decision: id }, query: { node, requests: 'true' } },
        signal,
      }),
    staleTime: Infinity,
  });
  return (
    <>
      <h3>Requests with which it would go elsewhere</h3>
      <Shown query={query} rows={2}>
        {(answer) => <RequestList changes={('rivalry' in answer && answer.rivalry?.requestChanges) || []} />}
      </Shown>
    </>
  );
}

function RequestList({ changes }: { readonly changes: readonly Schemas['RequestChange'][] }): ReactNode {
  if (changes.length === 0) return <p>None were found.</p>;
  return (
    <ul>
      {changes.map(({ resource, to, sentence }) => (
        <li key={`${resource} ${to}`}>{sentence}</li>
      ))}
    </ul>
  );
}

function Changes({ answer: { sentence, changes, together } }: { readonly answer: Schemas['WhyNot'] }): ReactNode {
  return (
    <>
      <p className="sentence">{grouped(sentence)}</p>
      {together !== null && together.length > 0 && (
        <>
          <h3>The smallest change</h3>
          <ul>
            {together.map((change, index) => (
              <li key={index}>{change.sentence}</li>
            ))}
          </ul>
        </>
      )}
      {changes.length > 0 && (
        <table>
          <caption>Changes that remove each cause by themselves</caption>
          <thead>
            <tr>
              <th scope="col">filter</th>
              <th scope="col" className="number">
                cost
              </th>
              <th scope="col">change</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ failure, change }, index) => (
              <tr key={index}>
                <td>{failure}</td>
                <td className="number">{change.cost}</td>
                <td>{change.sentence}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
