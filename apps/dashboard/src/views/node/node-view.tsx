import { useState, type ReactNode } from 'react';
import { useAsk } from '../../api/index.js';
import { FullMeter } from '../../drawing/index.js';
import { NodeOfDocument, type NodeOfQuery } from '../../generated/documents.js';
import { Manifest } from '../../manifest/index.js';
import { paths, useParameter, usePlace } from '../../place/index.js';
import { Empty, ShownOfCluster, Status } from '../../states/index.js';
import { boundsOf, doneBy, LastChange, PeriodChoice, Story, type StoryLine } from '../../story/index.js';
import { Amount, counted, dayAndTime } from '../../words/index.js';
import { Filling } from './filling.js';

type Cluster = NonNullable<NodeOfQuery['cluster']>;
type Found = NonNullable<Cluster['clusterNode']>;

/** One node: what it has, what fills it, what it says of itself, and which decisions chose it. */
export function NodeView(): ReactNode {
  const { cluster, at, names } = usePlace();
  const name = names['name'] ?? '';
  const [period] = useParameter('period');
  const [now] = useState(() => Date.now());
  const query = useAsk(NodeOfDocument, { cluster, at: at ?? null, name, ...boundsOf(period, now) });
  return (
    <ShownOfCluster query={query} rows={20} title={name}>
      {({ clusterNode, decisions, changes, newest }) => (
        <>
          <h1>
            {name} {clusterNode !== null && statesOf(clusterNode).map((state) => <Status key={state} of={state} />)}
          </h1>
          <p className="quiet">
            {clusterNode !== null &&
              `${counted(clusterNode.podCount, 'pod')}, since ${dayAndTime(clusterNode.createdAt)}. `}
            <LastChange changes={newest} />
          </p>
          {clusterNode === null && (
            <Empty title="There is no such node">It may exist at another moment: see its changes.</Empty>
          )}
          <div className="cards board">
            {clusterNode !== null && <Resources node={clusterNode} />}
            <section className="card half tall">
              <h2>Its history</h2>
              <PeriodChoice />
              <Story
                lines={storyOf({ decisions, changes, cluster })}
                nothing={period === '' ? undefined : 'Nothing happened to it in this time.'}
              />
            </section>
            {clusterNode !== null && <NodeFacts node={clusterNode} />}
          </div>
          {clusterNode !== null && <Filling node={clusterNode} />}
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

/** What is particular about a node; `ready` where nothing is. */
function statesOf({ ready, unschedulable, overCommitted }: Found): readonly string[] {
  const states = [
    ...(ready === false ? ['unready'] : []),
    ...(unschedulable ? ['cordoned'] : []),
    ...(overCommitted ? ['overcommitted'] : []),
  ];
  return states.length === 0 ? ['ready'] : states;
}

function NodeFacts({ node: { taints, conditions, labels } }: { readonly node: Found }): ReactNode {
  return (
    <>
      <List title="Labels" lines={labels.map(({ key, value }) => `${key}=${value}`)} />
      <List
        title="Taints"
        lines={taints.map(({ key, value, effect }) => `${key}${value === '' ? '' : `=${value}`}: ${effect}`)}
      />
      <List
        title="Conditions"
        lines={conditions.map(({ type, status, reason }) => `${type} ${status} ${reason ?? ''}`)}
      />
    </>
  );
}

function List({ title, lines }: { readonly title: string; readonly lines: readonly string[] }): ReactNode {
  return (
    <section className="card">
      <h2>{title}</h2>
      <ul className="plain">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
        {lines.length === 0 && <li className="quiet">none</li>}
      </ul>
    </section>
  );
}

function Resources({ node: { allocatable, requested, free } }: { readonly node: Found }): ReactNode {
  const valueIn = (amounts: Found['free'], resource: string): number =>
    amounts.find((one) => one.resource === resource)?.value ?? 0;
  return (
    <section className="card half">
      <h2>Resources</h2>
      <table className="amounts">
        <tbody>
          {allocatable.map(({ resource, value }) => {
            const taken = valueIn(requested, resource);
            const full = value === 0 ? 0 : taken / value;
            return (
              <tr key={resource}>
                <th scope="row">{resource}</th>
                <td className="number">
                  <Amount of={resource} value={taken} /> of <Amount of={resource} value={value} />
                </td>
                <td>
                  <FullMeter ratio={full} label={`${resource} requested`} />
                </td>
                <td className="number derived">
                  <Amount of={resource} value={valueIn(free, resource)} /> free
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
