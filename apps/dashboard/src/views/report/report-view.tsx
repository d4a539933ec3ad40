import type { ReactNode } from 'react';
import { useAsk } from '../../api/index.js';
import { Button } from '../../controls/index.js';
import { DecisionDocument, DecisionWhyDocument, type DecisionQuery } from '../../generated/documents.js';
import { paths, usePlace, ViewLink } from '../../place/index.js';
import { Redacted, Shown } from '../../states/index.js';
import { dayAndTime } from '../../words/index.js';
import { Remedy } from '../pod/remedy.js';
import { NoDecision } from '../decision/no-decision.js';
import { Combinations, Reasons } from '../decision/reasons.js';

type Decision = NonNullable<DecisionQuery['decision']>;

/** One decision on a sheet of A4, for an absent reader: question, answer, evidence, and where to check it. */
export function ReportView(): ReactNode {
  const { names, cluster } = usePlace();
  const id = names['id'] ?? '';
  const query = useAsk(DecisionDocument, { id });
  // A report is found by its id under any cluster, and what would help is asked of the decision's own.
  const isOf = (decision: Decision): boolean => cluster.split('/').at(-1) === decision.cluster?.name;
  return (
    <Shown query={query} rows={20} title="Decision report">
      {({ decision }) =>
        decision === null ? (
          <NoDecision id={id} />
        ) : (
          <article className="report">
            <p className="actions">
              <Button onPress={() => print()}>Print</Button>
            </p>
            <Question decision={decision} />
            <Redacted isSo={decision.redacted} />
            <Answer decision={decision} id={id} />
            {decision.node === null && decision.moment !== null && isOf(decision) && (
              <Remedy pod={`${decision.pod.namespace}/${decision.pod.name}`} before={decision.moment} />
            )}
            <Reasons rejections={decision.rejections} />
            {decision.combinations !== null && (
              <Combinations sets={decision.combinations} evaluated={decision.nodes.evaluated} />
            )}
            <Evidence decision={decision} />
          </article>
        )
      }
    </Shown>
  );
}

function Question({ decision: { pod, node, cluster, at } }: { readonly decision: Decision }): ReactNode {
  return (
    <>
      <h1>
        {node === null
          ? `Why did ${pod.namespace}/${pod.name} find no node?`
          : `Why did ${pod.namespace}/${pod.name} go to ${node}?`}
      </h1>
      <p>
        Cluster {cluster?.name}, {dayAndTime(at)}
      </p>
    </>
  );
}

function Answer({ decision, id }: { readonly decision: Decision; readonly id: string }): ReactNode {
  const { node, message } = decision;
  const query = useAsk(DecisionWhyDocument, { id, node: null, against: null }, { isAsked: node !== null });
  if (node === null) return <p className="sentence">{message}</p>;
  return (
    <Shown query={query} rows={3}>
      {({ decision: reported }) => (
        <>
          <p className="sentence">{reported?.why.sentence}</p>
          <table className="points">
            <tbody>
              {reported?.why.plugins.map(({ plugin, weight, node: own, against, difference }) => (
                <tr key={plugin}>
                  <th scope="row">{plugin}</th>
                  <td className="number">
                    {own.normalized} × {weight} = {own.weighted}
                  </td>
                  <td className="number">
                    {against.normalized} × {weight} = {against.weighted}
                  </td>
                  <td className="number">{difference}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </Shown>
  );
}

function Evidence({ decision }: { readonly decision: Decision }): ReactNode {
  const { cluster } = usePlace();
  const { uid, run, revision, moment, profile, seed, traceDigest, traceStored, nodes } = decision;
  const facts = [
    ['decision', uid],
    ['revision', `${revision ?? 'none: a dry run'}, on the cluster at ${moment ?? 'no moment'}`],
    ['run', `${run?.uid ?? ''} by ${run?.actor ?? 'an unknown caller'}`],
    ['profile', `${profile?.name ?? ''} v${profile?.version ?? ''} ${profile?.digest ?? ''}`],
    ['rules', `ties by ${run?.tieBreak ?? ''}, seed ${seed}, preemption ${run?.preemption ?? ''}`],
    ['nodes', `${nodes.feasible} of ${nodes.evaluated} fit`],
    ['trace', `${traceStored} ${traceDigest ?? ''}`],
    ['address', `${location.origin}/ui${paths.decisions(cluster, uid)}`],
  ] as const;
  return (
    <>
      <h2>Evidence</h2>
      <dl className="facts">
        {facts.map(([what, text]) => (
          <div key={what} className="fact">
            <dt>{what}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p>
        <ViewLink to={paths.audit(cluster)} search={{ decision: uid }}>
          The proof that it is in the history
        </ViewLink>
        ; without this page:{' '}
        <code>
          npx berth why -c {cluster} {uid}
        </code>
      </p>
    </>
  );
}
