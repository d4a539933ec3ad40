import type { ReactNode } from 'react';
import { useAsk } from '../../api/index.js';
import { NodeOfDocument, type NodeOfQuery } from '../../generated/documents.js';
import { Manifest } from '../../manifest/index.js';
import { paths, usePlace } from '../../place/index.js';
import { Empty, ShownOfCluster } from '../../states/index.js';
import { doneBy, LastChange, Story, type StoryLine } from '../../story/index.js';
import { amount, counted, dayAndTime, percent } from '../../words/index.js';
import { Filling } from './filling.js';

type Cluster = NonNullable<NodeOfQuery['cluster']>;
type Found = NonNullable<Cluster['clusterNode']>;

/** One node: what it has, what fills it, what it says of itself, and which decisions chose it. */
export function NodeView(): ReactNode {
  const { cluster, at, names } = usePlace();
  const name = names['name'] ?? '';
  const query = useAsk(NodeOfDocument, { cluster, at: at ?? null, name });
  return (
    <ShownOfCluster query={query} rows={20} title={name}>
      {({ clusterNode, decisions, changes }) => (
        <>
          <h1>{name}</h1>
          <p>
            <LastChange changes={changes} />
          </p>
          {clusterNode === null ? (
            <Empty title="There is no such node">It may exist at another moment: see its changes.</Empty>
          ) : (
            <NodeFacts node={clusterNode} />
          )}
          <h2>Its history</h2>
          <Story lines={storyOf({ decisions, changes, cluster })} />
          {clusterNode !== null && <Manifest manifest={clusterNode.manifest} name={name} />}
        </>
      )}
    </ShownOfCluster>
  );
}

function storyOf({
  decisions,
  changes,
  cluster,
}: Pick<Cluster, 'decisions' | 'changes'> & { readonly cluster: string }): readonly StoryLine[] {
  return [
    ...decisions.edges.map(({ node: { uid, at, pod, best } }) => ({
      at,
      what: `chosen for ${pod.namespace}/${pod.name}${best === null ? '' : `, ${best.total} points`}`,
      to: paths.decisions(cluster, uid),
    })),
    ...changes.edges.map(({ node }) => ({ at: node.at, what: doneBy(node), revision: node.revision })),
  ];
}

function NodeFacts({ node }: { readonly node: Found }): ReactNode {
  const { taints, conditions, labels, unschedulable, ready, overCommitted, podCount, createdAt } = node;
  const states = [
    ...(ready === false ? ['not ready'] : []),
    ...(unschedulable ? ['cordoned'] : []),
    ...(overCommitted ? ['over-committed'] : []),
  ];
  return (
    <>
      <p>
        {counted(podCount, 'pod')}
        {states.map((state) => `, ${state}`)}, since {dayAndTime(createdAt)}
      </p>
      <div className="cards">
        <Resources node={node} />
        <section className="card">
          <h2>Taints</h2>
          <ul className="plain">
            {taints.map(({ key, value, effect }) => (
              <li key={`${key}${effect}`}>
                {key}
                {value !== '' && `=${value}`}: {effect}
              </li>
            ))}
            {taints.length === 0 && <li className="quiet">none</li>}
          </ul>
          <h2>Conditions</h2>
          <ul className="plain">
            {conditions.map(({ type, status, reason }) => (
              <li key={type}>
                {type} {status} {reason}
              </li>
            ))}
            {conditions.length === 0 && <li className="quiet">none</li>}
          </ul>
        </section>
        <section className="card">
          <h2>Labels</h2>
          <ul className="plain">
            {labels.map(({ key, value }) => (
              <li key={key}>
                {key}={value}
              </li>
            ))}
          </ul>
        </section>
      </div>
      <Filling node={node} />
    </>
  );
}

function Resources({ node: { allocatable, requested, free } }: { readonly node: Found }): ReactNode {
  const valueIn = (amounts: Found['free'], resource: string): number =>
    amounts.find((one) => one.resource === resource)?.value ?? 0;
  return (
    <section className="card">
      <h2>Resources</h2>
      <table>
        <tbody>
          {allocatable.map(({ resource, value }) => {
            const taken = valueIn(requested, resource);
            const full = value === 0 ? 0 : taken / value;
            return (
              <tr key={resource}>
                <th scope="row">{resource}</th>
                <td className="number">
                  {amount(resource, taken)} of {amount(resource, value)}
                </td>
                <td>
                  <meter min={0} max={1} value={full} aria-label={`${resource} requested`} /> {percent(full)}
                </td>
                <td className="number">{amount(resource, valueIn(free, resource))} free</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
