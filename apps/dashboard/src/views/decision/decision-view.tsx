import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAsk } from '../../api/index.js';
import { DecisionDocument, type DecisionQuery } from '../../generated/documents.js';
import { paths, usePlace, ViewLink } from '../../place/index.js';
import { Empty, Redacted, Shown, Status } from '../../states/index.js';
import { count, counted, dayAndTime, Digest } from '../../words/index.js';
import { Comparison, WhyThere } from './comparison.js';
import { Falls } from './falls.js';
import { NoDecision } from './no-decision.js';
import { Combinations, Reasons } from './reasons.js';
import { TraceMatrix } from './trace-matrix.js';
import { WhyNot } from './why-not.js';

type Decision = NonNullable<DecisionQuery['decision']>;

/** One decision and all of its evidence. */
export function DecisionView(): ReactNode {
  const { names } = usePlace();
  const id = names['id'] ?? '';
  const query = useAsk(DecisionDocument, { id });
  return (
    <Shown query={query} rows={20} title="Decision">
      {({ decision }) => (decision === null ? <NoDecision id={id} /> : <Found decision={decision} id={id} />)}
    </Shown>
  );
}

function Found({ decision, id }: { readonly decision: Decision; readonly id: string }): ReactNode {
  const { cluster } = usePlace();
  const { pod, node, outcome, message, rejections, victims, traceStored } = decision;
  return (
    <>
      <h1>
        <ViewLink to={paths.pods(cluster, pod.namespace, pod.name)}>
          {pod.namespace}/{pod.name}
        </ViewLink>{' '}
        {node !== null && (
          <>
            → <ViewLink to={paths.nodes(cluster, node)}>{node}</ViewLink>{' '}
          </>
        )}
        <Status of={outcome} />
        <ViewLink to={paths.reports(cluster, id)} className="beside-title">
          <Printer size={14} aria-hidden /> Report to print
        </ViewLink>
      </h1>
      <Redacted isSo={decision.redacted} />
      <Summary decision={decision} />
      {message !== '' && <p className="sentence">{message}</p>}
      {victims.length > 0 && <Victims victims={victims} />}
      <Evidence decision={decision} />
      <div className="cards columns">
        <div>
          <Falls decision={decision} />
          {node === null && <Sets decision={decision} />}
          {node !== null && <Reasons rejections={rejections} />}
        </div>
        <div>
          {node === null ? <Reasons rejections={rejections} /> : <WhyThere id={id} node={node} />}
          {node !== null && <Sets decision={decision} />}
        </div>
      </div>
      {traceStored === 'none' ? (
        <Empty title="No trace of this decision is stored">
          The attempt did not reach filtering, or traces are not stored.
        </Empty>
      ) : (
        <TraceMatrix id={id} />
      )}
      <Comparison id={id} node={node} />
      <WhyNot id={id} />
    </>
  );
}

/** Where no two filters fail together, the nodes that each takes say it already. */
function Sets({ decision: { combinations, nodes } }: { readonly decision: Decision }): ReactNode {
  if (!combinations?.some(({ plugins }) => plugins.length > 1)) return null;
  return <Combinations sets={combinations} evaluated={nodes.evaluated} />;
}

function Summary({ decision: { best, nodes, nominatedNode, reasonCode } }: { readonly decision: Decision }): ReactNode {
  return (
    <p>
      {reasonCode !== null && `${reasonCode}: `}
      {nominatedNode !== null && `Nominated for ${nominatedNode}. `}It fits {count(nodes.feasible)} of{' '}
      {counted(nodes.evaluated, 'node')}
      {best !== null && (
        <>
          , {best.total} points
          {best.ties > 1 ? `, ${best.ties} nodes tie` : ''}
          {best.runnerUp !== null && `; the next is ${best.runnerUp.node} with ${best.runnerUp.total}`}
        </>
      )}
      .
    </p>
  );
}

/** Enough to know a run again; its view has all of it. */
const SHOWN_OF_UID = 13;

/** When, by which run and profile it was decided, and the proof of its trace: a line, for the answer comes first. */
function Evidence({ decision }: { readonly decision: Decision }): ReactNode {
  const { cluster } = usePlace();
  const { at, attempt, run, revision, moment, profile, seed, traceDigest, traceStored, uid, extenders } = decision;
  return (
    <section>
      <h2 className="unseen">Evidence</h2>
      <dl className="facts strip">
        <Fact name="when">
          {dayAndTime(at)}, attempt {attempt}
          {revision !== null && `, revision ${revision}`}
          {moment !== null && (
            <>
              {' '}
              <ViewLink to={paths.overview(cluster)} search={{ at: moment }}>
                the cluster as it was then
              </ViewLink>
            </>
          )}
        </Fact>
        <Fact name="run">
          {run !== null && (
            <ViewLink to={paths.runs(cluster, run.uid)} title={run.uid}>
              {run.uid.slice(0, SHOWN_OF_UID)}…
            </ViewLink>
          )}{' '}
          {run?.dryRun === true && 'dry, '}
          {run?.actor !== null && run !== null && `by ${run.actor}, `}ties by {run?.tieBreak}, seed {seed}
        </Fact>
        <Fact name="profile">
          {profile !== null && (
            <ViewLink to={paths.profiles(cluster, profile.name)} search={{ version: String(profile.version) }}>
              {profile.name} v{profile.version}
            </ViewLink>
          )}{' '}
          {profile !== null && <Digest of={profile.digest} />}
        </Fact>
        <Fact name="trace">
          {traceStored} {traceDigest !== null && <Digest of={traceDigest} />}{' '}
          <ViewLink to={paths.audit(cluster)} search={{ decision: uid }}>
            prove it
          </ViewLink>
        </Fact>
        {extenders.length > 0 && (
          <Fact name="extenders">
            {extenders
              .map(
                ({ extender, verb, nodes, error }) =>
                  `${verb} ${extender}: ${nodes} nodes${error === null ? '' : `, ${error}`}`,
              )
              .join('; ')}
          </Fact>
        )}
      </dl>
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Victims({ victims }: { readonly victims: Decision['victims'] }): ReactNode {
  const { cluster } = usePlace();
  return (
    <p>
      Made room by evicting{' '}
      {victims.map(({ namespace, name, uid }, index) => (
        <span key={uid}>
          {index > 0 && ', '}
          <ViewLink to={paths.pods(cluster, namespace, name)}>
            {namespace}/{name}
          </ViewLink>
        </span>
      ))}
      .
    </p>
  );
}
