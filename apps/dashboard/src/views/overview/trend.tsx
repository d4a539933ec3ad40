import type { ReactNode } from 'react';
import { linePath, topOf } from '../../drawing/index.js';
import { dayAndTime, percent } from '../../words/index.js';
import { OverTime } from './over-time.js';
import { seriesOf, type Series } from './series.js';

const CANVAS = { width: 600, height: 160 };

/** How full the cluster was, by resource, at the end of each bucket of time. */
export function Trend({ until }: { readonly until: string | null }): ReactNode {
  return (
    <OverTime title="Utilization over time" isWide until={until}>
      {(rows) => <Lines series={seriesOf(rows)} />}
    </OverTime>
  );
}

function Lines({ series }: { readonly series: readonly Series[] }): ReactNode {
  const [first] = series;
  if (first === undefined) return <p className="quiet">No node has any resource yet.</p>;
  const top = topOf(series.flatMap(({ samples }) => samples.map(({ value }) => value)));
  const { width, height } = CANVAS;
  const full = height - height / top;
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
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={summary(series)}>
        <path className="frame" d={`M0 ${height}H${width}M0 ${full}H${width}`} />
        {series.map(({ resource, samples }, index) => (
          <path key={resource} className={`line series-${index + 1}`} d={linePath(samples, { ...CANVAS, top })}>
            <title>{resource}</title>
          </path>
        ))}
      </svg>
      <div className="ends">
        <span>{dayAndTime(first.samples[0]?.at ?? '')}</span>
        <span>the upper line is 100 % of what is allocatable</span>
        <span>{dayAndTime(first.samples.at(-1)?.at ?? '')}</span>
      </div>
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
