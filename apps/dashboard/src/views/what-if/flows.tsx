import { useMemo, type ReactNode } from 'react';
import { useAsk } from '../../api/index.js';
import { flowLayout, type FlowBar } from '../../drawing/index.js';
import { NodeMapDocument } from '../../generated/documents.js';
import { usePlace } from '../../place/index.js';
import { count, counted } from '../../words/index.js';
import { nodeRows } from '../nodes/node-table.js';
import { flowsOf, NO_NODE, type Move } from './moves.js';

const ZONE = 'topology.kubernetes.io/zone';
const WIDTH = 360;
const HEIGHT = 150;

/** Where pods go, as ribbons from the groups of nodes that they leave to those that they come to. */
export function Flows({ moves }: { readonly moves: readonly Move[] }): ReactNode {
  const { cluster, at } = usePlace();
  const query = useAsk(NodeMapDocument, { cluster, at: at ?? null, labels: [ZONE], resources: ['cpu'] });
  const columns = query.data?.cluster?.nodeColumns;
  const zones = useMemo(
    () => new Map(columns === undefined ? [] : nodeRows(columns).map(({ name, group }) => [name, group])),
    [columns],
  );
  const flows = useMemo(() => flowsOf(moves, zones), [moves, zones]);
  if (flows.length === 0 || query.isPending) return null;
  const { left, right, ribbons, height } = flowLayout(flows, { width: WIDTH, height: HEIGHT });
  const words = flows.map(({ from, to, count: pods }) => `${counted(pods, 'pod')} from ${from} to ${to}`).join('; ');
  return (
    <section className="card flows">
      <h2>Where pods go</h2>
      <figure>
        <Ends bars={left} height={height} side="from" />
        <svg
          viewBox={`0 0 ${WIDTH} ${height}`}
          style={{ height }}
          preserveAspectRatio="none"
          role="img"
          aria-label={words}
        >
          {ribbons.map(({ from, to, count: pods, path }) => (
            <path key={`${from} ${to}`} d={path} className={to === NO_NODE ? 'ribbon worse' : 'ribbon'}>
              <title>{`${counted(pods, 'pod')} from ${from} to ${to}`}</title>
            </path>
          ))}
        </svg>
        <Ends bars={right} height={height} side="to" />
      </figure>
    </section>
  );
}

/** The names of the bars beside the drawing: text that is read, not drawn. */
function Ends({
  bars,
  height,
  side,
}: {
  readonly bars: readonly FlowBar[];
  readonly height: number;
  readonly side: 'from' | 'to';
}): ReactNode {
  return (
    <ul className={`plain ends ${side}`} style={{ height }} aria-hidden="true">
      {bars.map(({ name, count: pods, top, height: high }) => (
        <li key={name} className={name === NO_NODE ? 'worse' : undefined} style={{ top, height: high }}>
          <span>
            {name} <strong>{count(pods)}</strong>
          </span>
        </li>
      ))}
    </ul>
  );
}
