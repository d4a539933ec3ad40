import type { ReactNode } from 'react';
import { percent } from '../words/index.js';

/** From this share on a bar has the colour of what needs a look. */
const NEARLY_FULL = 0.9;

/** How full something is: a bar, and the share in numbers. */
export function FullMeter({
  ratio,
  label,
}: {
  readonly ratio: number | null | undefined;
  readonly label: string;
}): ReactNode {
  return (
    <span className="full">
      <meter min={0} max={1} low={NEARLY_FULL} high={1} optimum={0} value={ratio ?? 0} aria-label={label} />{' '}
      <span>{percent(ratio)}</span>
    </span>
  );
}
