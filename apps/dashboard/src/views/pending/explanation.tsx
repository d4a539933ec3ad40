import { Lightbulb, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAsk } from '../../api/index.js';
import { Button } from '../../controls/index.js';
import { PendingExplainedDocument, type PendingExplainedQuery } from '../../generated/documents.js';
import { paths, useChange, useParameter, usePlace, ViewLink } from '../../place/index.js';
import { ShownOfCluster } from '../../states/index.js';
import { Titles } from '../../table/index.js';
import { count, counted, grouped } from '../../words/index.js';
import { stepsOf } from './steps-of.js';

type Explanation = NonNullable<PendingExplainedQuery['cluster']>['pendingExplanation'];

/**
 * What keeps pods pending, with what they ask for and no node gives, and once it is asked the changes that would
 * release the most: each is tried on a copy, which takes long.
 */
export function Explanation(): ReactNode {
  const { cluster } = usePlace();
  const [asked] = useParameter('explain');
  const change = useChange();
  const changes = asked !== '';
  const query = useAsk(PendingExplainedDocument, { cluster, changes }, { isHeld: true });
  return (
    <section className="card" aria-label="What would release the most">
      <ShownOfCluster query={query} rows={2}>
        {({ pendingExplanation: found }) => (
          <>
            <p className="sentence" role="status">
              {answerOf(found)}
            </p>
            <Unmet unmet={found.unmet} />
            <Changes explanation={found} />
          </>
        )}
      </ShownOfCluster>
      <div className="actions">
        <Button
          {...(!changes && { kind: 'main' })}
          isPending={query.isFetching}
          onPress={() => (changes ? void query.refetch() : change({ explain: 'yes' }))}
        >
          <Lightbulb size={14} aria-hidden />{' '}
          {changes ? (query.isFetching ? 'Trying …' : 'Compute again') : 'What would release the most?'}
        </Button>
        <span className="quiet">computed on a copy in memory: nothing is stored</span>
      </div>
    </section>
  );
}

function Changes({ explanation: { changes, isExhaustive } }: { readonly explanation: Explanation }): ReactNode {
  const { cluster } = usePlace();
  if (changes.length === 0) return null;
  return (
    <>
      {!isExhaustive && <p className="quiet">Changes were tried with the first 5,000 pods.</p>}
      <table>
        <Titles of={['released', 'change', 'such as', 'try it']} numbers={['released']} />
        <tbody>
          {changes.map((change) => {
            const steps = stepsOf(change);
            return (
              <tr key={change.sentence}>
                <td className="number">{count(change.released)}</td>
                <th scope="row">{grouped(change.sentence)}</th>
                <td>
                  {change.pods.slice(0, 1).map((pod) => (
                    <PodLink key={pod.name} pod={pod} />
                  ))}
                </td>
                <td>
                  {steps !== undefined && (
                    <ViewLink to={paths.whatIf(cluster)} search={{ steps, try: 'yes' }}>
                      as a what-if
                    </ViewLink>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}

/** The answer without what the list below it says. */
function answerOf({ sentence, unmet: [most] }: Explanation): string {
  if (most === undefined) return grouped(sentence);
  return grouped(sentence.replace(` Of ${most.pods} pod${most.pods === 1 ? '' : 's'}: ${most.sentence}.`, ''));
}

/** What pods ask for and no node gives, and what nodes have that is near it. */
function Unmet({ unmet }: Pick<Explanation, 'unmet'>): ReactNode {
  if (unmet.length === 0) return null;
  return (
    <ul className="plain unmet" aria-label="Asked for, and given by no node">
      {unmet.map(({ sentence, pods, example }) => (
        <li key={sentence}>
          <TriangleAlert size={14} aria-hidden />
          <span>
            <strong>{counted(pods, 'pod')}</strong>: {grouped(sentence)}
          </span>
          <PodLink pod={example} />
        </li>
      ))}
    </ul>
  );
}

function PodLink({ pod: { namespace, name } }: { readonly pod: Explanation['unmet'][number]['example'] }): ReactNode {
  const { cluster } = usePlace();
  return (
    <ViewLink to={paths.pods(cluster, namespace, name)}>
      {namespace}/{name}
    </ViewLink>
  );
}
