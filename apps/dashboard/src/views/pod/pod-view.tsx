import type { ReactNode } from 'react';
import { useAsk } from '../../api/index.js';
import { PodOfDocument, type PodOfQuery } from '../../generated/documents.js';
import { Manifest } from '../../manifest/index.js';
import { paths, usePlace, ViewLink } from '../../place/index.js';
import { Empty, ShownOfCluster } from '../../states/index.js';
import { Story, type StoryLine } from '../../story/index.js';

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
            {namespace}/{name}
          </h1>
          {found.pod === null ? (
            <Empty title="There is no such pod">It may exist at another moment: see its story.</Empty>
          ) : (
            <PodFacts pod={found.pod} />
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

function PodFacts({ pod }: { readonly pod: Found }): ReactNode {
  const { cluster, names } = usePlace();
  const { phase, nodeName, nominatedNodeName, priority, schedulerName, qosClass, requests, conditions, lastDecision } =
    pod;
  return (
    <>
      {lastDecision !== null && (
        <p className="sentence">
          <ViewLink to={paths.decisions(cluster, lastDecision.uid)}>
            {lastDecision.message === '' ? `Why it is there` : lastDecision.message}
          </ViewLink>
        </p>
      )}
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
          {nominatedNodeName !== null && `, nominated for ${nominatedNodeName}`}{' '}
          {nodeName === null && (
            <ViewLink
              to={paths.pending(cluster)}
              search={{ release: `${names['namespace'] ?? ''}/${names['name'] ?? ''}` }}
            >
              what would help?
            </ViewLink>
          )}
        </dd>
        <dt>asks for</dt>
        <dd>{requests.map(({ resource, quantity }) => `${quantity} ${resource}`).join(', ') || 'nothing'}</dd>
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
    </>
  );
}
