import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useAsk } from '../../api/index.js';
import { Button } from '../../controls/index.js';
import { PendingExplainedDocument, type PendingExplainedQuery } from '../../generated/documents.js';
import { paths, useChange, useParameter, usePlace, ViewLink } from '../../place/index.js';
import { ShownOfCluster } from '../../states/index.js';
import { Titles } from '../../table/index.js';
import { count, counted } from '../../words/index.js';
import { stepsOf } from './steps-of.js';

type Explanation = NonNullable<PendingExplainedQuery['cluster']>['pendingExplanation'];

/** Asks which change would release the most. Each is tried on a copy, so it is computed only when asked for. */
export function ExplainButton(): ReactNode {
  const { query, isAsked } = useExplanation();
  const change = useChange();
  return (
    <>
      <Button
        kind="main"
        isPending={query.isFetching}
        onPress={() => (isAsked ? void query.refetch() : change({ explain: 'yes' }))}
      >
        {query.isFetching ? 'Trying …' : isAsked ? 'Compute again' : 'What would release the most?'}
      </Button>
      <span className="quiet">computed on a copy in memory: nothing is stored</span>
    </>
  );
}

/** Which change would release the most of what waits, once it is asked. */
export function Explanation(): ReactNode {
  const { query, isAsked } = useExplanation();
  if (!isAsked) return null;
  return (
    <section className="card" aria-label="What would release the most">
      <ShownOfCluster query={query} rows={6}>
        {({ pendingExplanation }) => <Found explanation={pendingExplanation} />}
      </ShownOfCluster>
    </section>
  );
}

function useExplanation(): { readonly query: UseQueryResult<PendingExplainedQuery>; readonly isAsked: boolean } {
  const { cluster } = usePlace();
  const [asked] = useParameter('explain');
  const isAsked = asked !== '';
  return { query: useAsk(PendingExplainedDocument, { cluster }, { isAsked, isHeld: true }), isAsked };
}

function Found({
  explanation: { sentence, pods, placeable, notTried, stuck, isExhaustive, changes, unmet },
}: {
  readonly explanation: Explanation;
}): ReactNode {
  const { cluster } = usePlace();
  return (
    <>
      <p className="sentence" role="status">
        {sentence}
      </p>
      <p className="quiet">
        Of {counted(pods, 'pod')} a run would place {count(placeable)} as things are, and {count(stuck)} stay
        {notTried > 0 && `; ${count(notTried)} more have scheduling gates or no matching profile`}
        {!isExhaustive && '; changes were tried with the first 5,000'}.
      </p>
      <Unmet unmet={unmet} />
      {changes.length > 0 && (
        <table>
          <Titles of={['released', 'change', 'such as', 'try it']} numbers={['released']} />
          <tbody>
            {changes.map((change) => {
              const steps = stepsOf(change);
              return (
                <tr key={change.sentence}>
                  <td className="number">{count(change.released)}</td>
                  <th scope="row">{change.sentence}</th>
                  <td>
                    {change.pods.slice(0, 1).map(({ namespace, name }) => (
                      <ViewLink key={name} to={paths.pods(cluster, namespace, name)}>
                        {namespace}/{name}
                      </ViewLink>
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
      )}
    </>
  );
}

/** What pods ask for and no node gives, and what nodes have that is near it. */
function Unmet({ unmet }: Pick<Explanation, 'unmet'>): ReactNode {
  const { cluster } = usePlace();
  if (unmet.length === 0) return null;
  return (
    <table>
      <Titles of={['pods', 'asked for, and given by no node', 'such as']} numbers={['pods']} />
      <tbody>
        {unmet.map(({ sentence, pods, example: { namespace, name } }) => (
          <tr key={sentence}>
            <td className="number">{count(pods)}</td>
            <th scope="row">{sentence}</th>
            <td>
              <ViewLink to={paths.pods(cluster, namespace, name)}>
                {namespace}/{name}
              </ViewLink>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
