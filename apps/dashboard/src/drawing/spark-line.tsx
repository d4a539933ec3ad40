import type { ReactNode } from 'react';
import { percent } from '../words/index.js';
import { linePath, type Sample } from './lines.js';

const WIDTH = 96;
const HEIGHT = 18;

/** A share over time, from nothing to all, in a line as high as text; what it begins and ends with in words. */
export function SparkLine({ of, samples }: { readonly of: string; readonly samples: readonly Sample[] }): ReactNode {
  const values = samples.flatMap(({ value }) => value ?? []);
  if (values.length === 0) return null;
  const top = Math.max(1, ...values);
  return (
    <svg
      className="spark"
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={`${of} from ${percent(values[0])} to ${percent(values.at(-1))}`}
    >
      <path className="room" d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} />
      <path className="line" d={linePath(samples, { width: WIDTH, height: HEIGHT - 1, top })} />
    </svg>
  );
}
