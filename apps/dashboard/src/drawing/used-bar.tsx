import type { ReactNode } from 'react';
import { amount, percent } from '../words/index.js';

const WIDTH = 60;
const HEIGHT = 10;
/** From this share on a bar has the colour of what needs a look. */
const NEARLY_FULL = 0.9;

/** How much of a resource is requested: a bar, its share, and of how much; the amounts where the pointer rests. */
export function UsedBar({
  resource,
  requested,
  allocatable,
}: {
  readonly resource: string;
  readonly requested: number;
  readonly allocatable: number;
}): ReactNode {
  if (allocatable === 0 && requested === 0) return <span className="quiet">none</span>;
  const ratio = allocatable === 0 ? Infinity : requested / allocatable;
  const kind = ratio > 1 ? 'over' : ratio >= NEARLY_FULL ? 'nearly' : 'part';
  return (
    <span
      className="full"
      title={`${requested.toLocaleString('en')} of ${allocatable.toLocaleString('en')} ${resource}`}
    >
      <svg className="used" width={WIDTH} height={HEIGHT} aria-hidden>
        <rect className="room" width={WIDTH} height={HEIGHT} rx={HEIGHT / 2} />
        <rect className={kind} width={WIDTH * Math.min(1, ratio)} height={HEIGHT} rx={HEIGHT / 2} />
      </svg>
      <span>
        {Number.isFinite(ratio) ? percent(ratio) : 'over'}{' '}
        <span className="quiet">of {amount(resource, allocatable)}</span>
      </span>
    </span>
  );
}
