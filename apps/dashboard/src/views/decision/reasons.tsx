import type { ReactNode } from 'react';
import { reasonLines, type ReasonLine } from '#client';
import type { DecisionQuery } from '../../generated/documents.js';
import { ViewLink } from '../../place/index.js';
import { count } from '../../words/index.js';
import { nodesIn } from './sums.js';

type Decision = NonNullable<DecisionQuery['decision']>;

/** Each reason with the nodes that it is about. Reasons overlap, so their numbers are never added up. */
export function Reasons({ rejections }: { readonly rejections: Decision['rejections'] }): ReactNode {
  if (rejections.length === 0) return null;
  return (
    <section className="card reasons">
      <h2>Reasons</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">reason</th>
            {HEADS.map(([name]) => (
              <th key={name} scope="col" className="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {reasonLines(rejections).map((line) => (
            <tr key={`${line.plugin} ${line.code} ${line.reason}`}>
              <th scope="row">
                {line.reason}
                <Rejecting line={line} />
              </th>
              {HEADS.map(([name]) => (
                <td key={name} className="number">
                  {line.nodes[name] === null ? '' : count(line.nodes[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="quiet">Nodes where {HEADS.map(([name, means]) => `${means} (${name})`).join(', ')}.</p>
    </section>
  );
}

/** By which plugin, and whether preemption may help. */
function Rejecting({ line: { plugin, code, nodes, unresolvable } }: { readonly line: ReasonLine }): ReactNode {
  const where = unresolvable === nodes.any ? '' : ` (${count(unresolvable)})`;
  return (
    <span className="quiet rejecting">
      {plugin !== null && (
        <ViewLink to="." search={{ plugin }}>
          {plugin}
        </ViewLink>
      )}
      {unresolvable > 0 && ` no preemption helps${where}`}
      {code !== 'Unschedulable' && ` ${code}`}
    </span>
  );
}

const HEADS = [
  ['first', 'it fails first'],
  ['any', 'it holds'],
  ['sole', 'no other plugin fails'],
  ['only', 'there is no other reason'],
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
