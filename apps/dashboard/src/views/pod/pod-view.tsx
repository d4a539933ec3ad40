import type { ReactNode } from 'react';
import { useAsk } from '../../api/index.js';
import { DecisionWhyDocument, PodOfDocument, type PodOfQuery } from '../../generated/documents.js';
import { Manifest } from '../../manifest/index.js';
import { paths, usePlace, ViewLink } from '../../place/index.js';
import { Empty, ShownOfCluster, Status } from '../../states/index.js';
import { Story, type StoryLine } from '../../story/index.js';
import { Amount, count, quantityValue } from '../../words/index.js';
import { leftByEach } from '../decision/waterfall.js';
import { shortWhy } from '../pending/short-why.js';
import { Remedy } from './remedy.js';

type Cluster = NonNullable<PodOfQuery['cluster']>;
type Found = NonNullable<Cluster['pod']>;

/** One pod: where it is and why, and its story from its creation on. */
export function PodView(): ReactNode {
  const { cluster, at, names } = usePlace();
  const { namespace = '', name = '' } = names;
  const query = useAsk(PodOfDocument, { cluster, at: at ?? null, namespace, name, pod: `${namespace}/${name}` });
  return (
    <ShownOfCluster query={query} rows={20} title="Pod">
      {(found) => (
        <>
          <h1>
            {namespace}/{name} {found.pod !== null && <Status of={statusOf(found.pod)} />}
          </h1>
          {found.pod === null ? (
            <Empty title="There is no such pod">It may exist at another moment: see its story.</Empty>
          ) : (
            <>
              <Answer pod={found.pod} />
              <div className="cards halves">
                {found.pod.nodeName === null && <Remedy pod={`${namespace}/${name}`} />}
                <NodesLeft decision={lastDecisionOf(found)} />
                <PodFacts pod={found.pod} />
              </div>
            </>
          )}
          <h2>Its story</h2>
          <Story lines={storyOf(found, cluster)} />
          {found.pod !== null && <Manifest manifest={found.pod.manifest} name={name} />}
        </>
      )}
    </ShownOfCluster>
  );
}

function storyOf({ decisions, changes }: Cluster, cluster: string): readonly StoryLine[] {
  return [
    ...changes.edges.map(({ node: { op, at, revision, preemptor, admission } }) => ({
      at,
      revision,
      what:
        (WORDS[op] ?? op) +
        (admission.length === 0 ? '' : `, with what ${admission.map(({ step }) => step).join(', ')} set`) +
        (preemptor === null ? '' : ` to make room for ${preemptor.namespace}/${preemptor.name}`),
    })),
    ...decisions.edges.map(({ node: { uid, at, outcome, node, nodes, message } }) => ({
      at,
      what:
        node === null
          ? `${outcome}: ${message}`
          : `${outcome}: ${node}, which is one of ${nodes.feasible} of ${nodes.evaluated} nodes that fit`,
      to: paths.decisions(cluster, uid),
    })),
  ];
}

const WORDS: Readonly<Record<string, string>> = {
  create: 'created',
  update: 'changed',
  bind: 'bound',
  evict: 'evicted',
  delete: 'deleted',
  note: 'its conditions were written',
};

/** The phase of a pod; while that is Pending, what its last decision came to. */
function statusOf({ phase, nodeName, lastDecision }: Found): string {
  if (phase !== 'Pending') return phase;
  return nodeName === null ? (lastDecision?.outcome ?? 'neverTried') : 'scheduled';
}

/** In one sentence: why the pod is on its node, or what it waits for. */
function Answer({ pod: { nodeName, lastDecision } }: { readonly pod: Found }): ReactNode {
  const { cluster } = usePlace();
  const isThere = nodeName !== null && lastDecision?.message === '';
  const query = useAsk(DecisionWhyDocument, { id: lastDecision?.uid ?? '', node: nodeName }, { isAsked: isThere });
  if (lastDecision === null)
    return (
      <p className="sentence answer">
        {nodeName === null
          ? 'No run has tried to place it yet.'
          : `It came with its node, ${nodeName}: no run placed it.`}
      </p>
    );
  const sentence = isThere ? query.data?.decision?.why.sentence : shortWhy(lastDecision.message);
  return (
    <p className={isThere ? 'sentence answer' : 'sentence answer waits'}>
      {!isThere && nodeName === null && <strong>It waits: </strong>}
      {sentence ?? `It is on ${nodeName}.`}{' '}
      <ViewLink to={paths.decisions(cluster, lastDecision.uid)}>
        {isThere ? 'Why it is there' : 'Why it waits'}
      </ViewLink>{' '}
      <ViewLink to={paths.reports(cluster, lastDecision.uid)}>Report to print</ViewLink>
    </p>
  );
}

type Decision = Cluster['decisions']['edges'][number]['node'];

function lastDecisionOf({ decisions, pod }: Cluster): Decision | undefined {
  return decisions.edges.find(({ node }) => node.uid === pod?.lastDecision?.uid)?.node;
}

/** How many nodes each of its requirements leaves, as the last decision found. */
function NodesLeft({ decision }: { readonly decision: Decision | undefined }): ReactNode {
  if (decision === undefined || decision.combinations === null) return null;
  const { evaluated } = decision.nodes;
  const left = leftByEach(evaluated, decision.combinations);
  if (left.length === 0) return null;
  return (
    <section className="card">
      <h2>Nodes that each requirement leaves</h2>
      <table>
        <tbody>
          {left.map(({ plugin, left: nodes }) => (
            <tr key={plugin}>
              <th scope="row" title={plugin}>
                {REQUIREMENTS[plugin] ?? plugin}
              </th>
              <td>
                <meter min={0} max={evaluated} value={nodes} aria-label={`${nodes} of ${evaluated} nodes`} />
              </td>
              <td className="number">
                {count(nodes)} of {count(evaluated)}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">all together</th>
            <td />
            <td className="number">
              {count(decision.nodes.feasible)} of {count(evaluated)}
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

/** What of a pod a filter looks at. */
const REQUIREMENTS: Readonly<Record<string, string>> = {
  NodeResourcesFit: 'resource requests',
  NodeAffinity: 'node selector and node affinity',
  TaintToleration: 'tolerations',
  NodeUnschedulable: 'cordoned nodes',
  NodeName: 'node name',
  NodePorts: 'host ports',
  InterPodAffinity: 'affinity to other pods',
  PodTopologySpread: 'topology spread',
  VolumeBinding: 'volumes',
  VolumeZone: 'zones of its volumes',
  VolumeRestrictions: 'volumes in use',
  NodeVolumeLimits: 'volumes a node takes',
};

function PodFacts({ pod }: { readonly pod: Found }): ReactNode {
  const { cluster, names } = usePlace();
  const { phase, nodeName, nominatedNodeName, priority, schedulerName, qosClass, requests, conditions } = pod;
  return (
    <section className="card">
      <h2>Facts</h2>
      <dl className="facts">
        <dt>where</dt>
        <dd>
          {phase}
          {nodeName !== null && (
            <>
              {' '}
              on <ViewLink to={paths.nodes(cluster, nodeName)}>{nodeName}</ViewLink>
            </>
          )}
          {nominatedNodeName !== null && `, nominated for ${nominatedNodeName}`}
        </dd>
        <dt>asks for</dt>
        <dd>
          {requests.length === 0 && 'nothing'}
          {requests.map(({ resource, quantity }, index) => (
            <span key={resource}>
              {index > 0 && ', '}
              <Amount of={resource} value={quantityValue(quantity)} isNamed />
            </span>
          ))}
        </dd>
        <dt>priority</dt>
        <dd>
          {priority}, {qosClass}, scheduled by {schedulerName}
        </dd>
        <dt>conditions</dt>
        <dd>
          {conditions.map(({ type, status, reason }) => `${type} ${status} ${reason ?? ''}`).join('; ') || 'none'}
        </dd>
        <dt>nodes</dt>
        <dd>
          <ViewLink
            to={paths.nodes(cluster)}
            search={{ colour: 'fits', pod: `${names['namespace'] ?? ''}/${names['name'] ?? ''}` }}
          >
            where it fits, on the map
          </ViewLink>
        </dd>
      </dl>
    </section>
  );
}
