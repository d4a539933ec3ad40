import type { ReactNode } from 'react';
import { bandPath } from '../../drawing/index.js';
import { Status } from '../../states/index.js';
import { count } from '../../words/index.js';
import { OverTime } from './over-time.js';
import { Plot } from './plot.js';
import { podsOf, type PodsAt } from './series.js';

const CANVAS = { width: 300, height: 160 };

/** How many pods were on nodes and how many were pending, one upon the other. */
export function PodsOverTime({ until }: { readonly until: string | null }): ReactNode {
  return (
    <OverTime title="Pods over time" until={until}>
      {(rows) => <Bands of={podsOf(rows)} />}
    </OverTime>
  );
}

function Bands({ of }: { readonly of: readonly PodsAt[] }): ReactNode {
  const [first, last] = [of[0], of.at(-1)];
  if (first === undefined || last === undefined) return <p className="quiet">There has been no node yet.</p>;
  const placed = of.map(({ pods }) => pods);
  const all = of.map(({ pods, pendingPods }) => pods + pendingPods);
  const canvas = { ...CANVAS, top: Math.max(1, ...all) };
  return (
    <figure>
      <ul className="legend">
        <li>
          <Status of="scheduled">
            on nodes <strong>{count(last.pods)}</strong>
          </Status>
        </li>
        <li>
          <Status of="pending">
            pending <strong>{count(last.pendingPods)}</strong>
          </Status>
        </li>
      </ul>
      <Plot
        canvas={canvas}
        levels={[...new Set([0, Math.ceil(canvas.top / 2), canvas.top])]}
        inWords={count}
        between={[first.at, last.at]}
        says={summary(first, last)}
      >
        <path className="band placed" d={bandPath(placed.map(zero), placed, canvas)}>
          <title>on nodes</title>
        </path>
        <path className="band pending" d={bandPath(placed, all, canvas)}>
          <title>pending</title>
        </path>
      </Plot>
    </figure>
  );
}

const zero = (): number => 0;

/** What the drawing says, in words. */
function summary(first: PodsAt, last: PodsAt): string {
  return (
    `Pods on nodes from ${count(first.pods)} to ${count(last.pods)}, ` +
    `pending from ${count(first.pendingPods)} to ${count(last.pendingPods)}`
  );
}
