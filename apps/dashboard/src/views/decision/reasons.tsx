import type { ReactNode } from 'react';
import type { DecisionQuery } from '../../generated/documents.js';
import { ViewLink } from '../../place/index.js';
import { count } from '../../words/index.js';
import { nodesIn } from './sums.js';

type Decision = NonNullable<DecisionQuery['decision']>;

/** Each reason with the nodes that it is about. Reasons overlap, so their numbers are never added up. */
export function Reasons({ rejections }: { readonly rejections: Decision['rejections'] }): ReactNode {
  if (rejections.length === 0) return null;
  return (
    <section className="card wide">
      <h2>Reasons</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">reason</th>
            <th scope="col" className="derived">
              plugin
            </th>
            {HEADS.map(([name, title]) => (
              <th key={name} scope="col" className="number" title={title}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rejections.map(({ plugin, reason, code, nodes }) => (
            <tr key={`${plugin} ${code} ${reason}`}>
              <th scope="row">
                {reason} {code !== 'Unschedulable' && <span className="quiet">{code}</span>}
              </th>
              <td className="derived">
                {plugin !== null && (
                  <ViewLink to="." search={{ plugin }}>
                    {plugin}
                  </ViewLink>
                )}
              </td>
              {HEADS.map(([name]) => (
                <td key={name} className="number">
                  {nodes[name] === null ? '' : count(nodes[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const HEADS = [
  ['first', 'nodes where it is kube-scheduler’s own answer'],
  ['any', 'nodes where it holds at all'],
  ['sole', 'nodes where no other plugin fails'],
  ['only', 'nodes where there is no other reason: without it, the pod fits'],
] as const;

/** Which filters failed together at how many nodes: every node is in one row, so these add up. */
export function Combinations({
  sets,
  evaluated,
}: {
  readonly sets: NonNullable<Decision['combinations']>;
  readonly evaluated: number;
}): ReactNode {
  const sum = nodesIn(sets);
  return (
    <section className="card">
      <h2>Filters that fail together</h2>
      <table>
        <tbody>
          {sets.map(({ plugins, nodes, feasible }) => (
            <tr key={plugins.join(' ')}>
              <td className="number">{count(nodes)}</td>
              <td>
                <meter min={0} max={evaluated} value={nodes} aria-label={`${nodes} of ${evaluated} nodes`} />
              </td>
              <th scope="row">{feasible ? 'fit' : plugins.join(' + ') || 'excluded before filtering'}</th>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td className="number">= {count(sum)}</td>
            <td />
            <td>{sum === evaluated ? 'all nodes that were evaluated' : `of ${count(evaluated)} nodes evaluated`}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
