import type { ReactNode } from 'react';
import { linePath, topOf } from '../../drawing/index.js';
import { percent } from '../../words/index.js';
import { OverTime } from './over-time.js';
import { Plot } from './plot.js';
import { seriesOf, type Series } from './series.js';

const CANVAS = { width: 600, height: 160 };
/** Shares of what is allocatable. */
const LEVELS = [0, 0.25, 0.5, 0.75, 1];

/** How full the cluster was, by resource, at the end of each bucket of time. */
export function Trend({ until }: { readonly until: string | null }): ReactNode {
  return (
    <OverTime title="Utilization over time" unit="requested of allocatable" isWide until={until}>
      {(rows) => <Lines series={seriesOf(rows)} />}
    </OverTime>
  );
}

function Lines({ series }: { readonly series: readonly Series[] }): ReactNode {
  const [first] = series;
  if (first === undefined) return <p className="quiet">No node has any resource yet.</p>;
  const top = topOf(series.flatMap(({ samples }) => samples.map(({ value }) => value)));
  return (
    <figure>
      <ul className="legend">
        {series.map(({ resource, samples }, index) => (
          <li key={resource}>
            <span className={`swatch series-${index + 1}`} />
            {resource} <strong>{percent(samples.at(-1)?.value)}</strong>
          </li>
        ))}
      </ul>
      <Plot
        canvas={{ ...CANVAS, top }}
        levels={top > 1 ? [0, 1, top] : LEVELS}
        inWords={(level) => `${Math.round(100 * level)} %`}
        between={[first.samples[0]?.at ?? '', first.samples.at(-1)?.at ?? '']}
        says={summary(series)}
      >
        {series.map(({ resource, samples }, index) => (
          <path key={resource} className={`line series-${index + 1}`} d={linePath(samples, { ...CANVAS, top })}>
            <title>{resource}</title>
          </path>
        ))}
      </Plot>
    </figure>
  );
}

/** What the drawing says, in words. */
function summary(series: readonly Series[]): string {
  const parts = series.map(
    ({ resource, samples }) => `${resource} from ${percent(samples[0]?.value)} to ${percent(samples.at(-1)?.value)}`,
  );
  return `Requested of allocatable: ${parts.join(', ')}`;
}
